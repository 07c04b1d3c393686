package nav

import (
	"luaflow/analysis/live"
	"luaflow/analysis/place"
	"luaflow/analysis/value"
	"luaflow/analysis/waste"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// Which variables are live where a debugger has stopped.

// ValuesAt returns the names in a part of the text, up to the line of stop, that stand in the function around
// stop and mean a variable that is live there: that its name means where stop is, no other one, and whose value
// may still be read from there on. They are in the order of the text, one of a variable on each line. There are
// none where no code was made for the line.
func ValuesAt(p *waste.Parts, view source.Span, stop source.Pos) (found []source.Span) {
	u := p.Unit
	stop = place.Indented(u.File, stop)
	q := place.At(p, stop)
	fn := syntax.FuncID(q.FuncAt(stop))
	if q.Facts.Code == nil || u.Funcs[fn].Broken {
		return nil
	}
	line := u.File.Line(stop)
	at := stopped{q, fn, firstOn(q, fn, line), p.Facts.Marking(value.None)}
	if at.pc < 0 || !q.FlowOf(fn).Graph.Reachable(at.pc) {
		return nil
	}
	visible := visibleAt(u.Res, stop)
	last := make(map[resolve.BindingID]int) // the line of the name that was found last
	owners := q.Text.Owners()
	for n := range u.Tree.Names.From(u.Tree.Names.Search(view.Start)) {
		nameLine := u.File.Line(n.Start)
		if n.End > view.End || nameLine > line {
			break
		}
		ref := &u.Res.Refs[n.ID]
		switch {
		case ref.Kind == resolve.ToGlobal || ref.Binding == 0 || visible[n.Sym] != ref.Binding:
		case last[ref.Binding] == nameLine || owners.Of(n.ID) != fn:
		case at.isLive(ref):
			last[ref.Binding] = nameLine
			found = append(found, n.Span())
		}
	}
	return found
}

// visibleAt returns which variable each name means at a place, for names of variables that are in scope there.
// A debugger looks variables up by their names.
func visibleAt(res *resolve.Info, pos source.Pos) map[syntax.Sym]resolve.BindingID {
	visible := make(map[syntax.Sym]resolve.BindingID)
	for id := 1; id < len(res.Bindings); id++ { // one shadows those that were declared before it
		if b := &res.Bindings[id]; b.Scope.Contains(pos) {
			visible[b.Sym] = resolve.BindingID(id)
		}
	}
	return visible
}

// stopped is where a debugger has stopped: before the instruction at pc of a function.
type stopped struct {
	*place.Query
	fn      syntax.FuncID
	pc      int
	marking *live.Marking // nil if text that is missing could refute it
}

// isLive reports whether the value of the variable that a name of the function refers to may be read from
// there on. Of a variable that functions share it is known whether anything that is needed reads it at all.
func (s *stopped) isLive(ref *resolve.Ref) bool {
	f, cells := s.FlowOf(s.fn), s.Facts.Code.Cells()
	cell := -1
	if b := &s.Unit.Res.Bindings[ref.Binding]; b.Func != s.fn {
		cell = cells.Of(int(s.fn), int(ref.Upvalue))
	} else {
		reg := int(s.Unit.Map.Regs[ref.Binding])
		if !f.LiveAt(s.pc, reg) {
			return false
		}
		cell = cells.Holding(f, s.pc, reg)
	}
	return cell < 0 || s.marking == nil || s.marking.LiveCell(cell) || cells.Cells[cell].ReadByOwner
}

// firstOn returns the first instruction of a function that was made for text on a line; -1 if there is none.
func firstOn(q *place.Query, fn syntax.FuncID, line int) int {
	for pc, o := range q.Unit.Funcs[fn].Map.Origins.All() {
		if pc%stride == 0 {
			q.Text.Step()
		}
		if q.Unit.File.Line(o.Span().Start) == line {
			return pc
		}
	}
	return -1
}
