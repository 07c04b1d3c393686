package layout

import (
	"math"
	"slices"
)

// route returns the places of all. An edge leaves a node downward, goes through the layers at its bends and from one layer to the
// next between them, so that it crosses no node; one that leads up does so in the opposite direction.
func (p *placer) route() Placed {
	tops, heights := p.rows()
	out := Placed{Nodes: make([]Point, len(p.Nodes)), Edges: make([][][2]float64, len(p.Edges))}
	for n, size := range p.Nodes {
		out.Nodes[n] = Point{p.x[n] - size.Width/2, tops[p.ranks[n]]}
	}
	below, above := p.ports()
	for e, line := range p.lines {
		if line == nil {
			continue
		}
		head, tail := line[0], line[len(line)-1]
		points := [][2]float64{{below[e], out.Nodes[head].Y + p.Nodes[head].Height}}
		points = p.leaveRow(points, tops[p.ranks[head]]+heights[p.ranks[head]])
		for _, bend := range line[1 : len(line)-1] {
			r := p.sites[bend].rank
			points = append(points, [2]float64{p.x[bend], tops[r]}, [2]float64{p.x[bend], tops[r] + heights[r]})
		}
		out.Edges[e] = append(points, [2]float64{above[e], out.Nodes[tail].Y})
	}
	p.selves(&out)
	p.goRound(&out, tops, heights)
	for e := range out.Edges {
		if p.up[e] && p.Edges[e].From != p.Edges[e].To {
			slices.Reverse(out.Edges[e])
		}
	}
	out.shift()
	for n, at := range out.Nodes {
		out.Width, out.Height = max(out.Width, round(at.X+p.Nodes[n].Width)), max(out.Height, round(at.Y+p.Nodes[n].Height))
	}
	return out
}

// leaveRow leads an edge down to the end of its layer, where another node is higher than its own.
func (p *placer) leaveRow(points [][2]float64, end float64) [][2]float64 {
	if last := points[len(points)-1]; last[1] < end {
		points = append(points, [2]float64{last[0], end})
	}
	return points
}

// rows returns where each layer begins, and how high it is.
func (p *placer) rows() (tops, heights []float64) {
	heights = make([]float64, len(p.layer))
	for n, size := range p.Nodes {
		heights[p.ranks[n]] = max(heights[p.ranks[n]], size.Height)
	}
	y := 0.0
	for _, h := range heights {
		tops = append(tops, y)
		y += h + below
	}
	return tops, heights
}

// ports returns, by edge, the x at which it leaves its upper end, and that at which it comes to its lower end: side by side
// in the order of what they lead to.
func (p *placer) ports() (below, above []float64) {
	below, above = make([]float64, len(p.Edges)), make([]float64, len(p.Edges))
	from, to := make([][]int, len(p.Nodes)), make([][]int, len(p.Nodes))
	for e, line := range p.lines {
		if line != nil {
			from[line[0]] = append(from[line[0]], e)
			to[line[len(line)-1]] = append(to[line[len(line)-1]], e)
		}
	}
	spread := func(node int, edges []int, next func(line []int) int, x []float64) {
		slices.SortStableFunc(edges, func(a, b int) int {
			switch xa, xb := p.x[next(p.lines[a])], p.x[next(p.lines[b])]; {
			case xa < xb:
				return -1
			case xa > xb:
				return 1
			}
			return 0
		})
		width := p.Nodes[node].Width
		for i, e := range edges {
			x[e] = p.x[node] + width*(float64(i+1)/float64(len(edges)+1)-0.5)
		}
	}
	for n := range p.Nodes {
		spread(n, from[n], func(line []int) int { return line[1] }, below)
		spread(n, to[n], func(line []int) int { return line[len(line)-2] }, above)
	}
	return below, above
}

// selves draws the edges of nodes to themselves, on their right.
func (p *placer) selves(out *Placed) {
	for e, edge := range p.Edges {
		if edge.From != edge.To {
			continue
		}
		at, size := out.Nodes[edge.From], p.Nodes[edge.From]
		right, low, high := at.X+size.Width, at.Y+size.Height*3/4, at.Y+size.Height/4
		out.Edges[e] = [][2]float64{{right, low}, {right + loopReach, low}, {right + loopReach, high}, {right, high}}
	}
}

// goRound leads the edges that have no bends along the right of everything, one beside the other.
func (p *placer) goRound(out *Placed, tops, heights []float64) {
	right := 0.0
	for n, at := range out.Nodes {
		right = max(right, at.X+p.Nodes[n].Width+loopReach)
	}
	for s := range p.sites {
		right = max(right, p.x[s])
	}
	for i, e := range p.outer {
		head, tail := p.head(e), p.tail(e)
		x := right + bendRoom*float64(i+1)
		end := tops[p.ranks[head]] + heights[p.ranks[head]]
		start := tops[p.ranks[tail]]
		points := p.leaveRow([][2]float64{{p.x[head], out.Nodes[head].Y + p.Nodes[head].Height}}, end)
		out.Edges[e] = append(points, [2]float64{x, end + below/2}, [2]float64{x, start - below/2}, [2]float64{p.x[tail], start})
	}
}

// shift moves everything so that it begins at the origin, and says how large it is.
func (out *Placed) shift() {
	left, top := math.Inf(1), math.Inf(1)
	for _, at := range out.Nodes {
		left, top = min(left, at.X), min(top, at.Y)
	}
	for _, points := range out.Edges {
		for _, at := range points {
			left, top = min(left, at[0]), min(top, at[1])
		}
	}
	for n := range out.Nodes {
		out.Nodes[n].X, out.Nodes[n].Y = round(out.Nodes[n].X-left), round(out.Nodes[n].Y-top)
	}
	for _, points := range out.Edges {
		for i := range points {
			points[i] = [2]float64{round(points[i][0] - left), round(points[i][1] - top)}
			out.Width, out.Height = max(out.Width, points[i][0]), max(out.Height, points[i][1])
		}
	}
}

// round returns a number with two digits after the point: a page needs no more.
func round(x float64) float64 { return math.Round(x*100) / 100 }
