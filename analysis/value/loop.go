package value

import (
	"math"

	bc "luaflow/compile/bytecode"
	"luaflow/compile/syntax"
)

// This file computes numeric for loops: FORPREP, FORLOOP and forlimit of lvm.c.
//
// Up to 5.3 the loop variable wraps: a loop up to an integer that the next step would
// leap over the greatest one from goes on at the least one. It ends by itself only
// if the limit leaves room for one more step. Since 5.4 the iterations are counted
// in front, and a step of zero is an error.

// Loop is what is known of a numeric for loop when it begins. Other code that
// changes the registers of a loop does not exist.
type Loop struct {
	// Var is the loop variable in all iterations; Bottom if there are none.
	Var Value
	// Init, Limit and Step are what FORPREP and FORLOOP leave in the registers A,
	// A+1 and A+2.
	Init, Limit, Step Value
	// Impact is that of FORPREP, which raises an error if one is no number.
	Impact Impact
	// Enters says whether there is a first iteration. It is no outcome at all if
	// FORPREP is sure to raise an error.
	Enters Truth
	// Terminates: the loop ends after finitely many iterations, whichever of their
	// values the operands have, unless its body never comes to an end.
	Terminates bool
	// Iterations is how many there are if nothing leaves the loop; -1 if that is not
	// known, or too many to count.
	Iterations int64
}

// For returns the loop that FORPREP begins with these values.
func (p *Pool) For(init, limit, step Value) Loop {
	if s, ok := p.single(); ok {
		return s.loop(init, limit, step)
	}
	var of, variable, first, to, by union
	all := Loop{Terminates: true}
	p.every(func(s semantics) {
		l := s.loop(init, limit, step)
		if l.Enters != 0 && all.Enters != 0 && l.Iterations != all.Iterations {
			l.Iterations = -1
		}
		if l.Enters != 0 {
			all.Iterations = l.Iterations
		}
		all.Enters |= l.Enters
		all.Terminates = all.Terminates && l.Terminates
		of.add(s, Bottom, l.Impact)
		variable.add(s, l.Var, None)
		first.add(s, l.Init, None)
		to.add(s, l.Limit, None)
		by.add(s, l.Step, None)
	})
	all.Impact = of.impact
	all.Var, all.Init, all.Limit, all.Step = variable.value(), first.value(), to.value(), by.value()
	return all
}

func (s semantics) loop(init, limit, step Value) Loop {
	if s.allFloats() {
		init, limit, step = s.own(init), s.own(limit), s.own(step)
	}
	if init.types == 0 || limit.types == 0 || step.types == 0 {
		return Loop{Terminates: true}
	}
	init, step = s.numeral(init), s.numeral(step)
	if limit.is == theText {
		limit = s.own(s.number(limit))
	}
	impact := max(bound(init), bound(limit), bound(step), s.stride(step))
	if impact == Effects {
		return Loop{Impact: Effects, Terminates: true}
	}
	init, limit, step = asBound(init, Float), asBound(limit, Number), asBound(step, Float)
	var l Loop
	switch {
	case (init.types|step.types)&Float == 0:
		l = s.integerLoop(init, limit, step)
	case init.types&step.types&Integer == 0:
		l = s.floatLoop(init, limit, step)
	default:
		n := s.own(Of(Number))
		l = Loop{Var: n, Init: n, Limit: n, Step: n, Enters: Sometimes, Iterations: -1}
	}
	l.Impact = impact
	return l
}

// bound returns the Impact of using v for a bound: there is no metamethod for that.
func bound(v Value) Impact {
	switch {
	case v.types&^Number == 0:
		return None
	case v.MayBe(Number | String):
		return Operators
	}
	return Effects
}

// stride returns the Impact of using v for a step, a number, which must not be zero in some
// dialects.
func (s semantics) stride(v Value) Impact {
	switch {
	case !s.has(coercing) || v.types&^Number != 0:
		return None
	case v.is == anyOf:
		return Operators
	case v.asFloat() == 0:
		return Effects
	}
	return None
}

// asBound returns what FORPREP takes v for if it raises no error, strings being numbers
// of the types text.
func asBound(v Value, text Types) Value {
	if v.types&^Number == 0 {
		return v
	}
	t := v.types & Number
	if v.types&String != 0 {
		t |= text
	}
	return Value{types: t}
}

func (s semantics) integerLoop(init, limit, step Value) Loop {
	n := Value{types: Integer}
	l := Loop{Var: n, Init: n, Limit: n, Step: step, Enters: Sometimes, Iterations: -1}
	wraps := !s.has(coercing)
	if limit.is == anyOf || step.is == anyOf {
		l.Terminates = !wraps
		return l
	}
	by := int64(step.n)
	to, stop := forLimit(limit, by)
	l.Limit = OfInt(to)
	if stop {
		init = OfInt(0)
	}
	if init.is == anyOf {
		l.Terminates = !wraps || by != 0 && hasRoom(to, by)
		return l
	}
	l.countIntegers(int64(init.n), to, by, wraps)
	return l
}

// forLimit returns an integer that bounds a loop over integers as the limit does. stop:
// it does so for a loop that begins at 0, as the loop then does.
func forLimit(limit Value, step int64) (to int64, stop bool) {
	if limit.is == theInt {
		return int64(limit.n), false
	}
	f := limit.asFloat()
	rounded := math.Floor(f)
	if step < 0 {
		rounded = math.Ceil(f)
	}
	if i, ok := bc.FloatToInt(rounded); ok {
		return i, false
	}
	if f > 0 {
		return math.MaxInt64, step < 0
	}
	return math.MinInt64, step >= 0
}

// hasRoom reports whether one more step from i does not wrap.
func hasRoom(i, step int64) bool {
	if step < 0 {
		return i >= math.MinInt64-step
	}
	return i <= math.MaxInt64-step
}

// countIntegers finds how often the loop runs from a known beginning.
func (l *Loop) countIntegers(from, to, step int64, wraps bool) {
	down := step <= 0 // the reference asks for `0 < step`
	switch {
	case !down && from > to, down && from < to:
		l.isEmpty()
		return
	case step == 0:
		l.Enters, l.Var = Always, OfInt(from)
		return
	}
	l.Enters = Always
	distance, stride := uint64(to-from), uint64(step)
	if down {
		distance, stride = -distance, -stride
	}
	steps := distance / stride
	last := from + int64(steps)*step
	if wraps && !hasRoom(last, step) {
		return
	}
	l.Terminates = true
	if steps < math.MaxInt64 {
		l.Iterations = int64(steps) + 1
	}
	if steps == 0 {
		l.Var = OfInt(from)
	}
}

func (l *Loop) isEmpty() {
	l.Var, l.Enters, l.Terminates, l.Iterations = Bottom, Never, true, 0
}

func (s semantics) floatLoop(init, limit, step Value) Loop {
	n := Value{types: Float}
	l := Loop{Var: n, Init: n, Limit: limit.toFloat(), Step: step.toFloat(), Enters: Sometimes, Iterations: -1}
	if init.is == anyOf || limit.is == anyOf || step.is == anyOf {
		return l
	}
	from, by := init.asFloat(), step.asFloat()
	if !s.has(coercing | syntax.LuaJIT) {
		from = (from - by) + by // FORPREP and FORLOOP, each of which may round
	}
	if by == 0 && s.has(syntax.LuaJIT) {
		return l // it looks at the sign of the zero, which strings may lose
	}
	l.countFloats(from, limit.asFloat(), by)
	return l
}

// toFloat returns a number as a float.
func (v Value) toFloat() Value {
	if v.is == anyOf {
		return Value{types: Float}
	}
	return OfFloat(v.asFloat())
}

// countFloats finds how often the loop runs by trying, up to a bound. Beyond that the
// loop ends if each step goes on to another number.
func (l *Loop) countFloats(from, to, step float64) {
	const most = 256
	x := from
	within := func() bool { return 0 < step && x <= to || !(0 < step) && to <= x }
	if !within() {
		l.isEmpty()
		return
	}
	l.Enters = Always
	first := x
	for n := int64(1); n <= most; n++ {
		before := x
		if x += step; x == before {
			if n == 1 {
				l.Var = OfFloat(x)
			}
			return
		}
		if !within() {
			l.Terminates, l.Iterations = true, n
			if n == 1 {
				l.Var = OfFloat(first)
			}
			return
		}
	}
	greatest := max(math.Abs(x), math.Abs(to))
	l.Terminates = math.Abs(step) >= math.Nextafter(greatest, math.Inf(1))-greatest
}
