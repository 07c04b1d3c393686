package fix

import (
	"luaflow/analysis/fix/plan"
	"luaflow/compile/bytecode"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
	"maps"
)

// This file keeps fixes that are verified together from declaring more variables in a
// function than Lua allows, where each alone may.

// declarations counts the variables that fixes declare.
type declarations struct {
	*plan.Original
	unused map[syntax.FuncID]int // how many there may be in a function, see findUnused
	loads  map[*syntax.Block]load
}

// load is how many variables fixes declare in a block, and at most at a time in one of the
// blocks in it.
type load struct{ own, inside int }

func newDeclarations(b *plan.Original) *declarations {
	return &declarations{b, make(map[syntax.FuncID]int), make(map[*syntax.Block]load)}
}

// add adds n variables that a fix declares at a place to those of others, unless there would be
// too many, and reports whether it has added them.
func (d *declarations) add(n int, at source.Pos) bool {
	id := plan.StatAt(d.Unit.Tree, d.Places(), at)
	if n == 0 || id == syntax.NoStat {
		return true
	}
	in := d.Places()[id]
	if _, isKnown := d.unused[in.Func]; !isKnown {
		d.unused[in.Func] = d.findUnused(in.Func)
	}
	changed, most := d.raise(n, in)
	if most > n && most > d.unused[in.Func] {
		return false
	}
	maps.Copy(d.loads, changed)
	return true
}

// raise returns the loads that change with n variables more in the block of a statement, and
// how many variables there would be at most at a time in the function.
func (d *declarations) raise(n int, in plan.Place) (changed map[*syntax.Block]load, most int) {
	changed = make(map[*syntax.Block]load)
	l := d.loads[in.Block]
	l.own += n
	changed[in.Block] = l
	for in.Up != syntax.NoStat && d.Places()[in.Up].Func == in.Func {
		most = l.own + l.inside
		in = d.Places()[in.Up]
		l = d.loads[in.Block]
		l.inside = max(l.inside, most)
		changed[in.Block] = l
	}
	return changed, l.own + l.inside
}

// findUnused returns how many more variables may be declared anywhere in a function.
func (d *declarations) findUnused(fn syntax.FuncID) int {
	proto := d.Unit.Funcs[fn].Proto
	most := 0
	for _, register := range bytecode.LocalRegisters(proto) {
		most = max(most, register+1)
	}
	return min(resolve.MaxLocals-most, bytecode.MaxA-int(proto.MaxStack))
}
