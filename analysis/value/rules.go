package value

import (
	"math"

	bc "luaflow/compile/bytecode"
	"luaflow/compile/syntax"
)

// This file defines the rules of single functions: lbaselib.c, ltablib.c, lmathlib.c.

// assert returns its arguments, or never.
func (c *call) assert() {
	v := c.arg(0)
	switch v.Truth() {
	case Always:
		c.Impact = None
	case Never:
		c.Returns, c.Results = false, [3]Value{}
		return
	}
	c.pass(0)
	c.give(v.Truthy())
}

// pass makes the arguments from number first on the results.
func (c *call) pass(first int) {
	for i := range c.Results {
		c.Results[i] = c.arg(first + i)
	}
	if !c.open {
		c.Count = max(0, len(c.args)-first)
	}
}

// iterate gives what pairs and ipairs do: next, the table and the state to begin with.
func (c *call) iterate(next, state Value) {
	v := c.arg(0)
	switch {
	case v.is == theTable:
		c.Results = [3]Value{next, v, state}
	case v.types&(Table|Other) == 0 && len(c.args) > 0:
		c.Results = [3]Value{next, v, state}
		c.Impact = max(c.Impact, Operators) // some versions refuse what is no table
	}
}

func (c *call) rawset() {
	c.worst(c.isPlain(0), Effects)
	c.worst(c.arg(1).IsKey(), Operators)
	c.give(c.arg(0).Only(Table))
}

// IsKey reports whether a plain table takes every value of v for the key of a store.
func (v Value) IsKey() bool { return v.types&Nil == 0 && (v.types&Float == 0 || v.is == theFloat) }

// insert counts its arguments.
func (c *call) insert() {
	c.worst(c.isPlain(0), Effects)
	switch {
	case c.open, len(c.args) == 3:
		c.Impact = max(c.Impact, Operators) // the position may be out of bounds
	case len(c.args) != 2:
		c.Impact = Effects
	}
}

// selects applies the rule of select, which is a keyword of Go.
func (c *call) selects() {
	c.Results = [3]Value{Unknown, Unknown, Unknown}
	if s, ok := c.isText(0); ok && s != "" && s[0] == '#' {
		c.Results, c.Count = [3]Value{Of(Integer), Of(Nil), Of(Nil)}, 1
		if !c.open {
			c.give(OfInt(int64(len(c.args) - 1)))
		}
		c.Impact = None
		return
	}
	if len(c.args) == 0 {
		return
	}
	v := c.pool.bitOperand(c.args[0])
	i, known := v.Int()
	if c.pool.allFloats() {
		known = known && int64(int32(i)) == i // what C makes an int of
	}
	switch {
	case !v.MayBe(Number | String):
		c.Impact = Effects
	case !known:
	case i < 0 && c.open:
	case i < 0 && -i < int64(len(c.args)):
		c.Impact = None
		c.pass(len(c.args) + int(i))
	case i > 0:
		c.Impact = None
		c.pass(int(min(i, 1<<8)))
	default:
		c.Impact = Effects
	}
}

// toNumber gives what tonumber does. The base is for strings only. Where a string is no number in
// C's locale it may be one in another.
func (c *call) toNumber() {
	v := c.arg(0)
	if !c.isAbsent(1) {
		base, known := c.pool.bitOperand(c.arg(1)).Int()
		c.worst(known && 2 <= base && base <= 36 && v.Is(String), Operators)
		if !c.arg(1).MayBe(Nil) {
			c.worst(v.MayBe(String), Effects)
			c.give(Of(Integer | Nil))
		}
		return
	}
	switch {
	case v.Is(Number):
		c.give(v)
	case v.is == theText:
		if n := c.pool.number(v); n != misfit && n.types&Number != 0 {
			c.give(n)
		}
	case v.MayBe(Other) && c.pool.has(syntax.LuaJIT): // C data
		c.give(Of(Number | Nil))
	case !v.MayBe(Number | String):
		c.give(Of(Nil))
	}
}

// toString gives what tostring does.
func (c *call) toString() {
	switch v := c.arg(0); {
	case v.is == theText:
		c.give(v)
	case v.is == theInt, v.is == theFloat:
		var room [32]byte
		if text, known := c.pool.appendNumber(room[:0], v); known {
			c.give(c.pool.OfString(string(text)))
		}
	case v.IsConstant():
		k, _ := c.pool.Constant(v)
		c.give(c.pool.OfString(k.String()))
	}
}

// typeName gives what type and math.type do.
func (c *call) typeName() {
	t := c.arg(0).types
	if len(c.args) == 0 {
		return
	}
	if c.name != nameType {
		switch {
		case t == Integer:
			c.give(c.pool.OfString("integer"))
		case t == Float:
			c.give(c.pool.OfString("float"))
		case t&Number == 0:
			c.give(Of(Nil))
		case t&^Number == 0:
			c.give(Of(String))
		}
		return
	}
	for _, of := range typeNames {
		if t&^of.types == 0 {
			c.give(c.pool.OfString(of.name))
		}
	}
}

// TypesNamed returns the types that the function type gives a word for; ok is false if it has no such word. The words for userdata,
// threads and C data stand for Other, which is more than any of them.
func TypesNamed(word string) (types Types, ok bool) {
	for _, of := range typeNames {
		if of.name == word {
			return of.types, true
		}
	}
	switch word {
	case "userdata", "thread", "cdata":
		return Other, true
	}
	return 0, false
}

// typeNames is what type calls the types, but for userdata and threads.
var typeNames = [...]struct {
	types Types
	name  string
}{{Nil, "nil"}, {Boolean, "boolean"}, {Number, "number"}, {String, "string"}, {Table, "table"}, {Function, "function"}}

var (
	nameType = Global("type")
	nameAbs  = Lookup("math.abs")
	nameCeil = Lookup("math.ceil")
)

// round gives what math.floor, math.ceil and math.abs do.
func (c *call) round() {
	v := c.pool.numeral(c.arg(0))
	switch {
	case v.is == theInt && c.name == nameAbs && int64(v.n) < 0:
		c.give(OfInt(-int64(v.n)))
	case v.types == Integer && (v.is == theInt || c.name != nameAbs):
		c.give(v)
	case v.types == Integer:
		c.give(Of(Integer))
	case c.name == nameAbs && v.is == theFloat:
		c.give(OfFloat(math.Abs(v.asFloat())))
	case c.name == nameAbs && v.types&Integer == 0 && v.types&^(Float|String) == 0:
		c.give(Of(Float))
	case v.is == theFloat:
		c.give(c.pool.rounded(v.asFloat(), c.name == nameCeil))
	}
}

// rounded returns an integer if that is large enough.
func (s semantics) rounded(f float64, up bool) Value {
	if up {
		f = math.Ceil(f)
	} else {
		f = math.Floor(f)
	}
	if i, ok := bc.FloatToInt(f); ok && !s.allFloats() {
		return OfInt(i)
	}
	return OfFloat(f)
}

// extreme gives what math.max and math.min do: one of their arguments. Those of 5.3
// compare anything, older ones the numbers that strings stand for.
func (c *call) extreme() {
	var all Value
	for _, v := range c.args {
		all = Join(all, v)
	}
	if c.open {
		all = Unknown
	}
	if all.MayBe(String) && c.pool.allFloats() {
		all = Of(all.types | Float)
	}
	c.worst(all.Is(Number), Operators)
	if len(c.args) > 0 {
		c.give(all)
	}
}

// fmod gives what math.fmod does, which of integers raises an error where the divisor is 0.
func (c *call) fmod() {
	a, b := c.arg(0), c.arg(1)
	divisor, known := b.Int()
	switch {
	case a.types&b.types&Integer == 0:
		c.give(Of(Float))
		return
	case a.types == Integer && known && divisor == 0:
		c.Impact = Effects
	case !known || divisor == 0:
		c.Impact = max(c.Impact, Operators)
	}
	if a.types|b.types == Integer {
		c.give(Of(Integer))
	}
}

// char applies the rule of string.char and utf8.char: the codes must be in range.
func (c *call) char() {
	most := int64(math.MaxUint8)
	if c.name != nameChar {
		most = 0x10FFFF
	}
	c.worst(!c.open, Operators)
	for _, v := range c.args {
		i, known := c.pool.bitOperand(v).Int()
		c.worst(known && 0 <= i && i <= most, Operators)
	}
}

// extend applies the rule of vim.tbl_extend: another behaviour than these may raise an error, or be called.
func (c *call) extend() {
	behavior, _ := c.isText(0)
	c.worst(behavior == "force" || behavior == "keep", Operators)
}

var nameChar = Lookup("string.char")

// maxRepeats is how often a string may be repeated that is not known: no string that
// fits into memory becomes too long by that.
const maxRepeats = 1 << 20

// rep raises an error if the result would be too long.
func (c *call) rep() {
	n, known := c.pool.bitOperand(c.arg(1)).Int()
	c.worst(known && n <= maxRepeats, Operators)
	if s, ok := c.isText(0); ok && c.isAbsent(2) && known && (n <= 0 || len(s) <= maxText && n <= maxText && len(s)*int(n) <= maxText) {
		b := make([]byte, 0, maxText)
		for range n {
			b = append(b, s...)
		}
		c.give(c.pool.OfString(string(b)))
	}
}
