package live

import (
	"cmp"
	"math/bits"
	"slices"

	"luaflow/analysis/cfg"
	"luaflow/analysis/consts"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
	"luaflow/analysis/tables"
	"luaflow/analysis/value"
)

// The work list of a Marking. The lenient marking comes first; the strict one goes on
// from there with more to start from, since what one keeps so does the other.
//
// With dep for what the list of the package says that something live needs, the least solution of
//
//	live = roots(level) ∪ ⋃ dep(x), over all x in live
//
// is found by marking each x when it is met first, and looking at dep(x) later. What is cheap to ask
// comes first: what instructions need (todo), then what phis join (waiting), then functions that are
// called for nothing (running), then the control dependence of blocks that edges alone do not tell
// (open), then which branches decide between edges that come to the same (joins). The later a question
// is asked, the more of what it asks for is live already.

// marker is one computation of the markings.
type marker struct {
	p         *flow.Program
	mem       *Memory
	c         *consts.Constants
	forms     *ssa.Forms
	cellTable *flow.CellTable
	objects   *tables.Objects
	Marking
	blocks flow.Row // those of which the branches that they depend on are live, or open
	// joined: blocks to which control comes over all edges, and what decides over which of
	// them it comes is live.
	joined flow.Row
	level  value.Impact
	except map[flow.Site]bool // instructions whose impact does not count
	// oneWay: a branch that always goes one way decides nothing.
	oneWay bool
	todo   []liveItem
	// waiting lists words of values with live phis of which what they join is still to be
	// marked: those of a word at once, as what is known of them lies side by side. In functions
	// of thousands of blocks it is what is far off that costs.
	waiting  []waitingWord
	waits    flow.Row   // words that are in waiting
	followed flow.Row   // of values: phis of which what they join is marked
	open     []int32    // functions with blocks of which it is open what they depend on
	states   []uint8    // by function, see noneOpen
	joins    []liveItem // what is left for join: phis as above, and loops by their numbers

	running []int32 // functions that are called for nothing and still to be begun

	meeting       meeting
	asked, region []cfg.BlockID // scratch of join

	// The function that is looked at.
	f *flow.Func
	s *ssa.Form
}

// liveItem is a live instruction of which what it needs is still to be marked, or, of the
// joins, a live phi if at is negative, and else a loop.
type liveItem struct {
	function int32
	at       int32 // the pc, or ^ of the phi
}

// waitingWord is a word of the values of a function, by its index in the row of all.
type waitingWord struct{ function, word int32 }

// New returns the markings of a program, of all levels. They are valid until mem is used for
// those of the next program. It takes time proportional to the code and the arguments of its phis, but
// for control dependence, and the searches of join, in functions with branches that are not live.
func New(p *flow.Program, forms *ssa.Forms, objects *tables.Objects, c *consts.Constants, mem *Memory) *Markings {
	mem.reset()
	all := &Markings{p: p, c: c, forms: forms, objects: objects, cells: p.Cells()}
	m := all.newMarker(value.Operators, mem)
	m.allocate()
	m.call(0)
	m.run()
	all.markings[value.Operators] = m.copyOf(&m.Marking)
	m.level = value.None
	for i := range m.p.Funcs {
		if m.funcs.Has(i) {
			m.enter(int32(i))
			m.beginAgain()
		}
	}
	m.run()
	all.markings[value.None] = m.Marking
	return all
}

// With returns the marking of a level in which the instructions at some sites,
// which are executed, are live as well: what is live in it alone is only there for
// their sake. A branch that always goes one way is not: whether an instruction after
// it is executed does not depend on it. mem is that which New was given; nobody else may
// be using it.
func (all *Markings) With(level value.Impact, sites []flow.Site, mem *Memory) *Marking {
	m := all.newMarker(level, mem)
	m.oneWay = true
	m.Marking = m.copyOf(all.At(level))
	m.prepare()
	for _, at := range sites {
		m.enter(int32(at.Func))
		m.mark(int(at.PC))
	}
	m.run()
	return &m.Marking
}

// Without returns the marking of a level in which it does not count that the
// instructions at some sites have an impact: as if the errors that they may raise, or
// the metamethods that they may call, were of no interest. Of mem the same holds as for
// With.
func (all *Markings) Without(level value.Impact, sites []flow.Site, mem *Memory) *Marking {
	m := all.newMarker(level, mem)
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
func (all *Markings) newMarker(level value.Impact, mem *Memory) *marker {
	return &marker{
		p: all.p, mem: mem, c: all.c, forms: all.forms, cellTable: all.cells, objects: all.objects, level: level,
	}
}

// allocate lays out the sets, which are empty, and the scratch memory. Functions that are too large
// have no bits: all of such a function is live if it is.
func (m *marker) allocate() {
	mem, n := m.mem, len(m.p.Funcs)
	at := &layout{mem.numbers.Take(n + 1), mem.numbers.Take(n + 1), mem.numbers.Take(n + 1)}
	for i := range m.p.Funcs {
		f := &m.p.Funcs[i]
		if f.IsLarge {
			at.code[i+1], at.values[i+1], at.blocks[i+1] = at.code[i], at.values[i], at.blocks[i]
			continue
		}
		at.code[i+1] = at.code[i] + int32(len(f.Proto.Code))
		s := m.forms.Of(f)
		if first, end := s.PhiRange(); first < end {
			at.values[i] = (at.values[i] + 63) &^ 63 // no word has phis of two functions
		}
		at.values[i+1] = at.values[i] + int32(len(s.Values))
		at.blocks[i+1] = at.blocks[i] + int32(len(f.Graph.Blocks))
	}
	m.layout = at
	sizes := [...]int{int(at.code[n]), int(at.values[n]), n, len(m.cellTable.Cells), m.objects.NumSlots()}
	for k, set := range m.sets() {
		*set = mem.words.Take(flow.WordsFor(sizes[k]))
	}
	m.prepare()
}

// prepare makes the scratch memory. The phis of which the values are live by now have been followed.
func (m *marker) prepare() {
	m.blocks = m.mem.words.Take(flow.WordsFor(int(m.layout.blocks[len(m.p.Funcs)])))
	m.joined = m.mem.words.Take(len(m.blocks))
	m.waits = m.mem.words.Take(flow.WordsFor(len(m.values)))
	m.followed = m.mem.words.Take(len(m.values))
	copy(m.followed, m.values)
	m.states = m.mem.states.Take(len(m.p.Funcs))
	m.todo, m.waiting = m.mem.items[:0], m.mem.waiting[:0]
}

// sets returns the sets of a marking, to be replaced one by one.
func (m *Marking) sets() [5]*flow.Row {
	return [5]*flow.Row{&m.code, &m.values, &m.funcs, &m.cells, &m.slots}
}

// copyOf returns a marking as it is now, with sets of its own.
func (m *marker) copyOf(of *Marking) Marking {
	c := *of
	for _, set := range c.sets() {
		words := m.mem.words.Take(len(*set))
		copy(words, *set)
		*set = words
	}
	return c
}

// enter makes a function the one that is looked at.
func (m *marker) enter(function int32) {
	if m.f == nil || m.f.Number != int(function) {
		m.f = &m.p.Funcs[function]
		m.s = m.forms.Of(m.f)
	}
}

// run marks what the live instructions and phis need, until nothing is left to do.
func (m *marker) run() {
	for {
		for n := len(m.todo); n > 0; n = len(m.todo) {
			m.p.Step()
			item := m.todo[n-1]
			m.todo = m.todo[:n-1]
			m.enter(item.function)
			m.instruction(int(item.at))
		}
		if m.follow() || m.callRunning() || m.dependOpen() {
			continue
		}
		n := len(m.joins)
		if n == 0 {
			break
		}
		item := m.joins[n-1]
		m.joins = m.joins[:n-1]
		m.enter(item.function)
		m.join(int(item.at))
	}
	m.mem.items, m.mem.waiting = m.todo, m.waiting
}

// instruction marks what the live instruction at pc needs: what decides that it is executed, its
// operands, and what it reads elsewhere. A write needs the cell of the table that it writes to, not what
// was there; and a closure needs its function.
func (m *marker) instruction(pc int) {
	m.depend(m.f.Graph.Block(pc))
	for i, v := range m.s.Uses(pc) {
		m.value(v)
		if m.s.UseByClosure(pc, i) {
			m.cellIn(pc, int(m.s.Values[v].Reg))
		}
	}
	i := m.f.Proto.Code[pc]
	switch effect.ReferenceOf(i) {
	case effect.Forgets:
		if child := effect.Closure(i); child >= 0 {
			function := m.f.Number
			m.call(m.f.Child(child).Number)
			m.enter(int32(function))
		}
		return
	case effect.ReadsUpvalue, effect.ReadsUpvalueField, effect.WritesUpvalueField:
		upvalue, _ := effect.Upvalue(i)
		m.cell(m.cellTable.Of(m.f.Number, upvalue))
	case effect.ReadsField, effect.Measures, effect.Calls, effect.Iterates:
	default:
		return
	}
	if touch := m.objects.Touch(m.f, pc); touch.How&(tables.ReadsSlot|tables.ReadsSize) != 0 {
		m.read(touch)
	}
}

// value marks a value of the function that is looked at, which something live reads,
// and what makes it: an instruction, at once; a phi waits. What the caller gives is not followed to
// the callers: a call that is live needs all of its arguments anyway.
func (m *marker) value(v ssa.ValueID) {
	at := int(m.layout.values[m.f.Number]) + int(v)
	if v < 0 || m.values.Has(at) {
		return
	}
	m.values.Add(at)
	if m.s.IsPhi(v) {
		if w := at >> 6; !m.waits.Has(w) {
			m.waits.Add(w)
			m.waiting = append(m.waiting, waitingWord{int32(m.f.Number), int32(w)})
		}
		return
	}
	if d := &m.s.Values[v]; d.Kind == ssa.DefValue || d.Kind == ssa.EdgeValue {
		m.mark(int(d.PC))
	}
}

// mark marks the instruction at pc of the function that is looked at, once.
func (m *marker) mark(pc int) {
	if at := int(m.layout.code[m.f.Number]) + pc; !m.f.IsLarge && !m.code.Has(at) {
		m.code.Add(at)
		m.todo = append(m.todo, liveItem{int32(m.f.Number), int32(pc)})
	}
}

// follow marks what the live phis of the waiting words need, and reports whether there
// were any. It goes round by round: what becomes live in one round is sorted for the next, so that
// memory is gone through in one direction.
func (m *marker) follow() bool {
	some := len(m.waiting) > 0
	for n := 0; n < len(m.waiting); {
		// Against the order of the code, in which what is joined mostly comes before the phi.
		round := m.waiting[n:]
		n = len(m.waiting)
		slices.SortFunc(round, func(a, b waitingWord) int {
			return cmp.Or(cmp.Compare(b.function, a.function), cmp.Compare(b.word, a.word))
		})
		for _, w := range round {
			m.p.Step()
			m.enter(w.function)
			m.waits.Remove(int(w.word))
			m.followWord(int(w.word))
		}
	}
	m.waiting = m.waiting[:0]
	return some
}

// followWord marks what those live phis of a word of values need of which it is not marked
// yet. One that becomes live meanwhile is the next visit's.
func (m *marker) followWord(w int) {
	first, end := m.s.PhiRange()
	base := int(m.layout.values[m.f.Number])
	from, to := max(base+int(first), w<<6), min(base+int(end), (w+1)<<6)
	word := (m.values[w] &^ m.followed[w]) >> (from & 63) << (from & 63)
	if to&63 != 0 {
		word &= 1<<(to&63) - 1
	}
	m.followed[w] |= word
	if word == 0 {
		return
	}
	// Down, as from word to word, so that arguments are read in one direction throughout.
	b := m.s.PhiBlock(ssa.ValueID(w<<6 + bits.Len64(word) - 1 - base))
	start, args, width := m.s.Joins(b)
	for word != 0 {
		bit := bits.Len64(word) - 1
		word &^= 1 << bit
		phi := ssa.ValueID(w<<6 + bit - base)
		if phi < start {
			for phi < m.s.PhisStart(b) {
				b--
			}
			start, args, width = m.s.Joins(b)
		}
		at := int(phi-start) * width
		m.phi(phi, b, args[at:at+width])
	}
}

// phi marks what a live phi of block b joins, its arguments, and what decides over which
// edge control comes. Over an edge on which control never comes nothing is joined. The branches in
// front of an edge decide unless another edge gives the phi the same value: that join finds out. When
// control comes over all edges and their branches are live, the next phi of the block has only its
// arguments to mark.
func (m *marker) phi(phi ssa.ValueID, b cfg.BlockID, args []ssa.ValueID) {
	if m.joined.Has(int(m.layout.blocks[m.f.Number]) + int(b)) {
		at := int(m.layout.values[m.f.Number])
		for _, arg := range args {
			if arg >= 0 && !m.values.Has(at+int(arg)) {
				m.value(arg)
			}
		}
		return
	}
	preds := m.f.Graph.Preds(b)
	repeated, all := false, true
	for k, arg := range args {
		switch {
		case k == len(preds):
			m.value(arg) // from the start of the function
		case !m.comesFrom(b, preds, k):
			all = false
		case isRepeated(args, k):
			m.value(arg)
			repeated = true
		default:
			m.value(arg)
			m.branch(preds[k])
		}
	}
	if repeated {
		m.joins = append(m.joins, liveItem{int32(m.f.Number), ^int32(phi)})
	} else if all {
		m.joined.Add(int(m.layout.blocks[m.f.Number]) + int(b))
	}
}

// comesFrom reports whether control may come to block b over the edge from preds[k].
func (m *marker) comesFrom(b cfg.BlockID, preds []cfg.BlockID, k int) bool {
	edge := 0
	if m.f.Graph.Succs(preds[k])[0] != b || k > 0 && preds[k-1] == preds[k] {
		edge = 1
	}
	return m.c.EdgeExecutable(m.f, preds[k], edge)
}

// branch marks what decides whether control leaves block b, and over which edge: the branch at its end,
// or if it has none what b depends on.
func (m *marker) branch(b cfg.BlockID) {
	if m.decides(b) {
		m.mark(m.f.Graph.Last(b))
	} else {
		m.depend(b)
	}
}

// decides reports whether block b ends in a branch that counts: one with two edges, both of which
// control may take if oneWay asks for that.
func (m *marker) decides(b cfg.BlockID) bool {
	if len(m.f.Graph.Succs(b)) < 2 {
		return false
	}
	if m.oneWay {
		_, one := m.c.Decided(m.f, b)
		return !one
	}
	return true
}

// leave is branch, and marks the jump if there is one: what keeps a loop going must stay, or the loop
// that never ended would.
func (m *marker) leave(b cfg.BlockID) {
	if last := m.f.Graph.Last(b); effect.EndsBlock(m.f.Proto.Code[last]) {
		m.mark(last)
	} else {
		m.depend(b)
	}
}

// depend marks the branches that block b is control dependent on, once: at once where the edges to b
// tell, else later.
func (m *marker) depend(b cfg.BlockID) {
	at := int(m.layout.blocks[m.f.Number]) + int(b)
	if m.blocks.Has(at) {
		return
	}
	m.blocks.Add(at)
	from, certain := m.onlyWay(b)
	switch {
	case certain && from >= 0:
		m.branch(from)
	case !certain:
		m.dependLater(b)
	}
}

// cellIn marks the cell of the variable that is in reg at pc.
func (m *marker) cellIn(pc, reg int) {
	if cell := m.cellTable.At(m.f, pc, reg); cell >= 0 {
		m.cell(cell)
		return
	}
	for k := range m.cellTable.Cells {
		if c := &m.cellTable.Cells[k]; c.Owner == m.f.Number && c.Reg == reg {
			m.cell(k)
		}
	}
}

// cell marks what is written into a cell, by its owner too where closures may see it. In a function that
// is not live nothing writes; when it becomes live, begin asks whether the cell is (isWanted).
func (m *marker) cell(cell int) {
	if cell < 0 || m.cells.Has(cell) {
		return
	}
	m.cells.Add(cell)
	function := int32(m.f.Number)
	c := &m.cellTable.Cells[cell]
	for _, at := range c.Writes {
		m.write(at)
	}
	if c.Owner >= 0 {
		m.enter(int32(c.Owner))
		for _, v := range m.forms.ObservedIn(cell) {
			if d := &m.s.Values[v]; d.PC < 0 || m.c.Executable(m.f, int(d.PC)) {
				m.value(ssa.ValueID(v))
			}
		}
	}
	m.enter(function)
}

// write marks an instruction that writes what something live reads, if its function
// is live. If it becomes so later, begin sees to it.
func (m *marker) write(at flow.Site) {
	if !m.funcs.Has(int(at.Func)) {
		return
	}
	m.enter(int32(at.Func))
	if m.c.Executable(m.f, int(at.PC)) {
		m.mark(int(at.PC))
	}
}

// read marks what an access to an object may find: the slot that it names and the first, which stands
// for keys that are not known; all slots, if its own key is not known; those of integers, and the first,
// for a length.
func (m *marker) read(t tables.Touch) {
	first, n, integers := m.objects.Slots(t.Object)
	last := first
	switch {
	case t.How&tables.ReadsSlot == 0:
		last = first + tables.SlotID(integers)
	case t.Slot == first:
		last = first + tables.SlotID(n) - 1
	default:
		m.slot(t.Slot)
	}
	for slot := first; slot <= last; slot++ {
		m.slot(slot)
	}
}

// slot marks a slot, and what writes to it in functions that are live.
func (m *marker) slot(slot tables.SlotID) {
	if m.slots.Has(int(slot)) {
		return
	}
	m.slots.Add(int(slot))
	function := int32(m.f.Number)
	for _, k := range m.objects.Writers(slot) {
		_, at := m.objects.TouchAt(k)
		m.write(at)
	}
	m.enter(function)
}

// call marks a function of which a live CLOSURE makes a closure.
func (m *marker) call(function int) {
	if m.funcs.Has(function) {
		return
	}
	m.funcs.Add(function)
	m.enter(int32(function))
	m.begin()
}

// callRunning marks the functions that are called for nothing, and reports whether there
// is one: what such a function does counts inside it as if somebody wanted its results.
func (m *marker) callRunning() bool {
	called := false
	for len(m.running) > 0 {
		function := int(m.running[len(m.running)-1])
		m.running = m.running[:len(m.running)-1]
		if !m.funcs.Has(function) {
			m.call(function)
			called = true
		}
	}
	return called
}

// begin marks what is live by itself in the function that is looked at, and what writes to cells and
// slots that are live by now. Of a known function that it calls nothing is live by that alone, but what
// the function does counts in there: it is begun later (callRunning). A loop that is not sure to end is
// live, as the jump that leads back: whether a program goes on forever is what anybody can see.
func (m *marker) begin() {
	if m.f.IsLarge {
		m.beginLarge()
		return
	}
	impacts := m.c.Impacts(m.f)
	for _, b := range m.f.Graph.Order {
		block := &m.f.Graph.Blocks[b]
		end := min(block.End, m.c.ExecutedEnd(m.f, b))
		for pc := int(block.Start); pc < int(end); pc++ {
			if impacts[pc] > m.level && (m.except == nil || !m.except[flow.SiteAt(m.f.Number, pc)]) || m.isWanted(pc) {
				m.mark(pc)
				continue
			}
			switch effect.ReferenceOf(m.f.Proto.Code[pc]) {
			case effect.Calls, effect.Iterates:
				if callee := m.c.Callee(m.f, pc); callee != nil {
					m.running = append(m.running, int32(callee.Number))
				}
			}
		}
	}
	loops := m.f.Loops()
	for loop := range loops.All {
		if m.c.Terminates(m.f, loop) {
			continue
		}
		backs, last := 0, cfg.None
		for back := range loops.BackEdges(loop) {
			if m.c.EdgeExecutable(m.f, back.Block, int(back.Succ)) {
				backs, last = backs+1, back.Block
			}
		}
		switch {
		case backs == 1:
			m.leave(last)
		case backs > 1:
			m.joins = append(m.joins, liveItem{int32(m.f.Number), int32(loop)})
		}
	}
}

// beginAgain marks what is live by itself in the function that is looked at, of which
// everything is marked that has more impact than the level before. Its loops and RETURNs do not
// depend on the level.
func (m *marker) beginAgain() {
	if m.f.IsLarge {
		return // all of it is live
	}
	first := int(m.layout.code[m.f.Number])
	for pc, impact := range m.c.Impacts(m.f) {
		if impact > m.level && !m.code.Has(first+pc) {
			m.mark(pc)
		}
	}
}

// isWanted reports whether the instruction at pc, which is executed, leaves the
// function, or writes what something live reads.
func (m *marker) isWanted(pc int) bool {
	i := m.f.Proto.Code[pc]
	switch effect.ReferenceOf(i) {
	case effect.Returns:
		return true
	case effect.WritesUpvalue:
		upvalue, _ := effect.Upvalue(i)
		return m.cells.Has(m.cellTable.Of(m.f.Number, upvalue))
	case effect.Calls:
		if effect.Actions(i)&effect.Leaves != 0 {
			return true
		}
	case effect.WritesField, effect.WritesUpvalueField, effect.Fills:
	default:
		return false
	}
	touch := m.objects.Touch(m.f, pc)
	return touch.How&tables.WritesSlot != 0 && m.slots.Has(int(touch.Slot))
}
