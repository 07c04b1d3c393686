package flow

import (
	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
)

// Laying out the operands, with the registers that each block exposes and defines.

// findOperands fills f.operands, but for the rows of LiveOut.
func (f *Body) findOperands(mem *Memory) {
	o, n, rows := &f.operands, len(f.Proto.Code), f.Words()*len(f.Graph.Blocks)
	o.FirstUse, o.FirstDef = mem.numbers.TakeUncleared(n+1), mem.defIDs.TakeUncleared(n+1)
	o.rows = mem.words.Take(3 * rows)
	c := collector{f: f, uses: mem.useRegisters[:0], defs: mem.defRegisters[:0]}
	words, exposed, defined := f.Words(), o.exposed(), o.Defined()
	for b := range f.Graph.Blocks {
		c.block(cfg.BlockID(b), exposed[b*words:][:words], defined[b*words:][:words])
	}
	o.FirstUse[n], o.FirstDef[n] = int32(len(c.uses)), DefID(int(f.Proto.NumParams)+len(c.defs))
	mem.useRegisters, mem.defRegisters = c.uses, c.defs
	o.Registers = mem.registers.TakeUncleared(len(c.uses) + len(c.defs))
	copy(o.Registers[copy(o.Registers, c.uses):], c.defs)
}

// collector goes over the instructions of one function in the order of their pcs.
type collector struct {
	f          *Body
	uses, defs []uint8
}

// block appends the uses and definitions of a block, and adds to two empty sets the registers that it
// exposes and defines. A use is exposed unless an instruction in front of it in the block defines the
// register.
func (c *collector) block(b cfg.BlockID, exposed, defined Row) {
	f, block := c.f, &c.f.Graph.Blocks[b]
	last := -1
	if f.Graph.Rank(b) >= 0 {
		last = f.Graph.Last(b)
	}
	firstUse, firstDef, base := f.operands.FirstUse, f.operands.FirstDef, int(f.Proto.NumParams)
	uses, defs := c.uses, c.defs
	definesMore := f.Opcodes.HasAny(effect.MayDefiners | effect.EdgeDefiners)
	for pc := int(block.Start); pc < int(block.End); pc++ {
		firstUse[pc], firstDef[pc] = int32(len(uses)), DefID(base+len(defs))
		if pc > last {
			continue // the JMP of a test, or code that cannot be reached
		}
		read, made := effect.UsesAndDefs(f.Proto, pc)
		for ; read != 0; read = read.Rest() {
			for reg, n := read.Run(); n > 0; n-- {
				uses = append(uses, uint8(reg))
				exposed[reg>>6] |= 1 << (reg & 63) &^ defined[reg>>6]
				reg++
			}
		}
		for ; made != 0; made = made.Rest() {
			for reg, n := made.Run(); n > 0; n-- {
				defs = append(defs, uint8(reg))
				defined[reg>>6] |= 1 << (reg & 63)
				reg++
			}
		}
		if pc == last && definesMore { // such opcodes end blocks
			defs = appendRegs(defs, effect.MayDefs(f.Proto, pc))
			defs = appendRegs(defs, effect.EdgeDefs(f.Proto, pc))
		}
	}
	c.uses, c.defs = uses, defs
}

// appendRegs appends registers to a list.
func appendRegs(list []uint8, regs effect.Regs) []uint8 {
	for reg := range regs.All() {
		list = append(list, uint8(reg))
	}
	return list
}

// addRegs puts registers in.
func (s *Set) addRegs(regs []uint8) {
	for _, reg := range regs {
		s[reg>>6] |= 1 << (reg & 63)
	}
}
