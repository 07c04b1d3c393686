package names

import (
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/value"
	"luaflow/compile/bytecode"
)

// What a function that is too large to be followed may assign: what a look at single
// instructions tells, and else everything.

// large finds what a function assigns that is too large, and what it gets hold of by which
// it might: that is lost at once, unless only a field of it is asked for.
func (a *assigner) large(f *flow.Func) {
	if !f.Opcodes.HasAny(flow.Sharing) {
		return
	}
	for pc, i := range f.Proto.Code {
		if a.found.none {
			return
		}
		upvalue, how := effect.Upvalue(i)
		if how == 0 || !f.Graph.Reachable(pc) {
			continue
		}
		table := a.ofUpvalue(f, upvalue)
		switch effect.ReferenceOf(i) {
		case effect.ReadsUpvalue:
			a.loseInLarge(table)
		case effect.WritesUpvalue:
			a.found.none = a.cells.Of(f.Number, upvalue) == a.env
		case effect.ReadsUpvalueField:
			a.readInLarge(f, pc, table)
		case effect.WritesUpvalueField:
			a.writeInLarge(f, pc, table)
		}
	}
}

// readInLarge: the instruction at pc of a function that is too large reads a field of a
// standard table.
func (a *assigner) readInLarge(f *flow.Func, pc int, table value.Name) {
	if table == 0 {
		return
	}
	key, known := constantInBlock(f, pc, effect.Key(f.Proto.Code[pc]))
	if !known {
		a.loseInLarge(table)
		return
	}
	name := a.fieldOf(table, key)
	if at := fieldReadOf(f, pc); at >= 0 && name != 0 && name.MayBeTable() && !leadsToStandard(name) {
		if key, known := constantInBlock(f, at, effect.Key(f.Proto.Code[at])); known {
			name = a.fieldOf(name, key)
		}
	}
	a.loseInLarge(name)
}

// writeInLarge: the instruction at pc of a function that is too large writes a field of a
// standard table.
func (a *assigner) writeInLarge(f *flow.Func, pc int, table value.Name) {
	if table == 0 {
		return
	}
	key, known := constantInBlock(f, pc, effect.Key(f.Proto.Code[pc]))
	if !known || leadsToStandard(table) && table != G {
		a.loseInLarge(table)
	} else if name := a.fieldOf(table, key); name != 0 {
		a.found.assigned = added(a.found.assigned, name)
	}
}

// loseInLarge: a function that is too large may do anything with what a name stands for.
func (a *assigner) loseInLarge(name value.Name) {
	switch {
	case name == 0:
	case leadsToStandard(name), name.IsOfHost() && name.MayBeTable():
		a.found.none = true
	case name.MayBeTable():
		a.lose(name)
	}
}

// leadsToStandard reports whether a program may get hold of any standard table, or of the
// metatable of strings, by what a name stands for.
func leadsToStandard(name value.Name) bool {
	switch name {
	case G, namePackage, nameLoaded, nameDebug, nameDebugGet, nameDebugSet, nameRequire, nameLoad, nameLoadstring,
		nameGetmetatable, nameGetfenv, nameSetfenv, nameModule:
		return true
	}
	return false
}

// maxInBlock is how many instructions constantInBlock and fieldReadOf look at.
const maxInBlock = 16

// constantInBlock returns the constant that rk names at pc, or that an instruction in the
// same block has put there, which no closure writes; ok is false if none is found.
func constantInBlock(f *flow.Func, pc, rk int) (k bytecode.Constant, ok bool) {
	if bytecode.IsK(rk) {
		return f.Proto.Constants[bytecode.KIndex(rk)], true
	}
	if f.IsWritable(rk) {
		return k, false
	}
	start := max(int(f.Graph.Blocks[f.Graph.Block(pc)].Start), pc-maxInBlock)
	for at := pc - 1; at >= start; at-- {
		if effect.Defs(f.Proto, at).Has(rk) || effect.MayDefs(f.Proto, at).Has(rk) {
			return effect.Literal(f.Proto, at)
		}
	}
	return k, false
}

// fieldReadOf returns the pc of the instruction that reads a field of what the one at pc
// fetches into a register, and overwrites that with it; -1 if something else may be done
// with it first.
func fieldReadOf(f *flow.Func, pc int) int {
	reg, only := effect.Defs(f.Proto, pc).Run()
	if only != 1 {
		return -1
	}
	end := min(int(f.Graph.Blocks[f.Graph.Block(pc)].End), pc+maxInBlock)
	for at := pc + 1; at < end; at++ {
		uses, defs := effect.Uses(f.Proto, at), effect.Defs(f.Proto, at)
		i := f.Proto.Code[at]
		if uses == 0 && !defs.Has(reg) && effect.Actions(i) == 0 && effect.ReferenceOf(i) == effect.Forgets {
			continue // it may load the key
		}
		if first, n := defs.Run(); effect.ReferenceOf(i) == effect.ReadsField && first == reg && n == 1 {
			if operands := effect.Operands(f.Proto, at, nil); operands[0].Index() == reg {
				return at
			}
		}
		return -1
	}
	return -1
}
