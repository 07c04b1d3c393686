package machine

import (
	"math"

	bc "luaflow/compile/bytecode"
)

// The mathematical library: lmathlib.c, without random numbers.

func (m *Machine) mathConstants(t *Table) {
	t.set(text("pi"), float(math.Pi))
	t.set(text("huge"), float(math.Inf(1)))
	t.set(text("maxinteger"), integer(maxInteger))
	t.set(text("mininteger"), integer(minInteger))
}

var mathLibrary = library{
	"abs": func(c *call) []Value {
		if v := c.arg(1); v.kind == Integer {
			return one(integer(max(v.Int(), -v.Int())))
		}
		return one(float(math.Abs(c.float(1))))
	},
	"floor": func(c *call) []Value { return c.rounded(math.Floor) },
	"ceil":  func(c *call) []Value { return c.rounded(math.Ceil) },
	"sqrt":  func(c *call) []Value { return one(float(math.Sqrt(c.float(1)))) },
	"sin":   func(c *call) []Value { return one(float(math.Sin(c.float(1)))) },
	"cos":   func(c *call) []Value { return one(float(math.Cos(c.float(1)))) },
	"exp":   func(c *call) []Value { return one(float(math.Exp(c.float(1)))) },
	"log": func(c *call) []Value {
		switch x := c.float(1); {
		case c.arg(2).isNil():
			return one(float(math.Log(x)))
		case c.float(2) == 2:
			return one(float(math.Log2(x)))
		case c.float(2) == 10:
			return one(float(math.Log10(x)))
		default:
			return one(float(math.Log(x) / math.Log(c.float(2))))
		}
	},
	"fmod": fmod,
	"modf": func(c *call) []Value {
		if v := c.arg(1); v.kind == Integer {
			return []Value{v, float(0)}
		}
		n := c.float(1)
		whole, rest := math.Trunc(n), 0.0
		if n != whole {
			rest = n - whole
		}
		return []Value{integral(whole), float(rest)}
	},
	"max": func(c *call) []Value { return c.extreme(c.less) },
	"min": func(c *call) []Value { return c.extreme(func(a, b Value) bool { return c.less(b, a) }) },
	"type": func(c *call) []Value {
		switch c.any(1).kind {
		case Integer:
			return one(text("integer"))
		case Float:
			return one(text("float"))
		}
		return one(Value{})
	},
	"tointeger": func(c *call) []Value {
		if i, ok := toInteger(c.any(1)); ok {
			return one(integer(i))
		}
		return one(Value{})
	},
	"ult": func(c *call) []Value {
		return one(boolean(uint64(c.integer(1)) < uint64(c.integer(2))))
	},
}

// integral returns a float with an integral value as an integer, if it fits.
func integral(f float64) Value {
	if i, ok := bc.FloatToInt(f); ok {
		return integer(i)
	}
	return float(f)
}

func (c *call) rounded(round func(float64) float64) []Value {
	if v := c.arg(1); v.kind == Integer {
		return one(v)
	}
	return one(integral(round(c.float(1))))
}

func fmod(c *call) []Value {
	a, b := c.arg(1), c.arg(2)
	if a.kind != Integer || b.kind != Integer {
		return one(float(math.Mod(c.float(1), c.float(2))))
	}
	switch b.Int() {
	case 0:
		c.bad(2, "zero")
	case -1:
		return one(integer(0))
	}
	return one(integer(a.Int() % b.Int()))
}

// extreme returns the argument that no other is better than.
func (c *call) extreme(worse func(a, b Value) bool) []Value {
	best := c.any(1)
	for _, v := range c.args[1:] {
		if worse(best, v) {
			best = v
		}
	}
	return one(best)
}
