package nilindex

import (
	"luaflow/analysis"
	"luaflow/analysis/calls"
	"luaflow/analysis/consts"
	"luaflow/analysis/effect"
	"luaflow/analysis/globals"
	"luaflow/analysis/guards"
	"luaflow/analysis/modules"
	"luaflow/analysis/ssa"
	"luaflow/analysis/value"
	"luaflow/compile/resolve"
	"luaflow/compile/syntax"
)

// Uses that must not find nil.

// reporter looks at one function after the other.
type reporter struct {
	*analysis.FuncPass
	constants *consts.Constants
	calls     *calls.Calls
	walker    guards.Walker
	paths     *guards.Paths
	opens     bool // the file may call `io.open`
	// elsewhere is, by instruction, the functions of other files that are called and return nil, and a reason.
	elsewhere map[int]*modules.Callee
	form      *ssa.Form
	operands  []value.Value
	uses      []use // those in the function that may find nil
	// raising holds the names of the global functions that the file defines and that never return; nil until somebody asks.
	raising map[string]bool
}

// use is an instruction with an operand that must not be nil.
type use struct {
	pc, operand int
	// because is the call that gives nil, or the test that comes too late.
	because int
	isTest  bool // because is a test
	isOpen  bool // nothing on the way excludes that it is nil
}

// needsValue returns which operand of the instruction at pc the value v is, if that raises an error should v be nil; -1 if it is
// none, or need not.
func (r *reporter) needsValue(pc int, v ssa.ValueID) int {
	switch effect.ReferenceOf(r.Flow.Proto.Code[pc]) {
	case effect.ReadsField, effect.WritesField, effect.Measures, effect.Calls:
		if r.form.Uses(pc)[0] == v && !r.form.UseByClosure(pc, 0) {
			return 0
		}
	case effect.Operates:
		return r.operand(pc, v)
	}
	return -1
}

// operand does what needsValue does, for an operator. The other operands must have no metamethod that could take nil.
func (r *reporter) operand(pc int, v ssa.ValueID) int {
	at, next := -1, 0
	r.operands = r.operands[:0]
	var room [8]effect.Operand
	for _, o := range effect.Operands(r.Flow.Proto, pc, room[:0]) {
		switch {
		case o.IsConstant():
			r.operands = append(r.operands, r.constants.Pool().OfConstant(r.Flow.Proto.Constants[o.Index()]))
			continue
		case r.form.Uses(pc)[next] == v && !r.form.UseByClosure(pc, next):
			at = next
			r.operands = append(r.operands, value.Of(value.Nil))
		default:
			r.operands = append(r.operands, r.constants.Operand(r.Flow, pc, next))
		}
		next++
	}
	isChain := effect.Concatenates(r.Flow.Proto.Code[pc]) && len(r.operands) > 2 // of which the text of one pair is known
	if at < 0 || isChain || !r.constants.Pool().Raises(r.Flow.Proto.Code[pc].Op(), r.operands...) {
		return -1
	}
	return at
}

// neverReturns reports whether the instruction at pc calls a global function that never returns, as the file defines it. Other code may
// replace it, most likely by one that does not either.
func (r *reporter) neverReturns(pc int) bool {
	if effect.ReferenceOf(r.Flow.Proto.Code[pc]) != effect.Calls {
		return false
	}
	if r.raising == nil {
		r.raising = map[string]bool{}
		r.findRaising()
	}
	return r.raising[globals.CalleePath(r.Facts.Code, r.Flow, pc)]
}

// findRaising fills raising.
func (r *reporter) findRaising() {
	returns := map[string]bool{}
	for _, s := range r.Unit.Tree.Stats {
		fn, ok := s.(*syntax.FunctionStat)
		if !ok {
			continue
		}
		name, ok := fn.Target.(*syntax.Name)
		if !ok || r.Unit.Res.Refs[name.ID].Kind != resolve.ToGlobal {
			continue
		}
		text := r.Unit.Tree.Str(name.Sym)
		returns[text] = returns[text] || r.Facts.Code.Funcs[fn.Func.ID].IsLarge
		for range calls.Returns(&r.Facts.Code.Funcs[fn.Func.ID], r.constants) {
			returns[text] = true
		}
		r.raising[text] = !returns[text]
	}
}
