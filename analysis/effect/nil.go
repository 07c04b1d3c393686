package effect

import bc "luaflow/compile/bytecode"

// Tests of values against nil.

// TestsNil reports whether the instruction at pc does no more with an operand that is nil
// than test it: whether it is true, or equal to the constant nil.
func TestsNil(p *bc.Proto, pc int) bool {
	i := p.Code[pc]
	switch i.Op() {
	case bc.TEST, bc.TESTSET, bc.NOT:
		return true
	case bc.EQ:
		return isNil(p, i.B()) || isNil(p, i.C())
	}
	return false
}

// isNil reports whether an operand is the constant nil.
func isNil(p *bc.Proto, operand int) bool {
	return bc.IsK(operand) && p.Constants[bc.KIndex(operand)].Kind == bc.KNil
}

// EdgeOfNil returns the number of the successor to which control goes from the instruction
// at pc if that tests reg and finds nil there; -1 if it does not test reg.
func EdgeOfNil(p *bc.Proto, pc, reg int) int {
	i := p.Code[pc]
	tested, first := -1, false // the first successor is where the test holds
	switch i.Op() {
	case bc.TEST:
		tested, first = i.A(), i.C() == 0
	case bc.TESTSET:
		tested, first = i.B(), i.C() == 0
	case bc.EQ:
		first = i.A() == 1
		switch {
		case isNil(p, i.C()):
			tested = i.B()
		case isNil(p, i.B()):
			tested = i.C()
		}
	}
	switch {
	case tested != reg:
		return -1
	case first:
		return 0
	}
	return 1
}
