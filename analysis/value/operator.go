package value

import bc "luaflow/compile/bytecode"

// This file defines the operators on Values.

// Arith computes a binary arithmetic or bitwise operator (ADD to SHR), or a unary
// one (UNM, BNOT), which looks at a only.
func (p *Pool) Arith(op bc.Op, a, b Value) (Value, Impact) {
	return Unknown, Effects
}

// Compare is how `a == b`, `a < b` or `a <= b` (EQ, LT, LE) comes out.
func (p *Pool) Compare(op bc.Op, a, b Value) (Truth, Impact) {
	return Sometimes, Effects
}

// Len computes `#a`.
func (p *Pool) Len(a Value) (Value, Impact) {
	return Unknown, Effects
}

// Concat computes `a .. b .. c`, from the right, as CONCAT does.
func (p *Pool) Concat(values ...Value) (Value, Impact) {
	return Unknown, Effects
}
