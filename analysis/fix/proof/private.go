package proof

import (
	"luaflow/analysis/effect"
	bc "luaflow/compile/bytecode"
)

// This file finds stores into tables that another store makes up for before anybody
// has seen the table: `{x = 1, x = 2}`, or `t.x = 1` right behind `local t = {}` if
// `t.x = 2` follows.

// privacy is the tables of which, at one point of a block, only one register knows.
type privacy map[int]map[bc.Constant]int // by register, by key: the pc of the last store

// findOverwritten notes such stores, if their key is a string: from the NEWTABLE to the
// second of them, which is in the same block, nothing is done with the register but to
// store into its table.
func (b *body) findOverwritten() {
	var tables privacy
	for pc, i := range b.proto.Code {
		if pc == int(b.graph.Blocks[b.graph.Block(pc)].Start) {
			clear(tables)
		}
		if len(tables) > 0 {
			b.keepPrivate(tables, pc)
		}
		if i.Op() == bc.NEWTABLE {
			if tables == nil {
				tables = make(privacy)
			}
			tables[i.A()] = make(map[bc.Constant]int)
		}
	}
}

// keepPrivate goes over the instruction at pc.
func (b *body) keepPrivate(tables privacy, pc int) {
	i := b.proto.Code[pc]
	b.operands = effect.Operands(b.proto, pc, b.operands[:0])
	isStore := effect.ReferenceOf(i) == effect.WritesField || effect.ReferenceOf(i) == effect.Fills
	for k, o := range b.operands {
		if !o.IsConstant() && !(isStore && k == 0) {
			delete(tables, o.Index())
		}
	}
	for _, defs := range [...]effect.Regs{effect.Defs(b.proto, pc), effect.MayDefs(b.proto, pc), effect.EdgeDefs(b.proto, pc)} {
		for reg := range defs.All() {
			delete(tables, reg)
		}
	}
	if child := effect.Closure(i); child >= 0 {
		for _, up := range b.proto.Protos[child].Upvalues {
			if up.InStack {
				delete(tables, int(up.Index))
			}
		}
	}
	if stored := tables[i.A()]; effect.ReferenceOf(i) == effect.WritesField && stored != nil {
		key := b.operands[1]
		if !key.IsConstant() {
			return // whatever it is, the table has the last value
		}
		k := b.proto.Constants[key.Index()]
		if k.Kind != bc.KString {
			return // nil raises an error, numbers have a say in the length
		}
		if first, again := stored[k]; again {
			b.overwritten[first] = true
		}
		stored[k] = pc
	}
}
