package guards

import (
	"math"

	"luaflow/analysis/value"
)

// Known is what is known of a value at a place.
type Known struct {
	// Value is those values that it may be.
	Value value.Value
	// Not is one of the constants that it does not equal: nil, a number or a string; Bottom if none is known.
	Not value.Value
	// Bounds is where it lies if it is a number.
	Bounds Bounds
	// UnlessMetamethod: all this holds unless a metamethod gives something else.
	UnlessMetamethod bool
}

// Bounds is an interval of numbers, and whether NaN is among them.
type Bounds struct {
	Low, High         float64 // infinite if nothing bounds it there; none of them is NaN
	LowOpen, HighOpen bool    // the bound itself is not among them
	NaN               bool
}

// allNumbers is the greatest Bounds.
var allNumbers = Bounds{Low: math.Inf(-1), High: math.Inf(1), NaN: true}

// maxExact is the greatest number up to which integers are floats without loss.
const maxExact = 1 << 53

// boundsOf returns the bounds of a value.
func boundsOf(v value.Value) Bounds {
	if n, ok := numberOf(v); ok {
		return Bounds{Low: n, High: n}
	}
	return allNumbers
}

// numberOf returns the number that a value is, if it is one that a float can stand for.
func numberOf(v value.Value) (n float64, ok bool) {
	if i, isInt := v.Int(); isInt {
		return float64(i), -maxExact <= i && i <= maxExact
	}
	n, ok = v.Float()
	return n, ok && -maxExact <= n && n <= maxExact
}

// isEmpty reports whether no number lies within the bounds.
func (b Bounds) isEmpty() bool {
	return !b.NaN && (b.Low > b.High || b.Low == b.High && (b.LowOpen || b.HighOpen))
}

// above returns the numbers of b that are greater than n, or equal to it unless open. NaN is none of them.
func (b Bounds) above(n float64, open bool) Bounds {
	b.NaN = false
	if n > b.Low || n == b.Low && open {
		b.Low, b.LowOpen = n, open
	}
	return b
}

// below returns the numbers of b that are less than n, or equal to it unless open. NaN is none of them.
func (b Bounds) below(n float64, open bool) Bounds {
	b.NaN = false
	if n < b.High || n == b.High && open {
		b.High, b.HighOpen = n, open
	}
	return b
}

// join returns the least bounds that cover a and b.
func (b Bounds) join(c Bounds) Bounds {
	switch {
	case b.isEmpty():
		return c
	case c.isEmpty():
		return b
	}
	out := Bounds{Low: min(b.Low, c.Low), High: max(b.High, c.High), NaN: b.NaN || c.NaN}
	out.LowOpen = (b.Low != out.Low || b.LowOpen) && (c.Low != out.Low || c.LowOpen)
	out.HighOpen = (b.High != out.High || b.HighOpen) && (c.High != out.High || c.HighOpen)
	return out
}

// less returns how `a < b`, or `a <= b` if orEqual, comes out for numbers of two bounds.
func less(a, b Bounds, orEqual bool) value.Truth {
	if a.isEmpty() || b.isEmpty() {
		return 0
	}
	touches := a.LowOpen || b.HighOpen // where a's low and b's high are the same number
	never := a.Low > b.High || a.Low == b.High && (touches || !orEqual)
	meets := a.HighOpen || b.LowOpen
	always := !a.NaN && !b.NaN && (a.High < b.Low || a.High == b.Low && (meets || orEqual))
	switch {
	case never:
		return value.Never
	case always:
		return value.Always
	}
	return value.Sometimes
}

// isOf returns what is known of a value of which no test tells anything.
func isOf(v value.Value) Known { return Known{Value: v, Bounds: boundsOf(v)} }

// isNone reports whether no value is left: control never comes there.
func (k *Known) isNone() bool {
	return k.Value.IsBottom() || k.Value.Is(value.Number) && k.Bounds.isEmpty()
}

// meet returns the values that are in both.
func meet(a, b value.Value) value.Value {
	switch {
	case a.Within(b):
		return a
	case b.Within(a):
		return b
	}
	return a.Only(b.Types())
}

// within narrows k to values.
func (k *Known) within(v value.Value) {
	k.Value = meet(k.Value, v)
	if n, ok := numberOf(k.Value); ok {
		k.Bounds = k.Bounds.above(n, false).below(n, false)
	}
}

// join returns what covers a and b.
func (k Known) join(c Known) Known {
	out := Known{
		Value: value.Join(k.Value, c.Value), Bounds: allNumbers, UnlessMetamethod: k.UnlessMetamethod || c.UnlessMetamethod,
	}
	switch number := k.Value.MayBe(value.Number); {
	case number && c.Value.MayBe(value.Number):
		out.Bounds = k.Bounds.join(c.Bounds)
	case number:
		out.Bounds = k.Bounds
	default:
		out.Bounds = c.Bounds
	}
	if k.Not == c.Not {
		out.Not = k.Not
	}
	return out
}

// Truth returns how a test of the value comes out.
func (k *Known) Truth() value.Truth { return k.Value.Truth() }

// equals returns how a comparison of two values for equality comes out.
func (w *Walker) equals(a, b *Known) value.Truth {
	x, y := a.Value, b.Value
	if !w.HasCData {
		x, y = comparable(x, y), comparable(y, x)
	}
	if x.IsBottom() || y.IsBottom() {
		return value.Never
	}
	truth := w.Constants.Pool().Equal(x, y)
	switch {
	case truth != value.Sometimes:
		return truth
	case isConstant(a.Not) && a.Not == b.Value, isConstant(b.Not) && b.Not == a.Value:
		return value.Never
	case !x.Is(value.Number) && !y.Is(value.Number) || (x.Types()|y.Types())&value.Other != 0:
		return truth
	case less(a.Bounds, b.Bounds, true) == value.Never || less(b.Bounds, a.Bounds, true) == value.Never:
		return value.Never
	case x.Is(value.Number) && y.Is(value.Number) && isPoint(a.Bounds) && a.Bounds == b.Bounds:
		return value.Always
	}
	return truth
}

// comparable returns those of the values of v that may equal one of w where there is no C data.
func comparable(v, w value.Value) value.Value {
	if w.Is(value.Number | value.Nil) {
		return v.Only(value.Any &^ value.Other)
	}
	return v
}

// isConstant reports whether v is one value, rather than none.
func isConstant(v value.Value) bool { return !v.IsBottom() && v.IsConstant() }

// isPoint reports whether the bounds are one number.
func isPoint(b Bounds) bool { return b.Low == b.High && !b.NaN && !b.LowOpen && !b.HighOpen }
