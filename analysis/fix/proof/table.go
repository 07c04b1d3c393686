package proof

import (
	"luaflow/analysis/effect"
	bc "luaflow/compile/bytecode"
)

// This file defines which instructions one of the two programs may lack. What is not
// in the table must have its partner.
//
// The table is what the proof trusts, besides package effect: a license that is too generous
// is a fix that changes a program. So each stands for something about lvm.c: onNumbers, that
// arithmetic on two numbers calls no metamethod and raises no error; onDivisor, that integer
// division raises one if the divisor is the integer 0; onOrdered, that two numbers, or two
// strings, are compared without a metamethod, and all else with one or with an error.
//
// A license is a condition on the operands in one place; judge.go asks whether the facts there
// meet it. It says nothing about who needs what the instruction gives: need.go does.

// license is on what condition nobody can tell that an instruction is missing, if
// nobody needs the value that it gives.
type license uint8

const (
	never      license = iota
	always             // it moves or makes a value, or it decides between two ways
	onNumbers          // its operands are numbers
	onDivisor          // they are, and the divisor is not the integer 0
	onIntegers         // they are integers
	onUnequal          // its operands are not two tables or two userdata, and none is a value of C
	onOrdered          // they are two numbers or two strings
	onTexts            // they are strings or numbers
	onLength           // it is the length of a string, or of a table that is missing too
	onRead             // it reads a standard name, or a table that is missing too
	onFill             // it fills a table that is missing too
	onVariable         // nobody needs the variable that it stores to
	onCall             // it calls a standard function that only computes
	onMethod           // it looks up a method of a string
)

// form tells opcodes apart of which the proof knows more than package effect says. It is the
// only place of the proof that knows opcodes by their names, besides the table.
type form uint8

const (
	other     form = iota
	truthTest      // it asks whether its operand counts as true
	negation       // it gives a boolean, whatever its operand is
	equal          // it asks whether its operands are equal,
	less           // whether the first is less,
	lessEqual      // or not greater
	sum            // a sum or a difference
	negative       // minus its operand
	remainder      // of a division
	floating       // its result is a float, whatever its operands are
	method         // it reads a field, and gives the table as well
	items          // it fills a table at keys that count up
	tailCall       // a call whose results its function returns
	iteration      // it calls an iterator
	loopStart      // it prepares a numeric loop
	loopTest       // it ends a round of a numeric loop
	idle           // it does nothing but to lead on
)

// rule is a row of the table.
type rule struct {
	license license
	form    form
}

var table = [bc.NumOps]rule{
	bc.MOVE: {always, other}, bc.LOADK: {always, other}, bc.LOADKX: {always, other},
	bc.LOADBOOL: {always, other}, bc.LOADNIL: {always, other}, bc.GETUPVAL: {always, other},
	bc.NOT: {always, negation}, bc.NEWTABLE: {always, other}, bc.CLOSURE: {always, other},
	bc.VARARG: {always, other}, bc.TEST: {always, truthTest}, bc.TESTSET: {always, truthTest},
	bc.JMP: {always, idle}, bc.EXTRAARG: {always, idle},

	bc.ADD: {onNumbers, sum}, bc.SUB: {onNumbers, sum}, bc.MUL: {onNumbers, other},
	bc.DIV: {onNumbers, floating}, bc.POW: {onNumbers, floating}, bc.UNM: {onNumbers, negative},
	bc.IDIV: {onDivisor, other}, bc.MOD: {onDivisor, remainder},
	bc.BAND: {onIntegers, other}, bc.BOR: {onIntegers, other}, bc.BXOR: {onIntegers, other},
	bc.SHL: {onIntegers, other}, bc.SHR: {onIntegers, other}, bc.BNOT: {onIntegers, other},
	bc.EQ: {onUnequal, equal}, bc.LT: {onOrdered, less}, bc.LE: {onOrdered, lessEqual},
	bc.CONCAT: {onTexts, other},

	bc.LEN: {onLength, other}, bc.GETTABUP: {onRead, other}, bc.GETTABLE: {onRead, other},
	bc.SETTABUP: {onFill, other}, bc.SETTABLE: {onFill, other}, bc.SETLIST: {onFill, items},
	bc.SETUPVAL: {onVariable, other}, bc.CALL: {onCall, other}, bc.SELF: {onMethod, method},

	bc.TAILCALL: {never, tailCall}, bc.TFORCALL: {never, iteration},
	bc.FORPREP: {never, loopStart}, bc.FORLOOP: {never, loopTest},
}

// licenseOf returns what must hold for an instruction to be missing in one of the programs.
func licenseOf(i bc.Instruction) license { return table[i.Op()].license }

// formOf returns what an instruction computes, as far as facts of its result rest on that.
func formOf(i bc.Instruction) form { return table[i.Op()].form }

// Assumption is what the proof must know of an instruction to let it be missing.
type Assumption uint8

// The assumptions.
const (
	NoAssumption  Assumption = iota
	OnCallee                 // which function it calls
	OnFirst                  // the type of its first operand
	OnAllOperands            // the types of all its operands
)

// AssumptionOf returns what the proof must know of an instruction to let it be missing.
// NoAssumption also stands for those that may never be missing, those whose effect is told
// by what they store to, and tests of equality.
func AssumptionOf(i bc.Instruction) Assumption {
	switch license := licenseOf(i); license {
	case onCall:
		return OnCallee
	case onNumbers, onDivisor, onIntegers, onOrdered, onTexts, onLength, onMethod:
		return OnAllOperands
	case onRead:
		if _, how := effect.Upvalue(i); how == 0 {
			return OnFirst // any key will do
		}
	}
	return NoAssumption
}

// class is what the table says of one instruction in its place.
type class uint8

const (
	stays   class = iota // it has an effect
	plain                // it may be missing if nobody needs what it gives
	own                  // and the table is missing of which body.site tells
	store                // and nobody reads the variable
	test                 // it may be missing if both ways lead to the same node
	carries              // it moves values, which the numbers of values follow: never a node
	nothing              // it does nothing
)
