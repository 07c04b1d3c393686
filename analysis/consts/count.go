package consts

import (
	"math"
	"slices"

	"luaflow/analysis/effect"
	"luaflow/analysis/ssa"
	"luaflow/analysis/value"
	"luaflow/compile/bytecode"
)

// This file finds numbers that are no NaN in any dialect because of how they are counted. NaN is no
// key: `t[i] = x` raises an error if i is one. In
//
//	local n = 0
//	for i = 1, #list do
//	  n = n + 1
//	  t[n], u[i] = list[i], true
//	end
//
// neither n nor i ever is. The argument is by induction over the turns: 0 is a number, and to add a
// finite constant to a number or an infinity gives no NaN.

// isCount reports whether what the instruction at pc reads in a register is the variable
// of a numeric for loop, which ends when it would be NaN, a length, or a constant, or
// computed from such by adding and subtracting constants; provided that it is a number.
func (w *propagator) isCount(pc, reg int) bool {
	for _, v := range w.s.Uses(pc) {
		if v >= 0 && int(w.s.Values[v].Reg) == reg {
			return w.counts(v, nil)
		}
	}
	return false
}

// maxCounted bounds how many values are looked at for one key.
const maxCounted = 16

// counts reports of a value what isCount does of a register; visited lists the values on the way to
// it. One that is met again counts: it is what the induction is about. So the search ends, at most
// maxCounted values deep.
func (w *propagator) counts(v ssa.ValueID, visited []ssa.ValueID) bool {
	switch {
	case v < 0 || len(visited) == maxCounted:
		return false
	case slices.Contains(visited, v):
		return true
	}
	visited = append(visited, v)
	def := &w.s.Values[v]
	if def.Kind == ssa.PhiValue {
		return !slices.ContainsFunc(w.s.PhiArgs(v), func(arg ssa.ValueID) bool { return !w.counts(arg, visited) })
	}
	if def.Kind != ssa.DefValue && def.Kind != ssa.EdgeValue {
		return false
	}
	pc := int(def.PC)
	i := w.f.Proto.Code[pc]
	if k, ok := effect.Literal(w.f.Proto, pc); ok {
		return isFinite(k)
	}
	switch i.Op() {
	case bytecode.FORLOOP:
		return true
	case bytecode.MOVE:
		return w.counts(w.s.Uses(pc)[0], visited)
	case bytecode.LEN:
		return w.value(v).Is(value.Integer)
	case bytecode.ADD, bytecode.SUB:
		constants := 0
		for _, rk := range []int{i.B(), i.C()} {
			if bytecode.IsK(rk) && isFinite(w.f.Proto.Constants[bytecode.KIndex(rk)]) {
				constants++
			}
		}
		uses := w.s.Uses(pc)
		return constants == 1 && len(uses) == 1 && w.counts(uses[0], visited)
	}
	return false
}

// isFinite reports whether a constant is a number that is neither infinite nor NaN.
func isFinite(k bytecode.Constant) bool {
	switch k.Kind {
	case bytecode.KInt:
		return true
	case bytecode.KFloat:
		return !math.IsInf(k.Float(), 0) && !math.IsNaN(k.Float())
	}
	return false
}
