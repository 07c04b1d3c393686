package optimize

import (
	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
	"luaflow/analysis/value"
	bc "luaflow/compile/bytecode"
)

// The fate of every instruction of one function.

// planOf returns what becomes of a function, but for the functions inside it.
func planOf(k *known, f *flow.Func) *plan {
	p := &plan{
		known:     k,
		f:         f,
		ssa:       k.forms.Of(f),
		code:      append([]bc.Instruction(nil), f.Proto.Code...),
		keep:      make([]bool, len(f.Proto.Code)),
		next:      make([]cfg.BlockID, len(f.Graph.Blocks)),
		constants: append([]bc.Constant(nil), f.Proto.Constants...),
		numbers:   make(map[bc.Constant]int),
	}
	for b := range f.Graph.Blocks {
		p.next[b] = cfg.None
		last := f.Graph.Last(cfg.BlockID(b))
		for pc := int(f.Graph.Blocks[b].Start); pc <= last; pc++ {
			p.decide(pc)
		}
		p.leave(cfg.BlockID(b))
	}
	return p
}

// executable reports whether control may come to pc.
func (p *plan) executable(pc int) bool { return p.known.constants.Executable(p.f, pc) }

// decide fixes what stands at pc; where the last instruction of a block leads is
// left to leave.
func (p *plan) decide(pc int) {
	if pc > 0 && isHalf(p.code[pc-1]) {
		p.keep[pc] = p.keep[pc-1]
		return
	}
	if !p.executable(pc) {
		return
	}
	p.keep[pc] = p.known.marking.Live(p.f, pc)
	if !p.keep[pc] || p.ssa == nil || p.loadConstant(pc) {
		return // without values nothing goes but what control never comes to
	}
	p.narrow(pc)
	p.useConstants(pc)
}

// isHalf reports whether i is never without the instruction after it.
func isHalf(i bc.Instruction) bool {
	switch i.Op() {
	case bc.TAILCALL, bc.LOADKX, bc.TFORCALL:
		return true
	}
	return i.Op() == bc.SETLIST && i.C() == 0
}

// loadConstant replaces an instruction that computes a constant, and does nothing
// else, by one that loads it. It reports whether what stands at pc now is such a
// load.
func (p *plan) loadConstant(pc int) bool {
	i := p.code[pc]
	switch i.Op() {
	case bc.LOADK, bc.LOADKX, bc.LOADNIL:
		return i.Op() != bc.LOADNIL
	case bc.LOADBOOL:
		return true
	}
	first, n := p.ssa.Defs(pc)
	if n != 1 || effect.IsOpen(i) || effect.EdgeDefs(p.f.Proto, pc) != 0 || p.known.constants.Impact(p.f, pc) != value.None {
		return false
	}
	load, ok := p.load(i.A(), p.known.constants.Value(p.f, first))
	if ok {
		p.code[pc] = load
	}
	return ok
}

// load returns an instruction that puts a constant into a register.
func (p *plan) load(reg int, v value.Value) (bc.Instruction, bool) {
	k, ok := p.known.constants.Pool().Constant(v)
	if !ok {
		return 0, false
	}
	switch k.Kind {
	case bc.KNil:
		return bc.ABC(bc.LOADNIL, reg, 0, 0), true
	case bc.KFalse, bc.KTrue:
		b := 0
		if k.Kind == bc.KTrue {
			b = 1
		}
		return bc.ABC(bc.LOADBOOL, reg, b, 0), true
	}
	n := p.number(k)
	return bc.ABx(bc.LOADK, reg, n), n <= bc.MaxBx
}

// number returns the number of a constant, which is added if it is new.
func (p *plan) number(k bc.Constant) int {
	if len(p.numbers) == 0 {
		for n, old := range p.f.Proto.Constants {
			p.numbers[old] = n
		}
	}
	n, known := p.numbers[k]
	if !known {
		n = len(p.constants)
		p.constants = append(p.constants, k)
		p.numbers[k] = n
	}
	return n
}

// narrow leaves out values at the end of a row that nothing reads.
func (p *plan) narrow(pc int) {
	i := p.code[pc]
	first, n := p.ssa.Defs(pc)
	live := func(k int) bool { return p.known.marking.LiveValue(p.f, first+ssa.ValueID(k)) }
	last := n
	for last > 0 && !live(last-1) {
		last--
	}
	switch i.Op() {
	case bc.LOADNIL:
		skip := 0
		for skip < last && !live(skip) {
			skip++
		}
		if skip < last {
			p.code[pc] = bc.ABC(bc.LOADNIL, i.A()+skip, last-skip-1, 0)
		}
	case bc.CALL:
		if i.C() != 0 || n == 1 && last == 0 { // an open result that its taker needs no more
			p.code[pc] = i.WithC(last + 1)
		}
	case bc.VARARG:
		if i.B() != 0 {
			p.code[pc] = i.WithB(last + 1)
		}
	}
}

// useConstants puts constants into the operands that may name one.
func (p *plan) useConstants(pc int) {
	i := p.code[pc]
	m := i.Op().Mode()
	operand := 0
	uses := effect.Uses(p.f.Proto, pc)
	for regs := uses; regs != 0; regs = regs.Rest() {
		reg, n := regs.Run()
		k := p.operand(pc, operand)
		operand += n
		switch {
		case n != 1 || k < 0:
		case m.B == bc.RegisterOrK && !bc.IsK(i.B()) && i.B() == reg:
			i = i.WithB(bc.RK(k))
		case m.C == bc.RegisterOrK && !bc.IsK(i.C()) && i.C() == reg:
			i = i.WithC(bc.RK(k))
		}
	}
	p.code[pc] = i
}

// operand returns the number of the constant that operand k of the instruction at pc is,
// -1 if it is not one that an operand can name.
func (p *plan) operand(pc, k int) int {
	c, ok := p.known.constants.Pool().Constant(p.known.constants.Operand(p.f, pc, k))
	if !ok {
		return -1
	}
	if n := p.number(c); n <= bc.MaxIndexRK {
		return n
	}
	return -1
}

// leave decides how control leaves block b.
func (p *plan) leave(b cfg.BlockID) {
	pc := p.f.Graph.Last(b)
	succs := p.f.Graph.Succs(b)
	if !p.executable(pc) || len(succs) == 0 {
		return
	}
	switch len(succs) {
	case 1:
		p.next[b] = succs[0]
		p.straight(pc)
	case 2:
		p.branch(b, pc, succs)
	}
}

// straight rewrites the last instruction of a block with one way out.
func (p *plan) straight(pc int) {
	switch i := p.code[pc]; i.Op() {
	case bc.JMP:
		p.keep[pc] = i.A() > 0
	case bc.LOADBOOL:
		p.code[pc] = i.WithC(0)
	}
}

// branch rewrites the last instruction of a block with two ways out.
func (p *plan) branch(b cfg.BlockID, pc int, succs []cfg.BlockID) {
	executed := [2]bool{p.known.constants.EdgeExecutable(p.f, b, 0), p.known.constants.EdgeExecutable(p.f, b, 1)}
	isLoop := p.code[pc].Op() == bc.FORLOOP
	switch {
	case !p.keep[pc]:
		p.next[b] = p.joined(b, executed, succs)
		if executed[0] && executed[1] {
			p.closeFor(b)
		}
	case isLoop || executed[0] == executed[1] || p.known.constants.Impact(p.f, pc) != value.None:
		// It stays what it is: its values are needed, or either way is open.
	case executed[0]:
		p.next[b] = succs[0]
		i := p.f.Proto.Code[pc]
		p.keep[pc] = i.Op() == bc.TESTSET
		p.code[pc] = bc.ABC(bc.MOVE, i.A(), i.B(), 0)
	default:
		p.next[b] = succs[1]
		p.keep[pc] = false
	}
}

// joined returns where a branch that nothing depends on leads to: its only way, or where
// its ways come together again.
func (p *plan) joined(b cfg.BlockID, executed [2]bool, succs []cfg.BlockID) cfg.BlockID {
	switch {
	case executed[0] && !executed[1]:
		return succs[0]
	case executed[1] && !executed[0]:
		return succs[1]
	}
	return p.known.code.PostDominators(p.f).Parent(b)
}
