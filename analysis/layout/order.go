package layout

import (
	"slices"
	"sort"
)

// rounds is how often the layers are put in order, down and up.
const rounds = 12

// order puts the sites of each layer in an order in which few edges cross: each by the median of the places of those that it
// is joined with in the layer before, down and up again. The best order of all rounds stays.
func (p *placer) order() {
	place := make([]int, len(p.sites))
	p.begin()
	p.number(place)
	best, fewest := p.copyLayers(), p.crossings(place)
	for round := 0; round < rounds && fewest > 0; round++ {
		if round%2 == 0 {
			for r := 1; r < len(p.layer); r++ {
				p.sortByMedian(r, place, func(s *site) []int { return s.above })
			}
		} else {
			for r := len(p.layer) - 2; r >= 0; r-- {
				p.sortByMedian(r, place, func(s *site) []int { return s.next })
			}
		}
		if n := p.crossings(place); n < fewest {
			best, fewest = p.copyLayers(), n
		}
	}
	p.layer = best
}

// begin gives the layers the order in which a breadth-first search from the entry comes to their sites.
func (p *placer) begin() {
	seen := make([]bool, len(p.sites))
	rank := make([][]int, len(p.layer))
	for root := range p.sites {
		if seen[root] {
			continue
		}
		seen[root] = true
		queue := []int{root}
		for i := 0; i < len(queue); i++ {
			s := queue[i]
			rank[p.sites[s].rank] = append(rank[p.sites[s].rank], s)
			for _, list := range [][]int{p.sites[s].next, p.sites[s].above} {
				for _, to := range list {
					if !seen[to] {
						seen[to] = true
						queue = append(queue, to)
					}
				}
			}
		}
	}
	p.layer = rank
}

func (p *placer) number(place []int) {
	for _, layer := range p.layer {
		for i, s := range layer {
			place[s] = i
		}
	}
}

func (p *placer) copyLayers() [][]int {
	out := make([][]int, len(p.layer))
	for r, layer := range p.layer {
		out[r] = slices.Clone(layer)
	}
	return out
}

// sortByMedian sorts a layer by the medians of the places of some joined sites. One that is joined with none stays where it
// is.
func (p *placer) sortByMedian(rank int, place []int, joined func(*site) []int) {
	layer := p.layer[rank]
	medians := make([]float64, len(layer))
	var moving []int // indices in layer
	for i, s := range layer {
		if list := joined(&p.sites[s]); len(list) > 0 {
			medians[i] = median(list, place)
			moving = append(moving, i)
		}
	}
	sorted := slices.Clone(moving)
	slices.SortStableFunc(sorted, func(a, b int) int {
		switch {
		case medians[a] < medians[b]:
			return -1
		case medians[a] > medians[b]:
			return 1
		}
		return 0
	})
	was := slices.Clone(layer)
	for k, i := range moving {
		layer[i] = was[sorted[k]]
	}
	for i, s := range layer {
		place[s] = i
	}
}

// median returns the median of the places of sites; of two in the middle what is between them.
func median(list []int, place []int) float64 {
	at := make([]int, len(list))
	for i, s := range list {
		at[i] = place[s]
	}
	slices.Sort(at)
	m := len(at) / 2
	if len(at)%2 == 1 {
		return float64(at[m])
	}
	return float64(at[m-1]+at[m]) / 2
}

// crossings returns how many pairs of edges between neighbouring layers cross.
func (p *placer) crossings(place []int) (n int) {
	for r := 0; r+1 < len(p.layer); r++ {
		var ends []int // of the edges, by their beginnings
		for _, s := range p.layer[r] {
			first := len(ends)
			for _, to := range p.sites[s].next {
				ends = append(ends, place[to])
			}
			sort.Ints(ends[first:])
		}
		n += inversions(ends, len(p.layer[r+1]))
	}
	return n
}

// inversions returns how many pairs of a list are in the wrong order; its elements are less than size.
func inversions(list []int, size int) (n int) {
	tree := make([]int, size+1) // of Fenwick: how many elements came that are not larger
	for i, v := range list {
		notLarger := 0
		for k := v + 1; k > 0; k -= k & -k {
			notLarger += tree[k]
		}
		n += i - notLarger
		for k := v + 1; k <= size; k += k & -k {
			tree[k]++
		}
	}
	return n
}
