package unclosedhandle

import (
	"fmt"

	"luaflow/analysis"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// What is said of a handle.

// maxExits is how many places are named at which it is still open.
const maxExits = 5

func (h *handle) report(exits []int) {
	call, ok := h.Text.CallAt(h.Map.Origins.At(h.call).Span())
	if !ok {
		return
	}
	f := h.Finding(h.ID, call.Expr.Span())
	var places []source.Span
	for _, pc := range exits[:min(len(exits), maxExits)] {
		at, message := h.exit(pc)
		places = append(places, at)
		f.Related = append(f.Related, analysis.Related{Span: at, Message: message})
	}
	what := "what " + h.Text.CalleeName(call.Expr) + " opens"
	if name := h.name(); name != "" {
		what = "`" + name + "`"
	}
	if len(h.ends) > 0 {
		f.Message = fmt.Sprintf("%s is not closed on every path: it is open %s", what, h.Text.AtLines(places))
	} else {
		f.Message = what + " is never closed"
	}
	h.Report(f)
}

// exit returns where control leaves at pc, and what happens there.
func (h *handle) exit(pc int) (at source.Span, message string) {
	at = h.Map.Origins.At(pc).Span()
	switch {
	case pc == h.call:
		return h.loop(at), "the loop comes to the next one"
	case pc == len(h.Flow.Proto.Code)-1:
		return source.Span{Start: h.Func.End - source.Pos(len("end")), End: h.Func.End}, "the function ends here"
	}
	return at, "the function returns here"
}

// loop returns where the head of the innermost loop around a place in the function stands, up to its `do`; the place itself if no
// loop is around it.
func (h *handle) loop(at source.Span) source.Span {
	head := at
	syntax.Inspect(h.Func.Body, func(n syntax.Node) bool {
		h.Step()
		if !n.Span().Covers(at) {
			return false
		}
		switch s := n.(type) {
		case *syntax.While:
			head = h.Text.Head(s.Start, s.Body)
		case *syntax.NumericFor:
			head = h.Text.Head(s.Start, s.Body)
		case *syntax.GenericFor:
			head = h.Text.Head(s.Start, s.Body)
		case *syntax.Repeat:
			head = h.Text.Head(s.Start, s.Body)
		}
		return true
	})
	return head
}

// name returns the name of the variable that first holds the handle; "" if none does.
func (h *handle) name() (name string) {
	first := source.NoPos
	for v := range h.aliases {
		if s := h.stores.Giving(h.ID, v); s != nil && s.Name != syntax.NoName {
			if at := h.Text.NameSpan(s.Name); first == source.NoPos || at.Start < first {
				first, name = at.Start, h.Text.Name(&h.Unit.Res.Bindings[s.Binding])
			}
		}
	}
	return name
}
