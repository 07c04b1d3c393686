// Package constantcondition reports conditions that always come out the same way
// because of what variables hold: what an `if`, `while` or `until` asks, the operands
// of `and` and `or`, and the bounds of a numeric loop.
//
// The facts are those of the code: a branch that is executed and never takes one of
// its edges (consts.Constants). Not all of them are worth a word. A constant that
// is written in the condition is meant so; a value of which only the type is known
// is asked for out of caution.
package constantcondition

import (
	"cmp"
	_ "embed"
	"slices"

	"luaflow/analysis"
	"luaflow/analysis/effect"
	"luaflow/analysis/fix/plan"
	"luaflow/analysis/ssa"
	"luaflow/analysis/textmap"
	"luaflow/analysis/witness"
	"luaflow/compile/syntax"
)

//go:embed doc.md
var doc string

// Check is constant-condition.
var Check = plan.Check{
	Plans: plans,
	Check: &analysis.Check{
		Code:      "constant-condition",
		Family:    "5",
		Title:     "a condition is always true or always false",
		Doc:       doc,
		Severity:  analysis.Hint,
		Uncovered: true,
		Mistake:   true,
		Topic:     witness.OfCondition,
		Func:      run,
	},
}

func run(p *analysis.Pass) func(*analysis.FuncPass) {
	known := p.Facts.Constants()
	if known == nil {
		return nil
	}
	r := &reporter{Constants: known, values: witness.OriginsIn(p.Waste), deciders: witness.DecidersIn(p.Waste)}
	return r.function
}

func (r *reporter) function(fp *analysis.FuncPass) {
	r.FuncPass, r.branches, r.next, r.assign, r.stat, r.not = fp, r.branches[:0], 0, nil, nil, negation{}
	r.decisions = r.deciders.Of(fp.Flow)
	for _, b := range fp.Flow.Graph.Order {
		if edge, ok := r.Decided(fp.Flow, b); ok {
			r.add(fp.Flow.Graph.Last(b), edge)
		} else if len(fp.Flow.Graph.Succs(b)) > 1 {
			r.addUndecided(fp.Flow.Graph.Last(b))
		}
	}
	if len(r.branches) == 0 {
		return
	}
	slices.SortFunc(r.branches, func(a, b branch) int {
		return cmp.Or(cmp.Compare(a.at.Start, b.at.Start), cmp.Compare(b.at.End, a.at.End))
	})
	for _, s := range fp.Func.Body.Stats {
		r.find(s, nil)
	}
}

// add notes the branch at pc unless there is nothing to say about it.
func (r *reporter) add(pc, edge int) {
	b := branch{pc: pc, at: r.Map.Origins.At(pc).Span()}
	i := r.Flow.Proto.Code[pc]
	switch effect.ConditionOf(i) {
	case effect.Iteration:
		return
	case effect.Count:
		if edge == 0 {
			return
		}
	case effect.Truth:
		if r.isWritten(b) {
			return
		}
		b.holds = effect.Holds(i) == (edge == 0)
	default:
		b.holds = effect.Holds(i) == (edge == 0)
	}
	r.branches = append(r.branches, b)
}

// addUndecided notes the branch at pc, which may go either way as far as is known of the values, if what it asks about never
// comes out so.
func (r *reporter) addUndecided(pc int) {
	isTrue, slip := witness.IsOfOperator(r.Pass.Waste, r.Flow, pc), witness.SlipAt(r.Pass.Waste, r.Flow, pc)
	if (isTrue || slip != nil) && r.Executable(r.Flow, pc) {
		r.branches = append(r.branches, branch{pc: pc, at: r.Map.Origins.At(pc).Span(), holds: isTrue, unlessMetamethod: isTrue, slip: slip})
		return
	}
	if d := r.decisions.At(pc); d != nil {
		r.branches = append(r.branches, branch{
			pc: pc, at: r.Map.Origins.At(pc).Span(), holds: effect.Holds(r.Flow.Proto.Code[pc]) == (d.Edge == 0),
			unlessMetamethod: d.UnlessMetamethod, guard: d,
		})
		return
	}
	if apart := witness.ApartAt(r.Pass.Waste, r.Flow, pc); apart != nil && r.Executable(r.Flow, pc) {
		r.branches = append(r.branches, branch{
			pc: pc, at: r.Map.Origins.At(pc).Span(), holds: apart.Holds, unlessMetamethod: apart.UnlessMetamethod, apart: apart,
		})
	}
}

// isWritten reports whether a test is of a value that the condition itself makes, as
// in `x and 1 or 2`, where 1 is tested.
func (r *reporter) isWritten(b branch) bool {
	d := &r.Facts.Code.SSA(r.Flow).Values[r.Facts.Code.SSA(r.Flow).Uses(b.pc)[0]]
	if d.Kind != ssa.DefValue || !b.at.Covers(r.Map.Origins.At(int(d.PC)).Span()) {
		return false
	}
	switch effect.ReferenceOf(r.Flow.Proto.Code[d.PC]) {
	case effect.Makes:
		return true
	case effect.Forgets:
		_, isLiteral := effect.Literal(r.Flow.Proto, int(d.PC))
		return isLiteral || effect.Closure(r.Flow.Proto.Code[d.PC]) >= 0
	}
	return false
}

// find goes through the nodes around branches, in the order of the text. parent is
// the expression that n is an operand of, in parentheses maybe, nil if it is not one.
func (r *reporter) find(n syntax.Node, parent syntax.Expr) {
	if !r.isAhead(n) {
		return
	}
	if st, ok := n.(syntax.Stat); ok {
		r.assign, _ = n.(*syntax.Assign)
		around := r.stat
		defer func() { r.stat = around }()
		r.stat = st
	}
	e, _ := n.(syntax.Expr)
	if syntax.LeftOf(e) != nil {
		r.chain(e, parent)
		return
	}
	if _, isLoop := n.(*syntax.NumericFor); e != nil || isLoop {
		r.ask(n, parent)
	}
	not := r.not
	r.not = not.ofOperands(e)
	if _, isParen := e.(*syntax.Paren); isParen {
		e = parent
	}
	syntax.Children(n, func(child syntax.Node) { r.find(child, e) })
	r.not = not
}

// isAhead reports whether the next branch from n on stands in it, rather than in a function inside.
func (r *reporter) isAhead(n syntax.Node) bool {
	at := n.Span()
	for r.next < len(r.branches) && r.branches[r.next].at.Start < at.Start {
		r.next++
	}
	_, isFunction := n.(*syntax.Function)
	return !isFunction && r.next < len(r.branches) && r.branches[r.next].at.Start < at.End
}

// ask looks at the branches that stand for all of n.
func (r *reporter) ask(n syntax.Node, parent syntax.Expr) {
	for r.next < len(r.branches) && r.branches[r.next].at == n.Span() {
		r.branch(&r.branches[r.next], n, parent)
		r.next++
	}
}

// chain goes through an expression that begins with another one, and all that do so in it.
func (r *reporter) chain(e, parent syntax.Expr) {
	not, bottom := r.not, len(r.spine)
	for left := syntax.LeftOf(e); left != nil && r.isAhead(e); left = syntax.LeftOf(e) {
		r.ask(e, parent)
		r.not = negation{}
		r.spine = append(r.spine, e)
		e, parent = left, e
	}
	if syntax.LeftOf(e) == nil {
		r.find(e, parent)
	}
	for len(r.spine) > bottom {
		e := r.spine[len(r.spine)-1]
		r.spine = r.spine[:len(r.spine)-1]
		r.not = negation{}
		left := syntax.Node(syntax.LeftOf(e))
		syntax.Children(e, func(child syntax.Node) {
			if child != left {
				r.find(child, e)
			}
		})
	}
	r.not = not
}

// branch looks at what a branch asks.
func (r *reporter) branch(b *branch, n syntax.Node, parent syntax.Expr) {
	switch n := n.(type) {
	case *syntax.NumericFor:
		r.loop(b, n)
	case syntax.Expr:
		o := tested(n, r.not)
		if c, ok := o.leaf.(*syntax.Binary); ok && textmap.IsComparison(c.Op) {
			r.comparison(b, parent, &o, c)
		} else if !b.holds || o.operator != syntax.And || !isLeftOfOr(parent, n) {
			r.truth(b, n, parent, &o)
		}
	}
}
