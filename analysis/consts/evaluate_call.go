package consts

import (
	"luaflow/analysis/effect"
	"luaflow/analysis/tables"
	"luaflow/analysis/value"
	"luaflow/compile/bytecode"
)

// Calls: of standard functions, of known functions of the program, and of all
// others. A function is known if the callee can be one function only; a closure of it is as good as
// any other, since what is known of a function holds for all of its calls (context-insensitive).
// Arguments do not flow into parameters, which may hold anything.

// evaluateCall evaluates CALL, TAILCALL and TFORCALL. The results of a known function are those that it
// is known to return by now; until there is one, control does not come past the call. The Impact
// of the call is that of the function, which is known when all is (see summarize).
func (w *propagator) evaluateCall(pc int, i bytecode.Instruction) successors {
	callee := w.use(pc, 0)
	if name := callee.Name(); name != 0 {
		return w.callName(pc, i, name)
	}
	g, ok := callee.Function()
	if !ok {
		w.setImpact(pc, value.Effects)
		if w.objects.Touch(w.f, pc).How != 0 {
			w.touchCall(pc)
		}
		return w.results(pc, [3]value.Value{value.Unknown, value.Unknown, value.Unknown})
	}
	w.wait(&w.waiting[g], pc)
	w.setImpact(pc, unresolved)
	if !w.funcs[g].returns {
		return stays
	}
	return w.results(pc, [3]value.Value{w.funcs[g].result, value.Unknown, value.Unknown})
}

// callName evaluates a call of a standard function, as the pool knows what that makes of such arguments.
// Of an open list the arguments before the last are known, and that there may be more. One that never
// returns, such as `error`, ends the block.
func (w *propagator) callName(pc int, i bytecode.Instruction, name value.Name) successors {
	args, open := w.uses(pc, 1), effect.TakesOpen(i)
	if open {
		args = args[:len(args)-1]
	}
	out := w.pool.Call(name, args, open)
	w.setImpact(pc, out.Impact)
	if !out.Returns {
		w.setImpact(pc, value.Effects)
		return stays
	}
	w.touchCall(pc)
	if table := w.names.RequiredBy(w.f, pc); table != 0 {
		return w.results(pc, [3]value.Value{w.pool.OfName(table), value.Unknown, value.Unknown})
	}
	return w.results(pc, [3]value.Value{out.Result(0), out.Result(1), out.Result(2)})
}

// touchCall applies what a call does with the fields of an object: it may write anything to those that
// its Touch names.
func (w *propagator) touchCall(pc int) {
	if t := w.objects.Touch(w.f, pc); t.How&tables.WritesSlot != 0 {
		w.setField(t, value.Unknown)
	}
}

// callLarge gives the function in work, which is too large to be followed, the effects of all
// that it might do.
func (w *propagator) callLarge() {
	f := w.f
	w.state.writes = true
	w.returnFrom(f.Number, value.Unknown)
	for pc, i := range f.Proto.Code {
		if child := effect.Closure(i); child >= 0 && f.Graph.Reachable(pc) {
			w.call(f.Child(child).Number)
		}
	}
}
