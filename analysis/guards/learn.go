package guards

import (
	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
	"luaflow/analysis/ssa"
	"luaflow/analysis/value"
	"luaflow/compile/bytecode"
)

// What branches and instructions tell of values.

// side is one of two values that are compared.
type side struct {
	v     ssa.ValueID // NoValue for a constant of the code, and for what a closure may have written
	known Known
	by    []Evidence
}

// compared returns the two sides of the comparison at pc.
func (w *Walker) compared(pc int) (x, y side) {
	var room [2]effect.Operand
	sides, next := [2]side{}, 0
	for k, o := range effect.Operands(w.f.Proto, pc, room[:0]) {
		s := &sides[k]
		s.v = ssa.NoValue
		if o.IsConstant() {
			s.known = isOf(w.Constants.Pool().OfConstant(w.f.Proto.Constants[o.Index()]))
			continue
		}
		if s.known, s.by = w.operand(pc, next); !w.form.UseByClosure(pc, next) {
			s.v = w.form.Uses(pc)[next]
		}
		next++
	}
	return sides[0], sides[1]
}

// take takes up what the edge number k of a block tells, and reports whether control may go over it.
func (w *Walker) take(from cfg.BlockID, k int) bool {
	if !w.Constants.EdgeExecutable(w.f, from, k) {
		return false
	}
	if len(w.f.Graph.Succs(from)) < 2 {
		return true
	}
	pc := w.f.Graph.Last(from)
	i := w.f.Proto.Code[pc]
	if k == 0 && effect.EdgeCopy(i) >= 0 && !w.form.UseByClosure(pc, 0) {
		w.copied(w.form.First(pc), w.form.Uses(pc)[0])
	}
	if !w.asksFollowed(pc) {
		return true
	}
	holds := effect.Holds(i) == (k == 0)
	by := w.found(pc, Tested, k)
	switch effect.ConditionOf(i) {
	case effect.Truth:
		if w.form.UseByClosure(pc, 0) {
			return true
		}
		return w.isTrue(w.form.Uses(pc)[0], holds, by)
	case effect.Comparison:
		x, y := w.compared(pc)
		if effect.ReferenceOf(i) == effect.Compares {
			if !w.isEqual(&x, &y, holds, by) || !w.isEqual(&y, &x, holds, by) {
				return false
			}
			w.pair(&x, &y, holds, by)
			return true
		}
		return w.isLess(i, &x, &y, holds, by)
	}
	return true
}

// copied notes that a value is a copy of another one.
func (w *Walker) copied(v, of ssa.ValueID) {
	if v >= 0 {
		w.roots[v], w.fragile[v] = w.roots[of], w.fragile[of]
	}
}

// narrow notes that less is known to be possible of v, by some evidence, and reports whether anything is. That holds unless a
// metamethod gives something else if it does so of v itself, or if unless says so.
func (w *Walker) narrow(v ssa.ValueID, by []Evidence, unless bool, how func(*Known)) bool {
	k, old := w.known(v)
	before := k
	how(&k)
	if k == before {
		return !k.isNone()
	}
	if len(old) > 0 && old[0].Way == Counted {
		by = both(old, by) // what the loop says of it stays
	}
	k.UnlessMetamethod = before.UnlessMetamethod || w.fragile[v] || unless
	w.push(entry{root: w.roots[v], known: k, by: by})
	return !k.isNone() && w.spread(w.roots[v], &k, by)
}

// isTrue notes that v counts as true, or as false, and what made it so.
func (w *Walker) isTrue(v ssa.ValueID, holds bool, by []Evidence) bool {
	if !w.narrow(v, by, false, func(k *Known) {
		if holds {
			k.Value = k.Value.Truthy()
		} else {
			k.Value = k.Value.Falsy()
		}
	}) {
		return false
	}
	if of := w.negated(v); of >= 0 {
		return w.isTrue(of, !holds, by)
	}
	return true
}

// negated returns the value of which v is the negation; NoValue if it is none.
func (w *Walker) negated(v ssa.ValueID) ssa.ValueID {
	d := &w.form.Values[w.roots[v]]
	if d.Kind != ssa.DefValue || !effect.Negates(w.f.Proto.Code[d.PC]) || w.form.UseByClosure(int(d.PC), 0) {
		return ssa.NoValue
	}
	return w.form.Uses(int(d.PC))[0]
}

// isEqual notes of x that it equals y, or does not.
func (w *Walker) isEqual(x, y *side, holds bool, by []Evidence) bool {
	if x.v < 0 {
		return true
	}
	if types, of := w.kindOf(x, y); of >= 0 {
		if !w.isOfKind(of, types, holds, by) {
			return false
		}
	}
	if holds {
		return w.narrow(x.v, by, y.known.UnlessMetamethod, func(k *Known) { k.equal(&y.known, w.HasCData) })
	}
	if !isConstant(y.known.Value) {
		return true
	}
	return w.narrow(x.v, by, y.known.UnlessMetamethod, func(k *Known) { k.differ(y.known.Value) })
}

// differ narrows k to what does not equal a constant.
func (k *Known) differ(constant value.Value) {
	switch {
	case constant.Is(value.Nil | value.Boolean):
		k.Value = k.Value.Only(value.Any &^ constant.Types())
		if constant.Is(value.Nil) {
			k.Not = constant // nor is it C data that equals nil
		}
	case k.Value == constant && constant.Is(value.String):
		k.Value = value.Bottom
	case k.Not.IsBottom(), constant.Is(value.String) && !k.Not.Is(value.Nil):
		k.Not = constant // one is kept: nil, else the last string
	}
}

// isLess notes of both sides of `<` or `<=` in which order they are: that the comparison ends says that they are
// numbers, if one of them is, or that a metamethod was called.
func (w *Walker) isLess(i bytecode.Instruction, x, y *side, holds bool, by []Evidence) bool {
	const ordered = value.Number | value.Table | value.Other
	with := func(s, other *side, isLow bool) bool {
		if s.v < 0 || !other.known.Value.Is(value.Number) {
			return true
		}
		b := other.known.Bounds
		return w.narrow(s.v, by, other.known.UnlessMetamethod, func(k *Known) {
			k.Value = k.Value.Only(ordered)
			switch {
			case b.NaN && !holds:
				// that it is neither less nor greater says nothing
			case holds && isLow:
				k.Bounds = k.Bounds.below(b.High, b.HighOpen || !effect.HoldsForEqual(i))
			case holds:
				k.Bounds = k.Bounds.above(b.Low, b.LowOpen || !effect.HoldsForEqual(i))
			case isLow:
				nan := k.Bounds.NaN
				k.Bounds = k.Bounds.above(b.Low, b.LowOpen || effect.HoldsForEqual(i))
				k.Bounds.NaN = nan
			default:
				nan := k.Bounds.NaN
				k.Bounds = k.Bounds.below(b.High, b.HighOpen || effect.HoldsForEqual(i))
				k.Bounds.NaN = nan
			}
		})
	}
	return with(x, y, true) && with(y, x, false)
}

// kindOf returns the types that y names, and the value whose type x is, where x is what `type` or `math.type` gives for it; NoValue if
// it is something else, or y is no such name.
func (w *Walker) kindOf(x, y *side) (types value.Types, of ssa.ValueID) {
	if x.v < 0 {
		return 0, ssa.NoValue
	}
	word, ok := w.Constants.Pool().Text(y.known.Value)
	if !ok {
		return 0, ssa.NoValue
	}
	of = w.typed(w.roots[x.v])
	if of < 0 {
		return 0, ssa.NoValue
	}
	if w.isCallOf(int(w.form.Values[w.roots[x.v]].PC), nameOfMathType) {
		types, ok = mathTypes[word]
	} else {
		types, ok = value.TypesNamed(word)
	}
	if !ok {
		return 0, ssa.NoValue
	}
	return types, of
}

// nameOfType and nameOfMathType are those of the functions that give types, and mathTypes is what the second one calls them.
var (
	nameOfType     = value.Global("type")
	nameOfMathType = value.Global("math").Field("type")
	mathTypes      = map[string]value.Types{"integer": value.Integer, "float": value.Float}
)

// typed returns the value of which v is the type, as `type` or `math.type` gives it; NoValue if it is something else.
func (w *Walker) typed(v ssa.ValueID) ssa.ValueID {
	d := &w.form.Values[v]
	if d.Kind != ssa.DefValue {
		return ssa.NoValue
	}
	pc := int(d.PC)
	if first, _ := w.form.Defs(pc); first != v || effect.ReferenceOf(w.f.Proto.Code[pc]) != effect.Calls || !w.isCallOf(pc, nameOfType) && !w.isCallOf(pc, nameOfMathType) {
		return ssa.NoValue
	}
	uses := w.form.Uses(pc)
	if len(uses) != 2 || w.form.UseByClosure(pc, 1) || effect.IsOpen(w.f.Proto.Code[pc]) || effect.TakesOpen(w.f.Proto.Code[pc]) {
		return ssa.NoValue
	}
	return uses[1]
}

// isOfKind notes that v is of some types, or is not.
func (w *Walker) isOfKind(v ssa.ValueID, types value.Types, holds bool, by []Evidence) bool {
	if !holds {
		types = value.Any &^ (types &^ value.Other)
	}
	return w.narrow(v, by, false, func(k *Known) { k.Value = k.Value.Only(types) })
}

// kindEquals returns how a comparison of what `type` or `math.type` gives with a word comes out, as outcome does.
func (w *Walker) kindEquals(x, y *side) (truth value.Truth, by []Evidence, unless bool) {
	types, of := w.kindOf(x, y)
	if of < 0 {
		if types, of = w.kindOf(y, x); of < 0 {
			return value.Sometimes, nil, false
		}
	}
	k, by := w.known(of)
	switch {
	case k.isNone():
		return 0, nil, false
	case !k.Value.MayBe(types):
		return value.Never, by, k.UnlessMetamethod
	case k.Value.Is(types) && types&value.Other == 0:
		return value.Always, by, k.UnlessMetamethod
	}
	return value.Sometimes, nil, false
}

// after takes up what is known after the instruction at pc has been executed, which did not raise an error.
func (w *Walker) after(pc int) {
	switch effect.ReferenceOf(w.f.Proto.Code[pc]) {
	case effect.Copies:
		if !w.form.UseByClosure(pc, 0) {
			w.copied(w.form.First(pc), w.form.Uses(pc)[0])
		}
		return
	case effect.Forgets, effect.Operates:
		return
	case effect.ReadsField, effect.Measures:
		w.survives(pc, 0, value.String|value.Table|value.Other)
	case effect.WritesField:
		w.survives(pc, 0, value.Table|value.Other)
	case effect.Calls, effect.Iterates:
		w.called(pc)
	}
	if w.memory.isRead {
		w.memory.access(w, pc)
	}
}

// survives notes that operand i of the instruction at pc is of the types for which that raises no error: all values of
// the other types have no metatable, or none with what it asks for.
func (w *Walker) survives(pc, i int, types value.Types) {
	if w.ByUse && w.isFollowed(w.form.Uses(pc)[i]) && !w.form.UseByClosure(pc, i) {
		w.narrow(w.form.Uses(pc)[i], w.found(pc, Used, 0), false, func(k *Known) { k.Value = k.Value.Only(types) })
	}
}

// nameOfAssert is that of the function `assert`.
var nameOfAssert = value.Global("assert")

// isCallOf reports whether the instruction at pc calls a standard function.
func (w *Walker) isCallOf(pc int, name value.Name) bool {
	return !w.form.UseByClosure(pc, 0) && w.Constants.Value(w.f, w.form.Uses(pc)[0]).Name() == name
}

// called takes up what a call that has returned tells: what was called can be, and `assert` returns only for what is true.
func (w *Walker) called(pc int) {
	w.survives(pc, 0, value.Function|value.Table|value.Other)
	uses := w.form.Uses(pc)
	if len(uses) > 1 && w.isCallOf(pc, nameOfAssert) && !w.form.UseByClosure(pc, 1) {
		by := w.found(pc, Asserted, 0)
		w.isTrue(uses[1], true, by)
		if v, n := w.form.Defs(pc); n > 0 && w.roots[v] == v {
			w.copied(v, uses[1])
		}
	}
}
