package consts

import (
	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
)

// Calls that never return, and what is live in front of them: nothing that is only read past one. In
//
//	local n = 1
//	if bad then n = 2 error("bad") end
//	print(n)
//
// nothing reads the 2: no path leads from the call of error to the call of print. It is the liveness of
// package flow on a graph without the edges out of these calls. Which they are only the constants know.

// findStops finds the calls of the functions that never return, and liveness in front of them.
func (c *Constants) findStops(mem *Memory) {
	for i := range c.program.Funcs {
		f := &c.program.Funcs[i]
		ends := c.stopsOf(f, mem)
		if ends == nil {
			continue
		}
		if c.stops == nil {
			c.stops = mem.stops.Take(len(c.program.Funcs))
		}
		mem.scratch.Meter = mem.Meter
		c.stops[i] = f.SolveStops(ends, mem.words.Take(len(f.LiveRows())), &mem.scratch)
	}
}

// stopsOf returns by block of f the pc after its call that never returns, 0 if it has none; nil
// if no block has one, or if f is too large or never called. Tail calls do not count: the function
// ends with them anyway.
func (c *Constants) stopsOf(f *flow.Func, mem *Memory) (ends []int32) {
	if f.IsLarge || !c.Called(f) || !c.part.Has(f.Number) {
		return nil
	}
	first := c.funcs[f.Number].blocks
	for b := range f.Graph.Blocks {
		block := &f.Graph.Blocks[b]
		end, edges := c.reached[int(first)+b], c.edges[int(first)+b]
		if end == 0 || end == block.End && (edges&3 != 0 || len(f.Graph.Succs(cfg.BlockID(b))) == 0) {
			continue // it is not executed, or left over an edge or by a RETURN
		}
		if !effect.IsNonTailCall(f.Proto.Code[end-1]) || !c.Stops(f, int(end)-1) {
			continue
		}
		if ends == nil {
			ends = mem.numbers.Take(len(f.Graph.Blocks))
		}
		ends[b] = end
	}
	return ends
}

// LiveFrom reports whether a value may be read later, as Body.LiveFrom does, and not only
// past a call that never returns.
func (c *Constants) LiveFrom(f *flow.Func, start, pc, reg int) bool {
	if c.stops == nil || !c.Executable(f, pc) {
		return f.LiveFrom(start, pc, reg)
	}
	return c.stops[f.Number].LiveFrom(f.Body, start, pc, reg)
}
