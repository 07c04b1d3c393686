package facts

import (
	"sync"

	"luaflow/analysis/cfg"
	"luaflow/analysis/consts"
	"luaflow/analysis/depend"
	"luaflow/analysis/flow"
	"luaflow/analysis/live"
	"luaflow/analysis/names"
	"luaflow/analysis/ssa"
	"luaflow/analysis/tables"
	"luaflow/analysis/textmap"
	"luaflow/analysis/value"
	"luaflow/compile/bytecode"
	"luaflow/compile/meter"
	"luaflow/compile/slab"
	"luaflow/compile/syntax"
)

// Code is the functions of one chunk and all that is known of them, each fact computed
// when someone asks and kept: the one place that knows in which order facts rest on one
// another. It is safe for concurrent use.
type Code struct {
	*flow.Program

	library value.Library // whose names count, and for whose dialects values are computed
	mem     *Memory
	trees   trees
	// twin is the Code of the same program, with other names and lines, if there is one: what is
	// known of the program as a whole is asked there.
	twin *Code

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

	text    textmap.Memory
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
}

// NewCode makes the graphs of main and of all functions in it, which bytecode.Verify accepts,
// and finds out what their closures capture; other facts wait until someone asks. The values are
// those that all dialects of the library compute; without any, those of Lua 5.3. With a mem that
// is not nil the result is valid until that is used for the next one.
func NewCode(main *bytecode.Proto, library value.Library, mem *Memory) *Code {
	if mem == nil {
		mem = new(Memory)
	}
	return newCode(main, library, mem, false)
}

// newCode makes a Code as NewCode does, in a mem that is not nil, with namedOnly as
// flow.Memory.NamedOnly says.
func newCode(main *bytecode.Proto, library value.Library, mem *Memory, namedOnly bool) *Code {
	c := &Code{mem: mem, library: library}
	mem.flow.NamedOnly = namedOnly
	mem.flow.Meter, mem.flow.Followed, mem.ssa.Room = mem.Meter, mem.Followed, mem.Room
	mem.flow.Trees = &c.trees
	mem.trees.Reset()
	mem.trees.Meter = mem.Meter
	mem.treesOf.Reset()
	c.trees.mem = &mem.trees
	mem.flow.Bodies, mem.ssa.Kept = nil, nil
	if mem.Like != nil {
		c.share(main, mem.Like)
		return c
	}
	if mem.Bodies == nil {
		c.Program = flow.New(main, &mem.flow)
		c.trees.of = mem.treesOf.Take(len(c.Funcs))
		return c
	}
	mem.keeping.cfg.Meter, mem.keeping.ssa.Meter = mem.Meter, mem.Meter
	k := &bodyFinder{mem.Bodies, &mem.keeping, make(map[*flow.Body]*kept)}
	mem.flow.Bodies, mem.ssa.Kept = k, k.form
	c.Program = flow.New(main, &mem.flow)
	c.trees.of = mem.treesOf.Take(len(c.Funcs))
	c.trees.begin(c.Program, k)
	return c
}

// share makes the functions of main, with the facts of those that are equal in like.
func (c *Code) share(main *bytecode.Proto, like *Code) {
	mem := c.mem
	s := newSharing(like.Program, &like.trees, like.SSA, flow.Count(main))
	mem.flow.Bodies, mem.ssa.Kept = s, s.form
	c.Program = flow.New(main, &mem.flow)
	c.trees.of = mem.treesOf.Take(len(c.Funcs))
	s.begin(&c.trees, c.Program)
	if s.same && like.library == c.library && like.mem.Followed == mem.Followed {
		c.twin = like
	}
}

// CountIn has steps count what is found out from now on. Nobody else may be at work on c.
func (c *Code) CountIn(steps *meter.Meter) {
	c.Program.CountIn(steps)
	c.mem.trees.Meter = steps
}

// Hosts returns the hosts whose functions count as known.
func (c *Code) Hosts() value.Hosts { return c.library.Hosts }

// Dialects returns those that the values are computed for, and that a name must be a
// standard one of to count as such.
func (c *Code) Dialects() syntax.Dialect {
	if c.library.Dialects == 0 {
		return syntax.Lua53
	}
	return c.library.Dialects
}

// Library returns the names that count as what they are in it.
func (c *Code) Library() value.Library { return c.library }

// Forms returns the forms of all functions.
func (c *Code) Forms() *ssa.Forms {
	c.formsOnce.Do(func() { c.forms = ssa.New(c.Program, c.Cells(), &c.mem.ssa) })
	return c.forms
}

// SSA returns the form of one function, nil if the function is too large.
func (c *Code) SSA(f *flow.Func) *ssa.Form { return c.Forms().Of(f) }

// Names returns which values are those of standard names.
func (c *Code) Names() *names.Names {
	if c.twin != nil {
		return c.twin.Names()
	}
	c.namesOnce.Do(func() { c.names = names.New(c.Program, c.Forms(), c.library, &c.mem.names) })
	return c.names
}

// Objects returns the tables that the program keeps to itself.
func (c *Code) Objects() *tables.Objects {
	if c.twin != nil {
		return c.twin.Objects()
	}
	c.objectsOnce.Do(func() { c.objects = tables.New(c.Program, c.Forms(), c.Names(), &c.mem.tables) })
	return c.objects
}

// Constants returns what is known of the values, and of what is executed.
func (c *Code) Constants() *consts.Constants {
	if c.twin != nil {
		return c.twin.Constants()
	}
	c.constantsOnce.Do(func() {
		c.constants = consts.New(c.Program, c.Forms(), c.Names(), c.Objects(), c.library.Dialects, &c.mem.consts)
	})
	return c.constants
}

// Relation returns what needs what.
func (c *Code) Relation() *depend.Relation { return depend.New(c.Program, c.Forms(), c.Objects()) }

// Marking returns what is live at a level: the strict one, value.None, keeps all that anybody
// might notice; the lenient one, value.Operators, lets go of what only a metamethod, or an
// error because of a type, could tell.
func (c *Code) Marking(level value.Impact) *live.Marking { return c.allMarkings().At(level) }

func (c *Code) allMarkings() *live.Markings {
	if c.twin != nil {
		return c.twin.allMarkings()
	}
	c.markingsOnce.Do(func() { c.markings = live.New(c.Program, c.Relation(), c.Constants(), &c.mem.live) })
	return c.markings
}

// MarkingWith returns the marking of a level in which the instructions at some sites, which
// are executed, are live as well: what is live in it alone is only there for their sake. A
// branch that always goes one way is not: whether an instruction after it is executed does
// not depend on it.
func (c *Code) MarkingWith(level value.Impact, sites []flow.Site) *live.Marking {
	if c.twin != nil {
		return c.twin.MarkingWith(level, sites)
	}
	all := c.allMarkings()
	c.mu.Lock()
	defer c.mu.Unlock()
	return all.With(level, sites, &c.mem.live)
}

// MarkingWithout returns the marking of a level in which it does not count that the
// instructions at some sites have an impact: as if the errors that they may raise, or the
// metamethods that they may call, were of no interest.
func (c *Code) MarkingWithout(level value.Impact, sites []flow.Site) *live.Marking {
	if c.twin != nil {
		return c.twin.MarkingWithout(level, sites)
	}
	all := c.allMarkings()
	c.mu.Lock()
	defer c.mu.Unlock()
	return all.Without(level, sites, &c.mem.live)
}

// Webs returns the webs of what is live in more, which MarkingWith has made of base, and not
// in base.
func (c *Code) Webs(base, more *live.Marking) *live.Webs { return c.allMarkings().Webs(base, more) }

// OverwrittenFields returns the writes in f to fields of tables whose values nothing reads,
// ascending.
func (c *Code) OverwrittenFields(f *flow.Func) []tables.FieldOverwrite {
	objects, s := c.Objects(), c.SSA(f)
	c.mu.Lock()
	defer c.mu.Unlock()
	return objects.OverwrittenFields(f, s, &c.mem.fields)
}
