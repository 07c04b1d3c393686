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

// fate is what a value meets first on some path.
type fate uint8

const (
	isRead        fate = iota
	isOverwritten      // by the instruction at the pc
	isOver             // the variable or the function ends at the pc
	isStuck            // control does not come past the pc
)

// ending is the end of a shortest path that a value goes, counted in blocks.
type ending struct {
	fate
	pc    int
	edges []cfg.Branch // that control takes
	// needed is those of the edges without which no path leads there.
	needed []cfg.Branch
}

// forward follows the value of a register on all paths at once.
type forward struct {
	*explainer
	f          *flow.Func
	reg        int
	start, end int            // of the variable's scope
	executed   bool           // the path begins in code that is executed, and stays in it
	counts     func(int) bool // whether the read at a pc ends a path
	todo       []forwardStep
	seen       map[cfg.BlockID]int // index in todo
	endings    []ending
	endSteps   []int // by ending: index in todo
}

// forwardStep is a block to look at from pc on, and over which edge control comes.
type forwardStep struct {
	pc, from int // from is the index of the step before, -1 for the first
	edge     cfg.Branch
	to       [2]int // by edge that leads on: index in todo, 0 if it does not
}

// maxSteps is how many blocks are looked at. Beyond that nobody would follow.
const maxSteps = 1024

// follow returns the endings of the value in reg at pc, the nearest first. Reads that do
// not count end nothing.
func (e *explainer) follow(f *flow.Func, pc, reg int, counts func(int) bool) []ending {
	w := forward{explainer: e, f: f, reg: reg, end: len(f.Proto.Code), counts: counts, seen: make(map[cfg.BlockID]int)}
	if v := f.Variable(pc, reg); v >= 0 {
		w.start, w.end = int(f.Proto.Locals[v].StartPC), int(f.Proto.Locals[v].EndPC)
	} else if len(f.Proto.Locals) > 0 {
		w.end = pc // the variable has ended already
	}
	w.executed = e.known != nil && pc < w.end && e.known.Executable(f, pc)
	w.todo = []forwardStep{{pc: pc, from: -1}}
	for k := 0; k < len(w.todo) && k < maxSteps; k++ {
		w.block(k)
	}
	for i := range w.endings {
		w.findNeeded(i)
	}
	return w.endings
}

// block looks at one block.
func (w *forward) block(k int) {
	pc := w.todo[k].pc
	if pc < w.start || pc >= w.end {
		w.stop(k, isOver, pc)
		return
	}
	b := w.f.Graph.Block(pc)
	last := w.f.Graph.Last(b)
	for ; pc <= last; pc++ {
		switch {
		case pc == w.end:
			w.stop(k, isOver, pc)
			return
		case effect.Uses(w.f.Proto, pc).Has(w.reg) && w.counts(pc):
			w.stop(k, isRead, pc)
			return
		case w.executed && w.known.Stops(w.f, pc):
			w.stop(k, isStuck, pc)
			return
		case effect.Defs(w.f.Proto, pc).Has(w.reg):
			w.stop(k, isOverwritten, pc)
			return
		}
	}
	succs := w.f.Graph.Succs(b)
	if len(succs) == 0 {
		w.stop(k, isOver, last)
	}
	for i, to := range slices.Backward(succs) { // of two arms the one that stands first
		switch {
		case w.executed && !w.known.EdgeExecutable(w.f, b, i):
		case i == 0 && effect.EdgeDefs(w.f.Proto, last).Has(w.reg):
			w.stop(k, isOverwritten, last)
		default:
			at, known := w.seen[to]
			if !known {
				at = len(w.todo)
				w.seen[to] = at
				w.todo = append(w.todo, forwardStep{
					pc: int(w.f.Graph.Blocks[to].Start), from: k, edge: cfg.Branch{Block: b, Succ: int32(i)},
				})
			}
			w.todo[k].to[i] = at
		}
	}
}

// stop notes the end of a path.
func (w *forward) stop(k int, how fate, pc int) {
	w.endSteps = append(w.endSteps, k)
	e := ending{fate: how, pc: pc}
	for ; w.todo[k].from >= 0; k = w.todo[k].from {
		e.edges = append(e.edges, w.todo[k].edge)
	}
	slices.Reverse(e.edges)
	w.endings = append(w.endings, e)
}

// findNeeded finds the edges that all paths to an ending take.
func (w *forward) findNeeded(i int) {
	for k := w.endSteps[i]; w.todo[k].from >= 0; k = w.todo[k].from {
		if !w.leads(w.endSteps[i], w.todo[k].edge) {
			w.endings[i].needed = append(w.endings[i].needed, w.todo[k].edge)
		}
	}
	slices.Reverse(w.endings[i].needed)
}

// leads reports whether some path leads to a step without an edge.
func (w *forward) leads(to int, without cfg.Branch) bool {
	seen := make([]bool, len(w.todo))
	for stack := []int{0}; len(stack) > 0; {
		k := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if k == to {
			return true
		}
		b := w.f.Graph.Block(w.todo[k].pc)
		for i, next := range w.todo[k].to {
			if next > 0 && !seen[next] && (cfg.Branch{Block: b, Succ: int32(i)}) != without {
				seen[next] = true
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
		if e.known != nil {
			if _, only := e.known.Decided(f, edge.Block); only {
				continue
			}
		}
		steps = append(steps, e.choice(f, edge))
	}
	return steps
}

// choice says what it means that control goes over one of two edges.
func (e *explainer) choice(f *flow.Func, edge cfg.Branch) Step {
	pc := f.Graph.Last(edge.Block)
	i := f.Proto.Code[pc]
	at := e.Unit.Funcs[f.Number].Map.Origins.At(pc).Span()
	switch effect.ConditionOf(i) {
	case effect.Count, effect.Iteration:
		return Step{e.firstLine(at), [2]string{"the loop runs its body", "the loop ends"}[edge.Succ]}
	}
	holds := effect.Holds(i) == (edge.Succ == 0)
	x, holds := e.asked(at, holds)
	if x != nil {
		at = x.Span()
	}
	return Step{at, fmt.Sprintf("%s is %t", place.Quote(oneLine(e.Unit.File.Slice(at))), holds)}
}

// asked returns the expression that a test asks about, which was emitted for a span, and
// whether it holds if what the instruction asks does; nil if there is none.
func (e *explainer) asked(at source.Span, holds bool) (x syntax.Expr, is bool) {
	x = e.exprAt(at)
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

// exprAt returns the expression with a span, nil if there is none.
func (e *explainer) exprAt(at source.Span) (found syntax.Expr) {
	var visit func(n syntax.Node)
	visit = func(n syntax.Node) {
		if found != nil || !n.Span().Covers(at) {
			return
		}
		if x, ok := n.(syntax.Expr); ok && n.Span() == at {
			found = x
			return
		}
		syntax.Children(n, visit)
	}
	visit(e.Unit.Tree.Main.Body)
	return found
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
