package consts

import (
	"math/bits"

	"luaflow/analysis/cfg"
	"luaflow/analysis/flow"
	"luaflow/analysis/names"
	"luaflow/analysis/ssa"
	"luaflow/analysis/tables"
	"luaflow/analysis/value"
	"luaflow/compile/meter"
	"luaflow/compile/slab"
	"luaflow/compile/syntax"
)

// The work lists of Constants. A block whose start is reached is executed in the
// order of the graph; evaluating an instruction (evaluate.go) gives its values and
// where control goes next. An instruction that does not complete, as far as is known
// yet, holds up its block. When a value that was known to be less grows, those who
// have read it are evaluated again.
//
// That is rare: an operand is defined on every path to its use, so that, loops
// apart, it is known in full when the use is evaluated.
//
// Wegman and Zadeck have two lists, of edges of the graph and of edges from definitions to uses. Here
// they are blocks to execute, by function and rank (due), and uses to evaluate again (pending), which
// come first. What differs:
//
//   - A block may be executed in part. After the call of a function of which it is not known yet that
//     it returns, nothing is; when it is found to return, the call is evaluated again, and the block
//     goes on from there.
//   - A phi is not evaluated as a whole. It is joined with what comes over an edge when the edge is
//     taken, and with an argument when that grows.
//   - Some instructions wait for what is no value: those that read a cell are in the table of cells,
//     those that read a field, or want the results of a function, in lists of their own.
//
// The invariant is that what is known of the values of an instruction that is executed is what its
// transfer function makes of its operands, or more, unless the instruction or its block is in a
// list. So when the lists are empty the equations hold. They get empty because everything that puts
// something there grows, and none can do so without end: values, cells, slots and results in a
// lattice of finite height, sets of edges and of executed instructions in a finite function. In
//
//	local n = 0
//	while more() do n = n + 1 end
//	return n
//
// the phi of n is 0 when the body is executed, and the sum 1. Over the edge back the phi grows to an
// integer, which puts the sum and the return on the list of uses; the sum grows to an integer too,
// and its user is the phi, which does not grow by that: both lists are empty.

// propagator is one computation of Constants.
type propagator struct {
	*Constants
	*propagation
	steps *meter.Meter

	// The function in work.
	f     *flow.Func
	s     *ssa.Form
	state *funcState
	// known is the part of values that is the function's; sharing is set if closures read or write
	// registers of it.
	known   []value.Packed
	sharing bool
	blocks  *funcQueue // those that are due
	ranks   flow.Row   // the set of them
	again   bool       // the instruction has been evaluated before
}

// propagation is the scratch memory of a propagator.
type propagation struct {
	queue   []int32 // functions with blocks to execute, first come first served
	head    int     // of the queue
	pending []task
	queues  []funcQueue
	words   []uint64 // the sets of all functions: blocks to execute, by rank
	links   []link   // of the lists of those who wait for a result or a field
	waiting []int32  // by function: the first link, plus 1, of those who wait for its results
	readers []int32  // by object: of those who read its fields
	args    []value.Value

	initials     []initial // by function and value
	firstInitial []int32   // by function and one more: where its initials begin
}

// funcQueue is the blocks of a function that are to be executed: a set of ranks, from which the lowest is
// taken first. An edge back in the order of the graph moves from to the front again.
type funcQueue struct {
	first, n int32 // words
	from     int32 // no word in front of it has a bit
	queued   bool
}

// task is a use of a value that has grown.
type task struct {
	function int32
	user     ssa.User
}

// link is one instruction in a list of those that wait.
type link struct {
	task
	next int32 // plus 1
}

// New returns the constants of a part of a program: of the code of the functions that are in it, as far as these alone make it be
// executed. A value counts as known that all of some
// dialects compute. The result is valid until mem is used for the next one.
func New(p *flow.Program, part *flow.Part, forms *ssa.Forms, names *names.Names, objects *tables.Objects, dialects syntax.Dialect, mem *Memory) *Constants {
	mem.reset()
	c := &Constants{program: p, part: part, forms: forms, table: p.Cells(), names: names, objects: objects}
	w := propagator{Constants: c, steps: mem.Meter}
	w.allocate(mem)
	w.pool.SetDialects(dialects)
	w.begin()
	w.run()
	c.summarize()
	c.findStops(mem)
	return c
}

// Memory is what Constants are made of, to be used again for those of the next program. The
// zero Memory is ready.
type Memory struct {
	// Meter counts the steps that are taken; nil if nobody counts them.
	Meter *meter.Meter

	pool    value.Pool
	funcs   slab.Slab[funcState]
	values  slab.Slab[value.Packed]
	written slab.Slab[value.Value]
	impacts slab.Slab[value.Impact]
	cells   slab.Slab[cellState]
	numbers slab.Slab[int32]
	flags   slab.Slab[uint8]
	stops   slab.Slab[flow.Stops]
	words   slab.Slab[uint64]
	scratch flow.Scratch
	propagation
}

// reset makes everything free for the next Constants: what the last ones hold is overwritten from here
// on.
func (m *Memory) reset() {
	m.pool.Reset()
	m.funcs.Reset()
	m.values.Reset()
	m.written.Reset()
	m.impacts.Reset()
	m.cells.Reset()
	m.numbers.Reset()
	m.flags.Reset()
	m.stops.Reset()
	m.words.Reset()
}

// allocate lays out the arrays. All is zero: every value is Bottom, and nothing is executed.
func (w *propagator) allocate(mem *Memory) {
	p, c := w.program, w.Constants
	c.pool, w.propagation = &mem.pool, &mem.propagation
	c.funcs = mem.funcs.TakeUncleared(len(p.Funcs))
	w.queues = flow.Zeroed(&w.propagation.queues, len(p.Funcs))
	values, blocks, code, words := 0, 0, 0, 0
	for i := range p.Funcs {
		f := &p.Funcs[i]
		c.funcs[i] = funcState{values: int32(values), blocks: int32(blocks), code: int32(code)}
		if f.IsLarge || !c.part.Has(i) {
			continue
		}
		w.queues[i] = funcQueue{first: int32(words), n: int32(flow.WordsFor(len(f.Graph.Order)))}
		values += len(c.forms.Of(f).Values)
		blocks += len(f.Graph.Blocks)
		code += len(f.Proto.Code)
		words += flow.WordsFor(len(f.Graph.Order))
	}
	c.values = mem.values.Take(values)
	c.reached = mem.numbers.Take(blocks)
	c.edges = mem.flags.Take(blocks)
	c.impacts = mem.impacts.Take(code)
	c.cells = mem.cells.Take(len(c.table.Cells))
	c.slots = mem.written.Take(c.objects.NumSlots())
	c.fields = mem.written.Take(c.objects.Len())
	w.propagation.words = flow.Zeroed(&w.propagation.words, words)
	w.waiting = flow.Zeroed(&w.propagation.waiting, len(p.Funcs))
	w.readers = flow.Zeroed(&w.propagation.readers, c.objects.NumSlots())
	w.queue, w.head, w.pending, w.links = w.queue[:0], 0, w.pending[:0], w.links[:0]
}

// begin starts main, whose upvalues may hold anything, as may what a function writes that is too
// large.
func (w *propagator) begin() {
	for k := range w.cells {
		cell := &w.table.Cells[k]
		w.cells[k].rewritten = len(cell.Writes) > 0
		if cell.Owner < 0 {
			w.cells[k].content = value.Unknown
		} else if w.program.IsWrittenByLarge(cell) {
			w.cells[k] = cellState{content: value.Unknown, written: value.Unknown, rewritten: true}
		}
	}
	w.findInitials()
	w.enter(0)
	w.call(0)
}

// run works until nothing is left to do. Uses that have grown come before new blocks, so that a block
// is executed with what is known by then; of the functions with blocks the first that got one is
// worked on until it has none, in reverse post-order, so that what is joined at the head of a block
// has been evaluated, loops apart.
func (w *propagator) run() {
	for {
		w.steps.Step()
		if n := len(w.pending); n > 0 {
			t := w.pending[n-1]
			w.pending = w.pending[:n-1]
			w.enter(t.function)
			w.evaluateAgain(t.user)
			continue
		}
		if w.head == len(w.queue) {
			return
		}
		w.enter(w.queue[w.head])
		for len(w.pending) == 0 {
			b := w.nextBlock()
			if b < 0 {
				w.head++
				break
			}
			w.execute(b, int(w.f.Graph.Blocks[b].Start))
		}
	}
}

// enter makes a function the one in work. A use in another function may be next at any time, so that it
// costs a comparison when it is the same.
func (w *propagator) enter(function int32) {
	if w.f == nil || w.f.Number != int(function) {
		w.f = &w.program.Funcs[function]
		w.s, w.state = w.forms.Of(w.f), &w.funcs[function]
		w.known, w.sharing = w.values[w.state.values:], w.f.SharesRegisters()
		w.blocks = &w.queues[function]
		w.ranks = w.words[w.blocks.first:][:w.blocks.n]
	}
}

// call marks a function as executed, with any arguments: a closure of it has been made. It begins with
// what its registers hold at the entry, and with the phis of its first block, which what comes from
// outside is an argument of.
func (w *propagator) call(function int) {
	if w.funcs[function].called {
		return
	}
	w.funcs[function].called = true
	if !w.part.Has(function) {
		return
	}
	caller := int32(w.f.Number)
	w.enter(int32(function))
	if w.f.IsLarge {
		w.callLarge()
		w.enter(caller)
		return
	}
	for v := ssa.ValueID(0); v < w.s.First(0); v++ {
		w.set(v, value.Unknown)
	}
	first, n := w.s.Phis(0)
	for phi := first; phi < first+ssa.ValueID(n); phi++ {
		w.set(phi, value.Unknown)
	}
	w.schedule(0)
	w.enter(caller)
}

// schedule queues a block of the function in work, to be executed from its start.
func (w *propagator) schedule(b cfg.BlockID) {
	rank := w.f.Graph.Rank(b)
	w.ranks.Add(rank)
	q := w.blocks
	q.from = min(q.from, int32(rank>>6))
	if !q.queued {
		q.queued = true
		w.queue = append(w.queue, int32(w.f.Number))
	}
}

// nextBlock takes the next block of the function in work, cfg.None if there is
// none.
func (w *propagator) nextBlock() cfg.BlockID {
	q := w.blocks
	for ; int(q.from) < len(w.ranks); q.from++ {
		if word := w.ranks[q.from]; word != 0 {
			w.ranks[q.from] = word & (word - 1)
			return w.f.Graph.Order[int(q.from)<<6+bits.TrailingZeros64(word)]
		}
	}
	q.queued = false
	return cfg.None
}

// execute evaluates the instructions of block b from pc on, up to one that does not complete as far as
// is known. reached counts that one too: it is executed.
func (w *propagator) execute(b cfg.BlockID, pc int) {
	last, next := w.f.Graph.Last(b), first
	w.again = false
	for ; pc <= last && next != stays; pc++ {
		w.steps.Step()
		next = w.evaluate(pc)
	}
	w.reached[w.state.blocks+int32(b)] = int32(pc)
	if next != stays {
		w.leave(b, next)
	}
}

// leave takes the edges of b that are in next and have not been taken. Where such an edge leads to a
// block that has been executed only the phis there are new.
func (w *propagator) leave(b cfg.BlockID, next successors) {
	edges := &w.edges[w.state.blocks+int32(b)]
	for k, to := range w.f.Graph.Succs(b) {
		if next&^successors(*edges)>>k&1 == 0 {
			continue
		}
		*edges |= 1 << k
		if k == 0 {
			w.reached[w.state.blocks+int32(b)] = w.f.Graph.Blocks[b].End // with the JMP of a test
		}
		w.join(b, k, to)
		if w.reached[w.state.blocks+int32(to)] == 0 {
			w.schedule(to)
		}
	}
}

// phisUnknown is set in edges for a block if all of its phis are value.Unknown: what comes
// over further edges adds nothing.
const phisUnknown = 1 << 7

// join adds what comes over edge k of b to the phis of the block that it leads to. An argument that is
// none, as nothing reads it on that edge, adds nothing.
func (w *propagator) join(b cfg.BlockID, k int, to cfg.BlockID) {
	first, args, width := w.s.Joins(to)
	if len(args) == 0 {
		return
	}
	flags := &w.edges[w.state.blocks+int32(to)]
	if *flags&phisUnknown != 0 {
		return
	}
	values := w.known
	unknown := true
	for at, phi := w.f.EdgeNumber(b, k), first; at < len(args); at, phi = at+width, phi+1 {
		if arg := args[at]; arg >= 0 && values[phi] != value.PackedUnknown {
			w.set(phi, w.pool.Unpack(values[arg]))
		}
		unknown = unknown && values[phi] == value.PackedUnknown
	}
	if unknown {
		*flags |= phisUnknown
	}
}

// value returns what is known of a value of the function in work.
func (w *propagator) value(v ssa.ValueID) value.Value { return w.pool.Unpack(w.known[v]) }

// set adds to what is known of a value of the function in work; its users are evaluated again unless it
// was Bottom, in which case none has been evaluated with it. What can be nothing but a table is one of
// those of its object, if it has one.
func (w *propagator) set(v ssa.ValueID, is value.Value) {
	switch w.known[v] {
	case value.PackedUnknown:
	case value.PackedBottom:
		w.begins(v, is)
	default:
		w.grow(v, is)
	}
}

// begins sets what is known of a value of which nothing has been known, as nearly all are. Its
// users need not be evaluated again: none has been with it.
func (w *propagator) begins(v ssa.ValueID, is value.Value) {
	if is.IsBottom() {
		return
	}
	is = w.ofObject(v, is)
	w.known[v] = w.pool.Pack(is)
	if w.sharing && w.s.Observed(v) {
		w.store(v, is)
	}
}

// grow joins is to what is known of a value, and if that is more than before, has its users
// evaluated again.
func (w *propagator) grow(v ssa.ValueID, is value.Value) {
	old := w.value(v)
	if old == is {
		return
	}
	joined := w.ofObject(v, value.Join(old, is))
	if joined == old {
		return
	}
	w.known[v] = w.pool.Pack(joined)
	if w.s.Observed(v) {
		w.store(v, joined)
	}
	for _, u := range w.s.Users(v) {
		w.pending = append(w.pending, task{int32(w.f.Number), u})
	}
}

// ofObject returns what is known of a value that is known to be among some: the tables of its object, if
// it can be nothing but a table and has one.
func (w *propagator) ofObject(v ssa.ValueID, is value.Value) value.Value {
	if is.Is(value.Table) {
		if id := w.objects.Of(w.f, v); id >= 0 {
			return value.OfTable(int(id))
		}
	}
	return is
}

// evaluateAgain reevaluates a use whose operand has grown, if it is executed. A phi is joined with the
// argument if control comes over the edge; an instruction at which its block was held up, or ended,
// may let control go further now.
func (w *propagator) evaluateAgain(u ssa.User) {
	if w.f.IsLarge {
		return
	}
	if phi, arg := w.s.Phi(u); phi >= 0 {
		if w.comesOver(w.s.PhiBlock(phi), arg) {
			w.set(phi, w.value(w.s.PhiArgs(phi)[arg]))
		}
		return
	}
	pc := u.PC()
	b := w.f.Graph.Block(pc)
	reached := int(w.reached[w.state.blocks+int32(b)])
	if pc >= reached {
		return
	}
	w.again = true
	next := w.evaluate(pc)
	switch {
	case next == 0:
	case pc == w.f.Graph.Last(b):
		w.leave(b, next)
	case pc+1 == reached:
		w.execute(b, pc+1)
	}
}

// comesOver reports whether control comes to b over the edge that an argument of its
// phis stands for.
func (w *propagator) comesOver(b cfg.BlockID, arg int) bool {
	preds := w.f.Graph.Preds(b)
	if arg == len(preds) {
		return true
	}
	from, k := preds[arg], 0
	if w.f.Graph.Succs(from)[0] != b || arg > 0 && preds[arg-1] == from {
		k = 1
	}
	return w.edges[w.state.blocks+int32(from)]>>k&1 != 0
}

// wait adds the instruction at pc to a list of those that wait, when it is evaluated first. It stays
// there: a list is woken whenever what it is about grows.
func (w *propagator) wait(list *int32, pc int) {
	if w.again {
		return // it is there already
	}
	w.links = append(w.links, link{task{int32(w.f.Number), ssa.User(pc)}, *list})
	*list = int32(len(w.links))
}

// wake queues all of a list to be evaluated again.
func (w *propagator) wake(list int32) {
	for list > 0 {
		l := &w.links[list-1]
		w.pending = append(w.pending, l.task)
		list = l.next
	}
}
