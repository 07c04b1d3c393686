package nav

import (
	"luaflow/analysis/place"
	"luaflow/analysis/waste"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// Which variables are worth a look where a debugger has stopped.

// ValuesAt returns the names in a part of the text, up to the line of stop, that stand in the function around
// stop, mean a variable that is in scope there, and whose value is needed from there on or was assigned by
// the statement before. They are in the order of the text, one of a variable on each line. There are none
// where no code was made for the line.
func ValuesAt(p *waste.Parts, view source.Span, stop source.Pos) (found []source.Span) {
	u := p.Unit
	stop = place.Indented(u.File, stop)
	q := place.At(p, stop)
	fn := syntax.FuncID(q.FuncAt(stop))
	if q.Facts.Code == nil || u.Funcs[fn].Broken {
		return nil
	}
	line := u.File.Line(stop)
	f, pc := q.FlowOf(fn), firstOn(q, fn, line)
	if pc < 0 || !f.Graph.Reachable(pc) {
		return nil
	}
	assigned := assignedBefore(p, fn, pc)
	last := make(map[resolve.BindingID]int) // the line of the name that was found last
	owners := q.Text.Owners()
	for n := range u.Tree.Names.From(u.Tree.Names.Search(view.Start)) {
		at := u.File.Line(n.Start)
		if n.End > view.End || at > line {
			break
		}
		ref := &u.Res.Refs[n.ID]
		if ref.Kind == resolve.ToGlobal || ref.Binding == 0 || last[ref.Binding] == at {
			continue
		}
		b := &u.Res.Bindings[ref.Binding]
		if !b.Scope.Contains(stop) || owners.Of(n.ID) != fn {
			continue
		}
		reg := int(u.Map.Regs[ref.Binding])
		if b.Func != fn || b.Captured || assigned[ref.Binding] || f.LiveAt(pc, reg) {
			last[ref.Binding] = at
			found = append(found, n.Span())
		}
	}
	return found
}

// firstOn returns the first instruction of a function that was made for text on a line; -1 if there is none.
func firstOn(q *place.Query, fn syntax.FuncID, line int) int {
	for pc, o := range q.Unit.Funcs[fn].Map.Origins.All() {
		if q.Unit.File.Line(o.Span().Start) == line {
			return pc
		}
	}
	return -1
}

// assignedBefore returns the variables to which a store right before the instruction at pc assigns.
func assignedBefore(p *waste.Parts, fn syntax.FuncID, pc int) map[resolve.BindingID]bool {
	found := make(map[resolve.BindingID]bool)
	for i := range p.Unit.Funcs[fn].Map.Stores {
		if s := &p.Unit.Funcs[fn].Map.Stores[i]; s.Upvalue < 0 && int(s.PCs.End) == pc {
			found[s.Binding] = true
		}
	}
	return found
}
