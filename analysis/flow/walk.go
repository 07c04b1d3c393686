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
	w := forwardWalk{f: f, known: known, reg: reg, scope: scope{0, len(f.Proto.Code)}}
	if v >= 0 {
		l := &f.Proto.Locals[v]
		w.scope = scope{int(l.StartPC), int(l.EndPC)}
	}
	w.from(f.Graph.Point(pc), f.IsReadableFrom(start, pc, reg), &o)
	slices.Sort(o.PCs)
	o.PCs = slices.Compact(o.PCs)
	slices.Sort(o.Stops)
	return o
}

// scope is the pcs at which a variable is in its register, end exclusive.
type scope struct{ start, end int }

func (s scope) has(pc int) bool { return s.start <= pc && pc < s.end }

// forwardWalk is a walk for one register, breadth first, so that what is found before it is cut
// is what is nearest. Each block is looked at once for each of its two ways.
type forwardWalk struct {
	f       *Func
	known   Feasible // nil if all edges count
	reg     int
	scope   scope
	visited map[BlockWay]bool // those that have been on the list
	todo    []BlockWay
}

// BlockWay is a block and how control comes there: on a path on which closures may read
// the register, or on one on which none has captured it yet.
type BlockWay struct {
	Block    cfg.BlockID // the block that is entered
	Readable bool        // closures may read the register on the way there
}

// from walks from pc, in the middle of a block maybe, and on to what follows.
func (w *forwardWalk) from(pc int, readable bool, o *Overwriters) {
	w.visited = make(map[BlockWay]bool)
	w.block(pc, readable, o)
	for n := 0; len(w.todo) > 0; n++ {
		if n == MaxWalk {
			o.Cut = true
			return
		}
		next := w.todo[0]
		w.todo = w.todo[1:]
		w.block(int(w.f.Graph.Blocks[next.Block].Start), next.Readable, o)
	}
}

// block looks at the block of pc from there on and puts its successors on the
// list, unless the value or the path ends there. A definition that the instruction past which
// control does not come would make is not made.
func (w *forwardWalk) block(pc int, readable bool, o *Overwriters) {
	if !w.scope.has(pc) {
		o.Ends = true
		return
	}
	f := w.f
	b := f.Graph.Block(pc)
	last := w.last(b)
	stops := w.known != nil && w.known.Stops(f, last)
	succs := f.Graph.Succs(b)
	how, at, readable := f.scanAs(pc, min(last+1, w.scope.end), w.reg, readable)
	switch {
	case how == overwritten && !(stops && at == last):
		o.PCs = append(o.PCs, at)
		return
	case how == used, how == observed:
		return
	case how == untouched && at <= last:
		o.Ends = true
		return
	case stops:
		o.Stops = append(o.Stops, last)
		return
	case len(succs) == 0:
		o.Ends = true
		return
	}
	for k, to := range succs {
		if w.known != nil && !w.known.EdgeExecutable(f, b, k) {
			continue
		}
		switch {
		case k == 0 && effect.EdgeDefs(f.Proto, last).Has(w.reg):
			o.PCs = append(o.PCs, last)
		case last+1 == w.scope.end && f.Graph.Block(last+1) == b:
			o.Ends = true // in front of the JMP of a test
		case !w.visited[BlockWay{to, readable}]:
			w.visited[BlockWay{to, readable}] = true
			w.todo = append(w.todo, BlockWay{to, readable})
		}
	}
}

// last returns the pc of the last instruction of a block that counts.
func (w *forwardWalk) last(b cfg.BlockID) int {
	last := w.f.Graph.Last(b)
	if w.known != nil {
		last = min(last, int(w.known.ExecutedEnd(w.f, b))-1)
	}
	return last
}
