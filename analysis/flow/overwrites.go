package flow

import (
	"slices"

	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
)

// Bounded walks forward from a point, for the value of one register.

// MaxWalk is how many blocks one walk looks at. Beyond that a person would not
// follow, and a file full of findings would cost the square of its size.
const MaxWalk = 1024

// Overwriters is what ends the life of a value that nothing reads: other definitions, the end of
// its variable, instructions past which control does not come.
type Overwriters struct {
	// PCs is the instructions that define the register next, on some path without
	// another definition or a read in front of them, in ascending order.
	PCs []int
	// Ends: on some path the variable, or the function, ends without any.
	Ends bool
	// Stops is the instructions in front of any, in ascending order, past which control
	// does not come: calls that never return, say. Only constants tell.
	Stops []int
	// Cut: the walk was given up; there may be more of both.
	Cut bool
}

// Overwrites looks from pc forward for what overwrites the value that the instructions
// from start to pc, exclusive, leave in reg, or that of reg there if there are none. A
// path is followed up to the first definition or read of reg, to the end of the
// variable that is in reg at pc, or to the end of the function. Where no variable
// is in reg although the function has debug records, the value has already ended.
func (f *Func) Overwrites(start, pc, reg int) Overwriters {
	return f.overwrites(nil, start, pc, reg)
}

// FeasibleOverwrites looks as Overwrites does, on the paths alone that known says are
// executed, if the instruction at pc is.
func (f *Func) FeasibleOverwrites(known Feasible, start, pc, reg int) Overwriters {
	if !known.Executable(f, pc) {
		known = nil
	}
	return f.overwrites(known, start, pc, reg)
}

// overwrites returns what FeasibleOverwrites does; all paths count if known is nil.
func (f *Func) overwrites(known Feasible, start, pc, reg int) Overwriters {
	var o Overwriters
	v := f.Variable(pc, reg)
	if v < 0 && len(f.Proto.Locals) > 0 {
		o.Ends = true
		return o
	}
	w := overwriteWalk{f: f, known: known, reg: reg, scope: scope{0, len(f.Proto.Code)}, found: &o}
	if v >= 0 {
		l := &f.Proto.Locals[v]
		w.scope = scope{int(l.StartPC), int(l.EndPC)}
	}
	o.Cut = f.WalkRegister(f.Graph.Point(pc), f.IsReadableFrom(start, pc, reg), MaxWalk+1, w.visit, w.follow).Cut
	slices.Sort(o.PCs)
	o.PCs = slices.Compact(o.PCs)
	slices.Sort(o.Stops)
	return o
}

// scope is the pcs at which a variable is in its register, end exclusive.
type scope struct{ start, end int }

func (s scope) has(pc int) bool { return s.start <= pc && pc < s.end }

// overwriteWalk says to a walk where the value of a register ends. What is found before it is cut is
// what is nearest.
type overwriteWalk struct {
	f     *Func
	known Feasible // nil if all edges count
	reg   int
	scope scope
	found *Overwriters
	last  int // the last instruction that counts of the block in work
}

// visit looks at the block of pc from there on. A definition that the instruction past which
// control does not come would make is not made.
func (w *overwriteWalk) visit(_, pc int, readable bool) (Next, bool) {
	f, o := w.f, w.found
	if !w.scope.has(pc) {
		o.Ends = true
		return EndPath, readable
	}
	b := f.Graph.Block(pc)
	w.last = w.lastOf(b)
	stops := w.known != nil && w.known.Stops(f, w.last)
	how, at, readable := f.scanAs(pc, min(w.last+1, w.scope.end), w.reg, readable)
	switch {
	case how == overwritten && !(stops && at == w.last):
		o.PCs = append(o.PCs, at)
	case how == used, how == observed:
	case how == untouched && at <= w.last:
		o.Ends = true
	case stops:
		o.Stops = append(o.Stops, w.last)
	case len(f.Graph.Succs(b)) == 0:
		o.Ends = true
	default:
		return GoOn, readable
	}
	return EndPath, readable
}

// follow reports whether the value goes over an edge of the block in work.
func (w *overwriteWalk) follow(_ int, edge cfg.Branch) bool {
	switch {
	case w.known != nil && !w.known.EdgeExecutable(w.f, edge.Block, int(edge.Succ)):
		return false
	case edge.Succ == 0 && effect.EdgeDefs(w.f.Proto, w.last).Has(w.reg):
		w.found.PCs = append(w.found.PCs, w.last)
		return false
	case w.last+1 == w.scope.end && w.f.Graph.Block(w.last+1) == edge.Block:
		w.found.Ends = true // in front of the JMP of a test
		return false
	}
	return true
}

// lastOf returns the pc of the last instruction of a block that counts.
func (w *overwriteWalk) lastOf(b cfg.BlockID) int {
	last := w.f.Graph.Last(b)
	if w.known != nil {
		last = min(last, int(w.known.ExecutedEnd(w.f, b))-1)
	}
	return last
}
