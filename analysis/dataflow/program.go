package dataflow

import (
	"sync"
	"sync/atomic"

	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
	"luaflow/analysis/value"
	"luaflow/compile/bytecode"
	"luaflow/compile/meter"
	"luaflow/compile/syntax"
)

// Program is the functions of one chunk and all that is known of them. It is safe
// for concurrent use.
type Program struct {
	// Funcs is the functions in pre-order of the tree of prototypes, which is the
	// order of their first tokens in the text; 0 is main.
	Funcs []Func

	hasLarge bool // a function of it is too large

	library value.Library // whose names count, and for whose dialects values are computed

	children []int32         // by function and index in Proto.Protos: numbers
	access   []effect.Access // by function and upvalue, see Func.access

	cellsOnce sync.Once
	cells     *CellTable

	namesOnce   sync.Once
	names       *Names
	seenOnce    sync.Once
	seen        *seenValues
	objectsOnce sync.Once
	objects     *Objects
	markingOnce sync.Once
	markings    [2]Marking // by level

	constantsOnce sync.Once
	constants     *Constants

	mu  sync.Mutex // guards mem while a fact is computed
	mem *Memory
}

// Func is one function of a Program. Programs have many that are one line long, so
// that it holds no more than pointers to what few functions have.
type Func struct {
	Proto  *bytecode.Proto
	Graph  cfg.Graph
	Number int // its index in Program.Funcs
	Parent int // the function that it stands in; -1 for main

	program *Program
	opcodes opcodeSet // of its instructions

	// Where its part of the children, and of the upvalues, of the program begins.
	firstChild, firstUpvalue int32

	known        atomic.Uint32 // facts, see compute
	isLarge      bool          // its values are not looked at, see large.go
	operandLists operands
	captured     *captured // nil if closures access no register of f
	vars         *variables
	events       *events
	graph        graphFacts
	ssa          *SSA
	beforeStops  []uint64 // see liveBeforeStops
}

// facts is a set of facts of one function that are computed when someone asks.
type facts uint32

const (
	operandFacts facts = 1 << iota
	cellFacts
	liveFacts
	variableFacts
	eventFacts
	actingFacts
	dominatorFacts
	postDominatorFacts
	controlFacts
	loopFacts
	ssaFacts
	userFacts
	stopFacts
)

// knows reports whether facts have been computed.
func (f *Func) knows(fact facts) bool { return facts(f.known.Load())&fact != 0 }

// compute has find compute a fact and store it in f, once. Meanwhile the program is
// locked, so that what find needs of other facts must be known by then.
func (f *Func) compute(fact facts, find func(*Memory)) {
	if !f.knows(fact) {
		f.computeNow(fact, find)
	}
}

func (f *Func) computeNow(fact facts, find func(*Memory)) {
	f.program.mu.Lock()
	defer f.program.mu.Unlock()
	if !f.knows(fact) {
		find(f.program.mem)
		f.known.Or(uint32(fact))
	}
}

// Memory is what a Program is made of, to be used again for the next one. The zero
// Memory is ready.
type Memory struct {
	Meter *meter.Meter // of the steps that are taken to find facts; nil if nobody counts them

	// Followed bounds the size of functions whose values are looked at, in the unit of
	// MaxFollowed; 0 stands for MaxFollowed. Tests lower it.
	Followed int

	// Room, if not nil, is called with the bytes that what is known of phis needs, as soon as
	// that is known and much more than before in the same program: some functions have
	// hundreds of them for an instruction.
	Room  func(bytes int)
	asked int // bytes, see makeRoom

	cfg       cfg.Memory
	funcs     cfg.Slab[Func]
	access    cfg.Slab[effect.Access]
	captures  cfg.Slab[capture]
	captured  cfg.Slab[captured]
	variables cfg.Slab[variables]
	byReg     cfg.Slab[events]
	phiLists  cfg.Slab[phis]
	marked    cfg.Slab[cellValues]
	userLists cfg.Slab[userLists]
	numbers   cfg.Slab[int32]
	words     cfg.Slab[uint64]
	registers cfg.Slab[uint8]
	events    cfg.Slab[event]
	forms     cfg.Slab[SSA]
	valueIDs  cfg.Slab[ValueID]
	values    cfg.Slab[Definition]
	users     cfg.Slab[User]
	names     cfg.Slab[value.Name]
	objectIDs cfg.Slab[ObjectID]
	slotIDs   cfg.Slab[SlotID]
	constants constantsMemory
	sites     cfg.Slab[Site]

	// Scratch of one computation.
	gen, kill, sets, starts, edgeGen, edgeKill, todo []uint64
	edge                                             []int32
	found                                            []capture
	active                                           []int32
	phis, observed, seen, written                    []uint64
	useRegisters, defRegisters                       []uint8
	marks, cellCounts                                []int32
	log                                              []change
	parents, contents                                []int32
	made                                             []madeTable
	objects                                          []ObjectID
	liveItems                                        []liveItem
	waiting                                          []waitingWord
	cells                                            []Cell
	owned                                            []ownedCells
	slotKeys                                         []key
	touches                                          []Touch
	touchPlaces                                      []Site
	fieldWrites                                      fieldWrites
}

// reset makes everything free for the next Program.
func (m *Memory) reset() {
	m.asked = 0
	m.cfg.Reset()
	m.funcs.Reset()
	m.access.Reset()
	m.captures.Reset()
	m.captured.Reset()
	m.variables.Reset()
	m.byReg.Reset()
	m.phiLists.Reset()
	m.marked.Reset()
	m.userLists.Reset()
	m.numbers.Reset()
	m.words.Reset()
	m.registers.Reset()
	m.events.Reset()
	m.forms.Reset()
	m.valueIDs.Reset()
	m.values.Reset()
	m.users.Reset()
	m.names.Reset()
	m.objectIDs.Reset()
	m.slotIDs.Reset()
	m.constants.reset()
	m.sites.Reset()
}

// muchRoom is what it takes in bytes for Room to be called.
const muchRoom = 1 << 20

// makeRoom calls Room if bytes are much.
func (m *Memory) makeRoom(bytes int) {
	if m.Room != nil && bytes >= muchRoom {
		m.asked += bytes
		m.Room(m.asked)
	}
}

// zeroed returns a slice of n zero elements in the array of *s, which grows as
// needed, with a little room to spare.
func zeroed[T any](s *[]T, n int) []T {
	if cap(*s) < n {
		*s = make([]T, n+n/8)
		return (*s)[:n]
	}
	t := (*s)[:n]
	clear(t)
	return t
}

// Hosts returns the hosts whose functions count as known.
func (p *Program) Hosts() value.Hosts { return p.library.Hosts }

// Dialects are those that the values are computed for, and that a name must be a
// standard one of to count as such.
func (p *Program) Dialects() syntax.Dialect {
	if p.library.Dialects == 0 {
		return syntax.Lua53
	}
	return p.library.Dialects
}

// Library is the names that count as what they are in it.
func (p *Program) Library() value.Library { return p.library }

// Analyze is AnalyzeAs for a program of Lua 5.3.
func Analyze(main *bytecode.Proto, mem *Memory) *Program {
	return AnalyzeAs(main, value.Library{}, mem)
}

// AnalyzeAs makes the graphs of main and of all functions in it, which
// bytecode.Verify accepts, and finds out what their closures capture; other facts
// wait until someone asks. The values are those that all dialects of the library
// compute. With a mem that is not nil the result is valid until that is used for the
// next one.
func AnalyzeAs(main *bytecode.Proto, library value.Library, mem *Memory) *Program {
	if mem == nil {
		mem = new(Memory)
	}
	mem.reset()
	mem.cfg.Meter = mem.Meter
	p := &Program{mem: mem, library: library}
	functions, upvalues := count(main)
	p.Funcs = mem.funcs.Take(functions)
	p.children, p.access = mem.numbers.Take(functions-1), mem.access.Take(upvalues)
	b := filler{p: p}
	b.fill(main, -1, 0)
	// A function has a greater number than the one that it stands in.
	for i := len(p.Funcs) - 1; i >= 0; i-- {
		p.Funcs[i].findCaptures()
	}
	return p
}

// CountIn has steps count what is found out from now on. Nobody else may be at work on p.
func (p *Program) CountIn(steps *meter.Meter) { p.mem.Meter, p.mem.cfg.Meter = steps, steps }

// Step counts a step of finding something out, as meter.Meter.Step does.
func (p *Program) Step() { p.mem.Meter.Step() }

// count is the number of functions in the tree of p, and that of their upvalues.
func count(p *bytecode.Proto) (functions, upvalues int) {
	functions, upvalues = 1, len(p.Upvalues)
	for _, child := range p.Protos {
		f, u := count(child)
		functions += f
		upvalues += u
	}
	return functions, upvalues
}

// filler sets up the functions of a program.
type filler struct {
	p                  *Program
	children, upvalues int32 // how many those that are set up have
}

// fill sets up proto as the function with the given number and those in it as the
// following ones; it returns the number behind them.
func (b *filler) fill(proto *bytecode.Proto, parent, number int) int {
	b.p.Step()
	p, f := b.p, &b.p.Funcs[number]
	f.Proto, f.Number, f.Parent, f.program = proto, number, parent, p
	f.Graph = cfg.Build(proto, &p.mem.cfg)
	f.isLarge = f.size() > b.p.mem.followed()
	b.p.hasLarge = b.p.hasLarge || f.isLarge
	for _, i := range proto.Code {
		f.opcodes |= opcodeSet(1) << i.Op()
	}
	f.firstChild, f.firstUpvalue = b.children, b.upvalues
	b.children += int32(len(proto.Protos))
	b.upvalues += int32(len(proto.Upvalues))
	behind := number + 1
	for i, child := range proto.Protos {
		f.children()[i] = int32(behind)
		behind = b.fill(child, number, behind)
	}
	return behind
}

// children is numbers of functions, by index in Proto.Protos.
func (f *Func) children() []int32 { return f.program.children[f.firstChild:][:len(f.Proto.Protos)] }

// access is by upvalue how this function and those in it access it, in code that can
// be reached.
func (f *Func) access() []effect.Access {
	return f.program.access[f.firstUpvalue:][:len(f.Proto.Upvalues)]
}

// Child is the function of which a CLOSURE with this Bx makes a closure.
func (f *Func) Child(i int) *Func {
	return &f.program.Funcs[f.program.children[int(f.firstChild)+i]]
}

// opcodeSet is opcodes. A function without certain ones need not be searched for what
// these do.
type opcodeSet uint64

func opcodes(ops ...bytecode.Op) (s opcodeSet) {
	for _, op := range ops {
		s |= 1 << op
	}
	return s
}

// has reports whether an opcode is in s.
func (s opcodeSet) has(op bytecode.Op) bool { return s>>op&1 != 0 }

// hasAny reports whether one of some opcodes is in s.
func (s opcodeSet) hasAny(of opcodeSet) bool { return s&of != 0 }

// words is the number of words of a set of registers of f.
func (f *Func) words() int { return wordsFor(int(f.Proto.MaxStack)) }
