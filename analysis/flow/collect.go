package flow

import (
	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
	"luaflow/compile/meter"
)

// Laying out the operands, with the registers that each block exposes and defines.

// findOperands fills f.operands, but for the rows of LiveOut.
func (f *Body) findOperands(mem *Memory) {
	o, n, rows := &f.operands, len(f.Proto.Code), f.Words()*len(f.Graph.Blocks)
	o.FirstUse, o.FirstDef = mem.numbers.TakeUncleared(n+1), mem.defIDs.TakeUncleared(n+1)
	o.rows = mem.words.Take(3 * rows)
	c := collector{f: f, steps: mem.Meter, uses: mem.useRegisters[:0], defs: mem.defRegisters[:0]}
	words, exposed, defined := f.Words(), Row(o.exposed()), Row(o.Defined())
	for b := range f.Graph.Blocks {
		reads, kills := c.block(cfg.BlockID(b))
		exposed[b*words:][:words].assign(&reads)
		defined[b*words:][:words].assign(&kills)
	}
	o.FirstUse[n], o.FirstDef[n] = int32(len(c.uses)), DefID(int(f.Proto.NumParams)+len(c.defs))
	mem.useRegisters, mem.defRegisters = c.uses, c.defs
	o.Registers = mem.registers.TakeUncleared(len(c.uses) + len(c.defs))
	copy(o.Registers[copy(o.Registers, c.uses):], c.defs)
}

// collector goes over the instructions of one function in the order of their pcs.
type collector struct {
	f          *Body
	steps      *meter.Meter
	uses, defs []uint8
}

// block appends the uses and definitions of a block, and returns the registers that it exposes and
// defines. A use is exposed unless an instruction in front of it in the block defines the register.
// The JMP of a test has none, nor has code that cannot be reached.
func (c *collector) block(b cfg.BlockID) (reads, kills Set) {
	f, block := c.f, &c.f.Graph.Blocks[b]
	start, end := int(block.Start), int(block.Start)
	if f.Graph.Rank(b) >= 0 {
		end = f.Graph.Last(b) + 1
	}
	firstUse, firstDef := f.operands.FirstUse[start:block.End], f.operands.FirstDef[start:block.End]
	base := DefID(f.Proto.NumParams)
	for k, i := range f.Proto.Code[start:end] {
		if k%meter.Stride == meter.Stride-1 {
			c.steps.Step()
		}
		firstUse[k], firstDef[k] = int32(len(c.uses)), base+DefID(len(c.defs))
		named := effect.NamedIn(i)
		if !named.NameAll() {
			c.unnamed(start+k, &reads, &kills)
			continue
		}
		if named.ReadsA() {
			c.uses = append(c.uses, uint8(i.A()))
			reads.addUnless(i.A(), &kills)
		}
		if named.ReadsB(i.B()) {
			c.uses = append(c.uses, uint8(i.B()))
			reads.addUnless(i.B(), &kills)
		}
		if named.ReadsC(i.C()) {
			c.uses = append(c.uses, uint8(i.C()))
			reads.addUnless(i.C(), &kills)
		}
		if named.DefinesA() {
			c.defs = append(c.defs, uint8(i.A()))
			kills.Add(i.A())
		}
	}
	if end > start && f.Opcodes.HasAny(effect.MayDefiners|effect.EdgeDefiners) { // such an opcode ends a block
		c.defs = effect.MayDefs(f.Proto, end-1).AppendTo(c.defs)
		c.defs = effect.EdgeDefs(f.Proto, end-1).AppendTo(c.defs)
	}
	for k := end - start; k < len(firstUse); k++ {
		firstUse[k], firstDef[k] = int32(len(c.uses)), base+DefID(len(c.defs))
	}
	return reads, kills
}

// unnamed appends the uses and definitions of an instruction that does not name them all, and puts
// them into the sets of its block.
func (c *collector) unnamed(pc int, reads, kills *Set) {
	uses, defs := c.uses, c.defs
	for r := effect.Uses(c.f.Proto, pc); r != 0; r = r.Rest() {
		for reg, n := r.Run(); n > 0; reg, n = reg+1, n-1 {
			uses = append(uses, uint8(reg))
			reads.addUnless(reg, kills)
		}
	}
	for r := effect.Defs(c.f.Proto, pc); r != 0; r = r.Rest() {
		for reg, n := r.Run(); n > 0; reg, n = reg+1, n-1 {
			defs = append(defs, uint8(reg))
			kills.Add(reg)
		}
	}
	c.uses, c.defs = uses, defs
}

// addUnless puts reg in unless it is in t.
func (s *Set) addUnless(reg int, t *Set) { s[reg>>6&3] |= 1 << (reg & 63) &^ t[reg>>6&3] }

// addRegs puts registers in.
func (s *Set) addRegs(regs []uint8) {
	for _, reg := range regs {
		s[reg>>6] |= 1 << (reg & 63)
	}
}
