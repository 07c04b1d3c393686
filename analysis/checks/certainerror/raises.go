package certainerror

import (
	"slices"

	"luaflow/analysis/effect"
	"luaflow/analysis/value"
	"luaflow/compile/bytecode"
)

// Which instructions raise an error, by what is known of their operands.

// raises reports whether the instruction at pc always raises an error, by what is known of its operands, whatever metamethods
// there are. It leaves the operands in r.room.
func (r *reporter) raises(pc int, known func(pc, i int) (value.Value, bool)) bool {
	i := r.Flow.Proto.Code[pc]
	r.room = r.room[:0]
	uses := 0
	switch effect.ReferenceOf(i) {
	case effect.ReadsUpvalueField, effect.WritesUpvalueField:
		upvalue, _ := effect.Upvalue(i)
		r.room = append(r.room, r.constants.Upvalue(r.Flow, upvalue))
	case effect.Operates:
		return r.operates(pc, known)
	case effect.ReadsField, effect.WritesField, effect.Measures, effect.Calls, effect.Iterates:
		uses = 1
	default:
		if effect.PreparesLoop(i) {
			uses = len(r.form.Uses(pc))
		}
	}
	for k := range uses {
		v, unless := known(pc, k)
		if unless {
			return false
		}
		r.room = append(r.room, v)
	}
	return r.refuses(i)
}

// operates does what raises does, for an operator.
func (r *reporter) operates(pc int, known func(pc, i int) (value.Value, bool)) bool {
	var room [8]effect.Operand
	next := 0
	for _, o := range effect.Operands(r.Flow.Proto, pc, room[:0]) {
		if o.IsConstant() {
			r.room = append(r.room, r.constants.Pool().OfConstant(r.Flow.Proto.Constants[o.Index()]))
			continue
		}
		v, unless := known(pc, next)
		if unless {
			return false
		}
		r.room = append(r.room, v)
		next++
	}
	return r.refuses(r.Flow.Proto.Code[pc])
}

// refuses reports whether an instruction raises an error for the operands in r.room.
func (r *reporter) refuses(i bytecode.Instruction) bool {
	isText := func(v value.Value) bool { return v.MayBe(value.String) }
	return len(r.room) > 0 && r.constants.Pool().Raises(i.Op(), r.room...) && !(slices.ContainsFunc(r.room, isText) && r.isOverloaded(i))
}

// isOverloaded reports whether an instruction may do something else with strings than the manual says: people add to their
// metatable, most of all a `%` that formats, from other files as well.
func (r *reporter) isOverloaded(i bytecode.Instruction) bool {
	return r.metatables().strings ||
		effect.ReferenceOf(i) == effect.Operates && effect.ConditionOf(i) != effect.Comparison && !effect.Concatenates(i)
}

// missing returns how many arguments the call of string.format at pc lacks; 0 if it lacks none, or that is not known, or is
// another instruction.
func (r *reporter) missing(pc int) int {
	i := r.Flow.Proto.Code[pc]
	if effect.ReferenceOf(i) != effect.Calls || effect.TakesOpen(i) || r.constants.Operand(r.Flow, pc, 0).Name() != stringFormat {
		return 0
	}
	given := len(r.form.Uses(pc)) - 2
	if given < 0 {
		return 0
	}
	text, ok := r.constants.Pool().Text(r.constants.Operand(r.Flow, pc, 1))
	if !ok {
		return 0
	}
	wanted, ok := value.FormatArguments(text)
	if !ok {
		return 0
	}
	return max(wanted-given, 0)
}
