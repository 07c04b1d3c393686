package fix

import (
	"errors"

	"luaflow/analysis/fix/plan"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// This file is about the `arg` of Lua 5.1. A function with extra arguments has a local of
// that name: a table with them if it nowhere says `...`, else nil. So what the name is
// changes with the last `...`.

// droppedVarargs returns where an edit deletes a `...`, in the order of the text; nil if 5.1
// is not possible. The edit may begin in front of the statement, in another function.
func droppedVarargs(b *plan.Original, e source.Edit) (dropped []source.Pos) {
	if b.Unit.Dialects&syntax.Lua51 == 0 {
		return nil
	}
	t := b.Unit.Tree
	for at := t.After(e.Span.Start); at < e.Span.End; {
		token := t.TokenAt(at)
		if b.Unit.File.Slice(token) == "..." {
			dropped = append(dropped, token.Start)
		}
		at = t.After(token.End)
	}
	return dropped
}

// implicitArg refuses edits that delete the last `...` of a function that names `arg`, in
// itself or in functions inside.
func (p *pairing) implicitArg() error {
	for _, e := range p.shift.edits {
		for _, at := range droppedVarargs(p.was, e) {
			fn := p.was.Function(at)
			if !fn.IsVararg() || fn.Parent == nil || p.funcs[fn.ID] == noFunc {
				continue
			}
			now := p.now.Tree.Funcs[p.funcs[fn.ID]]
			if fn.SaysVararg() && !now.SaysVararg() && p.namesArg(now) {
				return misfit{error: errors.New("the name arg would mean something else"), at: at}
			}
		}
	}
	return nil
}

// namesArg reports whether a function of the program after the fix names its `arg`, if it
// has one.
func (p *pairing) namesArg(fn *syntax.Function) bool {
	tree, res := p.now.Tree, p.now.Res
	var places []plan.Place // of its statements, when they are needed
	for n := range tree.Names.From(tree.Names.Search(fn.Start)) {
		if n.Start >= fn.End {
			break
		}
		ref := &res.Refs[n.ID]
		if n.Sym != syntax.SymArg {
			continue
		}
		if of := &res.Bindings[ref.Binding]; ref.Kind != resolve.ToGlobal && (of.Kind != resolve.Self || of.Func != fn.ID) {
			continue
		}
		if places == nil {
			places = plan.PlacesIn(&p.room.places, tree, p.now.Meter)
		}
		in := tree.Funcs[places[plan.StatAt(tree, places, n.Start)].Func]
		for in != fn && !in.IsVararg() {
			in = in.Parent
		}
		if in == fn {
			return true
		}
	}
	return false
}
