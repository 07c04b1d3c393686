package certainerror

import (
	"slices"

	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
	"luaflow/analysis/ssa"
	"luaflow/analysis/value"
	"luaflow/compile/bytecode"
	"luaflow/compile/syntax"
)

// Instructions that may raise an error for certain: those to which values come that they refuse, and those that use a
// value where a test has found it nil. Most functions have none.

// findCandidates fills r.candidates, in ascending order.
func (r *reporter) findCandidates() {
	for v, known := range r.constants.Values(r.Flow) {
		if known.Is(value.Table) || known.Is(refused) {
			r.findUses(v, known)
		}
	}
	r.findInCode()
	r.findTested()
	r.findClosed()
	slices.Sort(r.candidates)
	r.candidates = slices.Compact(r.candidates)
}

// findUses notes the instructions that refuse a value, of which something is known.
func (r *reporter) findUses(v ssa.ValueID, known value.Value) {
	isTable := known.Is(value.Table)
	if isTable {
		known = plainTable
	}
	asksFormat := known.Name() == stringFormat
	isCallable := known.MayBe(value.Function) && !asksFormat
	isUsual := known.Is(value.Number) && known != value.OfInt(0) // for an operator; what the other operand is finds its faults
	isText := known.Is(value.String)                             // which can be concatenated, and computed with
	for _, u := range r.form.Users(v) {
		if u.PC() < 0 {
			return // phis come last
		}
		pc := int(u)
		switch effect.ReferenceOf(r.Flow.Proto.Code[pc]) {
		case effect.Calls, effect.Iterates:
			if isCallable || r.form.Uses(pc)[0] != v {
				continue
			}
		case effect.ReadsField, effect.WritesField, effect.Measures:
			if isTable || r.form.Uses(pc)[0] != v {
				continue
			}
		case effect.Operates:
			if isUsual || isText && effect.ConditionOf(r.Flow.Proto.Code[pc]) != effect.Comparison {
				continue
			}
		default:
			if isUsual || !effect.PreparesLoop(r.Flow.Proto.Code[pc]) {
				continue
			}
		}
		if isTable || r.raises(pc, r.known) || asksFormat && r.missing(pc) > 0 {
			r.candidates = append(r.candidates, pc)
		}
	}
}

// known returns what the values of the file tell of operand i of the instruction at pc.
func (r *reporter) known(pc, i int) (v value.Value, unlessMetamethod bool) {
	return r.constants.Operand(r.Flow, pc, i), false
}

// findInCode notes the instructions whose operands are no values of the function: constants, and upvalues.
func (r *reporter) findInCode() {
	refusesUpvalue := false
	for i := range r.Flow.Proto.Upvalues {
		v := r.constants.Upvalue(r.Flow, i)
		refusesUpvalue = refusesUpvalue || v.Is(refused) && !v.IsBottom()
	}
	if !refusesUpvalue && !r.Flow.Opcodes.HasAny(effect.BinaryOperators) {
		return
	}
	for pc, i := range r.Flow.Proto.Code {
		switch effect.ReferenceOf(i) {
		case effect.ReadsUpvalueField, effect.WritesUpvalueField:
			if refusesUpvalue && r.raises(pc, r.known) {
				r.candidates = append(r.candidates, pc)
			}
		case effect.Operates:
			if effect.BinaryOperators.Has(i) && (r.isUnusual(i.B()) || r.isUnusual(i.C()) || bytecode.IsK(i.B()) && bytecode.IsK(i.C())) && r.raises(pc, r.known) {
				r.candidates = append(r.candidates, pc)
			}
		}
	}
}

// isUnusual reports whether an operand is a constant that an operator may refuse, whatever the other operand is: 0, and what is no
// number.
func (r *reporter) isUnusual(rk int) bool {
	if !bytecode.IsK(rk) {
		return false
	}
	switch k := &r.Flow.Proto.Constants[bytecode.KIndex(rk)]; k.Kind {
	case bytecode.KInt:
		return k.Int() == 0
	case bytecode.KFloat:
		return false
	}
	return true
}

// maxUsers is how many uses after a test are looked at.
const maxUsers = 16

// findTested notes the instructions that would refuse nil and use a value where a test has found it nil, or false, or equal to a
// constant.
func (r *reporter) findTested() {
	g := &r.Flow.Graph
	for _, b := range g.Order {
		if len(g.Succs(b)) < 2 {
			continue
		}
		pc := g.Last(b)
		i := r.Flow.Proto.Code[pc]
		edge := 0
		switch condition := effect.ConditionOf(i); {
		case condition == effect.Truth && effect.Holds(i), condition == effect.Comparison && !effect.Holds(i):
			edge = 1
		case condition != effect.Truth && condition != effect.Comparison:
			continue
		}
		to := g.Succs(b)[edge]
		if len(g.Preds(to)) == 1 && len(r.form.Uses(pc)) == 1 && !r.form.UseByClosure(pc, 0) {
			r.findUsesIn(r.form.Uses(pc)[0], pc, to)
		}
	}
}

// findUsesIn notes the instructions that need v, after a test of it, in the block that it leads to or below that.
func (r *reporter) findUsesIn(v ssa.ValueID, test int, in cfg.BlockID) {
	users := r.form.Users(v)
	first, _ := slices.BinarySearchFunc(users, test+1, func(u ssa.User, pc int) int {
		if u < 0 {
			return 1
		}
		return int(u) - pc
	})
	for _, u := range users[first:min(first+maxUsers, len(users))] {
		pc := u.PC()
		if pc < 0 {
			return
		}
		if !r.isBelow(in, pc) {
			continue
		}
		used := v
		if effect.ReferenceOf(r.Flow.Proto.Code[pc]) == effect.Copies {
			used = r.form.First(pc)
			copies := r.form.Users(used)
			if len(copies) != 1 || copies[0].PC() < 0 {
				continue
			}
			pc = copies[0].PC()
		}
		if r.needs(pc, used) {
			r.candidates = append(r.candidates, pc)
		}
	}
}

// isBelow reports whether control comes to the instruction at pc only over a block.
func (r *reporter) isBelow(b cfg.BlockID, pc int) bool {
	at := r.Flow.Graph.Block(pc)
	return at == b || r.Flow.Graph.Rank(at) > r.Flow.Graph.Rank(b) && r.Facts.Code.Dominators(r.Flow).Dominates(b, at)
}

// needs reports whether the instruction at pc may refuse v.
func (r *reporter) needs(pc int, v ssa.ValueID) bool {
	switch i := r.Flow.Proto.Code[pc]; effect.ReferenceOf(i) {
	case effect.ReadsField, effect.WritesField, effect.Measures, effect.Calls, effect.Iterates:
		return r.form.Uses(pc)[0] == v
	case effect.Operates:
		return true
	default:
		return effect.PreparesLoop(i)
	}
}

// findClosed notes the declarations of variables whose values cannot be closed.
func (r *reporter) findClosed() {
	if len(r.Unit.Tree.Attribs) == 0 {
		return
	}
	r.closed = map[int]*syntax.Name{}
	for i := range r.Map.Stores {
		s := &r.Map.Stores[i]
		b := &r.Unit.Res.Bindings[s.Binding]
		if b.Attrib != syntax.Close || s.PCs.Empty() {
			continue
		}
		pc := int(s.PCs.End) - 1
		if v := r.form.Def(pc, int(s.Reg)); v >= 0 && cannotBeClosed(r.constants.Value(r.Flow, v)) {
			r.candidates, r.closed[pc] = append(r.candidates, pc), b.Decl
		}
	}
}

// cannotBeClosed reports whether all values of v have no metamethod `__close`, and are not those that need none.
func cannotBeClosed(v value.Value) bool {
	_, isPlain := v.Object()
	return isPlain || v.Is(value.True|value.Number|value.String|value.Function) && !v.IsBottom() && v.Name() == 0
}
