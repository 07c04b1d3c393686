package proof

import (
	"math"

	bc "luaflow/compile/bytecode"
	"luaflow/compile/syntax"
)

// This file defines what is known of a value when the definitions that may have
// given it are walked to what they compute.
//
// Facts form a lattice. bottom is what is known before any value has been seen, unknown is the
// top, and a constant stands below the kind that it is widened to:
//
//	unknown
//	├── number ── ordinary ── integer ── the constants 1, 2, …
//	├── text ── the constants "a", "b", …
//	├── boolean ── true and false
//	├── function
//	├── fresh 1, fresh 2, … (by the number of the NEWTABLE), length 1, length 2, …
//	├── standard "print", …
//	├── the constant nil
//	└── bottom, below all of these
//
// join goes up to the lowest fact above two. No way up has more than seven steps, that which
// forgets what a value is a copy of among them: so whatever is computed by joins alone ends.
// For `n` in
//
//	local n = 1
//	while f() do n = n + 1 end
//
// the constant 1 comes to the loop first, and an integer from its end; their join is integer,
// which is what the second round gives again.

// kind is a set of values; n of a fact tells which one, or which set.
type kind uint16 // so that facts are compared as a whole: there is no gap in them

const (
	bottom   kind = iota // no execution is known that gives any
	constant             // the one that pool has as n
	boolean
	integer  // where there are no integers, a number that is neither infinite nor NaN
	ordinary // a number that is not NaN
	number
	text
	function // a Lua function
	fresh    // a table that the NEWTABLE with number n made, and nothing else
	length   // an integer, if nobody gives the table of NEWTABLE n a metatable
	standard // what the standard library has under the name that pool has as n
	unknown
)

// fact is what is known of the value in a register.
type fact struct {
	n int32
	// from is a place that holds the same value now, or whose value's type it is: see copyOfRegister, copyOfUpvalue and
	// typeOfRegister; 0 if none is known.
	from int16
	kind kind
}

// copyOfRegister returns the from of a value that is in a register as well, at least 1.
func copyOfRegister(reg int) int16 { return int16(1 + reg) }

// copyOfUpvalue returns the from of a value that is in an upvalue as well. Registers are fewer
// than 256, so that no from of one is that of an upvalue.
func copyOfUpvalue(up int) int16 { return int16(1 + 256 + up) }

// typeOfRegister returns the from of a value that is what `type` gives for the one in a register. It is none of the others.
func typeOfRegister(reg int) int16 { return int16(1 + 512 + reg) }

// registerOf returns the register that holds the value which a from, not 0, is about; negative if an upvalue does.
func registerOf(from int16) int {
	switch {
	case from >= typeOfRegister(0):
		return int(from - typeOfRegister(0))
	case from <= copyOfRegister(255):
		return int(from - copyOfRegister(0))
	}
	return -1
}

// pool gives constants and names numbers that serve both programs.
type pool struct {
	// integers, floats: in some dialect that the programs may be written in there are
	// integers; there are none, so that constants which are some stand for floats.
	integers, floats bool
	// foreign: in some there are values of C, and a metamethod may compare such with
	// anything (`ffi.metatype` of LuaJIT).
	foreign bool

	constants map[bc.Constant]int32
	values    []bc.Constant
	names     map[string]int32
	texts     []string
}

// newPool returns a pool for programs that may be written in any of some dialects.
func newPool(d syntax.Dialect) *pool {
	return &pool{
		integers: d&syntax.WithIntegers != 0, floats: d&^syntax.WithIntegers != 0, foreign: d&syntax.LuaJIT != 0,
		constants: make(map[bc.Constant]int32), names: make(map[string]int32),
	}
}

// constant returns the fact that a value is a constant.
func (p *pool) constant(k bc.Constant) fact {
	n, ok := p.constants[k]
	if !ok {
		n = int32(len(p.values))
		p.constants[k] = n
		p.values = append(p.values, k)
	}
	return fact{kind: constant, n: n}
}

// name returns the fact that a value is what the standard library has under a name.
func (p *pool) name(path string) fact {
	n, ok := p.names[path]
	if !ok {
		n = int32(len(p.texts))
		p.names[path] = n
		p.texts = append(p.texts, path)
	}
	return fact{kind: standard, n: n}
}

// textOf returns the string that a value is; ok is false if it is not one for certain.
func (p *pool) textOf(f fact) (text string, ok bool) {
	if f.kind != constant || p.values[f.n].Kind != bc.KString {
		return "", false
	}
	return p.values[f.n].Str(), true
}

// widened returns the kind of a fact, and of a constant the least kind above it. Where there are
// no integers a float with an integral value counts as one, if it is not infinite: as a key, and
// in sums that stay so, it behaves as one.
func (p *pool) widened(f fact) kind {
	if f.kind != constant {
		return f.kind
	}
	switch k := p.values[f.n]; k.Kind {
	case bc.KFalse, bc.KTrue:
		return boolean
	case bc.KInt:
		return integer
	case bc.KFloat:
		switch f := k.Float(); {
		case f != f:
			return number
		case !p.integers && f == math.Trunc(f) && math.Abs(f) <= 1<<63:
			return integer
		}
		return ordinary
	case bc.KString:
		return text
	}
	return unknown
}

// join returns what is known of a value that is one of two: the least fact above both. It is
// commutative, and to join a fact with itself, or with one below it, gives the fact. Copies of
// one place stay copies, though it may be known by other facts on each way.
func (p *pool) join(a, b fact) fact {
	switch {
	case a == b || b.kind == bottom:
		return a
	case a.kind == bottom:
		return b
	}
	out := fact{kind: unknown}
	if a.from == b.from {
		out.from = a.from
	}
	if a.kind == b.kind && a.n == b.n {
		out.kind, out.n = a.kind, a.n
		return out
	}
	x, y := p.widened(a), p.widened(b)
	switch {
	case isNumber(x) && isNumber(y):
		out.kind = max(x, y)
	case x == y && (x == boolean || x == text || x == function):
		out.kind = x
	}
	return out
}

// joinAll joins to each fact its partner in from, and reports whether less is known then.
// Most are the same, which is seen of many at once.
func (p *pool) joinAll(to, from []fact) (changed bool) {
	const many = 8
	for len(to) >= many {
		if *(*[many]fact)(to) != *(*[many]fact)(from) {
			changed = p.joinEach(to[:many], from[:many]) || changed
		}
		to, from = to[many:], from[many:]
	}
	return p.joinEach(to, from) || changed
}

// joinEach joins what joinAll does, one by one, and reports whether to has changed.
func (p *pool) joinEach(to, from []fact) (changed bool) {
	for k, f := range from {
		if j := p.join(to[k], f); j != to[k] {
			to[k] = j
			changed = true
		}
	}
	return changed
}

// isNumber reports whether all values of a kind are numbers.
func isNumber(k kind) bool { return integer <= k && k <= number }

// Types that a value may have for certain, so that values of different ones are not
// equal; 0 if it may be of several.
const (
	typeNil = 1 + iota
	typeBoolean
	typeNumber
	typeString
	typeFunction
	typeTable
)

// typeOf returns the type that a value has for certain, or 0.
func (p *pool) typeOf(f fact) int {
	switch k := p.widened(f); {
	case f.kind == constant && p.values[f.n].Kind == bc.KNil:
		return typeNil
	case k == boolean:
		return typeBoolean
	case isNumber(k):
		return typeNumber
	case k == text:
		return typeString
	case k == function:
		return typeFunction
	case k == fresh:
		return typeTable
	}
	return 0
}

// answer is what a condition comes out as.
type answer int8

const (
	no     answer = -1
	either answer = 0
	yes    answer = 1
)

// answerOf returns the answer that is certain.
func answerOf(holds bool) answer {
	if holds {
		return yes
	}
	return no
}

// truth reports whether a value counts as true: a fact of which all values do, or none does,
// tells. All but nil and false do.
func (p *pool) truth(f fact) answer {
	if f.kind == constant {
		k := p.values[f.n].Kind
		return answerOf(k != bc.KNil && k != bc.KFalse)
	}
	if t := p.typeOf(f); t == 0 || t == typeBoolean {
		return either
	}
	return yes
}

// compare returns what a comparison says of two values, as far as their types or two
// numerals of one kind tell.
func (p *pool) compare(asks form, a, b fact) answer {
	if a.kind == constant && b.kind == constant {
		x, y := p.values[a.n], p.values[b.n]
		switch {
		case x.Kind == bc.KFloat && y.Kind == bc.KFloat:
			return order(asks, x.Float(), y.Float())
		case x.Kind == bc.KInt && y.Kind == bc.KInt:
			if p.floats && !(isExact(x.Int()) && isExact(y.Int())) {
				return either
			}
			return order(asks, x.Int(), y.Int())
		case x.Kind == y.Kind && asks == equal:
			return answerOf(x == y)
		}
	}
	if t, u := p.typeOf(a), p.typeOf(b); asks == equal && t != u && t != 0 && u != 0 {
		return no
	}
	return either
}

// isExact reports whether a float can be told from those of the integers around it.
func isExact(i int64) bool { return -1<<53 <= i && i <= 1<<53 }

// order returns what a comparison says of two numerals; nothing is equal to NaN, or less.
func order[T int64 | float64](asks form, x, y T) answer {
	switch asks {
	case equal:
		return answerOf(x == y)
	case less:
		return answerOf(x < y)
	}
	return answerOf(x <= y)
}
