package proof

import bc "luaflow/compile/bytecode"

// This file defines which instructions one of the two programs may lack. What is not
// in the table must have its partner.

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

var table = [bc.NumOps]license{
	bc.MOVE: always, bc.LOADK: always, bc.LOADKX: always, bc.LOADBOOL: always, bc.LOADNIL: always,
	bc.GETUPVAL: always, bc.NOT: always, bc.NEWTABLE: always, bc.CLOSURE: always, bc.VARARG: always,
	bc.TEST: always, bc.TESTSET: always, bc.JMP: always, bc.EXTRAARG: always,

	bc.ADD: onNumbers, bc.SUB: onNumbers, bc.MUL: onNumbers, bc.DIV: onNumbers, bc.POW: onNumbers,
	bc.UNM: onNumbers, bc.IDIV: onDivisor, bc.MOD: onDivisor,
	bc.BAND: onIntegers, bc.BOR: onIntegers, bc.BXOR: onIntegers, bc.SHL: onIntegers, bc.SHR: onIntegers,
	bc.BNOT: onIntegers,
	bc.EQ:   onUnequal, bc.LT: onOrdered, bc.LE: onOrdered, bc.CONCAT: onTexts,

	bc.LEN: onLength, bc.GETTABUP: onRead, bc.GETTABLE: onRead, bc.SETTABUP: onFill, bc.SETTABLE: onFill,
	bc.SETLIST:  onFill,
	bc.SETUPVAL: onVariable, bc.CALL: onCall, bc.SELF: onMethod,
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
