package guards

import (
	"luaflow/analysis/ssa"
	"luaflow/analysis/value"
)

// Values that a test has found equal: what is learned of one later holds of the other as well.
//
//	if x == y then
//	  if not y then return end
//	  print(x.name) -- x is no more nil than y is
//	end
//
// `==` calls a metamethod for two tables, or two userdata, alone. So equal values are of one type whatever metamethods do, and
// numbers, strings and booleans are one value; numbers that are equal are both no NaN.

// pair is two values that are equal where it is on the stack.
type pair struct {
	x, y ssa.ValueID // roots
	by   []Evidence
	at   int // length of the log in front of the entry that goes with it
}

// maxPairs bounds how many pairs are followed at a time.
const maxPairs = 16

// pair notes that the two sides of a comparison are equal, if that holds. On single paths it does not: there a value may be made
// again, and the other one not.
func (w *Walker) pair(x, y *side, holds bool, by []Evidence) {
	if !holds || x.v < 0 || y.v < 0 || w.onPaths || len(w.pairs) >= maxPairs || w.roots[x.v] == w.roots[y.v] {
		return
	}
	w.pairs = append(w.pairs, pair{w.roots[x.v], w.roots[y.v], by, len(w.log)})
	k, old := w.known(x.v) // again, so that to undo the entry is to undo the pair
	w.push(entry{root: w.roots[x.v], known: k, by: old})
}

// spread notes of the values that equal one of which something has been learned what that tells of them, and reports whether there
// is any value left that each may be.
func (w *Walker) spread(root ssa.ValueID, k *Known, by []Evidence) bool {
	for i := 0; i < len(w.pairs); i++ {
		p := &w.pairs[i]
		other := p.y
		switch root {
		case p.x:
		case p.y:
			other = p.x
		default:
			continue
		}
		if !w.narrow(other, both(p.by, by), k.UnlessMetamethod, func(of *Known) { of.equal(k, w.HasCData) }) {
			return false
		}
	}
	return true
}

// equal narrows k to what may equal y. Only values of one type are equal, but that C data may equal numbers and nil.
func (k *Known) equal(y *Known, hasCData bool) {
	types := y.Value.Types()
	if types&value.Number != 0 {
		types |= value.Number
	}
	if hasCData && types&(value.Number|value.Nil) != 0 {
		types |= value.Other
	}
	if types&value.Other != 0 && hasCData {
		types |= value.Number | value.Nil
	}
	k.Value = k.Value.Only(types)
	if y.Value.Is(value.Number) {
		k.Bounds = k.Bounds.above(y.Bounds.Low, y.Bounds.LowOpen).below(y.Bounds.High, y.Bounds.HighOpen)
		return
	}
	if y.Value.Is(value.String) && k.Value.Is(value.String) {
		k.Value = meet(k.Value, y.Value)
	}
	if hasCData {
		return
	}
	switch y.Value.Truth() {
	case value.Always:
		k.Value = k.Value.Truthy()
	case value.Never:
		k.Value = k.Value.Falsy()
	}
	if k.Not.IsBottom() && isConstant(y.Not) {
		k.Not = y.Not
	}
}
