package layout

// head and tail return the upper and the lower end of an edge.
func (p *placer) head(e int) int {
	if p.up[e] {
		return p.Edges[e].To
	}
	return p.Edges[e].From
}

func (p *placer) tail(e int) int { return p.Edges[e].From + p.Edges[e].To - p.head(e) }

// turnRound turns edges round so that there is no cycle: those that are Back or lead to the entry, and of what is left those that lead to a node
// which a depth-first search has not left yet.
func (p *placer) turnRound() {
	p.up = make([]bool, len(p.Edges))
	out := make([][]int, len(p.Nodes))
	for e := range p.Edges {
		p.up[e] = p.Edges[e].Back || p.Edges[e].To == 0
		if p.Edges[e].From != p.Edges[e].To {
			out[p.head(e)] = append(out[p.head(e)], e)
		}
	}
	const new, open, left = 0, 1, 2
	state := make([]uint8, len(p.Nodes))
	type visit struct{ node, next int }
	for root := range p.Nodes {
		if state[root] != new {
			continue
		}
		state[root] = open
		stack := []visit{{root, 0}}
		for len(stack) > 0 {
			top := &stack[len(stack)-1]
			if top.next == len(out[top.node]) {
				state[top.node] = left
				stack = stack[:len(stack)-1]
				continue
			}
			e := out[top.node][top.next]
			top.next++
			switch to := p.tail(e); state[to] {
			case open:
				p.up[e] = !p.up[e]
			case new:
				state[to] = open
				stack = append(stack, visit{to, 0})
			}
		}
	}
}

// rank gives each node its layer: the longest way from a node that no edge leads to. Such a node, if it is not the entry, is
// just above what it leads to.
func (p *placer) rank() {
	p.ranks = make([]int, len(p.Nodes))
	in := make([]int, len(p.Nodes))
	out := make([][]int, len(p.Nodes))
	for e := range p.Edges {
		if p.Edges[e].From != p.Edges[e].To {
			in[p.tail(e)]++
			out[p.head(e)] = append(out[p.head(e)], p.tail(e))
		}
	}
	var ready []int
	for n := range p.Nodes {
		if in[n] == 0 {
			ready = append(ready, n)
		}
	}
	roots := len(ready)
	for i := 0; i < len(ready); i++ {
		n := ready[i]
		for _, to := range out[n] {
			p.ranks[to] = max(p.ranks[to], p.ranks[n]+1)
			if in[to]--; in[to] == 0 {
				ready = append(ready, to)
			}
		}
	}
	for _, n := range ready[:roots] {
		if n == 0 || len(out[n]) == 0 {
			continue
		}
		lowest := p.ranks[out[n][0]]
		for _, to := range out[n] {
			lowest = min(lowest, p.ranks[to])
		}
		p.ranks[n] = lowest - 1
	}
}
