package flow

import (
	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
)

// The registers that each instruction reads and defines, by operand: what package
// effect says of the code of a function, asked once and laid out flat. On the way it finds of each
// block what it exposes upward and what it defines: gen and kill of liveness. Code that cannot be
// reached has neither uses nor definitions.

// DefID numbers the definitions of a function: first those that its parameters have at the
// entry, by their registers, then those that instructions make in code that can be reached,
// by pc.
type DefID int32

// Operands is the registers that instructions read and define.
type Operands struct {
	FirstUse []int32 // by pc, one entry more: where its Uses begin in registers
	FirstDef []DefID // by pc, one entry more: the number of its first definition
	// Registers is first those of all uses, of each instruction in the order of
	// effect.Uses(pc).All(), then those of its Defs, MayDefs and EdgeDefs.
	Registers []uint8
	// rows is three arrays of rows of registers by block: exposed, defined and live.
	rows []uint64
}

// exposed returns the registers that a block reads in front of any definition there.
func (o *Operands) exposed() []uint64 { return o.rows[:len(o.rows)/3] }

// Defined returns the registers that a block defines whichever edge leaves it.
func (o *Operands) Defined() []uint64 { return o.rows[len(o.rows)/3:][:len(o.rows)/3] }

// live is LiveOut, once it is computed.
func (o *Operands) live() []uint64 { return o.rows[len(o.rows)/3*2:] }

// Uses returns the registers of all uses.
func (o *Operands) Uses() []uint8 { return o.Registers[:o.FirstUse[len(o.FirstUse)-1]] }

// Defs returns the registers of all definitions.
func (o *Operands) Defs() []uint8 { return o.Registers[o.FirstUse[len(o.FirstUse)-1]:] }

// Operands is computed once per function.
func (f *Func) Operands() *Operands {
	f.compute(operandFacts, func(mem *Memory) {
		c := collector{f: f, words: f.Words(), Operands: &f.operandLists, base: DefID(f.Proto.NumParams)}
		c.collect(mem)
	})
	return &f.operandLists
}

// collector goes over the instructions of one function in the order of their pcs.
type collector struct {
	f     *Func
	words int
	base  DefID // the number of the first definition
	*Operands
	exposedRows, definedRows []uint64
	uses, defs               []uint8
	reads, kills             Set // exposed and defined of the current block
}

// collect fills the Operands, which the caller keeps.
func (c *collector) collect(mem *Memory) {
	n, rows := len(c.f.Proto.Code), c.words*len(c.f.Graph.Blocks)
	c.FirstUse, c.FirstDef = mem.numbers.Take(n+1), mem.defIDs.Take(n+1)
	c.rows = mem.words.Take(3 * rows)
	c.exposedRows, c.definedRows = c.exposed(), c.Defined()
	c.uses, c.defs = mem.useRegisters[:0], mem.defRegisters[:0]
	for b := range c.f.Graph.Blocks {
		c.block(cfg.BlockID(b))
	}
	c.FirstUse[n], c.FirstDef[n] = int32(len(c.uses)), c.base+DefID(len(c.defs))
	mem.useRegisters, mem.defRegisters = c.uses, c.defs
	c.Registers = mem.registers.Take(len(c.uses) + len(c.defs))
	copy(c.Registers[copy(c.Registers, c.uses):], c.defs)
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
	c.FirstUse[pc], c.FirstDef[pc] = int32(len(c.uses)), c.base+DefID(len(c.defs))
}

// instruction appends the uses and Defs of the instruction at pc. A use is exposed unless an
// instruction in front of it in the block defines the register.
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
	c.kills.AddAll(defs)
	c.define(defs)
}

// define appends definitions.
func (c *collector) define(regs effect.Regs) {
	for ; regs != 0; regs = regs.Rest() {
		first, n := regs.Run()
		for reg := first; reg < first+n; reg++ {
			c.defs = append(c.defs, uint8(reg))
		}
	}
}

// UsesOf returns the registers that the instruction at pc reads.
func (o *Operands) UsesOf(pc int) []uint8 { return o.Registers[o.FirstUse[pc]:o.FirstUse[pc+1]] }

// DefsOf returns the registers that the instruction at pc defines, on an edge or maybe
// as well.
func (o *Operands) DefsOf(pc int) []uint8 {
	base := o.FirstUse[len(o.FirstUse)-1] - int32(o.FirstDef[0])
	return o.Registers[base+int32(o.FirstDef[pc]) : base+int32(o.FirstDef[pc+1])]
}

// addRegs puts registers in.
func (s *Set) addRegs(regs []uint8) {
	for _, reg := range regs {
		s[reg>>6] |= 1 << (reg & 63)
	}
}
