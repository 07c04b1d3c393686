package dataflow

import (
	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
)

// The registers that each instruction reads and defines, by operand: what package
// effect says of the code of a function, asked once and laid out flat.

// operands is that of the code that can be reached.
type operands struct {
	firstUse []int32   // by pc, one entry more: where its Uses begin in uses
	uses     []uint8   // registers, in the order of effect.Uses(pc).All()
	firstDef []ValueID // by pc, one entry more: the number of its first definition
	defs     []uint8   // registers: Defs, MayDefs and EdgeDefs of each instruction

	// Rows of registers by block: read in front of any definition in the block, and
	// defined whichever edge leaves it.
	exposed, defined []uint64
}

// The numbers of definitions are those that their values have (ssa.go) unless a
// register that is no parameter is live at the entry: they follow those of the
// parameters.

// operands is computed once per function.
func (f *Func) operands() *operands {
	f.operandsOnce.Do(func() {
		f.program.mu.Lock()
		defer f.program.mu.Unlock()
		c := collector{f: f, words: f.words(), operands: &f.operandLists, base: ValueID(f.Proto.NumParams)}
		c.collect(f.program.mem)
	})
	return &f.operandLists
}

// collector goes over the instructions of one function in the order of their pcs.
type collector struct {
	f     *Func
	words int
	base  ValueID // the number of the first definition
	*operands
	reads, kills Set // exposed and defined of the current block
}

func (c *collector) collect(mem *Memory) {
	n, rows := len(c.f.Proto.Code), c.words*len(c.f.Graph.Blocks)
	c.firstUse, c.firstDef = mem.numbers.Take(n+1), mem.valueIDs.Take(n+1)
	c.exposed, c.defined = mem.words.Take(rows), mem.words.Take(rows)
	c.uses, c.defs = mem.useRegisters[:0], mem.defRegisters[:0]
	for b := range c.f.Graph.Blocks {
		c.block(cfg.BlockID(b))
	}
	c.firstUse[n], c.firstDef[n] = int32(len(c.uses)), c.base+ValueID(len(c.defs))
	mem.useRegisters, mem.defRegisters = c.uses, c.defs
	c.uses, c.defs = mem.registers.Take(len(c.uses)), mem.registers.Take(len(c.defs))
	copy(c.uses, mem.useRegisters)
	copy(c.defs, mem.defRegisters)
}

func (c *collector) block(b cfg.BlockID) {
	block := &c.f.Graph.Blocks[b]
	if c.f.Graph.Rank(b) < 0 {
		for pc := block.Start; pc < block.End; pc++ {
			c.begin(int(pc))
		}
		return
	}
	c.reads, c.kills = Set{}, Set{}
	for pc := block.Start; pc < block.End; pc++ {
		c.begin(int(pc))
		c.instruction(int(pc))
	}
	last := int(block.End) - 1 // the opcodes with MayDefs and EdgeDefs end blocks
	c.define(effect.MayDefs(c.f.Proto, last))
	c.define(effect.EdgeDefs(c.f.Proto, last))
	copy(c.exposed[int(b)*c.words:][:c.words], c.reads[:])
	copy(c.defined[int(b)*c.words:][:c.words], c.kills[:])
}

// begin notes where the instruction at pc begins in the lists.
func (c *collector) begin(pc int) {
	c.firstUse[pc], c.firstDef[pc] = int32(len(c.uses)), c.base+ValueID(len(c.defs))
}

func (c *collector) instruction(pc int) {
	uses, defs := effect.UsesAndDefs(c.f.Proto, pc)
	for regs := uses; regs != 0; regs = regs.Rest() {
		first, n := regs.Run()
		for reg := first; reg < first+n; reg++ {
			c.uses = append(c.uses, uint8(reg))
			w := reg >> 6 & 3
			c.reads[w] |= 1 << (reg & 63) &^ c.kills[w]
		}
	}
	c.kills.addAll(defs)
	c.define(defs)
}

func (c *collector) define(regs effect.Regs) {
	for ; regs != 0; regs = regs.Rest() {
		first, n := regs.Run()
		for reg := first; reg < first+n; reg++ {
			c.defs = append(c.defs, uint8(reg))
		}
	}
}

// usesOf is the registers that the instruction at pc reads.
func (o *operands) usesOf(pc int) []uint8 { return o.uses[o.firstUse[pc]:o.firstUse[pc+1]] }

// defsOf is the registers that the instruction at pc defines, on an edge or maybe
// as well.
func (o *operands) defsOf(pc int) []uint8 {
	base := o.firstDef[0]
	return o.defs[o.firstDef[pc]-base : o.firstDef[pc+1]-base]
}

// addRegs puts registers in.
func (s *Set) addRegs(regs []uint8) {
	for _, reg := range regs {
		s[reg>>6] |= 1 << (reg & 63)
	}
}
