package value

import bc "luaflow/compile/bytecode"

// This file tells which operations fail for certain: luaG_typeerror and its like of ldebug.c, which
// come where no metamethod takes the operation over.

// Types that instructions refuse whose metatable, if they have any, has nothing for it. That of
// strings has a field __index alone.
const (
	notIndexed  = Nil | Boolean | Number | Function
	notAssigned = notIndexed | String
	notCalled   = Nil | Boolean | Number | String
)

// Raises reports whether an instruction raises an error in each dialect, whichever of their values
// its operands have: those that it indexes, calls, compares or computes with, in the order of the
// instruction, keys and what is stored aside. There is no metatable but those of tables, userdata
// and strings. An operand without a value never raises.
func (p *Pool) Raises(op bc.Op, operands ...Value) bool {
	for _, v := range operands {
		if v.types == 0 {
			return false
		}
	}
	a, b := operands[0], operands[len(operands)-1]
	switch op {
	case bc.GETTABLE, bc.GETTABUP, bc.SELF:
		return a.Is(notIndexed)
	case bc.SETTABLE, bc.SETTABUP:
		return a.Is(notAssigned)
	case bc.CALL, bc.TAILCALL, bc.TFORCALL:
		return a.Is(notCalled) || a.is == theTable
	case bc.LEN:
		return p.inAll(op, func(s semantics) Impact { _, impact := s.length(a); return impact })
	case bc.CONCAT:
		return p.inAll(op, func(s semantics) Impact { _, impact := s.concat(operands); return impact })
	case bc.LT, bc.LE:
		return p.inAll(op, func(s semantics) Impact { _, impact := s.compare(op, a, b); return impact })
	case bc.FORPREP:
		return p.inAll(op, func(s semantics) Impact { return s.loop(a, operands[1], b).Impact })
	}
	return isArithmetic(op) && p.inAll(op, func(s semantics) Impact { _, impact := s.arith(op, a, b); return impact })
}

// isArithmetic reports whether an instruction is an arithmetic or bitwise operator.
func isArithmetic(op bc.Op) bool { return op >= bc.ADD && op <= bc.BNOT }

// inAll reports whether an operation is an error in each of the dialects that have it.
func (p *Pool) inAll(op bc.Op, of func(semantics) Impact) bool {
	if s, ok := p.single(); ok {
		return of(s) == Effects
	}
	all, some := true, false
	p.every(func(s semantics) {
		if s.allFloats() && (op == bc.IDIV || isBitwise(op)) {
			return
		}
		some, all = true, all && of(s) == Effects
	})
	return some && all
}
