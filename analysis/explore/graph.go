package explore

import (
	"luaflow/analysis/cfg"
	"luaflow/analysis/layout"
	"luaflow/analysis/nav"
	"luaflow/analysis/place"
)

// emptyGraph returns the graph of a function that has none.
func emptyGraph() Graph { return Graph{Blocks: []Block{}, Edges: []Edge{}} }

// graph returns the control-flow graph of a function, laid out, or why there is none.
func (q *functionView) graph() (Graph, error) {
	g, err := nav.GraphOf(q.Parts, q.id)
	if err != nil {
		return emptyGraph(), err
	}
	out := emptyGraph()
	for b := range g.Blocks {
		out.Blocks = append(out.Blocks, q.block(&g.Blocks[b], b))
		for _, e := range g.Blocks[b].Edges {
			if e.To >= len(g.Blocks) {
				continue
			}
			isBack := q.flow.Graph.LeadsBack(cfg.BlockID(b), cfg.BlockID(e.To))
			out.Edges = append(out.Edges, Edge{From: b, To: e.To, If: e.If, Back: isBack})
		}
	}
	out.place()
	return out, nil
}

// block returns a block without its place.
func (q *functionView) block(b *nav.Block, number int) Block {
	code := q.flow.Graph.Blocks[number]
	out := Block{
		From: int(code.Start), To: int(code.End), Title: b.Title(number), Lines: []string{}, Status: b.Status.String(),
		Dominator: b.Dominator, PostDominator: b.PostDominator, Loop: b.Loop, Spans: []Span{},
	}
	for _, line := range b.Lines {
		out.Lines = append(out.Lines, place.Shorten(q.Parts.Unit.File.LineText(line.Line)))
		out.Spans = append(out.Spans, q.span(line.Span))
	}
	return out
}

// place lays the graph out.
func (g *Graph) place() {
	in := layout.Graph{}
	for i := range g.Blocks {
		b := &g.Blocks[i]
		size := layout.SizeOf(b.Title, b.Lines)
		in.Nodes = append(in.Nodes, size)
	}
	for _, e := range g.Edges {
		in.Edges = append(in.Edges, layout.Edge{From: e.From, To: e.To, Back: e.Back})
	}
	out := layout.Place(in)
	g.Width, g.Height = out.Width, out.Height
	for i := range g.Blocks {
		b := &g.Blocks[i]
		b.X, b.Y, b.Width, b.Height = out.Nodes[i].X, out.Nodes[i].Y, in.Nodes[i].Width, in.Nodes[i].Height
	}
	for i := range g.Edges {
		g.Edges[i].Points = out.Edges[i]
	}
}
