package effect

import bc "luaflow/compile/bytecode"

// This file defines what an instruction works on and what it hands on unchanged,
// for those who compare the values of two programs.

// Operand is a register, or a constant of the function. The two are what an
// instruction works on besides upvalues and functions, which it names otherwise.
type Operand int32

// IsConstant reports whether the operand is a constant, else it is a register.
func (o Operand) IsConstant() bool { return o < 0 }

// Index returns the register, or the index in Proto.Constants.
func (o Operand) Index() int {
	if o < 0 {
		return int(^o)
	}
	return int(o)
}

func operandOf(rk int) Operand {
	if bc.IsK(rk) {
		return ^Operand(bc.KIndex(rk))
	}
	return Operand(rk)
}

// Operands appends what the instruction at pc works on, in the order of its Uses,
// with the constants that stand in the place of registers. A constant that it only
// loads is no operand (see Literal).
func Operands(p *bc.Proto, pc int, to []Operand) []Operand {
	i := p.Code[pc]
	o := table[i.Op()].operands
	if o&readsMore != 0 {
		for reg := range Uses(p, pc).All() {
			to = append(to, Operand(reg))
		}
		return to
	}
	if o&readsA != 0 {
		to = append(to, Operand(i.A()))
	}
	if o&readsB != 0 {
		to = append(to, Operand(i.B()))
	}
	if o&readsKB != 0 {
		to = append(to, operandOf(i.B()))
	}
	if o&readsKC != 0 {
		to = append(to, operandOf(i.C()))
	}
	return to
}

// Literal returns the constant that the instruction at pc puts into its Defs, and does
// nothing else; ok is false if it does not.
func Literal(p *bc.Proto, pc int) (k bc.Constant, ok bool) {
	if k := LoadedConstant(p, pc); k >= 0 {
		return p.Constants[k], true
	}
	switch i := p.Code[pc]; i.Op() {
	case bc.LOADBOOL:
		return bc.Bool(i.B() != 0), true
	case bc.LOADNIL:
		return bc.Constant{}, true
	}
	return bc.Constant{}, false
}

// LoadedConstant returns the index in p.Constants of the constant that the instruction at pc
// loads (LOADK, LOADKX); -1 if it loads none. The literals `nil`, `true` and `false` stand in
// the code, not among the constants.
func LoadedConstant(p *bc.Proto, pc int) int {
	switch i := p.Code[pc]; i.Op() {
	case bc.LOADK:
		return i.Bx()
	case bc.LOADKX:
		return p.Code[pc+1].Ax()
	}
	return -1
}

// Copy returns the register whose value i puts into its Defs, and does nothing else; -1
// if it does not.
func Copy(i bc.Instruction) int {
	if i.Op() == bc.MOVE {
		return i.B()
	}
	return -1
}

// EdgeCopy returns the register whose value i puts into what it defines on its first edge only;
// -1 if it defines nothing there, or what it computes.
func EdgeCopy(i bc.Instruction) int {
	switch i.Op() {
	case bc.TESTSET:
		return i.B()
	case bc.TFORLOOP:
		return i.A() + 1
	}
	return -1
}

// Holds reports whether a test goes to the first of its Successors if its condition
// holds, else it does so if not. For tests alone.
func Holds(i bc.Instruction) bool {
	switch i.Op() {
	case bc.TEST, bc.TESTSET:
		return i.C() != 0
	}
	return i.A() != 0
}

// HoldsForEqual reports whether a comparison of order holds for equal operands (LE). For comparisons alone.
func HoldsForEqual(i bc.Instruction) bool { return i.Op() == bc.LE }

// Negates reports whether an instruction makes true of what counts as false, and false of the rest.
func Negates(i bc.Instruction) bool { return i.Op() == bc.NOT }

// Batch returns the number of the batch of fifty that a SETLIST at pc stores, -1 for all
// others.
func Batch(p *bc.Proto, pc int) int {
	i := p.Code[pc]
	if i.Op() != bc.SETLIST {
		return -1
	}
	if i.C() == 0 {
		return p.Code[pc+1].Ax()
	}
	return i.C()
}
