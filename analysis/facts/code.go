package facts

import (
	"sync"
	"sync/atomic"

	"luaflow/analysis/calls"
	"luaflow/analysis/cfg"
	"luaflow/analysis/consts"
	"luaflow/analysis/depend"
	"luaflow/analysis/flow"
	"luaflow/analysis/guards"
	"luaflow/analysis/live"
	"luaflow/analysis/names"
	"luaflow/analysis/ssa"
	"luaflow/analysis/tables"
	"luaflow/analysis/value"
	"luaflow/compile"
	"luaflow/compile/bytecode"
	"luaflow/compile/meter"
	"luaflow/compile/slab"
	"luaflow/compile/syntax"
)

// Code is the functions of one chunk and all that is known of them, for one who asks and counts the
// steps of what he has to find out: each fact is computed when somebody first asks, and kept for all.
// Codes that In makes of one another share what is known, and any number of them may be asked at once.
// A Code is for as many goroutines as its Meter: for one, or for any number if it has none.
type Code struct {
	*flow.Program
	memo     *memo
	steps    *meter.Meter // nil if nobody counts
	relation atomic.Pointer[depend.Relation]
}

// memo is what is known of the functions of a chunk: the one place that knows in which order facts
// rest on one another. Each method counts in the Meter of the one who asks.
type memo struct {
	program *flow.Program
	part    *flow.Part    // of it, which whole is about
	library value.Library // whose names count, and for whose dialects values are computed
	mem     *Memory
	trees   trees
	near
	// made returns the form of a function that was made already, for another Code; nil if it was not,
	// or if nobody knows others.
	made func(*flow.Body, *meter.Meter) *ssa.Form

	forms Fact[ssa.Forms]
	whole

	mu sync.Mutex // guards mem.last, and mem.live and mem.fields when markings is known
}

// near is what a memo keeps for questions about one place.
type near struct {
	// around is the memo of the program as a whole, if this is one of a part of it; else nil.
	around *memo

	apart Fact[[]int32] // see names.Names.Apart

	lastMu sync.Mutex // guards last and root
	last   *memo      // of the part that somebody asked about last; nil if there is none
	root   int        // the function that is in it beside those that are not apart
}

// Memory is what Facts, or a Code alone, are made in, to be used again for the next ones. The
// zero Memory is ready.
type Memory struct {
	// Meter counts the steps that are taken to find facts; nil if nobody counts them. That of
	// a unit counts for its Facts.
	Meter *meter.Meter
	// Followed bounds the size of functions whose values are looked at, in the unit of
	// flow.MaxFollowed; 0 stands for that.
	Followed int
	// Room, if not nil, is called with the bytes that what is known of phis needs, as soon as
	// that is known and much more than before in the same program: some functions have
	// hundreds of them for an instruction.
	Room func(bytes int)

	// Bodies keeps the facts of functions from one Facts to the next; nil if they all are
	// computed anew, in this Memory.
	Bodies *Bodies

	// Like is the Code of another version of the text, nil if there is none: the facts of functions
	// that are equal in both are shared, and if all are, for one library, what is known of the
	// program as a whole. What is made here lasts no longer than it does. Then Bodies is not used.
	Like *Code

	flow    flow.Memory
	trees   cfg.Memory
	treesOf slab.Slab[treesOf]
	keeping keeping
	ssa     ssa.Memory
	names   names.Memory
	tables  tables.Memory
	consts  consts.Memory
	live    live.Memory
	fields  tables.Writes
	last    last
}

// NewCode makes the graphs of main and of all functions in it, which bytecode.Verify accepts,
// and finds out what their closures capture; other facts wait until someone asks. The values are
// those that all dialects of the library compute; without any, those of Lua 5.3. With a mem that
// is not nil the result is valid until that is used for the next one.
func NewCode(main *bytecode.Proto, library value.Library, mem *Memory) *Code {
	if mem == nil {
		mem = new(Memory)
	}
	return newCode(main, nil, library, mem, false)
}

// newCode makes a Code as NewCode does, in a mem that is not nil, with namedOnly as
// flow.Memory.NamedOnly says. funcs is the functions of a unit, if they are those.
func newCode(main *bytecode.Proto, funcs []compile.Func, library value.Library, mem *Memory, namedOnly bool) *Code {
	k := &memo{mem: mem, library: library}
	mem.flow.NamedOnly = namedOnly
	mem.flow.Meter, mem.flow.Followed = mem.Meter, mem.Followed
	mem.flow.Bodies = nil
	mem.trees.Reset()
	mem.treesOf.Reset()
	k.trees.mem = &mem.trees
	switch {
	case mem.Like != nil:
		k.share(main, mem.Like.memo)
	case mem.Bodies != nil:
		mem.keeping.cfg.Meter, mem.keeping.ssa.Meter = mem.Meter, mem.Meter
		finder := &bodyFinder{Bodies: mem.Bodies, mem: &mem.keeping, kept: make(map[*flow.Body]*kept, flow.Count(main)), funcs: funcs, at: len(funcs)}
		mem.flow.Bodies, k.made = finder, finder.form
		k.begin(main)
		k.trees.begin(k.program, finder)
		if mem.last.isOf(k.program, library, mem.Followed, finder.keeps) {
			k.adopt(mem.last.whole, mem.Meter)
			mem.last.whole = &k.whole
		}
	default:
		k.begin(main)
	}
	return &Code{Program: k.program, memo: k, steps: mem.Meter}
}

// begin makes the functions of main.
func (k *memo) begin(main *bytecode.Proto) {
	k.program = flow.New(main, &k.mem.flow)
	k.trees.of = k.mem.treesOf.Take(len(k.program.Funcs))
}

// share makes the functions of main, with the facts of those that are equal in like.
func (k *memo) share(main *bytecode.Proto, like *memo) {
	s := newSharing(like.program, &like.trees, like.formsFor, flow.Count(main))
	k.mem.flow.Bodies, k.made = s, s.form
	k.begin(main)
	s.begin(&k.trees, k.program)
	if s.same && like.library == k.library && like.mem.Followed == k.mem.Followed {
		k.adopt(&like.whole, k.mem.Meter)
	}
}

// adopt makes known of the program as a whole what is known of another one with equal functions: see whole.adopt.
func (k *memo) adopt(other *whole, steps *meter.Meter) {
	k.whole.adopt(other, k.program, func() *ssa.Forms { return k.formsFor(steps) })
}

// beginWhole notes that a fact about the program as a whole is about to be made, if there are versions of it.
func (k *memo) beginWhole() {
	if k.mem.Bodies != nil {
		k.mu.Lock()
		defer k.mu.Unlock()
		k.mem.last.begin(&k.whole, k.program, k.library, k.mem.Followed)
	}
}

// In returns the Code for one who counts in steps, nil if nobody counts. What is known is that of c,
// and what either finds out both know.
func (c *Code) In(steps *meter.Meter) *Code {
	return &Code{Program: c.Program, memo: c.memo, steps: steps}
}

// Step counts a step of the work on the program, as meter.Meter.Step does.
func (c *Code) Step() { c.steps.Step() }

// Hosts returns the hosts whose functions count as known.
func (c *Code) Hosts() value.Hosts { return c.memo.library.Hosts }

// Dialects returns those that the values are computed for, and that a name must be a
// standard one of to count as such.
func (c *Code) Dialects() syntax.Dialect {
	if c.memo.library.Dialects == 0 {
		return syntax.Lua53
	}
	return c.memo.library.Dialects
}

// Library returns the names that count as what they are in it.
func (c *Code) Library() value.Library { return c.memo.library }

// Forms returns the forms of all functions.
func (c *Code) Forms() *ssa.Forms { return c.memo.formsFor(c.steps) }

func (k *memo) formsFor(steps *meter.Meter) *ssa.Forms {
	if k.around != nil {
		return k.around.formsFor(steps)
	}
	return GetIn(&k.forms, &k.mem.ssa, func(mem *ssa.Memory) *ssa.Forms {
		mem.Meter, mem.Room, mem.Kept = steps, k.mem.Room, nil
		if k.made != nil {
			mem.Kept = func(f *flow.Body) *ssa.Form { return k.made(f, steps) }
		}
		forms := ssa.New(k.program, k.program.Cells(), mem)
		k.made, mem.Kept = nil, nil // they hold on to other programs
		return forms
	})
}

// SSA returns the form of one function, nil if the function is too large.
func (c *Code) SSA(f *flow.Func) *ssa.Form { return c.Forms().Of(f) }

// Names returns which values are those of standard names.
func (c *Code) Names() *names.Names { return c.memo.namesFor(c.steps) }

func (k *memo) namesFor(steps *meter.Meter) *names.Names {
	if k.around != nil {
		return k.around.namesFor(steps)
	}
	return GetIn(&k.names, &k.mem.names, func(mem *names.Memory) *names.Names {
		k.beginWhole()
		mem.Meter = steps
		return names.New(k.program, k.formsFor(steps), k.library, mem)
	})
}

// Objects returns the tables that the program keeps to itself.
func (c *Code) Objects() *tables.Objects { return c.memo.objectsFor(c.steps) }

func (k *memo) objectsFor(steps *meter.Meter) *tables.Objects {
	return GetIn(&k.objects, &k.mem.tables, func(mem *tables.Memory) *tables.Objects {
		k.beginWhole()
		mem.Meter = steps
		return tables.New(k.program, k.part, k.formsFor(steps), k.namesFor(steps), mem)
	})
}

// Constants returns what is known of the values, and of what is executed.
func (c *Code) Constants() *consts.Constants { return c.memo.constantsFor(c.steps) }

func (k *memo) constantsFor(steps *meter.Meter) *consts.Constants {
	return GetIn(&k.constants, &k.mem.consts, func(mem *consts.Memory) *consts.Constants {
		k.beginWhole()
		mem.Meter = steps
		return consts.New(k.program, k.part, k.formsFor(steps), k.namesFor(steps), k.objectsFor(steps), k.library.Dialects, mem)
	})
}

// Calls returns which functions of the program are called where.
func (c *Code) Calls() *calls.Calls {
	return c.memo.calls.Get(func() *calls.Calls {
		return calls.New(c.Program, c.Forms(), c.Names(), c.Objects(), c.Constants(), c.steps)
	})
}

// Dominators returns the tree of dominators of the blocks of f.
func (c *Code) Dominators(f *flow.Func) *cfg.Tree {
	t := c.memo.treesOf()
	return once(t, &t.of[f.Number].dominators, c.steps, f.Graph.Dominators)
}

// PostDominators returns the tree of post-dominators of the blocks of f.
func (c *Code) PostDominators(f *flow.Func) *cfg.Tree {
	t := c.memo.treesOf()
	return once(t, &t.of[f.Number].post, c.steps, f.Graph.PostDominators)
}

// treesOf returns what keeps the trees of functions, which hang on no other function.
func (k *memo) treesOf() *trees {
	if k.around != nil {
		return &k.around.trees
	}
	return &k.trees
}

// noControl is that of a function of one block.
var noControl cfg.Control

// Control returns what the blocks of f are control dependent on.
func (c *Code) Control(f *flow.Func) *cfg.Control {
	t := c.memo.treesOf()
	if known := t.of[f.Number].control.Load(); known != nil {
		return known
	}
	if len(f.Graph.Order) == 1 && len(f.Graph.Succs(0)) == 0 {
		return &noControl
	}
	post := c.PostDominators(f)
	return once(t, &t.of[f.Number].control, c.steps, func(mem *cfg.Memory) *cfg.Control { return f.Graph.ControlDependence(post, mem) })
}

// Guards returns what the guards of functions are found in.
func (c *Code) Guards() guards.Program {
	return guards.Program{
		Constants: c.Constants(), Forms: c.Forms(), Dominators: c.Dominators, Meter: c.steps,
		HasCData: c.Dialects()&syntax.LuaJIT != 0 && c.Mentions("ffi"), // which makes it
	}
}

// Relation returns what needs what. It asks c for control dependence, and is for whoever asks c.
func (c *Code) Relation() *depend.Relation {
	if known := c.relation.Load(); known != nil {
		return known
	}
	r := depend.New(c.Program, c.Forms(), c.Objects(), c.Control)
	c.relation.Store(r)
	return r
}

// Marking returns what is live at a level: the strict one, value.None, keeps all that anybody
// might notice; the lenient one, value.Operators, lets go of what only a metamethod, or an
// error because of a type, could tell.
func (c *Code) Marking(level value.Impact) *live.Marking { return c.markings().At(level) }

// markings returns those of all levels.
func (c *Code) markings() *live.Markings {
	k := c.memo
	return GetIn(&k.markings, &k.mem.live, func(mem *live.Memory) *live.Markings {
		k.beginWhole()
		mem.Meter = c.steps
		return live.New(c.Program, k.part, c.Relation(), c.Constants(), mem)
	})
}

// MarkingWith returns the marking of a level in which the instructions at some sites, which
// are executed, are live as well: what is live in it alone is only there for their sake. A
// branch that always goes one way is not: whether an instruction after it is executed does
// not depend on it.
func (c *Code) MarkingWith(level value.Impact, sites []flow.Site) *live.Marking {
	return c.mark(func(all *live.Markings, mem *live.Memory) *live.Marking {
		return all.With(c.Relation(), level, sites, mem)
	})
}

// MarkingWithout returns the marking of a level in which it does not count that the
// instructions at some sites have an impact: as if the errors that they may raise, or the
// metamethods that they may call, were of no interest.
func (c *Code) MarkingWithout(level value.Impact, sites []flow.Site) *live.Marking {
	return c.mark(func(all *live.Markings, mem *live.Memory) *live.Marking {
		return all.Without(c.Relation(), level, sites, mem)
	})
}

// mark returns what make makes of the markings in memory that nobody else
// uses meanwhile.
func (c *Code) mark(make func(*live.Markings, *live.Memory) *live.Marking) *live.Marking {
	all, k := c.markings(), c.memo
	k.mu.Lock()
	defer k.mu.Unlock()
	return within(&k.mem.live, func(mem *live.Memory) *live.Marking {
		mem.Meter = c.steps
		return make(all, mem)
	})
}

// Webs returns the webs of what is live in more, which MarkingWith has made of base, and not
// in base.
func (c *Code) Webs(base, more *live.Marking) *live.Webs {
	return live.NewWebs(c.Relation(), base, more)
}

// OverwrittenFields returns the writes in f to fields of tables whose values nothing reads,
// ascending.
func (c *Code) OverwrittenFields(f *flow.Func) []tables.FieldOverwrite {
	objects, s, k := c.Objects(), c.SSA(f), c.memo
	k.mu.Lock()
	defer k.mu.Unlock()
	return within(&k.mem.fields, func(mem *tables.Writes) []tables.FieldOverwrite {
		return objects.OverwrittenFields(f, s, mem)
	})
}
