package effect

import bc "luaflow/compile/bytecode"

// Uses returns what the instruction at pc reads, in operand order. Of values that come
// as an open result it names the producer's A.
func Uses(p *bc.Proto, pc int) Regs {
	i := p.Code[pc]
	o := table[i.Op()].operands
	if o&readsMore != 0 {
		return otherUses(p, pc)
	}
	return namedUses(i, o)
}

// NamedIn returns what i does with the registers that its operands name. For those who ask it of
// all instructions it is quicker than Uses and Defs.
func NamedIn(i bc.Instruction) Named { return table[i.Op()].operands }

// NameAll reports whether what an instruction reads and defines is all told by the methods below, and
// not by Uses and Defs alone.
func (o Named) NameAll() bool { return o&(readsMore|definesMore) == 0 }

// ReadsA reports whether the first of the Uses of an instruction is register A.
func (o Named) ReadsA() bool { return o&readsA != 0 }

// ReadsB reports whether the next of the Uses is register B, which b is.
func (o Named) ReadsB(b int) bool { return o&readsB != 0 || o&readsKB != 0 && !bc.IsK(b) }

// ReadsC reports whether the last of the Uses is register C, which c is.
func (o Named) ReadsC(c int) bool { return o&readsKC != 0 && !bc.IsK(c) }

// DefinesA reports whether the Defs are register A.
func (o Named) DefinesA() bool { return o&definesA != 0 }

// namedUses returns the registers that are operands of i.
func namedUses(i bc.Instruction, o Named) Regs {
	var r Regs
	shift := 0
	if o.ReadsA() {
		r = one(i.A())
		shift = runBits
	}
	if o.ReadsB(i.B()) {
		r |= one(i.B()) << shift
		shift += runBits
	}
	if o.ReadsC(i.C()) {
		r |= one(i.C()) << shift
	}
	return r
}

func otherUses(p *bc.Proto, pc int) Regs {
	i := p.Code[pc]
	a, b := i.A(), i.B()
	switch i.Op() {
	case bc.CONCAT:
		return run(b, i.C()-b+1)
	case bc.CALL, bc.TAILCALL:
		return counted(p, pc, b)
	case bc.RETURN:
		return counted(p, pc, b-1)
	case bc.SETLIST:
		return counted(p, pc, b+1)
	case bc.FORLOOP, bc.FORPREP, bc.TFORCALL:
		return run(a, 3)
	case bc.TFORLOOP:
		return run(a+1, 1)
	}
	return 0
}

// counted returns n registers from A on or, if B is 0, all from A to the open result in front of
// pc.
func counted(p *bc.Proto, pc, n int) Regs {
	i := p.Code[pc]
	if i.B() != 0 {
		return run(i.A(), n)
	}
	return run(i.A(), openTop(p, pc)-i.A()+1)
}

// openTop returns the register that stands for the open result which the instruction at
// pc takes: the A of the instruction in front of it. If that leaves none, the code
// is not verified, and anything up to the frame's last register may be read.
func openTop(p *bc.Proto, pc int) int {
	if pc > 0 && IsOpen(p.Code[pc-1]) {
		return p.Code[pc-1].A()
	}
	return int(p.MaxStack) - 1
}

// IsOpen reports whether i leaves an open result, from its A up to the top.
func IsOpen(i bc.Instruction) bool {
	switch i.Op() {
	case bc.CALL:
		return i.C() == 0
	case bc.TAILCALL:
		return true
	case bc.VARARG:
		return i.B() == 0
	}
	return false
}

// TakesOpen reports whether i takes the open result of the instruction in front.
func TakesOpen(i bc.Instruction) bool {
	switch i.Op() {
	case bc.CALL, bc.TAILCALL, bc.RETURN, bc.SETLIST:
		return i.B() == 0
	}
	return false
}

// Defs returns what the instruction at pc writes wherever it goes next. An open result
// is the one register A.
func Defs(p *bc.Proto, pc int) Regs {
	i := p.Code[pc]
	o := table[i.Op()].operands
	if o&definesA != 0 {
		return one(i.A())
	}
	if o&definesMore == 0 {
		return 0
	}
	return otherDefs(i)
}

func otherDefs(i bc.Instruction) Regs {
	a := i.A()
	switch i.Op() {
	case bc.LOADNIL:
		return run(a, i.B()+1)
	case bc.SELF, bc.FORPREP:
		return run(a, 2)
	case bc.CALL:
		return results(a, i.C())
	case bc.VARARG:
		return results(a, i.B())
	case bc.TFORCALL:
		return run(a+3, i.C())
	}
	return 0
}

// results returns the registers of count-1 values from a on; 0 stands for an open
// result.
func results(a, count int) Regs {
	if count == 0 {
		return run(a, 1)
	}
	return run(a, count-1)
}

// MayDefs returns what the instruction at pc writes in some executions and leaves as it
// was in others: FORPREP turns its step into a float, or does not. The definition
// that was there before still reaches what follows.
func MayDefs(p *bc.Proto, pc int) Regs {
	if i := p.Code[pc]; i.Op() == bc.FORPREP {
		return run(i.A()+2, 1)
	}
	return 0
}

// EdgeDefs returns what the instruction at pc writes only if it goes to the first of
// its Successors.
func EdgeDefs(p *bc.Proto, pc int) Regs {
	i := p.Code[pc]
	switch i.Op() {
	case bc.TESTSET, bc.TFORLOOP:
		return run(i.A(), 1)
	case bc.FORLOOP:
		return run(i.A(), 1).and(run(i.A()+3, 1))
	}
	return 0
}
