package layout

import "slices"

// maxBends bounds how many bends there are, beside four for each node: those that are too much go round on the right.
const maxBends = 20_000

// chain is what edges share that lead to one node from the same side: their bends.
type chain struct {
	to   int
	isUp bool
}

// makeLayers puts the nodes into layers, and bends where an edge goes through one. Edges to one node share them.
func (p *placer) makeLayers() {
	depth := 0
	for n := range p.Nodes {
		p.sites = append(p.sites, site{rank: p.ranks[n], width: p.Nodes[n].Width})
		depth = max(depth, p.ranks[n]+1)
	}
	for _, e := range p.Edges { // room for the edge to itself
		if e.From == e.To {
			p.sites[e.From].width = p.Nodes[e.From].Width + 2*loopReach
		}
	}
	p.layer = make([][]int, depth)
	for n := range p.Nodes {
		p.layer[p.ranks[n]] = append(p.layer[p.ranks[n]], n)
	}
	bends := make(map[chain][]int) // by rank; -1 for none there
	p.lines = make([][]int, len(p.Edges))
	for _, e := range p.shortFirst() {
		if p.Edges[e].From == p.Edges[e].To {
			continue
		}
		head, tail := p.head(e), p.tail(e)
		if len(p.sites)-len(p.Nodes)+p.ranks[tail]-p.ranks[head] > maxBends+4*len(p.Nodes) {
			p.outer = append(p.outer, e)
			continue
		}
		line := []int{head}
		if p.ranks[tail]-p.ranks[head] > 1 {
			c := chain{p.Edges[e].To, p.up[e]}
			for r := p.ranks[head] + 1; r < p.ranks[tail]; r++ {
				line = append(line, p.bend(bends, c, r))
			}
		}
		p.lines[e] = append(line, tail)
		for i, s := range p.lines[e][1:] {
			p.join(p.lines[e][i], s)
		}
	}
}

// shortFirst returns the edges, those over fewer layers first.
func (p *placer) shortFirst() []int {
	edges := make([]int, len(p.Edges))
	for e := range edges {
		edges[e] = e
	}
	slices.SortStableFunc(edges, func(a, b int) int {
		return p.ranks[p.tail(a)] - p.ranks[p.head(a)] - p.ranks[p.tail(b)] + p.ranks[p.head(b)]
	})
	return edges
}

// bend returns the bend of a chain in a layer.
func (p *placer) bend(bends map[chain][]int, c chain, rank int) int {
	first := 0 // of the ranks that the list is about
	if c.isUp {
		first = p.ranks[c.to] + 1
	}
	at := rank - first
	if !c.isUp {
		at = p.ranks[c.to] - 1 - rank
	}
	for len(bends[c]) <= at {
		bends[c] = append(bends[c], -1)
	}
	if bends[c][at] < 0 {
		bends[c][at] = len(p.sites)
		p.layer[rank] = append(p.layer[rank], len(p.sites))
		p.sites = append(p.sites, site{rank: rank, isBend: true})
	}
	return bends[c][at]
}

// join notes that an edge leads from a site to one in the next layer, once for each two.
func (p *placer) join(from, to int) {
	if !slices.Contains(p.sites[from].next, to) {
		p.sites[from].next = append(p.sites[from].next, to)
		p.sites[to].above = append(p.sites[to].above, from)
	}
}
