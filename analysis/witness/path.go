package witness

import (
	"fmt"
	"slices"

	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/place"
	"luaflow/analysis/textmap"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// How values are followed along paths, and how the branches of a path are told.

// endKind says what a value meets first on some path.
type endKind uint8

const (
	isRead        endKind = iota
	isOverwritten         // by the instruction at the pc
	isOver                // the variable or the function ends at the pc
	isStuck               // control does not come past the pc
)

// ending is the end of a shortest path that a value goes, counted in blocks.
type ending struct {
	kind  endKind
	pc    int
	edges []cfg.Branch // that control takes
	// needed is those of the edges without which no path leads there.
	needed []cfg.Branch
}

// maxSteps is how many blocks are looked at. Beyond that nobody would follow.
const maxSteps = 1024

// forward follows the value of a register on all paths at once.
type forward struct {
	*flow.Walk
	f        *flow.Func
	endings  []ending
	endSteps []int // by ending: index of its step
}

// follow returns the endings of the value in reg at pc, the nearest first: where at says that one
// is, and where the variable or the function ends. At another definition of the register a path ends
// too, without an ending.
func (e *explainer) follow(f *flow.Func, pc, reg int, at func(pc int) (how endKind, ok bool)) []ending {
	w := forward{f: f}
	start, end := 0, len(f.Proto.Code) // of the variable's scope
	if v := f.Variable(pc, reg); v >= 0 {
		start, end = int(f.Proto.Locals[v].StartPC), int(f.Proto.Locals[v].EndPC)
	} else if len(f.Proto.Locals) > 0 {
		end = pc // the variable has ended already
	}
	// executed: the path begins in code that is executed, and stays in it.
	executed := e.constants != nil && pc < end && e.constants.Executable(f, pc)
	w.Walk = f.Walk(pc, maxSteps, func(step, pc int) flow.Next {
		if pc < start || pc >= end {
			return w.end(step, isOver, pc)
		}
		if how, ok := at(pc); ok {
			return w.end(step, how, pc)
		}
		switch {
		case executed && e.constants.Stops(f, pc), effect.Defs(f.Proto, pc).Has(reg):
			return flow.EndPath
		case len(f.Graph.Succs(f.Graph.Block(pc))) == 0 && pc == f.Graph.Last(f.Graph.Block(pc)):
			return w.end(step, isOver, pc)
		}
		return flow.GoOn
	}, func(step int, edge cfg.Branch) bool {
		switch last := f.Graph.Last(edge.Block); {
		case executed && !e.constants.EdgeExecutable(f, edge.Block, int(edge.Succ)):
			return false
		case edge.Succ == 0 && effect.EdgeDefs(f.Proto, last).Has(reg):
			if how, ok := at(last); ok {
				w.end(step, how, last)
			}
			return false
		}
		return true
	})
	w.findEdges()
	return w.endings
}

// end notes the end of a path.
func (w *forward) end(step int, how endKind, pc int) flow.Next {
	w.endings = append(w.endings, ending{kind: how, pc: pc})
	w.endSteps = append(w.endSteps, step)
	return flow.EndPath
}

// findEdges finds the edges that lead to the endings.
func (w *forward) findEdges() {
	for i, step := range w.endSteps {
		w.endings[i].edges = w.Path(step)
		for _, edge := range w.endings[i].edges {
			if !w.isReachedWithout(step, edge) {
				w.endings[i].needed = append(w.endings[i].needed, edge)
			}
		}
	}
}

// isReachedWithout reports whether some path leads to a step without an edge.
func (w *forward) isReachedWithout(to int, without cfg.Branch) bool {
	visited := make([]bool, len(w.Steps))
	for stack := []int{0}; len(stack) > 0; {
		k := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if k == to {
			return true
		}
		b := w.f.Graph.Block(w.Steps[k].PC)
		for i, next := range w.Steps[k].To {
			if next > 0 && !visited[next] && (cfg.Branch{Block: b, Succ: int32(i)}) != without {
				visited[next] = true
				stack = append(stack, next)
			}
		}
	}
	return false
}

// choices returns the edges of a path over which control need not go, as steps.
func (e *explainer) choices(f *flow.Func, edges []cfg.Branch) []Step {
	var steps []Step
	for _, edge := range edges {
		if len(f.Graph.Succs(edge.Block)) < 2 {
			continue
		}
		if e.constants != nil {
			if _, only := e.constants.Decided(f, edge.Block); only {
				continue
			}
		}
		steps = append(steps, e.choice(f, edge))
	}
	return steps
}

// Choices returns a function that says of edges of f, each one of two from a block, what it means that
// control goes over them, and where that is decided.
func Choices(q *place.Query, f *flow.Func) func(edge cfg.Branch) Step {
	e := &explainer{Query: q}
	return func(edge cfg.Branch) Step { return e.choice(f, edge) }
}

// choice returns what it means that control goes over one of two edges.
func (e *explainer) choice(f *flow.Func, edge cfg.Branch) Step {
	pc := f.Graph.Last(edge.Block)
	i := f.Proto.Code[pc]
	at := e.Unit.Funcs[f.Number].Map.Origins.At(pc).Span()
	switch effect.ConditionOf(i) {
	case effect.Count, effect.Iteration:
		return Step{e.firstLine(at), [2]string{"the loop runs its body", "the loop ends"}[edge.Succ]}
	}
	holds := effect.Holds(i) == (edge.Succ == 0)
	if effect.ConditionOf(i) == effect.Truth {
		holds = holds != IsNegated(e.Parts, f, pc)
	}
	x, holds := e.asked(f, at, holds)
	if x != nil {
		at = x.Span()
	}
	return Step{at, fmt.Sprintf("%s is %t", place.Quote(OneLine(e.Unit.File.Slice(at))), holds)}
}

// asked returns the expression that a test of f asks about, which was emitted for a span, and
// whether it holds if what the instruction asks does; nil if there is none.
func (e *explainer) asked(f *flow.Func, at source.Span, holds bool) (x syntax.Expr, is bool) {
	x = e.expressionsOf(f).at(at)
	for x != nil {
		switch y := x.(type) {
		case *syntax.Paren:
			x = y.X
			continue
		case *syntax.Unary:
			if y.Op == syntax.Not {
				x = y.X
				continue
			}
		case *syntax.Binary:
			switch y.Op {
			case syntax.And, syntax.Or:
				x = y.Y
				continue
			case syntax.Ne:
				holds = !holds
			}
		}
		break
	}
	return x, holds
}

// expressionsOf returns the expressions of a function. They are found once: a path has many tests.
func (e *explainer) expressionsOf(f *flow.Func) expressions {
	list, ok := e.listed[f.Number]
	if !ok {
		list = expressionsIn(e.Unit, e.Unit.Tree.Funcs[f.Number])
		if e.listed == nil {
			e.listed = make(map[int]expressions)
		}
		e.listed[f.Number] = list
	}
	return list
}

// ifSo returns the choices of a path as a condition: ", if `a` is true and `b` is false".
func ifSo(choices []Step) string {
	if len(choices) == 0 {
		return ""
	}
	var parts []string
	for _, c := range choices {
		if !slices.Contains(parts, c.Text) {
			parts = append(parts, c.Text)
		}
	}
	if more := len(parts) - maxChoices; more > 0 {
		parts = append(parts[:maxChoices], fmt.Sprintf("%d more conditions hold", more))
	}
	return ", if " + textmap.Join(parts, "and")
}

// maxChoices is how many conditions of a path a sentence names.
const maxChoices = 3
