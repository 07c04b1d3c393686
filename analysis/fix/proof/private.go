package proof

import (
	"luaflow/analysis/effect"
	bc "luaflow/compile/bytecode"
)

// This file finds stores into tables that another store makes up for before anybody
// has seen the table: `{x = 1, x = 2}`, or `t.x = 1` right after `local t = {}` if
// `t.x = 2` follows.
//
// The first store may be missing though the table is needed: before anything could read the
// field, or look at the table at all, the second one has given it its value. In what order
// `pairs` gives the fields later is not specified.

// privacy is what is known at one point of a block.
type privacy struct {
	// The tables that only one register knows: by that, by key the pc of the last store.
	tables map[int]map[bc.Constant]int
	// keys is the strings that were loaded into registers, where an instruction has no room
	// for the number of a constant.
	keys map[int]bc.Constant
}

// findOverwritten notes such stores, if their key is a string: from the NEWTABLE to the
// second of them, which is in the same block, nothing is done with the register but to
// store into its table.
func (b *body) findOverwritten() {
	p := privacy{make(map[int]map[bc.Constant]int), make(map[int]bc.Constant)}
	for pc, i := range b.proto.Code {
		if pc == int(b.graph.Blocks[b.graph.Block(pc)].Start) {
			clear(p.tables)
		}
		if len(p.tables) > 0 {
			b.keepPrivate(&p, pc)
		}
		if effect.ReferenceOf(i) == effect.Makes {
			if len(p.tables) == 0 {
				clear(p.keys)
			}
			p.tables[i.A()] = make(map[bc.Constant]int)
		}
	}
}

// keepPrivate goes over the instruction at pc: a table is private no longer once its register is
// read by anything but a store into it, is captured, or gets another value.
func (b *body) keepPrivate(p *privacy, pc int) {
	i := b.proto.Code[pc]
	b.operands = effect.Operands(b.proto, pc, b.operands[:0])
	isStore := effect.ReferenceOf(i) == effect.WritesField || effect.ReferenceOf(i) == effect.Fills
	for k, o := range b.operands {
		if !o.IsConstant() && !(isStore && k == 0) {
			delete(p.tables, o.Index())
		}
	}
	for _, defs := range [...]effect.Regs{effect.Defs(b.proto, pc), effect.MayDefs(b.proto, pc), effect.EdgeDefs(b.proto, pc)} {
		for reg := range defs.All() {
			delete(p.tables, reg)
			delete(p.keys, reg)
		}
	}
	if k, ok := effect.Literal(b.proto, pc); ok && k.Kind == bc.KString {
		p.keys[i.A()] = k
	}
	if child := effect.Closure(i); child >= 0 {
		for _, up := range b.proto.Protos[child].Upvalues {
			if up.InStack {
				delete(p.tables, int(up.Index))
			}
		}
	}
	if stored := p.tables[i.A()]; effect.ReferenceOf(i) == effect.WritesField && stored != nil {
		// Whatever a key is that is not known, the table has the last value. One that is no
		// string may raise an error, or have a say in the length.
		k, ok := p.key(b, pc)
		if !ok {
			return
		}
		if first, again := stored[k]; again {
			b.overwritten[first] = true
		}
		stored[k] = pc
	}
}

// key returns the string that the key of the store at pc is. In a register it counts as long as
// that is no variable's, to which other functions might store.
func (p *privacy) key(b *body, pc int) (k bc.Constant, ok bool) {
	o := b.operands[1]
	if o.IsConstant() {
		k = b.proto.Constants[o.Index()]
		return k, k.Kind == bc.KString
	}
	if k, ok = p.keys[o.Index()]; !ok || b.flow.Variable(pc, o.Index()) >= 0 {
		return k, false
	}
	return k, true
}
