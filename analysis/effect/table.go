package effect

import bc "luaflow/compile/bytecode"

// The table of what every opcode does. What depends on more than the opcode stands
// in the functions of registers.go, flow.go, action.go and upvalue.go.

// Named says what an instruction does with the registers that its operands
// name.
type Named uint8

const (
	readsA  Named = 1 << iota
	readsB        // B is a register
	readsKB       // B is a register or a constant
	readsKC       // C is a register or a constant
	definesA
	readsMore   // Uses knows
	definesMore // Defs knows
)

// flow says where an instruction may go.
type flow uint8

const (
	next     flow = iota + 1 // to the instruction after
	jump                     // by sBx
	skip                     // to the instruction after, or over it
	skipIfC                  // over the instruction after if C is not 0 (LOADBOOL)
	loopBack                 // by sBx, or to the instruction after
	leave                    // out of the function
)

// does is one row of the table.
type does struct {
	operands Named
	flow     flow
	action   Action
}

const metamethod = RunsCode | Raises

var table = [bc.NumOps]does{
	bc.MOVE:     {readsB | definesA, next, 0},
	bc.LOADK:    {definesA, next, 0},
	bc.LOADKX:   {definesA, next, 0}, // the EXTRAARG after is part of it and does nothing
	bc.LOADBOOL: {definesA, skipIfC, 0},
	bc.LOADNIL:  {definesMore, next, 0},
	bc.GETUPVAL: {definesA, next, 0},
	bc.GETTABUP: {readsKC | definesA, next, metamethod},
	bc.GETTABLE: {readsB | readsKC | definesA, next, metamethod},
	bc.SETTABUP: {readsKB | readsKC, next, metamethod},
	bc.SETUPVAL: {readsA, next, 0},
	bc.SETTABLE: {readsA | readsKB | readsKC, next, metamethod},
	bc.NEWTABLE: {definesA, next, Allocates},
	bc.SELF:     {readsB | readsKC | definesMore, next, metamethod},
	bc.ADD:      {readsKB | readsKC | definesA, next, metamethod},
	bc.SUB:      {readsKB | readsKC | definesA, next, metamethod},
	bc.MUL:      {readsKB | readsKC | definesA, next, metamethod},
	bc.MOD:      {readsKB | readsKC | definesA, next, metamethod},
	bc.POW:      {readsKB | readsKC | definesA, next, metamethod},
	bc.DIV:      {readsKB | readsKC | definesA, next, metamethod},
	bc.IDIV:     {readsKB | readsKC | definesA, next, metamethod},
	bc.BAND:     {readsKB | readsKC | definesA, next, metamethod},
	bc.BOR:      {readsKB | readsKC | definesA, next, metamethod},
	bc.BXOR:     {readsKB | readsKC | definesA, next, metamethod},
	bc.SHL:      {readsKB | readsKC | definesA, next, metamethod},
	bc.SHR:      {readsKB | readsKC | definesA, next, metamethod},
	bc.UNM:      {readsB | definesA, next, metamethod},
	bc.BNOT:     {readsB | definesA, next, metamethod},
	bc.NOT:      {readsB | definesA, next, 0},
	bc.LEN:      {readsB | definesA, next, metamethod},
	bc.CONCAT:   {readsMore | definesA, next, metamethod | Allocates},
	bc.JMP:      {0, jump, 0},
	bc.EQ:       {readsKB | readsKC, skip, metamethod},
	bc.LT:       {readsKB | readsKC, skip, metamethod},
	bc.LE:       {readsKB | readsKC, skip, metamethod},
	bc.TEST:     {readsA, skip, 0},
	bc.TESTSET:  {readsB, skip, 0},
	bc.CALL:     {readsMore | definesMore, next, metamethod},
	// A C function returns to the next RETURN; for a Lua function the frame is
	// gone before it runs.
	bc.TAILCALL: {readsMore | definesA, next, metamethod | Leaves},
	bc.RETURN:   {readsMore, leave, Leaves},
	bc.FORLOOP:  {readsMore, loopBack, 0},
	bc.FORPREP:  {readsMore | definesMore, jump, Raises},
	bc.TFORCALL: {readsMore | definesMore, next, metamethod},
	bc.TFORLOOP: {readsMore, loopBack, 0},
	bc.SETLIST:  {readsMore, next, 0},
	bc.CLOSURE:  {definesA, next, Allocates}, // no use of what it captures
	bc.VARARG:   {definesMore, next, 0},
	bc.EXTRAARG: {0, next, 0},
}

// Actions returns what the instruction i may do.
func Actions(i bc.Instruction) Action {
	if i.Op() == bc.EQ && (bc.IsK(i.B()) || bc.IsK(i.C())) {
		return 0 // __eq is asked about two tables or two userdata only
	}
	return table[i.Op()].action
}
