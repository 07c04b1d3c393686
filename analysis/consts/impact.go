package consts

import (
	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/value"
)

// What calls of the functions of a program do, when it is known what each of their
// instructions does: summaries, from the called to their callers. A function that is
// called while its own summary is being made is recursive, and may not end.
//
//	summary(f) = Effects, if f never returns, or may not end, or writes beyond itself,
//	             else the worst Impact of its instructions that are executed
//
// Impacts are ordered, None below Operators below Effects. In a circle of calls all have Effects,
// whichever of them the walk comes to first.

// The states of a function in the walk over the calls.
const (
	unvisited = iota
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
		if c.part.Has(i) {
			s.function(i)
		}
	}
}

// function returns the summary of a function, which is made when someone asks for it first.
func (s *summarizer) function(n int) value.Impact {
	switch s.states[n] {
	case done:
		return s.funcs[n].summary
	case open:
		return value.Effects
	}
	s.states[n] = open
	f, state := &s.program.Funcs[n], &s.funcs[n]
	if f.IsLarge {
		state.summary = value.Effects
	} else {
		state.summary = s.worst(f)
	}
	if !state.returns || state.writes || state.summary < value.Effects && !s.terminates(f) {
		state.summary = value.Effects
	}
	s.states[n] = done
	return state.summary
}

// worst returns the worst Impact of the instructions of f. It fills in those of the calls
// of known functions. That of what is not executed is None.
func (s *summarizer) worst(f *flow.Func) value.Impact {
	worst := value.None
	impacts := s.Impacts(f)
	for pc, impact := range impacts {
		if impact > worst {
			worst = max(worst, s.resolved(f, impacts, pc))
		}
	}
	return worst
}

// resolved returns the Impact of the instruction at pc of f, one of impacts, which it fills in for the
// call of a known function: the callee is the one with which the call was last evaluated.
func (s *summarizer) resolved(f *flow.Func, impacts []value.Impact, pc int) value.Impact {
	if impacts[pc] == unresolved {
		callee, _ := s.operand(f, s.forms.Of(f), pc, 0).Function()
		impacts[pc] = s.function(callee)
	}
	return impacts[pc]
}

// ExecutedEnd returns the pc after the last instruction of block b that is executed, 0
// if none is.
func (c *Constants) ExecutedEnd(f *flow.Func, b cfg.BlockID) int32 {
	if f.IsLarge {
		if !c.EdgeExecutable(f, b, 0) {
			return 0
		}
		return f.Graph.Blocks[b].End
	}
	return c.reached[c.funcs[f.Number].blocks+int32(b)]
}

// terminates reports whether all loops of f that are executed come to an end.
func (c *Constants) terminates(f *flow.Func) bool {
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
func (c *Constants) Terminates(f *flow.Func, loop int) bool {
	if f.IsLarge {
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
	pc := f.Graph.Last(loops.All[loop].Header)
	if effect.ConditionOf(f.Proto.Code[pc]) != effect.Count {
		return false
	}
	prep := c.forms.Of(f).ForPrep(pc)
	return prep >= 0 && c.pool.For(c.Operand(f, prep, 0), c.Operand(f, prep, 1), c.Operand(f, prep, 2)).Terminates
}
