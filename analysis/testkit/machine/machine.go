package machine

import (
	"strings"

	bc "luaflow/compile/bytecode"
)

// Machine is one run of a program.
type Machine struct {
	hooks  Hooks
	marks  Marks
	marked bool // there are marks

	origins      []origin
	originNumber map[origin]int32

	funcs    []*code
	globals  *Table
	strings  *Table // the metatable of strings
	out      strings.Builder
	maxOut   int
	steps    int
	maxSteps int
	depth    int // of calls
	collects func(n int) bool
	load     func(text, name string) (*bc.Proto, error)

	top     *frame // innermost
	running *Coroutine
	handler Value // of the innermost xpcall
	noYield int   // library functions around that cannot be left by a yield

	heap
}

// Config says how a program runs.
type Config struct {
	Hooks Hooks // called as the program runs; those that are nil are not
	Marks Marks // what is dead, to be left out or poisoned
	// Steps is how many instructions may run, 0 for a million.
	Steps int
	// Collect says whether the collector runs at the allocation with this number,
	// counted from 0. If it is nil, it runs only when the program asks.
	Collect func(allocation int) bool
	// Load compiles for the function load; without it there is none. The functions
	// of what it loads have numbers after those of the program.
	Load func(text, name string) (*bc.Proto, error)
}

// Result is what became of a run.
type Result struct {
	Output string // what print and io.write wrote
	Steps  int    // how many instructions ran
	// Failed: an error left the program; Error is its message or the type of what it
	// is.
	Failed bool
	Error  string
	// Exhausted is the limit that ended the run: "steps", "calls", "memory",
	// "output", or "library" if it called what the machine does not have; or empty.
	// The machine's limits are others than the reference's.
	Exhausted string
	// Contradiction ended the run if it is not nil.
	Contradiction *Contradiction
}

// maxDepth is how deep calls may be nested. The reference allows 200 that involve C.
const maxDepth = 180

type exhausted string // the panic that a limit is

type exit struct{} // the panic that os.exit is

// Run runs main, which bytecode.Verify accepts.
func Run(main *bc.Proto, c Config) (r Result) {
	m := &Machine{
		hooks: c.Hooks, marks: c.Marks, maxSteps: c.Steps, maxOut: 1 << 22,
		marked:       c.Marks.Instruction != nil || c.Marks.Definition != nil,
		originNumber: map[origin]int32{},
		collects:     c.Collect, load: c.Load,
	}
	if m.maxSteps == 0 {
		m.maxSteps = 1e6
	}
	m.running = &Coroutine{status: running}
	m.openLibraries()
	defer m.stopCoroutines()
	defer func() {
		r.Output, r.Steps = m.out.String(), m.steps
		switch p := recover().(type) {
		case nil:
		case exhausted:
			r.Exhausted = string(p)
		case *Contradiction:
			r.Contradiction = p
		case exit:
		default:
			panic(p)
		}
	}()
	if _, err := m.protect(func() []Value { return m.call(m.chunk(main), nil) }); err != nil {
		r.Failed, r.Error = true, err.message()
	}
	m.finish()
	return r
}

// code is a prototype that is ready to run.
type code struct {
	proto     *bc.Proto
	number    int
	constants []Value
	children  []*code
	dead      []bool // by pc; nil if nothing is
	cached    *Closure
}

// chunk returns a closure of a main function.
func (m *Machine) chunk(main *bc.Proto) Value {
	env := &Cell{own: slot{v: table(m.globals), def: Def{Site{-1, Entry}, 0}}}
	env.slot = &env.own
	c := &Closure{fn: m.prepare(main), cells: make([]*Cell, len(main.Upvalues))}
	for i := range c.cells {
		c.cells[i] = env
	}
	return function(c)
}

// prepare numbers p and the functions in it.
func (m *Machine) prepare(p *bc.Proto) *code {
	c := &code{proto: p, number: len(m.funcs)}
	m.funcs = append(m.funcs, c)
	for _, k := range p.Constants {
		c.constants = append(c.constants, ofConstant(k))
	}
	for _, child := range p.Protos {
		c.children = append(c.children, m.prepare(child))
	}
	if m.marks.Instruction != nil {
		c.dead = make([]bool, len(p.Code))
		for pc := range p.Code {
			c.dead[pc] = m.marks.Instruction(c.number, pc)
		}
	}
	return c
}

// write prints.
func (m *Machine) write(s string) {
	m.requireLive("prints")
	m.out.WriteString(s)
	if m.out.Len() > m.maxOut {
		panic(exhausted("output"))
	}
}
