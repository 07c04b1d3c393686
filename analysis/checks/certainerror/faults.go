package certainerror

import (
	"slices"

	"luaflow/analysis/effect"
	"luaflow/analysis/ssa"
	"luaflow/analysis/value"
)

// What is found out about candidates on the way through a function.

// arrive looks at the instruction at pc, if it is a candidate to which control may come.
func (r *reporter) arrive(pc int) {
	if _, ok := slices.BinarySearch(r.candidates, pc); !ok {
		return
	}
	if n := len(r.faults); n > 0 && r.comesAfter(r.faults[n-1].pc, pc) {
		return // control never comes here; the walk goes down the tree of dominators
	}
	switch f := (fault{pc: pc}); {
	case r.raises(pc, r.tested):
		f.operands = r.operands(pc)
		r.faults = append(r.faults, f)
	case r.missing(pc) > 0:
		f.missing = r.missing(pc)
		r.faults = append(r.faults, f)
	case r.closed[pc] != nil:
		f.closed = r.closed[pc]
		r.faults = append(r.faults, f)
	}
}

// comesAfter reports whether control comes to the instruction at pc only over the one at another.
func (r *reporter) comesAfter(fault, pc int) bool {
	from, to := r.Flow.Graph.Block(fault), r.Flow.Graph.Block(pc)
	if from == to {
		return fault < pc
	}
	return r.Facts.Code.Dominators(r.Flow).Dominates(from, to)
}

// tested returns what the values of the file and tests on the way tell of operand i of the instruction at pc.
func (r *reporter) tested(pc, i int) (v value.Value, unlessMetamethod bool) {
	k := r.walker.Known(pc, i)
	if k.Value.Is(value.Table) && !k.Value.IsBottom() && r.isFresh(pc, i) {
		return plainTable, false
	}
	return k.Value, k.UnlessMetamethod
}

// maxFollowed is how many uses of a table are looked at.
const maxFollowed = 64

// isFresh reports whether operand i of the instruction at pc is a table that the function has made and handed to nobody so far, so
// that it has no metatable.
func (r *reporter) isFresh(pc, i int) bool {
	if r.form.UseByClosure(pc, i) {
		return false
	}
	made := r.form.Original(r.form.Uses(pc)[i])
	if d := &r.form.Values[made]; d.Kind != ssa.DefValue || effect.ReferenceOf(r.Flow.Proto.Code[d.PC]) != effect.Makes {
		return false
	}
	for values := []ssa.ValueID{made}; len(values) > 0; values = values[1:] {
		users := r.form.Users(values[0])
		if len(users) > maxFollowed || r.form.Observed(values[0]) {
			return false
		}
		for _, u := range users {
			at := u.PC()
			switch {
			case at >= 0 && effect.ReferenceOf(r.Flow.Proto.Code[at]) == effect.Copies && !r.comesAfter(pc, at):
				values = append(values, r.form.First(at))
			case at < 0 || at != pc && r.isHandedOver(at, values[0]) && !r.comesAfter(pc, at):
				return false
			}
		}
	}
	return true
}

// isHandedOver reports whether the instruction at pc, which uses v, may hand it to others, if v has no metatable, and the function
// goes on.
func (r *reporter) isHandedOver(pc int, v ssa.ValueID) bool {
	first := 0 // the operand from which on they may be handed over
	switch effect.ReferenceOf(r.Flow.Proto.Code[pc]) {
	case effect.Forgets, effect.Measures, effect.Compares, effect.Returns:
		return false
	case effect.ReadsField, effect.WritesField, effect.Fills, effect.Calls, effect.Iterates:
		first = 1
	case effect.Operates:
		for k, of := range r.form.Uses(pc) {
			if of != v && !r.constants.Operand(r.Flow, pc, k).Is(refused) {
				return true // which may have a metatable
			}
		}
		return false
	}
	return effect.FetchesMethod(r.Flow.Proto.Code[pc]) || slices.Contains(r.form.Uses(pc)[first:], v)
}

// operands returns the operands of the instruction at pc that raises has just looked at, with what tells it.
func (r *reporter) operands(pc int) []operand {
	list := make([]operand, len(r.room))
	for k, v := range r.room {
		list[k] = operand{is: v, v: ssa.NoValue}
	}
	i := r.Flow.Proto.Code[pc]
	set := func(k, use int) {
		if !r.form.UseByClosure(pc, use) {
			list[k].v, list[k].by = r.form.Uses(pc)[use], slices.Clone(r.walker.Evidence(pc, use))
		}
	}
	switch effect.ReferenceOf(i) {
	case effect.ReadsUpvalueField, effect.WritesUpvalueField:
	case effect.Operates:
		next := 0
		for k, o := range effect.Operands(r.Flow.Proto, pc, nil) {
			if !o.IsConstant() {
				set(k, next)
				next++
			}
		}
	default:
		for k := range list {
			set(k, k)
		}
	}
	return list
}
