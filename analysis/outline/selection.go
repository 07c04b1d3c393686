package outline

import (
	"slices"
	"sort"

	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// Selection is what a selection may grow to.
type Selection struct {
	Span source.Span // of a piece of the text
	// Around is the next larger piece. It is nil for the whole text, which is the last.
	Around *Selection
}

// Selections returns the least piece of the text at each of some places, and what is around it: a name,
// the expressions and lists that it stands in, the statement, the statements of its block, the function
// and so on up to the whole text, each with the one before it in it, and larger.
//
// It takes time in proportion to the text, and to the number of places times its logarithm. What is
// around several places is shared.
func Selections(t *syntax.Tree, at []source.Pos) []*Selection {
	g := grower{tree: t, at: at, found: make([]*Selection, len(at))}
	order := make([]int, len(at))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return int(at[a]) - int(at[b]) })
	file := &Selection{Span: source.Span{End: source.Pos(t.File.Len())}}
	for len(order) > 0 && at[order[0]] < t.File.Body() {
		g.found[order[0]], order = file, order[1:]
	}
	g.pending = append(g.pending, growth{t.Main, file, order})
	for len(g.pending) > 0 {
		next := g.pending[len(g.pending)-1]
		g.pending = g.pending[:len(g.pending)-1]
		g.visit(next.in, next.around, next.places)
	}
	return g.found
}

// grower finds the pieces of a text at some places.
type grower struct {
	tree    *syntax.Tree
	at      []source.Pos
	found   []*Selection // by index into at
	pending []growth
}

// growth is a node that is still to be visited.
type growth struct {
	in     syntax.Node
	around *Selection
	places []int
}

// visit finds the pieces for places in a node or at its end, those in nodes below it later. They are indexes into g.at, ordered by
// what they stand for.
func (g *grower) visit(n syntax.Node, around *Selection, places []int) {
	around = around.grownFrom(n.Span())
	lists := g.lists(n)
	var children []syntax.Node
	syntax.Children(n, func(child syntax.Node) { children = append(children, child) })
	for len(places) > 0 {
		p := g.at[places[0]]
		child, inner := childAt(children, p), around
		for _, list := range lists {
			if list.Touches(p) && (child == nil || list.Covers(child.Span())) {
				inner = inner.grownFrom(list)
			}
		}
		if child == nil {
			g.found[places[0]] = g.comment(inner, p)
			places = places[1:]
			continue
		}
		same := 1
		for same < len(places) && childAt(children, g.at[places[same]]) == child {
			same++
		}
		g.pending = append(g.pending, growth{child, inner, places[:same]})
		places = places[same:]
	}
}

// grownFrom returns a smaller piece around which s is; s if it is not smaller, or empty.
func (s *Selection) grownFrom(at source.Span) *Selection {
	if at.Empty() || at == s.Span || !s.Span.Covers(at) {
		return s
	}
	return &Selection{at, s}
}

// childAt returns which of the children of a node a place is in, else at the end of which it is; nil if
// there is none.
func childAt(children []syntax.Node, p source.Pos) (found syntax.Node) {
	if len(children) == 2 && children[1].Span().Covers(children[0].Span()) { // the name of a function, in its span
		if children[0].Span().Touches(p) {
			return children[0]
		}
		children = children[1:]
	}
	after := sort.Search(len(children), func(i int) bool { return children[i].Span().Start > p })
	for i := after - 1; i >= max(0, after-2); i-- {
		switch at := children[i].Span(); {
		case at.Contains(p):
			return children[i]
		case at.End == p && !at.Empty() && found == nil:
			found = children[i]
		}
	}
	return found
}

// lists returns what has no node of its own in n, the larger before the smaller: the statements of a
// block, arguments with their parentheses and without, parameters, and what stands between the quotes
// of a string.
func (g *grower) lists(n syntax.Node) []source.Span {
	switch n := n.(type) {
	case *syntax.Block:
		if len(n.Stats) > 0 {
			return []source.Span{{Start: n.Stats[0].Span().Start, End: n.Stats[len(n.Stats)-1].Span().End}}
		}
	case *syntax.Call:
		return g.arguments(n.Fn, n.Args(), n.Span().End)
	case *syntax.MethodCall:
		return g.arguments(n.Name, n.Args(), n.Span().End)
	case *syntax.Function:
		return parameters(n)
	case *syntax.String:
		at := n.Span()
		if text := g.tree.File.Slice(at); !n.Bare && len(text) > 2 && text[0] != '[' && text[len(text)-1] == text[0] {
			return []source.Span{{Start: at.Start + 1, End: at.End - 1}}
		}
	}
	return nil
}

// arguments returns the spans of an argument list that ends at a place.
func (g *grower) arguments(called syntax.Node, args []syntax.Expr, end source.Pos) (spans []source.Span) {
	if paren := g.tree.Paren(called.Span().End); paren.Valid() && paren < end {
		spans = append(spans, source.Span{Start: paren, End: end})
	}
	if len(args) > 0 {
		spans = append(spans, source.Span{Start: args[0].Span().Start, End: args[len(args)-1].Span().End})
	}
	return spans
}

// parameters returns the span of the written parameters of a function.
func parameters(f *syntax.Function) []source.Span {
	if len(f.Params) == 0 {
		return nil
	}
	at := source.Span{Start: f.Params[0].Span().Start, End: f.Params[len(f.Params)-1].Span().End}
	switch {
	case f.VarargName != nil:
		at.End = max(at.End, f.VarargName.Span().End)
	case f.IsVararg():
		at.End = max(at.End, f.Vararg+source.Pos(len("...")))
	}
	return []source.Span{at}
}

// comment returns the comment that a place is in or at the end of, if that is in the piece around it;
// else the latter.
func (g *grower) comment(around *Selection, p source.Pos) *Selection {
	all := g.tree.Comments
	if i := sort.Search(len(all), func(i int) bool { return all[i].Span.End >= p }); i < len(all) && all[i].Span.Touches(p) {
		return around.grownFrom(all[i].Span)
	}
	return around
}
