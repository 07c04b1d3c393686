package proof

import (
	"cmp"
	"slices"

	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	bc "luaflow/compile/bytecode"
	"luaflow/compile/meter"
	"luaflow/compile/syntax"
)

// This file defines one of the two programs, and its functions that are looked into:
// those whose code is not the same in the other one.
//
// A function that has a partner with the same code is not looked into: it does the same if it
// accesses the same variables, which pair.go sees to. So a proof costs what the functions cost
// that an edit changes, and those around them, whose code has other numbers of registers or
// upvalues then. Of functions that are not looked into it is believed that they do whatever
// their code could do: closures of them are needed, and so is all that they read.

// program is the program before or after the edit.
type program struct {
	flow     *flow.Program
	steps    *meter.Meter
	cells    *flow.CellTable
	dialects syntax.Dialect
	waived   func(function, pc int) bool // nil if nothing is
	needed   []int                       // see Program
	pool     *pool
	names    *Names
	original *flow.Program // that names is about

	bodies    []*body    // by function; nil for one that is not looked into
	inside    []*body    // those that are there
	made      []bool     // by function: a closure of it is needed
	reached   [][]bool   // by function and upvalue: see reach
	touched   []int      // the functions of which made or reached was set
	variables []variable // by cell
	relevant  []int32    // the cells that bodies own or access
	tables    []origin   // by number of a NEWTABLE

	todo  []*body // in which more may be needed than was found
	stale []*body // in which less may be known than was found

	found    *finder        // nil until it is needed
	outsides map[int32]fact // by cell: what outside found; nil if nobody asks again
}

// count counts a step of the proof, as meter.Meter.Step does.
func (p *program) count() { p.steps.Step() }

// finder returns what finds where values of the program come from.
func (p *program) finder() *finder {
	if p.found == nil {
		p.found = newFinder(p.flow)
	}
	return p.found
}

// standard reports whether a name is a standard one in the program, as Names.Has does.
func (p *program) standard(path string) bool { return p.names.Has(p.original, p.dialects, path) }

// stringsAreStandard reports whether the metatable of strings is as the standard says,
// so that methods of strings are looked up in `string` and nowhere else.
func (p *program) stringsAreStandard() bool {
	n := p.names.of(p.original)
	if !n.metatables && !n.handed["_G"] && !n.handed[anything] {
		return !n.all
	}
	return !n.all && !n.anyKey && !n.keys["__index"] && !n.keys["__tostring"] && !n.keys["__name"]
}

// isWithin reports whether a function stands in one that is looked into.
func (p *program) isWithin(function int) bool {
	for f := p.flow.Funcs[function].Parent; f >= 0; f = p.flow.Funcs[f].Parent {
		if p.bodies[f] != nil {
			return true
		}
	}
	return false
}

// variable is what is known of a captured variable.
type variable struct {
	content fact // of what is stored to it, while it is captured and when it is
	// read: a function that is needed reads it as an upvalue. used: its own function
	// reads what another one may have stored. written: one may.
	read, used, written bool
	relevant            bool
}

// origin is one NEWTABLE.
type origin struct {
	needed bool
	users  []user // with accesses that are missing if the NEWTABLE is
}

// user is a block of a body.
type user struct {
	body  *body
	block cfg.BlockID
}

// isLive reports whether it matters what a variable holds: to another function, or to its own
// because of what another one may have stored.
func (v *variable) isLive() bool { return v.read || v.used }

// body is a function that is looked into.
type body struct {
	*program
	number int
	flow   *flow.Func
	proto  *bc.Proto
	graph  *cfg.Graph

	// What learn finds out (facts.go).
	entry    []fact    // by block and register: what is known at its start, if control gets to it; while it is found out
	inherits []cellsIn // by block: the cells at its start, so too
	ends     []int32   // by block: after the last instruction that control gets to, 0 if to none
	open     []uint8   // by block: a bit for each edge that may be taken
	class    []class   // by pc
	site     []int32   // by pc: of NEWTABLE its number, of an own access that of its table
	isStale  bool
	isHeader []bool      // by block: an edge leads back to it
	finite   map[int]int // by pc of a FORPREP: that of the FORLOOP, if the loop certainly ends
	// overwritten: by pc, see findOverwritten.
	overwritten []bool

	// What require finds out (need.go, keep.go, control.go).
	kept       []bool      // by pc: it is needed
	live       []registers // by block: what is needed at its start
	first      []int32     // by block: the first pc that is needed from its start on, or a passage to it
	passages   []passage
	passageOf  map[passage]int32
	captured   []registers // by pc: what closures that are needed share in front of it; nil if they share nothing
	newClosure bool        // one was kept since captured was computed
	isTodo     bool
	// Blocks in which more may be needed than was found: all of them, or by block; none of
	// these is after dueFrom in the order.
	allDue  bool
	isDue   []bool
	dueFrom int

	cellsOf [][]int32 // by register: the cells that are ever in it, in the order of their records
	cellOf  []int32   // by register: what cellAt found last
	notUsed []int32   // by register: how many of these are not known to be used
	// The registers with a cell that other functions store to in their code; one that
	// is read, that is written, and that is not known to be used: see variable.
	changing, read, written, unused registers

	operands  []effect.Operand
	constants []int32 // by index in the prototype: 1 + the number in the pool; 0 if nobody has asked
}

// passage is a way to what is needed next on which variables end. Where several
// jumps stand for one of the text, all close the same, so that it does not matter
// which is taken: only what comes after, and what was closed by then.
type passage struct {
	next   int32
	closed registers
}

// none stands for no cell; the others for a pc.
const (
	none    int32 = -1
	nowhere int32 = -1 // none follows: the loop has none
	unsure  int32 = -2 // not known yet
)

// newProgram returns a program no function of which is looked into yet. Both programs of a
// proof share a pool, so that their constants and names have the same numbers.
func newProgram(p Program, pool *pool) *program {
	cells, shared := p.Flow.Cells(), p.Names
	if shared == nil {
		shared = new(Names)
	}
	return &program{
		flow: p.Flow, steps: p.Meter, cells: cells, dialects: p.Dialects, waived: p.Waived, needed: p.Needed, pool: pool,
		names: shared, original: p.Flow,
		bodies: make([]*body, len(p.Flow.Funcs)), made: make([]bool, len(p.Flow.Funcs)),
		reached:   make([][]bool, len(p.Flow.Funcs)),
		variables: make([]variable, len(cells.Cells)),
	}
}

// lookIntoAllBut adds the bodies of all functions without a partner that has the same
// code.
func (p *program) lookIntoAllBut(partner []int32) {
	for f, other := range partner {
		if other == none {
			p.lookInto(f)
		}
	}
}

// lookInto adds the body of a function: nothing is known in it, and nothing of it is needed,
// which is what learn and require begin with.
func (p *program) lookInto(number int) {
	f := &p.flow.Funcs[number]
	n, blocks := len(f.Proto.Code), len(f.Graph.Blocks)
	b := &body{
		program: p, number: number, flow: f, proto: f.Proto, graph: &f.Graph,
		ends: make([]int32, blocks), open: make([]uint8, blocks),
		class: make([]class, n), site: make([]int32, n), overwritten: make([]bool, n),
		kept: make([]bool, n), live: make([]registers, blocks), first: make([]int32, blocks),
		isDue: make([]bool, blocks), allDue: true, dueFrom: -1,
	}
	for id := range b.first {
		b.first[id] = unsure
	}
	p.bodies[number] = b
	p.inside = append(p.inside, b)
	for pc, i := range f.Proto.Code {
		if effect.ReferenceOf(i) == effect.Makes {
			b.site[pc] = int32(len(p.tables))
			p.tables = append(p.tables, origin{})
		}
	}
}

// findCells finds the cells that bodies own or access.
func (p *program) findCells() {
	p.findUpvalues()
	for c := range p.cells.Cells {
		p.findCell(int32(c))
	}
	p.sortCells()
}

// findUpvalues finds the cells that bodies access as upvalues.
func (p *program) findUpvalues() {
	for _, b := range p.inside {
		b.cellsOf = make([][]int32, b.proto.MaxStack)
		b.notUsed = make([]int32, b.proto.MaxStack)
		b.cellOf = slices.Repeat([]int32{none}, int(b.proto.MaxStack))
		for k := range b.proto.Upvalues {
			p.setRelevant(int32(p.cells.Of(b.number, k)))
		}
	}
}

// setRelevant notes that what is known of a cell counts for the bodies; not of none.
func (p *program) setRelevant(c int32) {
	if c >= 0 && !p.variables[c].relevant {
		p.variables[c].relevant = true
		p.relevant = append(p.relevant, c)
	}
}

// findCell tells its owner of a cell, if that is looked into.
func (p *program) findCell(c int32) {
	cell := &p.cells.Cells[c]
	if cell.Owner < 0 {
		p.variables[c] = variable{content: fact{kind: unknown}, read: true, used: true, written: true, relevant: true}
		return
	}
	if b := p.bodies[cell.Owner]; b != nil {
		p.setRelevant(c)
		b.cellsOf[cell.Reg] = append(b.cellsOf[cell.Reg], c)
		b.notUsed[cell.Reg]++
		b.unused.add(cell.Reg)
		if len(cell.Writes) > 0 {
			b.changing.add(cell.Reg)
		}
	}
}

// sortCells orders the cells of bodies by their records.
func (p *program) sortCells() {
	for _, b := range p.inside {
		for _, cells := range b.cellsOf {
			slices.SortFunc(cells, func(c, d int32) int { return cmp.Compare(p.cells.Cells[c].Local, p.cells.Cells[d].Local) })
		}
	}
}

// cellAt returns the cell of the captured variable that is in a register at pc, none if
// there is none.
func (b *body) cellAt(pc, reg int) int32 {
	cells := b.cellsOf[reg]
	if len(cells) == 1 {
		return cells[0]
	}
	if len(cells) == 0 {
		return none
	}
	if c := b.cellOf[reg]; c != none { // mostly that of the last question
		if l := b.cells.Cells[c].Local; l >= 0 && int(b.proto.Locals[l].StartPC) <= pc && pc < int(b.proto.Locals[l].EndPC) {
			return c
		}
	}
	k, found := slices.BinarySearchFunc(cells, b.flow.Variable(pc, reg), func(c int32, local int) int {
		return cmp.Compare(b.cells.Cells[c].Local, local)
	})
	if !found {
		return none
	}
	b.cellOf[reg] = cells[k]
	return cells[k]
}

// upvalue returns the cell of an upvalue, or none.
func (b *body) upvalue(k int) int32 { return int32(b.cells.Of(b.number, k)) }

// captures yields the registers that the CLOSURE at pc captures, with their cells and
// whether its function is known to access them.
func (b *body) captures(pc int, yield func(reg int, cell int32, reached bool)) {
	child := b.flow.Child(effect.Closure(b.proto.Code[pc]))
	reached := b.reached[child.Number]
	for k, up := range child.Proto.Upvalues {
		if up.InStack {
			yield(int(up.Index), int32(b.cells.Of(child.Number, k)), reached != nil && reached[k])
		}
	}
}

// edges yields the edges of a block that may be taken, with their number.
func (b *body) edges(id cfg.BlockID, yield func(k int, to cfg.BlockID)) {
	for k, to := range b.graph.Succs(id) {
		if b.open[id]>>k&1 != 0 {
			yield(k, to)
		}
	}
}

// lastOf returns the last pc of a block that control gets to.
func (b *body) lastOf(id cfg.BlockID) int { return int(b.ends[id]) - 1 }

// runs reports whether control gets to pc.
func (b *body) runs(pc int) bool { return pc < int(b.ends[b.graph.Block(pc)]) }

// isNode reports whether the instruction at pc is one that must have a partner: it is needed,
// and does more than to move a value, which the numbers of values follow.
func (b *body) isNode(pc int) bool {
	return b.kept[pc] && b.class[pc] != carries
}
