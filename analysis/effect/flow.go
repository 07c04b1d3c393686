package effect

import bc "luaflow/compile/bytecode"

// EndsBlock reports whether control may go elsewhere than to the instruction
// after, so that i is the last one of its basic block.
func EndsBlock(i bc.Instruction) bool {
	f := table[i.Op()].flow
	return f != next && (f != skipIfC || i.C() != 0)
}

// IsJump reports whether i does nothing with values, and goes elsewhere.
func IsJump(i bc.Instruction) bool {
	does := &table[i.Op()]
	return does.flow == jump && does.operands == 0
}

// Successors returns where control may go from the instruction at pc, -1 for none:
//
//   - a test: the JMP after it, then the instruction after that;
//   - FORLOOP, TFORLOOP: the start of the body, then the instruction after;
//   - RETURN: nowhere;
//   - all others: one instruction.
//
// A call that never returns, an error and the Lua function of a TAILCALL are no
// edges.
func Successors(p *bc.Proto, pc int) (first, second int) {
	i := p.Code[pc]
	switch table[i.Op()].flow {
	case jump:
		return pc + 1 + i.SBx(), -1
	case skip:
		return pc + 1, pc + 2
	case loopBack:
		return pc + 1 + i.SBx(), pc + 1
	case skipIfC:
		if i.C() != 0 {
			return pc + 2, -1
		}
	case leave:
		return -1, -1
	}
	return pc + 1, -1
}
