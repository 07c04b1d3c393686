package certainerror

import (
	"slices"

	"luaflow/analysis"
	"luaflow/analysis/consts"
	"luaflow/analysis/effect"
	"luaflow/analysis/guards"
	"luaflow/analysis/ssa"
	"luaflow/analysis/value"
	"luaflow/compile/bytecode"
	"luaflow/compile/resolve"
	"luaflow/compile/syntax"
)

// What is found out about candidates on the way through a function.

// reporter looks at one function after the other.
type reporter struct {
	*analysis.FuncPass
	constants   *consts.Constants
	walker      guards.Walker
	forms       *ssa.Forms
	changed     metatables
	switchedOff map[resolve.BindingID]bool // variables that get a value in code that is never executed; nil until somebody asks
	form        *ssa.Form
	closed      map[int]*syntax.Name // by pc: a variable to be closed that gets a value there which cannot be
	candidates  []int                // pcs, ascending
	room        []value.Value        // of operands
	faults      []fault              // in the order in which the walk comes to them
}

// fault is an instruction that always raises an error.
type fault struct {
	pc       int
	operands []operand
	missing  int          // how many arguments string.format lacks; else 0
	closed   *syntax.Name // the variable that cannot be closed, nil for other faults
}

// operand is a value that an instruction works on.
type operand struct {
	is value.Value
	v  ssa.ValueID       // NoValue for constants of the code, and upvalues
	by []guards.Evidence // what tests tell
}

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

// plainTable stands for a table without a metatable.
var plainTable = value.OfTable(0)

// maxFollowed is how many uses of a table are looked at.
const maxFollowed = 64

// isFresh reports whether operand i of the instruction at pc is a table that the function has made and handed to nobody so far, so
// that it has no metatable.
func (r *reporter) isFresh(pc, i int) bool {
	if r.form.UseByClosure(pc, i) {
		return false
	}
	made := r.original(r.form.Uses(pc)[i])
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
