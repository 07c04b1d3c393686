package dataflow

import (
	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
)

// The registers that each instruction reads and defines, by operand: what package
// effect says of the code of a function, asked once and laid out flat.

// ValueID numbers the values of a function densely: those of its parameters by
// their registers, those that other registers have at the entry and that are live
// there, those that instructions define, by pc, and the phis, by block. Code that
// cannot be reached has no values.
type ValueID int32

// operands is that of the code that can be reached. The numbers of definitions are those that
// their values have unless a register that is no parameter is live at the entry: they follow
// those of the parameters.
type operands struct {
	firstUse []int32   // by pc, one entry more: where its Uses begin in registers
	firstDef []ValueID // by pc, one entry more: the number of its first definition
	// registers is first those of all uses, of each instruction in the order of
	// effect.Uses(pc).All(), then those of its Defs, MayDefs and EdgeDefs.
	registers []uint8
	// rows is three arrays of rows of registers by block: exposed, defined and live.
	rows []uint64
}

// exposed is the registers that a block reads in front of any definition there.
func (o *operands) exposed() []uint64 { return o.rows[:len(o.rows)/3] }

// defined is the registers that a block defines whichever edge leaves it.
func (o *operands) defined() []uint64 { return o.rows[len(o.rows)/3:][:len(o.rows)/3] }

// live is LiveOut, once it is computed.
func (o *operands) live() []uint64 { return o.rows[len(o.rows)/3*2:] }

// uses is the registers of all uses.
func (o *operands) uses() []uint8 { return o.registers[:o.firstUse[len(o.firstUse)-1]] }

// defs is the registers of all definitions.
func (o *operands) defs() []uint8 { return o.registers[o.firstUse[len(o.firstUse)-1]:] }

// operands is computed once per function.
func (f *Func) operands() *operands {
	f.compute(operandFacts, func(mem *flowMemory) {
		c := collector{f: f, words: f.words(), operands: &f.operandLists, base: ValueID(f.Proto.NumParams)}
		c.collect(mem)
	})
	return &f.operandLists
}

// collector goes over the instructions of one function in the order of their pcs.
type collector struct {
	f     *Func
	words int
	base  ValueID // the number of the first definition
	*operands
	exposedRows, definedRows []uint64
	uses, defs               []uint8
	reads, kills             Set // exposed and defined of the current block
}

func (c *collector) collect(mem *flowMemory) {
	n, rows := len(c.f.Proto.Code), c.words*len(c.f.Graph.Blocks)
	c.firstUse, c.firstDef = mem.numbers.Take(n+1), mem.valueIDs.Take(n+1)
	c.rows = mem.words.Take(3 * rows)
	c.exposedRows, c.definedRows = c.exposed(), c.defined()
	c.uses, c.defs = mem.useRegisters[:0], mem.defRegisters[:0]
	for b := range c.f.Graph.Blocks {
		c.block(cfg.BlockID(b))
	}
	c.firstUse[n], c.firstDef[n] = int32(len(c.uses)), c.base+ValueID(len(c.defs))
	mem.useRegisters, mem.defRegisters = c.uses, c.defs
	c.registers = mem.registers.Take(len(c.uses) + len(c.defs))
	copy(c.registers[copy(c.registers, c.uses):], c.defs)
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
	last := c.f.Graph.Last(b)
	for pc := int(block.Start); pc <= last; pc++ {
		c.begin(pc)
		c.instruction(pc)
	}
	// The opcodes with MayDefs and EdgeDefs end blocks.
	c.define(effect.MayDefs(c.f.Proto, last))
	c.define(effect.EdgeDefs(c.f.Proto, last))
	if jump := last + 1; jump < int(block.End) {
		c.begin(jump)
	}
	copy(c.exposedRows[int(b)*c.words:][:c.words], c.reads[:])
	copy(c.definedRows[int(b)*c.words:][:c.words], c.kills[:])
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
func (o *operands) usesOf(pc int) []uint8 { return o.registers[o.firstUse[pc]:o.firstUse[pc+1]] }

// defsOf is the registers that the instruction at pc defines, on an edge or maybe
// as well.
func (o *operands) defsOf(pc int) []uint8 {
	base := o.firstUse[len(o.firstUse)-1] - int32(o.firstDef[0])
	return o.registers[base+int32(o.firstDef[pc]) : base+int32(o.firstDef[pc+1])]
}

// addRegs puts registers in.
func (s *Set) addRegs(regs []uint8) {
	for _, reg := range regs {
		s[reg>>6] |= 1 << (reg & 63)
	}
}
