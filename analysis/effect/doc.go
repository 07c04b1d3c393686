// Package effect tells what one instruction of Lua 5.3 does: which registers and
// upvalues it reads and writes, where it may go next, and whether code that the
// instruction does not name may run in the middle of it. It answers from tables by
// opcode, so that an answer costs a load. Opcodes are named elsewhere only where each
// needs an arm of its own: where operators are computed, where code is rewritten, and in
// the proof of fixes, whose table must not share a mistake with this one.
//
// The truth is the interpreter loop of the reference (lvm.c, luaV_execute). The
// package expects verified code: operands within their limits, an instruction
// after every test and every open result, the last instruction a RETURN.
//
// # Registers
//
// An instruction first reads its Uses, then lets other code run if it does so at
// all (RunsCode), then writes its Defs. Three opcodes write on one of their two
// edges only (EdgeDefs: TESTSET, FORLOOP, TFORLOOP), and FORPREP may or may not
// write a register (MayDefs).
//
// # Open results
//
// A CALL or TAILCALL with C = 0 and a VARARG with B = 0 leave as many values as
// there are, from A up to the top of the stack; the next instruction takes them
// all (CALL, TAILCALL, RETURN or SETLIST with B = 0). Here the register A of the
// producer stands for all of them: the producer defines it, and the consumer reads
// from its own A up to it.
//
// # What is left out
//
// The scratch registers that calls, CONCAT and TFORCALL overwrite above their
// operands are no definitions: no verified code reads them. Nor is running out of
// memory or stack an error in the sense of Raises.
package effect
