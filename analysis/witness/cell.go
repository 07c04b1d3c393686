package witness

import (
	"cmp"
	"fmt"
	"slices"

	"luaflow/analysis/place"
	"luaflow/compile/resolve"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// which functions share a variable.

// cell explains a variable that functions inside its own read or write.
func (e *explainer) cell() {
	if !e.Binding.Captured {
		return
	}
	s := sharing{explainer: e}
	e.Text.EachRead(e.Ref.Binding, func(n *syntax.Name, ref *resolve.Ref) bool {
		if ref.Kind == resolve.ToUpvalue {
			s.access(e.Text.Owner(n.ID), n, "read")
		}
		return true
	})
	e.Text.EachStore(func(fn syntax.FuncID, st *srcmap.StoreRec) {
		if st.Binding == e.Ref.Binding && st.Upvalue >= 0 && st.Name != syntax.NoName {
			s.access(fn, e.Unit.Tree.Names.At(st.Name), "written")
		}
	})
	if len(s.steps) == 0 {
		return
	}
	slices.SortFunc(s.steps, func(a, b Step) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	who := fmt.Sprintf("%d functions capture", len(s.funcs))
	if len(s.funcs) == 1 {
		who = fmt.Sprintf("the function at line %d captures", e.Text.Line(e.Unit.Tree.Funcs[s.funcs[0]].LinePos))
	}
	how := "a call may change it"
	switch {
	case !s.written:
		how = "a call may read it"
	case s.read:
		how = "a call may read or change it"
	}
	e.add(OfCell, e.Info.Span, fmt.Sprintf("%s %s: %s", who, place.Quote(e.Info.Name), how), s.steps)
}

// sharing is the accesses of inner functions to a variable.
type sharing struct {
	*explainer
	funcs         []syntax.FuncID
	read, written bool
	steps         []Step
}

func (s *sharing) access(fn syntax.FuncID, n *syntax.Name, how string) {
	if !slices.Contains(s.funcs, fn) {
		s.funcs = append(s.funcs, fn)
	}
	s.read = s.read || how == "read"
	s.written = s.written || how == "written"
	s.steps = append(s.steps, Step{n.Span(), fmt.Sprintf("%s by the function at line %d", how, s.Text.Line(s.Unit.Tree.Funcs[fn].LinePos))})
}
