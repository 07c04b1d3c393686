package dataflow

import (
	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
	"luaflow/compile/bytecode"
)

// Values that a closure overwrites which certainly runs before anything can read them:
// one that the function itself calls, or hands to pcall, and that writes the variable
// before it does anything that may raise an error, run other code or look at it.

// OverwrittenInCalls returns the instructions that overwrite the value which those from
// start to pc, exclusive, leave in reg, in the order of functions and pcs, if some of them
// are in closures that f calls. ok is false if none is, or something may read the value.
func (c *Constants) OverwrittenInCalls(f *Func, start, pc, reg int) (by []Site, ok bool) {
	if c.program.deep && f.isWritable(reg) && c.Executable(f, pc) && !f.finalizersRead(pc, reg) {
		w := callWalk{c: c, f: f, reg: reg, local: f.Variable(pc, reg), seen: make(map[blockWay]bool)}
		w.cell = c.table.At(f, pc, reg)
		if w.local >= 0 && w.cell >= 0 && w.all(f.Graph.Point(pc), f.isReadableFrom(start, pc, reg)) && w.called {
			return w.by, true
		}
	}
	return nil, false
}

// callWalk goes forward from a point.
type callWalk struct {
	c                *Constants
	f                *Func
	reg, local, cell int
	called           bool // it met a call that overwrites the value
	by               []Site
	seen             map[blockWay]bool
	todo             []blockWay
}

// maxCallWalk is how many blocks are looked at.
const maxCallWalk = 64

// all reports whether nothing reads the value on any path.
func (w *callWalk) all(pc int, readable bool) bool {
	if !w.block(pc, readable) {
		return false
	}
	for n := 0; len(w.todo) > 0; n++ {
		next := w.todo[len(w.todo)-1]
		w.todo = w.todo[:len(w.todo)-1]
		if n == maxCallWalk || !w.block(int(w.f.Graph.Blocks[next.block].Start), next.readable) {
			return false
		}
	}
	return true
}

// block looks at the block of pc from there on.
func (w *callWalk) block(pc int, readable bool) bool {
	f := w.f
	b := f.Graph.Block(pc)
	for ; pc < int(f.Graph.Blocks[b].End); pc++ {
		i := f.Proto.Code[pc]
		switch {
		case effect.Uses(f.Proto, pc).Has(w.reg), effect.MayDefs(f.Proto, pc).Has(w.reg):
			return false
		case w.overwrites(pc):
			w.called = true
			return true
		case readable && mayObserve(i, w.reg), f.finalizersReadBehind(pc, w.reg, readable):
			return false
		case effect.Defs(f.Proto, pc).Has(w.reg):
			w.by = append(w.by, Site{f.Number, pc})
			return true
		case effect.Closure(i) >= 0:
			readable = readable || f.capturedBy(pc, w.reg)&effect.Read != 0
		}
	}
	for k, to := range f.Graph.Succs(b) {
		way := blockWay{to, readable}
		if k == 0 && effect.EdgeDefs(f.Proto, f.Graph.Last(b)).Has(w.reg) {
			return false
		}
		if !w.seen[way] {
			w.seen[way] = true
			w.todo = append(w.todo, way)
		}
	}
	return true
}

// overwrites reports whether the instruction at pc calls a closure that writes the
// variable first.
func (w *callWalk) overwrites(pc int) bool {
	s := w.f.ssa
	if w.f.Proto.Code[pc].Op() != bytecode.CALL {
		return false
	}
	operand := 0
	if w.c.Operand(w.f, pc, 0).Name().String() == "pcall" {
		operand = 1
	}
	if operand >= len(s.Uses(pc)) {
		return false
	}
	made := w.closure(pc, operand)
	if made < 0 {
		return false
	}
	first := firstWrites{w: w, f: w.f.Child(effect.Closure(w.f.Proto.Code[made])), seen: make(map[cfg.BlockID]bool)}
	if !first.block(0) || len(first.by) == 0 {
		return false
	}
	w.by = append(w.by, first.by...)
	return true
}

// closure is the CLOSURE of f that makes an operand of the instruction at pc and captures
// the variable as it is now, -1 if that is not known. As the CLOSURE dominates the use,
// the variable cannot have ended in between.
func (w *callWalk) closure(pc, operand int) int {
	const copies = 3
	s := w.f.ssa
	scope := w.f.Proto.Locals[w.local]
	for range copies {
		v := s.Uses(pc)[operand]
		if v < 0 || s.UseByClosure(pc, operand) || s.Values[v].Kind != DefValue {
			return -1
		}
		pc, operand = int(s.Values[v].PC), 0
		i := w.f.Proto.Code[pc]
		switch {
		case effect.Closure(i) >= 0:
			if int32(pc) < scope.StartPC || int32(pc) >= scope.EndPC || w.f.Variable(pc, w.reg) != w.local {
				return -1
			}
			return pc
		case i.Op() != bytecode.MOVE:
			return -1
		}
	}
	return -1
}

// firstWrites goes from the start of a closure to where it writes the variable.
type firstWrites struct {
	w    *callWalk
	f    *Func
	by   []Site
	seen map[cfg.BlockID]bool
}

// block reports whether the closure writes the variable, from the start of block b on,
// before anything may look at it or raise an error. It may go on forever as well.
func (c *firstWrites) block(b cfg.BlockID) bool {
	if c.seen[b] {
		return true
	}
	c.seen[b] = true
	block := &c.f.Graph.Blocks[b]
	for pc := int(block.Start); pc < int(block.End); pc++ {
		i := c.f.Proto.Code[pc]
		upvalue, how := effect.Upvalue(i)
		isIt := how != 0 && c.w.c.table.Of(c.f.Number, upvalue) == c.w.cell
		switch {
		case isIt && how == effect.Write && i.Op() == bytecode.SETUPVAL:
			c.by = append(c.by, Site{c.f.Number, pc})
			return true
		case isIt, effect.Actions(i) != 0, effect.Closes(i) >= 0, effect.Closure(i) >= 0:
			return false
		}
	}
	succs := c.f.Graph.Succs(b)
	if len(succs) == 0 || len(c.seen) > maxCallWalk {
		return false
	}
	for _, to := range succs {
		if !c.block(to) {
			return false
		}
	}
	return true
}
