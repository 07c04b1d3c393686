package nilindex

import (
	"luaflow/analysis/effect"
	"luaflow/analysis/ssa"
	"luaflow/compile/syntax"
)

// Tests for nil that come after a use.

// findLateTests notes the uses of values without which control does not come to a test of the same value for nil, if the code
// that is for nil then leaves.
func (r *reporter) findLateTests() {
	g := &r.Flow.Graph
	for _, b := range g.Order {
		pc := g.Last(b)
		if len(g.Succs(b)) < 2 || !effect.TestsNil(r.Flow.Proto, pc) || len(r.form.Uses(pc)) != 1 || r.form.UseByClosure(pc, 0) {
			continue // a constant may be compared with nil
		}
		if use := r.useBefore(pc, r.form.Uses(pc)[0]); use.pc >= 0 && r.leaves(pc) {
			r.uses = append(r.uses, use)
		}
	}
}

// maxUsers is how many uses of a value are looked at before a test.
const maxUsers = 16

// useBefore returns the first use of v from which alone control comes to the test at pc; its pc is -1 if there is none, or
// if v was handed to something before the test, which may have changed what it stands for.
func (r *reporter) useBefore(test int, v ssa.ValueID) use {
	none := use{pc: -1}
	found := none
	for k, u := range r.form.Users(v) {
		pc := u.PC()
		if pc < 0 || pc >= test {
			break
		}
		used := v
		if effect.ReferenceOf(r.Flow.Proto.Code[pc]) == effect.Copies {
			pc, used = r.calledWith(pc)
		}
		switch {
		case k == maxUsers || pc < 0:
			return none
		case found.pc < 0 && r.needsValue(pc, used) >= 0 && r.constants.Executable(r.Flow, pc) && r.leadsTo(pc, test):
			found = use{pc: pc, operand: r.needsValue(pc, used), because: test, isTest: true}
		}
	}
	return found
}

// calledWith returns the call of the copy that the instruction at pc makes, and the copy; -1 if it is for something else.
func (r *reporter) calledWith(pc int) (call int, v ssa.ValueID) {
	v = r.form.First(pc)
	users := r.form.Users(v)
	if len(users) != 1 || users[0].PC() < 0 || r.needsValue(users[0].PC(), v) < 0 {
		return -1, v
	}
	return users[0].PC(), v
}

// leadsTo reports whether control comes to the instruction at pc only over the one at another, which stands before it.
func (r *reporter) leadsTo(over, pc int) bool {
	from, to := r.Flow.Graph.Block(over), r.Flow.Graph.Block(pc)
	return from == to || r.Facts.Code.Dominators(r.Flow).Dominates(from, to)
}

// leaves reports whether the test at pc is one of a local variable, by itself or with others, in an `if` which then leaves
// the block that it stands in.
func (r *reporter) leaves(pc int) bool {
	at := r.Map.Origins.At(pc).Span()
	id := r.Text.StatAround(at)
	if id == syntax.NoStat {
		return false
	}
	s, ok := r.Unit.Tree.Stats[id].(*syntax.If)
	if !ok {
		return false
	}
	clauses := s.Clauses()
	name, isNil := r.testedIn(clauses[0].Cond, pc)
	switch {
	case name == nil:
		return false
	case isNil:
		return r.isLeft(&clauses[0].Body)
	}
	return len(clauses) == 1 && s.Else() != nil && r.isLeft(s.Else())
}

// testedIn returns the name that the branch at pc tests in a condition, and whether the condition holds for nil rather than
// for all else; nil if it does neither.
func (r *reporter) testedIn(cond syntax.Expr, pc int) (name *syntax.Name, isNil bool) {
	at := r.Map.Origins.At(pc).Span()
	if or, ok := cond.(*syntax.Binary); ok && or.Op == syntax.Or {
		for _, operand := range [...]syntax.Expr{or.Y, or.X} {
			if name, isNil := r.testedIn(operand, pc); name != nil && isNil {
				return name, true
			}
		}
		return nil, false
	}
	name, isNil = nilTest(cond)
	if name == nil || !cond.Span().Covers(at) {
		return nil, false
	}
	return name, isNil
}

// nilTest returns the name that an expression tests, and whether it holds for nil; nil if it is no such test.
func nilTest(e syntax.Expr) (name *syntax.Name, isNil bool) {
	switch e := e.(type) {
	case *syntax.Name:
		return e, false
	case *syntax.Paren:
		return nilTest(e.X)
	case *syntax.Unary:
		if e.Op == syntax.Not {
			name, isNil = nilTest(e.X)
			return name, !isNil
		}
	case *syntax.Binary:
		name, ok := e.X.(*syntax.Name)
		word, isLiteral := e.Y.(*syntax.Literal)
		if ok && isLiteral && word.Kind == syntax.Nil && (e.Op == syntax.Eq || e.Op == syntax.Ne) {
			return name, e.Op == syntax.Eq
		}
	}
	return nil, false
}

// isLeft reports whether a block ends in a statement that leaves it for good.
func (r *reporter) isLeft(b *syntax.Block) bool {
	if len(b.Stats) == 0 {
		return false
	}
	last := b.Stats[len(b.Stats)-1]
	switch last.(type) {
	case *syntax.Return, *syntax.Break, *syntax.Goto, *syntax.Continue:
		return true
	}
	call, ok := syntax.CallIn(last).(*syntax.Call)
	if !ok {
		return false
	}
	name, ok := call.Fn.(*syntax.Name)
	return ok && r.Unit.Tree.Str(name.Sym) == "error"
}
