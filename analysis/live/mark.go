package live

import (
	"math"

	"luaflow/analysis/cfg"
	"luaflow/analysis/consts"
	"luaflow/analysis/depend"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
	"luaflow/analysis/tables"
	"luaflow/analysis/value"
)

// The work lists of a Marking. The lenient marking comes first; the strict one goes on
// from there with more to start from, since what one keeps so does the other.
//
// With dep for what the list of the package says that something live needs, the least solution of
//
//	live = roots(level) ∪ ⋃ dep(x), over all x in live
//
// is found by marking each x when it is met first, and looking at dep(x) later. What is cheap to ask
// comes first: what instructions need and phis join (sweep.go), then what functions begin with that
// are called (roots.go), the control dependence of blocks that edges alone do not tell
// (mark_control.go), and which branches decide between edges that come to the same (mark_join.go).
// The later a question is asked, the more of what it asks for is live already.

// marker is one computation of the markings.
type marker struct {
	p        *flow.Program
	part     *flow.Part // of p, which is looked at
	mem      *Memory
	c        *consts.Constants
	relation *depend.Relation
	forms    *ssa.Forms
	Marking
	level  value.Impact
	except map[flow.Site]bool // instructions whose impact does not count
	// oneWay: a branch that always goes one way decides nothing.
	oneWay bool
	// below is what has an impact of a level below this one, and is live in the marking that goes
	// on from here; nil if there is none.
	below flow.Row

	// pending, a set as code, is live instructions of which what they need is still to be marked,
	// and the first instructions of blocks with such phis. top says by function where the last of
	// them is: atRest if there is none, else the pc plus pastTop. due lists the functions that are not
	// at rest, but for the one in work. low says where the first of them is, noneLow if there is
	// none: for the function in work, of those that have come since the sweep began.
	pending  flow.Row
	top, low []int32
	due      []int32
	followed flow.Row // of values: phis of which what they join is marked
	blocks   flow.Row // those of which the branches that they depend on are live, or open
	// joined: blocks to which control comes over all edges, and what decides over which of
	// them it comes is live.
	joined flow.Row

	called  []int32    // functions that are live and still to be begun
	running []int32    // functions that are called for nothing and still to be called
	open    []int32    // functions with blocks of which it is open what they depend on
	states  []uint8    // by function, see noneOpen
	joins   []joinItem // what is left for join

	meeting       meeting
	asked, region []cfg.BlockID // scratch of join

	// The function that is looked at, and where what belongs to it begins in the sets.
	f                              *flow.Func
	s                              *ssa.Form
	firstCode, firstValue, firstBB int
	bottom                         int32 // where the first is that was pending when the sweep began
}

// joinItem is a live phi of a function if at is negative, its complement, and else a loop.
type joinItem struct{ function, at int32 }

// The values of marker.top that stand for no pc.
const (
	atRest  = 0
	inWork  = 1
	pastTop = 2
)

// noneLow is the value of marker.low that stands for no pc.
const noneLow = math.MaxInt32

// New returns the markings of a part of a program, of all levels. They are valid until mem is used for
// those of the next program. It takes time proportional to the code and the arguments of its phis, but
// for control dependence, and the searches of join, in functions with branches that are not live.
func New(p *flow.Program, part *flow.Part, relation *depend.Relation, c *consts.Constants, mem *Memory) *Markings {
	mem.reset()
	all := &Markings{p: p, part: part, c: c}
	m := all.newMarker(relation, value.Operators, mem)
	m.allocate()
	m.below = flow.Row(flow.Zeroed(&mem.below, len(m.code)))
	m.call(0)
	m.run()
	all.markings[value.Operators] = m.copyOf(&m.Marking)
	m.beginBelow()
	m.run()
	all.markings[value.None] = m.Marking
	return all
}

// With returns the marking of a level in which the instructions at some sites,
// which are executed, are live as well: what is live in it alone is only there for
// their sake. A branch that always goes one way is not: whether an instruction after
// it is executed does not depend on it. The relation is that of the program; mem is that which New was
// given, or a new one, and nobody else may be using it.
func (all *Markings) With(relation *depend.Relation, level value.Impact, sites []flow.Site, mem *Memory) *Marking {
	m := all.newMarker(relation, level, mem)
	m.oneWay = true
	m.Marking = m.copyOf(all.At(level))
	m.prepare()
	for _, at := range sites {
		m.mark(&m.p.Funcs[at.Func], int(at.PC))
	}
	m.run()
	return &m.Marking
}

// Without returns the marking of a level in which it does not count that the
// instructions at some sites have an impact: as if the errors that they may raise, or
// the metamethods that they may call, were of no interest. Of relation and mem the same holds as
// for With.
func (all *Markings) Without(relation *depend.Relation, level value.Impact, sites []flow.Site, mem *Memory) *Marking {
	m := all.newMarker(relation, level, mem)
	m.except = make(map[flow.Site]bool, len(sites))
	for _, at := range sites {
		m.except[at] = true
	}
	m.allocate()
	m.call(0)
	m.run()
	return &m.Marking
}

// newMarker returns a marker of a level that has no sets yet.
func (all *Markings) newMarker(relation *depend.Relation, level value.Impact, mem *Memory) *marker {
	return &marker{p: all.p, part: all.part, mem: mem, c: all.c, relation: relation, forms: relation.Forms, level: level}
}

// allocate lays out the sets, which are empty, and the scratch memory. Functions that are too large
// have no bits: all of such a function is live if it is.
func (m *marker) allocate() {
	mem, n := m.mem, len(m.p.Funcs)
	at := &layout{mem.numbers.Take(n + 1), mem.numbers.Take(n + 1), mem.numbers.Take(n + 1)}
	for i := range m.p.Funcs {
		f := &m.p.Funcs[i]
		if f.IsLarge || !m.part.Has(i) {
			at.code[i+1], at.values[i+1], at.blocks[i+1] = at.code[i], at.values[i], at.blocks[i]
			continue
		}
		at.code[i+1] = at.code[i] + int32(len(f.Proto.Code))
		at.values[i+1] = at.values[i] + int32(len(m.forms.Of(f).Values))
		at.blocks[i+1] = at.blocks[i] + int32(len(f.Graph.Blocks))
	}
	m.layout = at
	sizes := [...]int{int(at.code[n]), int(at.values[n]), n, len(m.relation.Cells.Cells), m.relation.Objects.NumSlots()}
	for k, set := range m.sets() {
		*set = mem.words.Take(flow.WordsFor(sizes[k]))
	}
	m.prepare()
}

// prepare makes the scratch memory. The phis of which the values are live by now have been followed.
func (m *marker) prepare() {
	s := &m.mem.scratch
	m.pending = flow.Row(flow.Zeroed(&s.pending, len(m.code)))
	m.followed = append(s.followed[:0], m.values...)
	s.followed = m.followed
	m.blocks = flow.Row(flow.Zeroed(&s.blocks, flow.WordsFor(int(m.layout.blocks[len(m.p.Funcs)]))))
	m.joined = flow.Row(flow.Zeroed(&s.joined, len(m.blocks)))
	m.top = flow.Zeroed(&s.top, len(m.p.Funcs))
	m.low = flow.Zeroed(&s.low, len(m.p.Funcs))
	for i := range m.low {
		m.low[i] = noneLow
	}
	m.states = flow.Zeroed(&s.states, len(m.p.Funcs))
	m.due, m.called = s.due[:0], s.called[:0]
}

// sets returns the sets of a marking, to be replaced one by one.
func (m *Marking) sets() [5]*flow.Row {
	return [5]*flow.Row{&m.code, &m.values, &m.funcs, &m.cells, &m.slots}
}

// copyOf returns a marking as it is now, with sets of its own.
func (m *marker) copyOf(of *Marking) Marking {
	c := *of
	for _, set := range c.sets() {
		words := m.mem.words.TakeUncleared(len(*set))
		copy(words, *set)
		*set = words
	}
	return c
}

// enter makes a function, which is not too large, the one that is looked at.
func (m *marker) enter(function int32) {
	m.f = &m.p.Funcs[function]
	m.s = m.forms.Of(m.f)
	at := m.layout
	m.firstCode, m.firstValue, m.firstBB = int(at.code[function]), int(at.values[function]), int(at.blocks[function])
}

// run marks what is needed by what is live, until nothing is left to do.
func (m *marker) run() {
	for {
		if n := len(m.due); n > 0 {
			function := m.due[n-1]
			m.due = m.due[:n-1]
			m.sweep(function)
		} else if n := len(m.called); n > 0 {
			function := m.called[n-1]
			m.called = m.called[:n-1]
			m.begin(function)
		} else if !m.callRunning() && !m.dependOpen() && !m.joinNext() {
			break
		}
	}
	m.mem.scratch.due, m.mem.scratch.called = m.due, m.called
}

// mark marks the instruction at pc of a function, once.
func (m *marker) mark(f *flow.Func, pc int) {
	if at := int(m.layout.code[f.Number]) + pc; !f.IsLarge && !m.code.Has(at) {
		m.code.Add(at)
		m.pending.Add(at)
		m.raise(f.Number, pc)
	}
}

// markHere marks the instruction at pc of the function that is looked at, once.
func (m *marker) markHere(pc int) {
	if at := m.firstCode + pc; !m.code.Has(at) {
		m.code.Add(at)
		m.pending.Add(at)
		m.raise(m.f.Number, pc)
	}
}

// raise notes that there is something pending at pc of a function.
func (m *marker) raise(function, pc int) {
	m.low[function] = min(m.low[function], int32(pc))
	top := &m.top[function]
	if *top >= int32(pc)+pastTop {
		return
	}
	if *top == atRest {
		m.due = append(m.due, int32(function))
	}
	*top = int32(pc) + pastTop
}

// cell marks what is written into a cell, by its owner too where closures may see it. In a function that
// is not live nothing writes; when it becomes live, begin asks whether the cell is (isWanted).
func (m *marker) cell(cell int) {
	if cell < 0 || m.cells.Has(cell) {
		return
	}
	m.cells.Add(cell)
	for n := range m.relation.Needs(depend.CellOf(cell)) {
		if n.Kind == depend.Instruction {
			m.write(n.Site())
			continue
		}
		owner, v := m.relation.FuncOf(n), ssa.ValueID(n.At)
		s := m.forms.Of(owner)
		if d := &s.Values[v]; d.PC < 0 || m.c.Executable(owner, int(d.PC)) {
			m.valueOf(owner, s, v)
		}
	}
}

// write marks an instruction that writes what something live reads, if its function
// is live. If it becomes so later, begin sees to it.
func (m *marker) write(at flow.Site) {
	f := &m.p.Funcs[at.Func]
	if m.funcs.Has(int(at.Func)) && m.part.Has(int(at.Func)) && m.c.Executable(f, int(at.PC)) {
		m.mark(f, int(at.PC))
	}
}

// slot marks a slot, and what writes to it in functions that are live.
func (m *marker) slot(slot tables.SlotID) {
	if m.slots.Has(int(slot)) {
		return
	}
	m.slots.Add(int(slot))
	for at := range m.relation.WritersOf(slot) {
		m.write(at)
	}
}

// call marks a function of which a live CLOSURE makes a closure.
func (m *marker) call(function int) {
	if !m.funcs.Has(function) {
		m.funcs.Add(function)
		if m.part.Has(function) {
			m.called = append(m.called, int32(function))
		}
	}
}

// callRunning marks the functions that are called for nothing, and reports whether there
// is one: what such a function does counts inside it as if somebody wanted its results.
func (m *marker) callRunning() bool {
	for _, function := range m.running {
		m.call(int(function))
	}
	m.running = m.running[:0]
	return len(m.called) > 0
}
