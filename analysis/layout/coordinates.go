package layout

// sweeps is how often all layers are moved.
const sweeps = 16

// coordinates finds the x of each site: layer by layer, down and up, the places nearest to the middles of those that it is
// joined with in the layers beside, such that no two sites come too near.
func (p *placer) coordinates() {
	p.x = make([]float64, len(p.sites))
	for _, layer := range p.layer {
		for i := 1; i < len(layer); i++ {
			p.x[layer[i]] = p.x[layer[i-1]] + p.apart(layer[i-1], layer[i])
		}
	}
	for sweep := range sweeps {
		isDown := sweep%2 == 0
		for i := range p.layer {
			r := i
			if !isDown {
				r = len(p.layer) - 1 - i
			}
			p.settle(p.layer[r], isDown, sweep >= sweeps-4)
		}
	}
}

// apart returns how far the middles of two neighbours must be apart.
func (p *placer) apart(a, b int) float64 {
	gap := besides
	if p.sites[a].isBend || p.sites[b].isBend {
		gap = bendRoom
	}
	return (p.sites[a].width+p.sites[b].width)/2 + gap
}

// settle moves the sites of a layer to where they want to be, and from there as little as makes room for all, by the squares
// of the distances: the pool-adjacent-violators algorithm, on the places without the room between them. They look at the
// layer that was settled before, in the last sweeps at both.
func (p *placer) settle(layer []int, isDown, both bool) {
	type pool struct {
		sum, weight float64
		n           int
	}
	var pools []pool
	offset := make([]float64, len(layer))
	for i, s := range layer {
		if i > 0 {
			offset[i] = offset[i-1] + p.apart(layer[i-1], s)
		}
		want, weight := p.wanted(s, isDown, both)
		next := pool{(want - offset[i]) * weight, weight, 1}
		for len(pools) > 0 && pools[len(pools)-1].sum*next.weight > next.sum*pools[len(pools)-1].weight {
			last := pools[len(pools)-1]
			pools = pools[:len(pools)-1]
			next = pool{last.sum + next.sum, last.weight + next.weight, last.n + next.n}
		}
		pools = append(pools, next)
	}
	i := 0
	for _, at := range pools {
		for range at.n {
			p.x[layer[i]] = at.sum/at.weight + offset[i]
			i++
		}
	}
}

// wanted returns where a site wants to be, and how much: an edge between two bends is to be straight before all others.
func (p *placer) wanted(s int, isDown, both bool) (want, weight float64) {
	sum := 0.0
	add := func(list []int) {
		for _, to := range list {
			w := 1.0
			if p.sites[s].isBend && p.sites[to].isBend {
				w = 8
			} else if p.sites[s].isBend || p.sites[to].isBend {
				w = 2
			}
			sum, weight = sum+p.x[to]*w, weight+w
		}
	}
	if isDown || both {
		add(p.sites[s].above)
	}
	if !isDown || both {
		add(p.sites[s].next)
	}
	if weight == 0 {
		return p.x[s], 0.1
	}
	return sum / weight, weight
}
