package fix

import (
	"luaflow/compile/bytecode"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// This file keeps fixes that are verified together from declaring more variables in a
// function than Lua allows, where each alone may.

// declarations counts the variables that fixes declare.
type declarations struct {
	*before
	unused map[syntax.FuncID]int // how many there may be in a function, see findUnused
	loads  map[*syntax.Block]load
}

// load is how many variables fixes declare in a block, and at most at a time in one of the
// blocks in it.
type load struct{ own, inside int }

func newDeclarations(b *before) *declarations {
	return &declarations{b, make(map[syntax.FuncID]int), make(map[*syntax.Block]load)}
}

// add adds n variables that a fix declares at a place to those of others, unless there
// would be too many.
func (d *declarations) add(n int, at source.Pos) bool {
	id := statAt(d.unit.Tree, d.places, at)
	if n == 0 || id == syntax.NoStat {
		return true
	}
	in := d.places[id]
	if _, isKnown := d.unused[in.fn]; !isKnown {
		d.unused[in.fn] = d.findUnused(in.fn)
	}
	changed, most := d.raise(n, in)
	if most > n && most > d.unused[in.fn] {
		return false
	}
	for block, l := range changed {
		d.loads[block] = l
	}
	return true
}

// raise returns the loads that change with n variables more in the block of a statement, and
// how many variables there would be at most at a time in the function.
func (d *declarations) raise(n int, in place) (changed map[*syntax.Block]load, most int) {
	changed = make(map[*syntax.Block]load)
	l := d.loads[in.block]
	l.own += n
	changed[in.block] = l
	for in.up != syntax.NoStat && d.places[in.up].fn == in.fn {
		most = l.own + l.inside
		in = d.places[in.up]
		l = d.loads[in.block]
		l.inside = max(l.inside, most)
		changed[in.block] = l
	}
	return changed, l.own + l.inside
}

// findUnused returns how many more variables may be declared anywhere in a function.
func (d *declarations) findUnused(fn syntax.FuncID) int {
	proto := d.unit.Funcs[fn].Proto
	var active []int32 // the EndPCs of the variables around, innermost last
	most := 0
	for i := range proto.Locals {
		l := &proto.Locals[i]
		for len(active) > 0 && active[len(active)-1] <= l.StartPC {
			active = active[:len(active)-1]
		}
		active = append(active, l.EndPC)
		most = max(most, len(active))
	}
	return min(resolve.MaxLocals-most, bytecode.MaxA-int(proto.MaxStack))
}
