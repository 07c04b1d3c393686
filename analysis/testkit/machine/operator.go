package machine

import (
	"math"

	bc "luaflow/compile/bytecode"
)

// Operators: lvm.c and ltm.c.

const (
	maxInteger = math.MaxInt64
	minInteger = math.MinInt64
)

// events is the metamethods of arithmetic.
var events = map[bc.Op]string{
	bc.ADD: "__add", bc.SUB: "__sub", bc.MUL: "__mul", bc.MOD: "__mod", bc.POW: "__pow",
	bc.DIV: "__div", bc.IDIV: "__idiv", bc.BAND: "__band", bc.BOR: "__bor",
	bc.BXOR: "__bxor", bc.SHL: "__shl", bc.SHR: "__shr", bc.UNM: "__unm", bc.BNOT: "__bnot",
}

func isBitwise(op bc.Op) bool {
	switch op {
	case bc.BAND, bc.BOR, bc.BXOR, bc.SHL, bc.SHR, bc.BNOT:
		return true
	}
	return false
}

// arith returns a binary operator, or a unary one with its operand twice.
func (m *Machine) arith(op bc.Op, a, b Value) Value {
	if isBitwise(op) {
		x, ok1 := toInteger(a)
		y, ok2 := toInteger(b)
		if ok1 && ok2 {
			return integer(bc.IntArith(op, x, y))
		}
		return m.arithMeta(op, a, b)
	}
	if a.kind == Integer && b.kind == Integer && op != bc.DIV && op != bc.POW {
		if b.Int() == 0 && op == bc.IDIV {
			m.fail("attempt to divide by zero")
		}
		if b.Int() == 0 && op == bc.MOD {
			m.fail("attempt to perform 'n%%0'")
		}
		return integer(bc.IntArith(op, a.Int(), b.Int()))
	}
	x, ok1 := toFloat(a)
	y, ok2 := toFloat(b)
	if ok1 && ok2 {
		return float(bc.FloatArith(op, x, y))
	}
	return m.arithMeta(op, a, b)
}

func (m *Machine) arithMeta(op bc.Op, a, b Value) Value {
	if v, ok := m.binaryMeta(events[op], a, b); ok {
		return v
	}
	_, ok1 := toFloat(a)
	_, ok2 := toFloat(b)
	switch {
	case isBitwise(op) && ok1 && ok2:
		m.fail("number has no integer representation")
	case isBitwise(op):
		m.failType(wrong(a, b, ok1), "perform bitwise operation on")
	default:
		m.failType(wrong(a, b, ok1), "perform arithmetic on")
	}
	return Value{}
}

// wrong returns the operand that a message is about: the second if the first one will do.
func wrong(a, b Value, firstWillDo bool) Value {
	if firstWillDo {
		return b
	}
	return a
}

// binaryMeta runs the metamethod of the first operand that has one.
func (m *Machine) binaryMeta(event string, a, b Value) (Value, bool) {
	handler := m.metamethod(a, event)
	if handler.isNil() {
		handler = m.metamethod(b, event)
	}
	if handler.isNil() {
		return Value{}, false
	}
	return m.metacall(handler, a, b), true
}

// isText reports whether `..` takes v as it is.
func isText(v Value) bool { return v.kind == String || v.isNumber() }

// concat goes from the right to the left.
func (m *Machine) concat(values []Value) Value {
	right := values[len(values)-1]
	for k := len(values) - 2; k >= 0; k-- {
		left := values[k]
		if isText(left) && isText(right) {
			right = text(plain(left) + plain(right))
			continue
		}
		v, ok := m.binaryMeta("__concat", left, right)
		if !ok {
			m.failType(wrong(left, right, isText(left)), "concatenate")
		}
		right = v
	}
	return right
}

// objectLength computes `#v`, with metamethods.
func (m *Machine) objectLength(v Value) Value {
	if v.kind == String {
		return integer(int64(len(v.Text())))
	}
	if handler := m.metamethod(v, "__len"); !handler.isNil() {
		return m.metacall(handler, v, v)
	}
	if v.kind != Map {
		m.failType(v, "get length of")
	}
	return integer(m.length(v.table()))
}

// equal reports whether `a == b`, with metamethods.
func (m *Machine) equal(a, b Value) bool {
	if a.kind != Map || b.kind != Map || a.ref == b.ref {
		return rawEqual(a, b)
	}
	v, ok := m.binaryMeta("__eq", a, b)
	return ok && v.truth()
}

// less reports whether `a < b`, with metamethods.
func (m *Machine) less(a, b Value) bool {
	switch {
	case a.isNumber() && b.isNumber():
		return lessNumber(a, b)
	case a.kind == String && b.kind == String:
		return a.Text() < b.Text()
	}
	v, ok := m.binaryMeta("__lt", a, b)
	if !ok {
		m.failOrder(a, b)
	}
	return v.truth()
}

// lessEqual reports whether `a <= b`, with metamethods; without __le that is `not (b < a)`.
func (m *Machine) lessEqual(a, b Value) bool {
	switch {
	case a.isNumber() && b.isNumber():
		return lessEqualNumber(a, b)
	case a.kind == String && b.kind == String:
		return a.Text() <= b.Text()
	}
	if v, ok := m.binaryMeta("__le", a, b); ok {
		return v.truth()
	}
	v, ok := m.binaryMeta("__lt", b, a)
	if !ok {
		m.failOrder(a, b)
	}
	return !v.truth()
}

// roundFor rounds the limit of a loop towards the inside.
func roundFor(f float64, step int64) float64 {
	if step < 0 {
		return math.Ceil(f)
	}
	return math.Floor(f)
}
