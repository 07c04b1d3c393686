package dataflow

import (
	"luaflow/analysis/value"
	"luaflow/compile/bytecode"
)

// What calls of the functions of a program do, when it is known what each of their
// instructions does: summaries, from the called to their callers. A function that is
// called while its own summary is being made is recursive, and may not end.

// The states of a function in the walk over the calls.
const (
	unseen = iota
	open
	done
)

// summarizer is the walk over the calls.
type summarizer struct {
	*Constants
	states []uint8 // by function
}

// summarize fills in the summaries and the Impacts of the calls of known functions.
func (c *Constants) summarize() {
	s := summarizer{c, make([]uint8, len(c.funcs))}
	for i := range c.funcs {
		s.function(i)
	}
}

// function is the summary of a function.
func (s *summarizer) function(n int) value.Impact {
	switch s.states[n] {
	case done:
		return s.funcs[n].summary
	case open:
		return value.Effects
	}
	s.states[n] = open
	f, state := &s.program.Funcs[n], &s.funcs[n]
	summary := value.None
	for _, b := range f.Graph.Order {
		block := &f.Graph.Blocks[b]
		end := min(block.End, s.executedEnd(f, int32(b)))
		for pc := block.Start; pc < end; pc++ {
			summary = max(summary, s.instruction(f, int(pc)))
		}
	}
	if !state.returns || f.ssa == nil || !s.terminates(f) {
		summary = value.Effects
	}
	state.summary = summary
	s.states[n] = done
	return summary
}

// executedEnd is the pc behind the last instruction of block b that is executed.
func (c *Constants) executedEnd(f *Func, b int32) int32 {
	if f.ssa == nil {
		return f.Graph.Blocks[b].End
	}
	return c.reached[c.funcs[f.Number].blocks+b]
}

// instruction is what the instruction at pc adds to the summary of f.
func (s *summarizer) instruction(f *Func, pc int) value.Impact {
	impact := &s.impacts[s.funcs[f.Number].code+int32(pc)]
	if *impact == unresolved {
		// The callee that it was evaluated with is the one that there is.
		callee, _ := s.operand(f, f.ssa, pc, 0).Function()
		*impact = s.function(callee)
	}
	if *impact < value.Effects && s.writesOutside(f, pc) {
		return value.Effects
	}
	return *impact
}

// writesOutside reports whether the instruction at pc writes to a cell of another
// function, or to an object that may be older than the call of f.
func (s *summarizer) writesOutside(f *Func, pc int) bool {
	i := f.Proto.Code[pc]
	if i.Op() == bytecode.SETUPVAL {
		return true
	}
	t := s.objects.Touch(f, pc)
	if t.How&WritesSlot == 0 {
		return false
	}
	for _, site := range s.objects.Sites(t.Object) {
		if site.Func != f.Number {
			return true
		}
	}
	return false
}

// terminates reports whether all loops of f that are executed come to an end.
func (c *Constants) terminates(f *Func) bool {
	loops := f.Loops()
	for loop := range loops.All {
		if !c.Terminates(f, loop) {
			return false
		}
	}
	return true
}

// Terminates reports whether a loop of f, an index in Loops().All, is sure to be left
// after finitely many turns, those of the loops inside it apart; or whether control
// never goes round it.
func (c *Constants) Terminates(f *Func, loop int) bool {
	if f.ssa == nil {
		return false
	}
	loops := f.Loops()
	turns := false
	for back := range loops.BackEdges(loop) {
		turns = turns || c.EdgeExecutable(f, back.Block, int(back.Succ))
	}
	if !turns {
		return true
	}
	pc := int(f.Graph.Blocks[loops.All[loop].Header].End) - 1
	if f.Proto.Code[pc].Op() != bytecode.FORLOOP {
		return false
	}
	prep := f.ssa.forPrep(pc)
	return prep >= 0 && c.pool.For(c.Operand(f, prep, 0), c.Operand(f, prep, 1), c.Operand(f, prep, 2)).Terminates
}
