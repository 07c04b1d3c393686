package dataflow

import (
	"sync"

	"luaflow/analysis/consts"
	"luaflow/analysis/flow"
	"luaflow/analysis/live"
	"luaflow/analysis/names"
	"luaflow/analysis/ssa"
	"luaflow/analysis/tables"
	"luaflow/analysis/value"
	"luaflow/compile/bytecode"
	"luaflow/compile/meter"
	"luaflow/compile/syntax"
)

// Program is the functions of one chunk and all that is known of them, each fact computed
// when someone asks and kept: the one place that knows in which order facts rest on one
// another. It is safe for concurrent use.
type Program struct {
	*flow.Program

	library value.Library // whose names count, and for whose dialects values are computed
	mem     *Memory

	formsOnce     sync.Once
	forms         *ssa.Forms
	namesOnce     sync.Once
	names         *names.Names
	objectsOnce   sync.Once
	objects       *tables.Objects
	constantsOnce sync.Once
	constants     *consts.Constants
	markingsOnce  sync.Once
	markings      *live.Markings

	mu sync.Mutex // guards mem.live and mem.fields when markings is known
}

// Memory is what a Program is made of, to be used again for the next one. The zero
// Memory is ready.
type Memory struct {
	// Meter counts the steps that are taken to find facts; nil if nobody counts them.
	Meter *meter.Meter
	// Followed bounds the size of functions whose values are looked at, in the unit of
	// MaxFollowed; 0 stands for MaxFollowed. Tests lower it.
	Followed int
	// Room, if not nil, is called with the bytes that what is known of phis needs, as soon as
	// that is known and much more than before in the same program: some functions have
	// hundreds of them for an instruction.
	Room func(bytes int)

	flow   flow.Memory
	ssa    ssa.Memory
	names  names.Memory
	tables tables.Memory
	consts consts.Memory
	live   live.Memory
	fields tables.Writes
}

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
	mem.flow.Meter, mem.flow.Followed, mem.ssa.Room = mem.Meter, mem.Followed, mem.Room
	return &Program{Program: flow.New(main, &mem.flow), mem: mem, library: library}
}

// Hosts returns the hosts whose functions count as known.
func (p *Program) Hosts() value.Hosts { return p.library.Hosts }

// Dialects returns those that the values are computed for, and that a name must be a
// standard one of to count as such.
func (p *Program) Dialects() syntax.Dialect {
	if p.library.Dialects == 0 {
		return syntax.Lua53
	}
	return p.library.Dialects
}

// Library returns the names that count as what they are in it.
func (p *Program) Library() value.Library { return p.library }

// Forms returns the forms of all functions.
func (p *Program) Forms() *ssa.Forms {
	p.formsOnce.Do(func() { p.forms = ssa.New(p.Program, p.Cells(), &p.mem.ssa) })
	return p.forms
}

// SSA returns the form of one function, nil if the function is too large.
func (p *Program) SSA(f *flow.Func) *ssa.Form { return p.Forms().Of(f) }

// Names returns which values are those of standard names.
func (p *Program) Names() *names.Names {
	p.namesOnce.Do(func() { p.names = names.New(p.Program, p.Forms(), p.library, &p.mem.names) })
	return p.names
}

// Objects returns the tables that the program keeps to itself.
func (p *Program) Objects() *tables.Objects {
	p.objectsOnce.Do(func() { p.objects = tables.New(p.Program, p.Forms(), p.Names(), &p.mem.tables) })
	return p.objects
}

// Constants returns what is known of the values, and of what is executed.
func (p *Program) Constants() *consts.Constants {
	p.constantsOnce.Do(func() {
		p.constants = consts.New(p.Program, p.Forms(), p.Names(), p.Objects(), p.library.Dialects, &p.mem.consts)
	})
	return p.constants
}

// Marking returns what is live at a level: the strict one, value.None, keeps all that anybody
// might notice; the lenient one, value.Operators, lets go of what only a metamethod, or an
// error because of a type, could tell.
func (p *Program) Marking(level value.Impact) *live.Marking { return p.markingsOf().At(level) }

func (p *Program) markingsOf() *live.Markings {
	p.markingsOnce.Do(func() { p.markings = live.New(p.Program, p.Forms(), p.Objects(), p.Constants(), &p.mem.live) })
	return p.markings
}

// MarkingWith returns the marking of a level in which the instructions at some sites, which
// are executed, are live as well: what is live in it alone is only there for their sake. A
// branch that always goes one way is not: whether an instruction after it is executed does
// not depend on it.
func (p *Program) MarkingWith(level value.Impact, sites []flow.Site) *live.Marking {
	all := p.markingsOf()
	p.mu.Lock()
	defer p.mu.Unlock()
	return all.With(level, sites, &p.mem.live)
}

// MarkingWithout returns the marking of a level in which it does not count that the
// instructions at some sites have an impact: as if the errors that they may raise, or the
// metamethods that they may call, were of no interest.
func (p *Program) MarkingWithout(level value.Impact, sites []flow.Site) *live.Marking {
	all := p.markingsOf()
	p.mu.Lock()
	defer p.mu.Unlock()
	return all.Without(level, sites, &p.mem.live)
}

// Webs returns the webs of what is live in more, which MarkingWith has made of base, and not
// in base.
func (p *Program) Webs(base, more *live.Marking) *live.Webs { return p.markingsOf().Webs(base, more) }

// OverwrittenFields returns the writes in f to fields of tables whose values nothing reads,
// ascending.
func (p *Program) OverwrittenFields(f *flow.Func) []tables.FieldOverwrite {
	objects, s := p.Objects(), p.SSA(f)
	p.mu.Lock()
	defer p.mu.Unlock()
	return objects.OverwrittenFields(f, s, &p.mem.fields)
}
