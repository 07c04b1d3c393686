package witness

import (
	"math"

	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
	"luaflow/analysis/value"
	"luaflow/analysis/waste"
	"luaflow/compile/bytecode"
)

// Comparisons that come out the same whatever their variables hold, because of what is written in them: a new table or
// function, NaN, or a length.

// Apart is such a comparison.
type Apart struct {
	Holds bool   // what the instruction asks is always so, rather than never
	Why   string // as a message says it
	// IsSlip: nobody writes this on purpose.
	IsSlip bool
	// UnlessMetamethod: a metamethod may say otherwise.
	UnlessMetamethod bool
}

// String returns why, as a message says it.
func (a *Apart) String() string {
	if a.UnlessMetamethod {
		return a.Why + ", unless a metamethod says otherwise"
	}
	return a.Why
}

// ApartAt returns what the comparison at pc, which may be executed, is of this kind; nil if it is another, or no comparison.
func ApartAt(p *waste.Parts, f *flow.Func, pc int) *Apart {
	form := p.Facts.Code.SSA(f)
	if form == nil || effect.ConditionOf(f.Proto.Code[pc]) != effect.Comparison {
		return nil
	}
	uses := form.Uses(pc)
	for i, v := range uses {
		by := writtenIn(p, f, form, pc, v)
		if by < 0 {
			continue
		}
		if effect.ReferenceOf(f.Proto.Code[by]) == effect.Measures {
			return lengthApart(p, f, pc, by)
		}
		if effect.ReferenceOf(f.Proto.Code[pc]) != effect.Compares {
			continue
		}
		other := value.Unknown
		if len(uses) == 2 {
			other = p.Facts.Constants().Operand(f, pc, 1-i)
		}
		if apart := neverEqual(p, f, by, other); apart != nil {
			return apart
		}
	}
	return nil
}

// writtenIn returns the instruction that makes a value, if it is written in the comparison at pc; else -1.
func writtenIn(p *waste.Parts, f *flow.Func, form *ssa.Form, pc int, v ssa.ValueID) int {
	if v < 0 || form.Values[v].Kind != ssa.DefValue {
		return -1
	}
	by := int(form.Values[v].PC)
	origins := p.Unit.Funcs[f.Number].Map.Origins
	if at := origins.At(by).Span(); at == origins.At(pc).Span() || !origins.At(pc).Span().Covers(at) {
		return -1
	}
	return by
}

// neverEqual returns why what the instruction at by makes equals nothing that it is compared with; nil if it may.
func neverEqual(p *waste.Parts, f *flow.Func, by int, other value.Value) *Apart {
	i := f.Proto.Code[by]
	switch {
	case effect.ReferenceOf(i) == effect.Makes:
		return &Apart{Why: "a new table equals no other value", UnlessMetamethod: other.MayBe(value.Table | value.Other)}
	case effect.Closure(i) >= 0:
		return &Apart{Why: "a new function equals no other value", IsSlip: true}
	case effect.ReferenceOf(i) == effect.Operates && isNaN(p, f, by):
		return &Apart{Why: "NaN equals nothing, itself included", IsSlip: true}
	}
	return nil
}

// isNaN reports whether the operator at pc computes NaN from constants. That its result is no constant does not say so: dialects disagree
// about the zero that -0.0 is, and libraries about how they round powers.
func isNaN(p *waste.Parts, f *flow.Func, pc int) bool {
	constants, pool := p.Facts.Constants(), p.Facts.Constants().Pool()
	use := 0
	var operands []float64
	for _, o := range effect.Operands(f.Proto, pc, nil) {
		var v value.Value
		if o.IsConstant() {
			v = pool.OfConstant(f.Proto.Constants[o.Index()])
		} else {
			v = constants.Operand(f, pc, use)
			use++
		}
		n, ok := numberOf(v)
		if !ok {
			return false
		}
		operands = append(operands, n)
	}
	made := constants.Value(f, p.Facts.Code.SSA(f).First(pc))
	if !made.Is(value.Float) || made.IsConstant() || made.IsBottom() {
		return false
	}
	if effect.OpcodesOf(f.Proto.Code[pc:pc+1])&effect.BitOperators != 0 { // of LuaJIT, where every number is a float
		return false
	}
	return math.IsNaN(bytecode.FloatArith(f.Proto.Code[pc].Op(), operands[0], operands[len(operands)-1]))
}

// lengthApart returns why a comparison of a length, which the instruction at by measures, with a constant comes out the same:
// no length is less than 0. nil if it may come out either way. Package guards knows that too, but follows no value that is tested
// once.
func lengthApart(p *waste.Parts, f *flow.Func, pc, by int) *Apart {
	operands := effect.Operands(f.Proto, pc, nil)
	isLeft := !operands[0].IsConstant()
	if isLeft != operands[1].IsConstant() {
		return nil
	}
	constant := operands[1]
	if !isLeft {
		constant = operands[0]
	}
	n, ok := numberOf(p.Facts.Constants().Pool().OfConstant(f.Proto.Constants[constant.Index()]))
	if !ok {
		return nil
	}
	i := f.Proto.Code[pc]
	isEqual, isZero := effect.ReferenceOf(i) == effect.Compares, n == 0
	apart := &Apart{Why: "a length is never less than 0", UnlessMetamethod: !p.Facts.Constants().Operand(f, by, 0).Is(value.String)}
	switch {
	case isEqual && n < 0, !isEqual && isLeft && (n < 0 || isZero && !effect.HoldsForEqual(i)):
		return apart
	case !isEqual && !isLeft && (n < 0 || isZero && effect.HoldsForEqual(i)):
		apart.Holds = true
		return apart
	}
	return nil
}

// numberOf returns the number that a value is; ok is false if it is none, or which is not known.
func numberOf(v value.Value) (n float64, ok bool) {
	if i, ok := v.Int(); ok {
		return float64(i), true
	}
	return v.Float()
}
