package unclosedhandle

import (
	"strings"

	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
)

// Where control leaves with an open handle.

// maxSteps is how many blocks are looked at after the call that opens one.
const maxSteps = 1024

// mostInstructions is how many instructions are looked at for all handles of a function. Only a program writes one that takes more.
const mostInstructions = 1 << 20

// exits returns the instructions at which the function returns and nothing has closed the handle, in the order in which
// control comes to them, and the call itself if control comes there again. There are none where it is not sure, or
// of the main function, at the end of which the program may well end.
func (h *handle) exits() (pcs []int) {
	asked := h.decidersOf(h.Flow.Graph.Block(h.call))
	var steps []int // of pcs
	w := h.Flow.Walk(h.call+1, maxSteps, func(step, pc int) flow.Next {
		h.Step()
		if h.budget--; h.budget < 0 {
			return flow.Stop
		}
		switch i := h.Flow.Proto.Code[pc]; {
		case h.ends[pc], h.constants.Stops(h.Flow, pc):
			return flow.EndPath
		case pc == h.call:
			pcs, steps = append(pcs, pc), append(steps, step)
			return flow.EndPath
		case effect.ReferenceOf(i) == effect.Calls && !effect.IsNonTailCall(i) && exitNames[h.callee(pc)]:
			return flow.EndPath
		case effect.ReferenceOf(i) == effect.Returns:
			if h.ID != 0 {
				pcs, steps = append(pcs, pc), append(steps, step)
			}
			return flow.EndPath
		}
		return flow.GoOn
	}, func(_ int, edge cfg.Branch) bool {
		last := h.Flow.Graph.Last(edge.Block)
		return !asked[h.questionAt(last)] && h.constants.EdgeExecutable(h.Flow, edge.Block, int(edge.Succ)) && !h.isWithout(last, int(edge.Succ))
	})
	if w.Cut || w.Stopped {
		return nil
	}
	sure := pcs[:0]
	for k, step := range steps {
		if !h.asksTwice(w.Path(step)) {
			sure = append(sure, pcs[k])
		}
	}
	return sure
}

// asksTwice reports whether the same is asked more than once on a path: then the answers depend on each other.
func (h *handle) asksTwice(path []cfg.Branch) bool {
	asked := make(map[string]bool)
	for _, edge := range path {
		question := ""
		if len(h.Flow.Graph.Succs(edge.Block)) > 1 {
			question = h.questionAt(h.Flow.Graph.Last(edge.Block))
		}
		if asked[question] {
			return true
		}
		asked[question] = question != ""
	}
	return false
}

// isWithout reports whether there is no handle if control goes from the test at pc over an edge: the handle is nil there, or
// what the call gives in its place, a message and a number, is not.
func (h *handle) isWithout(pc, edge int) bool {
	uses, k := h.form.Uses(pc), 0
	for reg := range effect.Uses(h.Flow.Proto, pc).All() {
		v := uses[k]
		k++
		nilEdge := effect.EdgeOfNil(h.Flow.Proto, pc, reg)
		switch {
		case h.aliases[v] && nilEdge >= 0:
			return nilEdge == edge
		case h.failures[v] && nilEdge >= 0:
			return nilEdge != edge
		case h.failures[v] && effect.ReferenceOf(h.Flow.Proto.Code[pc]) == effect.Compares:
			return effect.Holds(h.Flow.Proto.Code[pc]) == (edge == 0) // it equals a message or a number
		}
	}
	return false
}

// decidersOf returns what is asked on the way to a block, by its text: what is asked once more after that comes out the
// same, as far as people mean it.
func (h *handle) decidersOf(b cfg.BlockID) map[string]bool {
	asked := make(map[string]bool)
	tree := h.Facts.Code.Dominators(h.Flow)
	for b = tree.Parent(b); b >= 0; b = tree.Parent(b) {
		if len(h.Flow.Graph.Succs(b)) > 1 {
			if text := h.questionAt(h.Flow.Graph.Last(b)); text != "" {
				asked[text] = true
			}
		}
	}
	return asked
}

// questionAt returns what the test at pc asks, as it is written, without a `not` and parentheses in front of it. It is "" if the
// instruction tests no condition: the head of a `for` loop tests none.
func (h *handle) questionAt(pc int) string {
	switch effect.ConditionOf(h.Flow.Proto.Code[pc]) {
	case effect.Truth, effect.Comparison:
		text := h.Unit.File.Slice(h.Map.Origins.At(pc).Span())
		return strings.TrimLeft(strings.TrimPrefix(text, "not"), "( \t\r\n")
	}
	return ""
}
