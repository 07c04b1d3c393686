package dataflow

import (
	"sync"

	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
	"luaflow/analysis/value"
	"luaflow/compile/bytecode"
)

// Program is the functions of one chunk and all that is known of them. It is safe
// for concurrent use.
type Program struct {
	// Funcs is the functions in pre-order of the tree of prototypes, which is the
	// order of their first tokens in the text; 0 is main.
	Funcs []Func

	deep bool // see isDeep

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

// Func is one function of a Program.
type Func struct {
	Proto  *bytecode.Proto
	Graph  cfg.Graph
	Number int // its index in Program.Funcs
	Parent int // the function that it stands in; -1 for main

	program  *Program
	opcodes  opcodeSet // of its instructions
	children []int32   // numbers, by index in Proto.Protos

	// access is by upvalue: how this function and those in it access it, in code
	// that can be reached.
	access   []effect.Access
	captures []capture // sorted by register, then pc
	captured Set       // the registers in captures
	writable Set       // those of them that a closure writes

	operandsOnce sync.Once
	operandLists operands

	cellsOnce sync.Once
	cells     []uint64 // see cellSets
	liveOnce  sync.Once
	live      []uint64 // see liveRows
	// observations is by block the registers whose value at its start closures may
	// read in it; nil if there are none. It comes with live.
	observations []uint64
	varsOnce     sync.Once
	vars         variables
	eventsOnce   sync.Once
	events       events
	graph        graphFacts
	ssaOnce      sync.Once
	ssa          *SSA
}

// Memory is what a Program is made of, to be used again for the next one. The zero
// Memory is ready.
type Memory struct {
	cfg       cfg.Memory
	funcs     cfg.Slab[Func]
	access    cfg.Slab[effect.Access]
	captures  cfg.Slab[capture]
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
	gen, kill, sets, edgeGen, edgeKill, todo []uint64
	edge                                     []int32
	found                                    []capture
	active                                   []int32
	phis, observed, written                  []uint64
	useRegisters, defRegisters               []uint8
	marks, cellCounts                        []int32
	accesses                                 []cellAccess
	log                                      []change
	parents, contents                        []int32
	made                                     []madeTable
	objects                                  []ObjectID
	liveItems                                []liveItem
	cells                                    []Cell
	upvalues                                 [][]int32
	owned                                    []ownedCells
	slotKeys                                 []key
	touches                                  []Touch
	touchPlaces                              []Site
	fieldWrites                              []fieldWrite
}

// reset makes everything free for the next Program.
func (m *Memory) reset() {
	m.cfg.Reset()
	m.funcs.Reset()
	m.access.Reset()
	m.captures.Reset()
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

// zeroed returns a slice of n zero elements in the array of *s, which grows as
// needed: with room to spare, unless it is large, as then hardly more will be asked
// for.
func zeroed[T any](s *[]T, n int) []T {
	if cap(*s) < n {
		*s = make([]T, n+min(n/2, 1<<16))
		return (*s)[:n]
	}
	t := (*s)[:n]
	clear(t)
	return t
}

// Analyze makes the graphs of main and of all functions in it, which
// bytecode.Verify accepts, and finds out what their closures capture; other facts
// wait until someone asks. With a mem that is not nil the result is valid until
// that is used for the next one.
func Analyze(main *bytecode.Proto, mem *Memory) *Program {
	if mem == nil {
		mem = new(Memory)
	}
	mem.reset()
	p := &Program{mem: mem}
	p.Funcs = mem.funcs.Take(count(main))
	p.fill(main, -1, 0)
	p.deep = p.isDeep()
	// A function has a greater number than the one that it stands in.
	for i := len(p.Funcs) - 1; i >= 0; i-- {
		p.Funcs[i].findCaptures()
	}
	return p
}

// count is the number of functions in the tree of p.
func count(p *bytecode.Proto) int {
	n := 1
	for _, child := range p.Protos {
		n += count(child)
	}
	return n
}

// fill sets up proto as the function with the given number and those in it as the
// following ones; it returns the number behind them.
func (p *Program) fill(proto *bytecode.Proto, parent, number int) int {
	f := &p.Funcs[number]
	f.Proto, f.Number, f.Parent, f.program = proto, number, parent, p
	f.Graph = cfg.Build(proto, &p.mem.cfg)
	for _, i := range proto.Code {
		f.opcodes |= opcodeSet(1) << i.Op()
	}
	f.children = p.mem.numbers.Take(len(proto.Protos))
	behind := number + 1
	for i, child := range proto.Protos {
		f.children[i] = int32(behind)
		behind = p.fill(child, number, behind)
	}
	return behind
}

// Child is the function of which a CLOSURE with this Bx makes a closure.
func (f *Func) Child(i int) *Func { return &f.program.Funcs[f.children[i]] }

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
