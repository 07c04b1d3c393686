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

// Condition is what a branch asks to choose between its two Successors.
type Condition uint8

// The conditions.
const (
	// Unconditional: no branch.
	Unconditional Condition = iota
	// Truth: whether its operand is neither false nor nil (TEST, TESTSET).
	Truth
	// Comparison: whether its operands are equal, or in order (EQ, LT, LE).
	Comparison
	// Count: whether the variable of a numeric for loop, after its step, is within the
	// limit; if so it goes back to the body (FORLOOP).
	Count
	// Iteration: whether the iterator of a generic for loop gave a first result that is
	// not nil; if so it goes back to the body (TFORLOOP).
	Iteration
)

var conditions = [bc.NumOps]Condition{
	bc.EQ: Comparison, bc.LT: Comparison, bc.LE: Comparison,
	bc.TEST: Truth, bc.TESTSET: Truth,
	bc.FORLOOP: Count, bc.TFORLOOP: Iteration,
}

// ConditionOf returns what i asks; Unconditional if it is no branch.
func ConditionOf(i bc.Instruction) Condition { return conditions[i.Op()] }

// PreparesLoop reports whether i begins a numeric for loop (FORPREP): it checks and converts
// the three numbers in its operands, and goes to the Count at the loop's end, which comes in
// front of the first turn too.
func PreparesLoop(i bc.Instruction) bool { return i.Op() == bc.FORPREP }

// LoopPreparation returns where the numeric for loop is prepared whose Count is at pc: in
// front of its body.
func LoopPreparation(p *bc.Proto, pc int) int { return pc + p.Code[pc].SBx() }

// SetsLoopVariables reports whether i gives the variables of a for loop their values for the
// next turn: the Count of a numeric one (FORLOOP), the call of the iterator of a generic one
// (TFORCALL).
func SetsLoopVariables(i bc.Instruction) bool {
	op := i.Op()
	return op == bc.FORLOOP || op == bc.TFORCALL
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
