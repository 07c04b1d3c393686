package flow

import (
	"sync"
	"sync/atomic"

	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
	"luaflow/compile/bytecode"
	"luaflow/compile/meter"
)

// Program is the functions of one chunk and what is known of their registers. It is safe
// for concurrent use.
type Program struct {
	// Funcs is the functions in pre-order of the tree of prototypes, which is the
	// order of their first tokens in the text; 0 is main.
	Funcs []Func

	hasLarge bool // a function of it is too large

	children []int32         // by function and index in Proto.Protos: numbers
	access   []effect.Access // by function and upvalue, see Func.access

	cellsOnce sync.Once
	cells     *CellTable

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
	Opcodes effect.OpcodeSet // of its instructions

	// Where its part of the children, and of the upvalues, of the program begins.
	firstChild, firstUpvalue int32

	known        atomic.Uint32 // facts, see compute
	IsLarge      bool          // its values are not looked at, see large.go
	operandLists Operands
	captured     *captured // nil if closures access no register of f
	vars         *variables
	events       *events
	graph        graphFacts
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

// New makes the graphs of main and of all functions in it, which bytecode.Verify
// accepts, and finds out what their closures capture; other facts wait until someone asks.
// The result is valid until mem is used for the next one.
func New(main *bytecode.Proto, mem *Memory) *Program {
	mem.reset()
	mem.cfg.Meter = mem.Meter
	p := &Program{mem: mem}
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

// Meter returns what counts the steps of finding something out; nil if nobody does.
func (p *Program) Meter() *meter.Meter { return p.mem.Meter }

// Step counts a step of finding something out about f.
func (f *Func) Step() { f.program.Step() }

// Step counts a step of finding something out, as meter.Meter.Step does.
func (p *Program) Step() { p.mem.Meter.Step() }

// count returns the number of functions in the tree of p, and that of their upvalues.
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
// following ones; it returns the number after them.
func (b *filler) fill(proto *bytecode.Proto, parent, number int) int {
	b.p.Step()
	p, f := b.p, &b.p.Funcs[number]
	f.Proto, f.Number, f.Parent, f.program = proto, number, parent, p
	f.Graph = cfg.Build(proto, &p.mem.cfg)
	f.IsLarge = f.size() > b.p.mem.followed()
	b.p.hasLarge = b.p.hasLarge || f.IsLarge
	f.Opcodes = effect.OpcodesOf(proto.Code)
	f.firstChild, f.firstUpvalue = b.children, b.upvalues
	b.children += int32(len(proto.Protos))
	b.upvalues += int32(len(proto.Upvalues))
	after := number + 1
	for i, child := range proto.Protos {
		f.children()[i] = int32(after)
		after = b.fill(child, number, after)
	}
	return after
}

// children is numbers of functions, by index in Proto.Protos.
func (f *Func) children() []int32 { return f.program.children[f.firstChild:][:len(f.Proto.Protos)] }

// access returns by upvalue how this function and those in it access it, in code that can
// be reached.
func (f *Func) access() []effect.Access {
	return f.program.access[f.firstUpvalue:][:len(f.Proto.Upvalues)]
}

// Child returns the function of which a CLOSURE with this Bx makes a closure.
func (f *Func) Child(i int) *Func {
	return &f.program.Funcs[f.program.children[int(f.firstChild)+i]]
}

// Words returns the number of words of a set of registers of f.
func (f *Func) Words() int { return WordsFor(int(f.Proto.MaxStack)) }
