package consts

import (
	"cmp"
	"slices"

	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/names"
	"luaflow/analysis/ssa"
	"luaflow/analysis/value"
)

// Values that a closure overwrites which certainly runs before anything can read them:
// one that the function itself calls, or hands to pcall, and that writes the variable, or
// calls another such closure, before anything may look at it. As long as no closure reads the
// variable, nothing can; an error must not lead back to the function all the same.
//
//	local count = 0                      -- never read
//	local function reset() count = 1 end
//	reset()
//	print(count)
//
// Two walks: one forward in the function, which must come to an overwriting on every path (callWalk);
// and for each call of a closure one from the closure's start, which must come to a write on every
// path too, or go on forever (firstWrites). Both look at a block once, and give up at a bound.

// OverwrittenInCalls returns the instructions that overwrite the value which those from
// start to pc, exclusive, leave in reg, in the order of functions and pcs, if some of them
// are in closures that f calls. ok is false if none is, or something may read the value.
func (c *Constants) OverwrittenInCalls(f *flow.Func, start, pc, reg int) (by []flow.Site, ok bool) {
	if !f.IsLarge && f.IsWritable(reg) && c.Executable(f, pc) && !f.FinalizersRead(pc, reg) {
		w := callWalk{c: c, f: f, reg: reg, local: f.Variable(pc, reg)}
		w.cell = c.table.At(f, pc, reg)
		if w.local >= 0 && w.cell >= 0 && w.isNeverRead(f.Graph.Point(pc), f.IsReadableFrom(start, pc, reg)) && w.called {
			slices.SortFunc(w.overwriters, func(a, b flow.Site) int { return cmp.Or(cmp.Compare(a.Func, b.Func), cmp.Compare(a.PC, b.PC)) })
			return slices.Compact(w.overwriters), true
		}
	}
	return nil, false
}

// callWalk goes forward from a point.
type callWalk struct {
	c                *Constants
	f                *flow.Func
	reg, local, cell int
	called           bool // it met a call that overwrites the value
	overwriters      []flow.Site
	steps            int // that firstWrites has taken
	confinement      *confinement
	confined         bool // whoever reads the variable, if there is a confinement
}

// Bounds of the walk: how many blocks of a function are looked at, how many instructions of
// closures, and how deep they call one another.
const (
	maxCallWalk  = 64
	maxCallSteps = 1 << 12
	maxCallDepth = 8
)

// isNeverRead reports whether nothing reads the value on any path: whether each ends with an
// overwriting, or never ends.
func (w *callWalk) isNeverRead(pc int, readable bool) bool {
	walk := w.f.WalkRegister(pc, readable, maxCallWalk+1, w.visit, nil)
	return !walk.Stopped && !walk.Cut
}

// visit looks at the block of pc from there on, and stops the walk if something may read the value
// there. The order of the cases is that of an instruction: it reads, a closure that it calls may write,
// others may read, it defines. A definition that is made on one edge only it does not try to follow.
func (w *callWalk) visit(_, pc int, readable bool) (flow.Next, bool) {
	f := w.f
	b := f.Graph.Block(pc)
	for ; pc < int(f.Graph.Blocks[b].End); pc++ {
		i := f.Proto.Code[pc]
		switch {
		case effect.Uses(f.Proto, pc).Has(w.reg), effect.MayDefs(f.Proto, pc).Has(w.reg):
			return flow.Stop, readable
		case w.overwrites(pc, readable):
			w.called = true
			return flow.EndPath, readable
		case readable && flow.MayObserve(i, w.reg) && w.mayRead(f, pc), f.FinalizersReadAfter(pc, w.reg, readable) && !w.isConfined():
			return flow.Stop, readable
		case effect.Defs(f.Proto, pc).Has(w.reg):
			w.overwriters = append(w.overwriters, flow.SiteAt(f.Number, pc))
			return flow.EndPath, readable
		case effect.Closure(i) >= 0:
			readable = readable || f.CapturedBy(pc, w.reg)&effect.Read != 0
		}
	}
	if len(f.Graph.Succs(b)) > 0 && effect.EdgeDefs(f.Proto, f.Graph.Last(b)).Has(w.reg) {
		return flow.Stop, readable
	}
	return flow.GoOn, readable
}

// overwrites reports whether the instruction at pc calls a closure that writes the
// variable first, if closures may read it or not.
func (w *callWalk) overwrites(pc int, readable bool) bool {
	operand, protected := w.c.called(w.f, pc)
	if operand < 0 {
		return false
	}
	made := w.closure(pc, operand)
	if made < 0 {
		return false
	}
	first := firstWrites{
		w: w, f: w.f.Child(effect.Closure(w.f.Proto.Code[made])),
		readable: readable && !w.isConfined(), protected: protected, visited: make(map[cfg.BlockID]bool),
	}
	if !first.block(0) || len(first.overwriters) == 0 {
		return false
	}
	w.overwriters = append(w.overwriters, first.overwriters...)
	return true
}

// isConfined reports whether the closures that read the variable are called by f or by one
// another only.
func (w *callWalk) isConfined() bool {
	if w.confinement == nil {
		w.confinement = &confinement{c: w.c, f: w.f, calls: make(map[flow.Site]bool), asked: make(map[int]bool)}
		w.confined = w.confinement.confines(&w.c.table.Cells[w.cell], w.reg)
	}
	return w.confined
}

// mayRead reports whether the instruction at pc of f may have a closure read the variable,
// which exists. If all its readers are confined only calls of these can; else whatever is not quiet
// can.
func (w *callWalk) mayRead(f *flow.Func, pc int) bool {
	if effect.Closes(f.Proto.Code[pc]) >= 0 || !w.isConfined() {
		return !w.c.isQuiet(f, pc)
	}
	return w.confinement.calls[flow.SiteAt(f.Number, pc)]
}

// called returns the operand of the instruction at pc that holds the function which it
// certainly calls first, itself or by pcall or xpcall; -1 if it is no call, or not certain
// to call. An error does not go beyond the call if it is protected.
func (c *Constants) called(f *flow.Func, pc int) (operand int, protected bool) {
	if effect.ReferenceOf(f.Proto.Code[pc]) != effect.Calls {
		return -1, false
	}
	n := len(c.forms.Of(f).Uses(pc))
	switch c.Operand(f, pc, 0).Name() {
	case names.Pcall:
		protected = n > 1
	case names.Xpcall: // which may look at its handler before it calls
		protected = n > 2 && c.Operand(f, pc, 2).Only(value.Any&^value.Nil).Types() == value.Function
	default:
		return 0, false
	}
	if !protected {
		return -1, false
	}
	return 1, true
}

// isQuiet reports whether nothing else can run because of the instruction at pc: not even
// finalizers, as when something is allocated. A call is quiet if it is that of a standard function
// which does nothing that anybody can see, and whose results take no memory.
func (c *Constants) isQuiet(f *flow.Func, pc int) bool {
	i := f.Proto.Code[pc]
	switch {
	case effect.Closes(i) >= 0 || effect.Actions(i)&(effect.Allocates|effect.Leaves) != 0 || c.Impact(f, pc) != value.None:
		return false
	case effect.ReferenceOf(i) != effect.Calls:
		return true
	}
	first, n := c.forms.Of(f).Defs(pc)
	for v := first; v < first+ssa.ValueID(n); v++ {
		if c.Value(f, v).MayBe(value.Any &^ (value.Number | value.Boolean | value.Nil)) {
			return false
		}
	}
	return n > 0 && !effect.IsOpen(i) && c.Operand(f, pc, 0).Name() != 0
}

// closure returns the CLOSURE of f that makes an operand of the instruction at pc and captures
// the variable as it is now, -1 if that is not known. As the CLOSURE dominates the use,
// the variable cannot have ended in between.
func (w *callWalk) closure(pc, operand int) int {
	const copies = 3
	s := w.c.forms.Of(w.f)
	scope := w.f.Proto.Locals[w.local]
	for range copies {
		v := s.Uses(pc)[operand]
		if v < 0 || s.UseByClosure(pc, operand) || s.Values[v].Kind != ssa.DefValue {
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
		case effect.Copy(i) < 0:
			return -1
		}
	}
	return -1
}

// functionIn returns the function that a variable of f holds for all of its life, in the life of
// the variable that the walk is about; nil if that is not known. It is known of a `local function`, to
// which nothing else is assigned: its CLOSURE stands right in front of the variable's scope.
func (w *callWalk) functionIn(cell int) *flow.Func {
	if cell < 0 {
		return nil
	}
	held := &w.c.table.Cells[cell]
	if held.Owner != w.f.Number || held.Local < 0 || len(held.Writes) > 0 {
		return nil
	}
	scope, around := w.f.Proto.Locals[held.Local], w.f.Proto.Locals[w.local]
	made := int(scope.StartPC) - 1
	if scope.StartPC < around.StartPC || scope.EndPC > around.EndPC || made < 0 || w.f.Variable(made, w.reg) != w.local {
		return nil
	}
	i := w.f.Proto.Code[made]
	if effect.Closure(i) < 0 || i.A() != held.Reg || w.f.Graph.Block(made) != w.f.Graph.Block(made+1) {
		return nil
	}
	for pc := made + 1; pc < int(scope.EndPC); pc++ {
		if w.steps++; w.steps > maxCallSteps || effect.Defs(w.f.Proto, pc).Has(held.Reg) ||
			effect.MayDefs(w.f.Proto, pc).Has(held.Reg) || effect.EdgeDefs(w.f.Proto, pc).Has(held.Reg) {
			return nil
		}
	}
	return w.f.Child(effect.Closure(i))
}

// firstWrites goes from the start of a closure to where it writes the variable. It goes into the
// closures that this one calls in its turn, by a copy of itself for each, to a depth.
type firstWrites struct {
	w           *callWalk
	f           *flow.Func
	readable    bool // closures may read the variable
	protected   bool // an error leads back to the function that has the variable
	depth       int
	overwriters []flow.Site
	visited     map[cfg.BlockID]bool
}

// block reports whether the closure writes the variable, from the start of block b on,
// before anything may look at it. It may go on forever as well.
func (c *firstWrites) block(b cfg.BlockID) bool {
	if c.visited[b] {
		return true
	}
	c.visited[b] = true
	block := &c.f.Graph.Blocks[b]
	for pc := int(block.Start); pc < int(block.End); pc++ {
		i := c.f.Proto.Code[pc]
		upvalue, how := effect.Upvalue(i)
		isIt := how != 0 && c.w.c.table.Of(c.f.Number, upvalue) == c.w.cell
		c.w.steps++
		switch {
		case c.w.steps > maxCallSteps:
			return false
		case isIt && effect.ReferenceOf(i) == effect.WritesUpvalue:
			c.overwriters = append(c.overwriters, flow.SiteAt(c.f.Number, pc))
			return true
		case isIt:
			return false
		case c.calls(pc):
			return true
		case !c.isHarmless(pc):
			return false
		}
	}
	succs := c.f.Graph.Succs(b)
	if len(succs) == 0 || len(c.visited) > maxCallWalk {
		return false
	}
	for _, to := range succs {
		if !c.block(to) {
			return false
		}
	}
	return true
}

// isHarmless reports whether nothing can look at the variable during the instruction at pc,
// and after an error that it raises. If no closure reads the variable only the function itself can, when
// an error has led back to it, which takes a protected call.
func (c *firstWrites) isHarmless(pc int) bool {
	actions := effect.Actions(c.f.Proto.Code[pc])
	switch {
	case actions == 0:
		return true
	case c.w.confinement != nil && c.w.confinement.calls[flow.SiteAt(c.f.Number, pc)]:
		return false
	case c.readable:
		return c.w.c.isQuiet(c.f, pc)
	case c.protected:
		return actions&effect.Raises == 0 || c.w.c.Impact(c.f, pc) == value.None
	}
	return true
}

// calls reports whether the instruction at pc calls another closure that writes the variable
// first.
func (c *firstWrites) calls(pc int) bool {
	operand, protected := c.w.c.called(c.f, pc)
	if operand < 0 || c.f.IsLarge || c.depth == maxCallDepth {
		return false
	}
	v := c.w.c.forms.Of(c.f).Uses(pc)[operand]
	if v < 0 || c.w.c.forms.Of(c.f).UseByClosure(pc, operand) || c.w.c.forms.Of(c.f).Values[v].Kind != ssa.DefValue {
		return false
	}
	i := c.f.Proto.Code[c.w.c.forms.Of(c.f).Values[v].PC]
	if effect.ReferenceOf(i) != effect.ReadsUpvalue {
		return false
	}
	upvalue, _ := effect.Upvalue(i)
	callee := c.w.functionIn(c.w.c.table.Of(c.f.Number, upvalue))
	if callee == nil {
		return false
	}
	inner := *c
	inner.f, inner.protected, inner.depth, inner.visited = callee, c.protected || protected, c.depth+1, make(map[cfg.BlockID]bool)
	if !inner.block(0) {
		return false
	}
	c.overwriters = inner.overwriters
	return true
}
