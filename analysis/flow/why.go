package flow

import (
	"slices"

	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
)

// Why a value is live or dead.

// Evidence shows why a value is live or dead: a path to what reads it, or what it meets
// before that.
type Evidence struct {
	Live bool // something may read the value
	// Unreachable: control never comes to the point, and nothing more is said.
	Unreachable bool
	// Path is a shortest way, counted in blocks, to a read of a live value: the pc
	// asked about, the first pc of every block that is entered, and last the pc of
	// the instruction that reads, or during which closures may read.
	Path []int
	// Closures is the CLOSUREs of the function that capture the variable for
	// closures that read it, if it is one of these that reads at the end of the path.
	Closures []int
	// Overwriters is what ends the life of a dead value.
	Overwriters Overwriters
}

// Why returns why the value that the instructions from start to pc, exclusive, leave in reg
// is live or dead; why that of reg at pc is, if there are none.
func (f *Func) Why(start, pc, reg int) Evidence {
	if !f.Graph.Reachable(pc) {
		return Evidence{Live: true, Unreachable: true}
	}
	if !f.LiveFrom(start, pc, reg) {
		return Evidence{Overwriters: f.Overwrites(start, pc, reg)}
	}
	w := Evidence{Live: true}
	if f.FinalizersRead(pc, reg) {
		w.Path = []int{pc, pc - 1}
	} else {
		how, path := f.pathToRead(pc, reg, f.IsReadableFrom(start, pc, reg))
		w.Path = path
		if how != observed {
			return w
		}
	}
	w.Closures = f.closuresOn(w.Path, reg)
	return w
}

// closuresOn returns the CLOSUREs that capture the variable in reg, for closures that read
// it, on a path or before it. Before it is whatever leads to the start of the path without leaving
// the variable's scope: where a JMP closes the register, another variable was in it.
func (f *Func) closuresOn(path []int, reg int) []int {
	passed := make(map[cfg.BlockID]bool) // blocks whose end control may have come to, the variable not having ended
	todo := []cfg.BlockID{f.Graph.Block(path[0])}
	for len(todo) > 0 {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, from := range f.Graph.Preds(b) {
			closed := effect.Closes(f.Proto.Code[f.Graph.Last(from)])
			if !passed[from] && (closed < 0 || reg < closed) {
				passed[from] = true
				todo = append(todo, from)
			}
		}
	}
	last := path[len(path)-1]
	end := f.Graph.Block(last)
	for k, pc := range path[:len(path)-1] {
		if b := f.Graph.Block(pc); b != end || k < len(path)-2 { // it has been left again
			passed[b] = true
		}
	}
	return slices.DeleteFunc(f.Closures(last, reg, effect.Read), func(pc int) bool {
		b := f.Graph.Block(pc)
		return !passed[b] && (b != end || pc > last)
	})
}

// pathToRead searches breadth first for an instruction that reads the value which
// is live in reg at pc, where closures may read it as a cell or not. It returns what reads, and
// the path to it as in Evidence; untouched and nil if it finds nothing, which a live value rules out.
func (f *Func) pathToRead(pc, reg int, readable bool) (how touch, path []int) {
	read, at := 0, 0 // the step, and the instruction
	start := f.Graph.Point(pc)
	w := f.WalkRegister(start, readable, 2*len(f.Graph.Blocks)+1, func(step, pc int, readable bool) (Next, bool) {
		end := int(f.Graph.Blocks[f.Graph.Block(pc)].End)
		how, at, readable = f.scanAs(pc, end, reg, readable)
		switch how {
		case used, observed:
			read = step
			return Stop, readable
		case overwritten:
			return EndPath, readable
		}
		return GoOn, readable
	}, func(_ int, edge cfg.Branch) bool { return f.Keeps(edge, reg) })
	if !w.Stopped {
		return untouched, nil
	}
	if pc != start {
		path = append(path, pc)
	}
	return how, append(append(path, w.PCs(read)...), at)
}

// Closures returns the pcs of the CLOSUREs, in code that can be reached, which capture
// the variable that is in reg at pc for closures that access it so, or make others
// that do.
func (f *Func) Closures(pc, reg int, how effect.Access) []int {
	if !f.isCaptured(reg) {
		return nil
	}
	start, end := 0, len(f.Proto.Code)
	if v := f.Variable(pc, reg); v >= 0 {
		l := &f.Proto.Locals[v]
		// The CLOSURE of a local function stands in front of its variable.
		start, end = max(0, int(l.StartPC)-1), int(l.EndPC)
	}
	var pcs []int
	for pc := start; pc < end; pc++ {
		if effect.Closure(f.Proto.Code[pc]) >= 0 && f.Graph.Reachable(pc) && f.CapturedBy(pc, reg)&how != 0 {
			pcs = append(pcs, pc)
		}
	}
	return pcs
}
