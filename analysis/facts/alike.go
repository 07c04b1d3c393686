package facts

import (
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
	"luaflow/compile/meter"
)

// sharing hands the facts of functions that are equal in two programs from one, like, to those who
// make the other: flow.Bodies. It is for two versions of one text, whose functions
// come in one order, most of them equal: so a function is looked for near the place after that of
// the one before, and by comparing alone.
type sharing struct {
	like  *flow.Program
	trees *trees // of like
	forms func(*meter.Meter) *ssa.Forms

	next  int                // functions are asked for from the last to the first: where the next may be
	found map[*flow.Body]int // the functions of like whose facts were handed on
	same  bool               // each was found at the place that it has itself, so far
	at    int                // the place of the function that is asked for next
}

// maxMissing is how many functions may be missing between two that are equal for the second to be found.
const maxMissing = 8

// newSharing returns a sharing for a program of so many functions.
func newSharing(like *flow.Program, trees *trees, forms func(*meter.Meter) *ssa.Forms, functions int) *sharing {
	last := len(like.Funcs) - 1
	return &sharing{
		like: like, trees: trees, forms: forms, next: last, found: make(map[*flow.Body]int, functions), same: functions == last+1, at: functions - 1,
	}
}

// Body returns the facts for inputs: those of an equal function of like, or new ones.
func (s *sharing) Body(in flow.Inputs, mem *flow.Memory) *flow.Body {
	at := s.at
	s.at--
	for k := s.next; k >= 0 && k > s.next-maxMissing; k-- {
		if body := s.like.Funcs[k].Body; body.Inputs.Equal(&in) {
			s.next = k - 1
			s.found[body] = k
			s.same = s.same && k == at
			return body
		}
	}
	s.next = max(s.next-1, min(at, len(s.like.Funcs)-1)-1)
	s.same = false
	return flow.NewBody(in, mem)
}

// form returns the form of a function whose facts were handed on; nil if like has none.
func (s *sharing) form(f *flow.Body, steps *meter.Meter) *ssa.Form {
	if k, ok := s.found[f]; ok {
		return s.forms(steps).Of(&s.like.Funcs[k])
	}
	return nil
}

// begin fills t with the trees that like knows of functions whose facts were handed on.
func (s *sharing) begin(t *trees, p *flow.Program) {
	for i := range p.Funcs {
		k, ok := s.found[p.Funcs[i].Body]
		if !ok {
			continue
		}
		of, known := &t.of[i], &s.trees.of[k]
		of.dominators.Store(known.dominators.Load())
		of.post.Store(known.post.Load())
		of.control.Store(known.control.Load())
	}
}
