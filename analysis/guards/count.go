package guards

import (
	"luaflow/analysis/effect"
	"luaflow/analysis/ssa"
	"luaflow/analysis/value"
)

// The ranges of the variables of numeric loops: from the first value to the limit, where these are constants.

// maxStep is the greatest step with which no loop that a program could finish comes past the greatest integer, and round to the
// least.
const maxStep = 1 << 10

// counted returns the bounds of v if that is what a numeric loop gives its variable, and the instruction that prepares the loop; not
// ok if it is something else, or nothing bounds it.
func (w *Walker) counted(v ssa.ValueID) (b Bounds, prepare int, ok bool) {
	d := &w.form.Values[v]
	if d.Kind != ssa.EdgeValue || effect.ConditionOf(w.f.Proto.Code[d.PC]) != effect.Count {
		return b, 0, false
	}
	prepare = effect.LoopPreparation(w.f.Proto, int(d.PC))
	ends := w.form.Uses(prepare)
	if len(ends) != 3 || !w.Constants.Value(w.f, v).Is(value.Number) {
		return b, 0, false
	}
	var bound [3]float64
	var isKnown [3]bool
	for i := range ends {
		bound[i], isKnown[i] = numberOf(w.Constants.Operand(w.f, prepare, i))
	}
	step := bound[2]
	if !isKnown[2] || step == 0 || step > maxStep || step < -maxStep || !isKnown[0] && !isKnown[1] {
		return b, 0, false
	}
	low, high := 0, 1
	if step < 0 {
		low, high = 1, 0
	}
	b = allNumbers
	b.NaN = false // which is never within the limit
	if isKnown[low] {
		b = b.above(bound[low], false)
	}
	if isKnown[high] {
		b = b.below(bound[high], false)
	}
	return b, prepare, true
}
