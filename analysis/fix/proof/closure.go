package proof

import (
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/value"
	bc "luaflow/compile/bytecode"
	"luaflow/compile/syntax"
)

// This file compares how many closures there are. Lua 5.2 and 5.3 make no new closure of
// a function if the one made last captures the same variables (getcached in lvm.c, the
// manual's §3.4.11), so an edit that takes the last capture that is new each time from a
// function makes one value of several: a table with such values as keys has fewer
// entries.
//
// Of two variables that a function captures the scope of one is in that of the other,
// so the innermost alone says which of the closures are the same. It is told by where it
// is new, not by what it is: an edit may take a variable away if another one stays that
// is new whenever that was.
//
//	for i = 1, 3 do
//	  on(function() local unused = i; print "event" end)
//	end
//
// Here `i` is a new variable in each round, so each round makes a new closure. Without the
// capture Lua 5.3 makes one, and `on`, which keeps handlers in a table keyed by function, has
// one handler in the place of three.

// sharing is the dialects with such closures.
const sharing = syntax.Lua52 | syntax.Lua53

// renewal says when a closure of a function is a new one. The zero renewal: never, in one
// run of the chunk.
type renewal struct {
	// outward is how many functions outside of it the innermost variable lives that it
	// captures.
	outward int
	// In the function where that lives: how many of the loops around what makes the
	// closure go on with the same variable, and if there is any, of how many.
	loops, of int
}

// sameClosures compares how many closures of paired functions there are, if they can be
// told apart: by a table with functions as keys, or by `==`. Where the function is only ever
// called nobody can tell, however many there are.
func (w *relation) sameClosures() error {
	if (w.was.dialects|w.now.dialects)&sharing == 0 {
		return nil
	}
	was, now := newMaker(w.was), newMaker(w.now)
	for f, g := range w.functions.now {
		if f == 0 || g == none {
			continue
		}
		if was.renewal(f) != now.renewal(int(g)) && !was.isOnlyCalled(f) {
			return differ(w.was.flow.Funcs[f].Parent, was.pcOf(f), Closure)
		}
	}
	return nil
}

// maker knows where one of the programs makes closures.
type maker struct {
	*program
	madeAt []int32 // by function: after the CLOSURE that makes it, 0 if that is not known yet
}

// newMaker returns a maker that has found no CLOSURE yet.
func newMaker(p *program) *maker {
	return &maker{program: p, madeAt: make([]int32, len(p.bodies))}
}

// renews reports whether, with an upvalue of a function, a function may lose what makes
// each closure of it a new one: that one, or one around it that captures the variable too.
func (m *maker) renews(function, upvalue int) bool {
	for {
		r := m.renewal(function)
		if c := m.cells.Of(function, upvalue); r.outward > 0 && c >= 0 && m.outward(function, m.cells.Cells[c].Owner) == r.outward && !m.isOnlyCalled(function) {
			return true
		}
		f := &m.flow.Funcs[function]
		up := f.Proto.Upvalues[upvalue]
		if up.InStack || f.Parent < 0 {
			return false
		}
		function, upvalue = f.Parent, int(up.Index)
	}
}

// outward returns how many functions outside of one another one stands.
func (m *maker) outward(function, around int) (n int) {
	for ; function >= 0 && function != around; n++ {
		function = m.flow.Funcs[function].Parent
	}
	return n
}

// pcOf returns the pc of the CLOSURE that makes closures of a function, which is not main.
func (m *maker) pcOf(function int) int {
	if m.madeAt[function] == 0 {
		f := &m.flow.Funcs[m.flow.Funcs[function].Parent]
		for pc, i := range f.Proto.Code {
			if k := effect.Closure(i); k >= 0 {
				m.madeAt[f.Child(k).Number] = int32(pc + 1)
			}
		}
	}
	return int(m.madeAt[function]) - 1
}

// renewal finds out when a closure of a function is a new one.
func (m *maker) renewal(function int) renewal {
	var innermost renewal
	for k := range m.flow.Funcs[function].Proto.Upvalues {
		c := m.cells.Of(function, k)
		if c < 0 || m.cells.Cells[c].Owner < 0 {
			continue
		}
		if r := m.renewalBy(function, &m.cells.Cells[c]); r.isInside(innermost) {
			innermost = r
		}
	}
	return innermost
}

// isInside reports whether a variable is in the scope of another one, or the other none.
func (r renewal) isInside(other renewal) bool {
	if r.outward == 0 || other.outward == 0 {
		return other.outward == 0
	}
	return r.outward < other.outward || r.outward == other.outward && r.loops < other.loops
}

// renewalBy finds out when a variable is a new one that a function captures. Loops are those
// of the graph: what is in no other loop than the scope it is in goes round with it.
func (m *maker) renewalBy(function int, c *flow.Cell) renewal {
	r := renewal{outward: m.outward(function, c.Owner)}
	for m.flow.Funcs[function].Parent != c.Owner {
		function = m.flow.Funcs[function].Parent
	}
	f := &m.flow.Funcs[c.Owner]
	loops := f.Loops()
	declared := f.Graph.Block(declaredAt(f, c))
	if c.Owner == 0 && loops.Innermost(declared) < 0 {
		return renewal{}
	}
	around := loops.Innermost(f.Graph.Block(m.pcOf(function)))
	for l := around; l >= 0 && !loops.Contains(l, declared); l = int(loops.All[l].Parent) {
		r.loops++
	}
	if r.loops > 0 {
		r.of = int(loops.All[around].Depth)
	}
	return r
}

// declaredAt returns the pc of an instruction in the same loops as the declaration of a captured
// variable: the one that gives it its first value; in a loop that counts it, which does
// that before the first round, the one at the start of the scope.
func declaredAt(f *flow.Func, c *flow.Cell) int {
	if c.Local < 0 || f.Proto.Locals[c.Local].StartPC == 0 {
		return 0
	}
	start := int(f.Proto.Locals[c.Local].StartPC)
	switch before := f.Proto.Code[start-1]; {
	case formOf(before) == loopStart:
		if c.Reg == before.A()+3 {
			return start
		}
	case effect.IsJump(before):
		if to := f.Proto.Code[start+before.SBx()]; formOf(to) == iteration && c.Reg > to.A()+2 {
			return start
		}
	}
	return start - 1
}

// isOnlyCalled reports whether closures of a function are called and never compared, nor
// handed to anybody who may compare them.
func (m *maker) isOnlyCalled(function int) bool {
	clear(m.finder().read)
	f := &m.flow.Funcs[m.flow.Funcs[function].Parent]
	pc := m.pcOf(function)
	return m.areCalls(place{f, pc, f.Proto.Code[pc].A()})
}

// areCalls reports whether all that is ever done with the value that an instruction gives
// to a register is to call it and to test it.
func (m *maker) areCalls(at place) bool {
	if m.finder().read[at] {
		return true // whoever asked first looks
	}
	m.finder().read[at] = true
	if c := m.cells.At(at.f, at.pc+1, at.reg); c >= 0 {
		for _, s := range m.cells.Cells[c].Reads {
			f := &m.flow.Funcs[s.Func]
			if i := f.Proto.Code[s.PC]; effect.ReferenceOf(i) != effect.ReadsUpvalue || !m.areCalls(place{f, int(s.PC), i.A()}) {
				return false
			}
		}
	}
	for _, pc := range m.finder().usersOf(at.f, at.pc, at.reg) {
		if !m.isCall(place{at.f, pc, at.reg}) {
			return false
		}
	}
	return true
}

// isCall reports whether the instruction at a place calls what it finds there, or lets
// nobody know which value it is.
func (m *maker) isCall(at place) bool {
	i := at.f.Proto.Code[at.pc]
	switch {
	case tellsTruth(i), effect.Closure(i) >= 0:
		return true
	case formOf(i) == equal:
		return bc.IsK(i.B()) || bc.IsK(i.C())
	case effect.Copy(i) >= 0:
		return m.areCalls(place{at.f, at.pc, i.A()})
	}
	switch effect.ReferenceOf(i) {
	case effect.Iterates:
		return at.reg == i.A()
	case effect.Calls:
		if at.reg == i.A() {
			return true
		}
		name := m.finder().path(place{at.f, at.pc, i.A()})
		return value.Lookup(name).Role(at.reg-i.A()-1)&value.Called != 0 && m.standard(name)
	}
	return false
}
