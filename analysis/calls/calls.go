package calls

import (
	"cmp"
	"slices"

	"luaflow/analysis/consts"
	"luaflow/analysis/depend"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/names"
	"luaflow/analysis/ssa"
	"luaflow/analysis/tables"
	"luaflow/compile/meter"
)

// Calls is which functions a program calls where. It is immutable.
type Calls struct {
	program   *flow.Program
	forms     *ssa.Forms
	names     *names.Names
	constants *consts.Constants
	relation  *depend.Relation // asked for data alone

	callees map[flow.Site]Callees
	sites   [][]flow.Site // by function: its calls, in the order of functions and pcs
	escapes []bool        // by function: others may call it too
}

// Callees is what a call may call.
type Callees struct {
	// Funcs is the numbers of functions of the program, ascending. There is one at least.
	Funcs []int
	// Complete: it calls nothing else.
	Complete bool
	// First is which operand of the call is the first argument, and Skip how many of its results are in
	// front of those of the function: 2 and 1 if it is called by pcall, else 1 and 0.
	First, Skip int
}

// New returns the calls of a program, of which all else is known. It counts its steps.
func New(p *flow.Program, forms *ssa.Forms, known *names.Names, objects *tables.Objects, constants *consts.Constants, steps *meter.Meter) *Calls {
	c := &Calls{
		program: p, forms: forms, names: known, constants: constants,
		relation: depend.New(p, forms, objects, nil),
		callees:  make(map[flow.Site]Callees),
		sites:    make([][]flow.Site, len(p.Funcs)), escapes: make([]bool, len(p.Funcs)),
	}
	for i := range c.escapes {
		c.escapes[i] = true // until it has been followed from where it is made
	}
	w := follower{Calls: c}
	for i := range p.Funcs {
		steps.Step()
		f := &p.Funcs[i]
		if f.IsLarge || !f.Opcodes.HasAny(effect.ClosureMakers) {
			continue
		}
		for pc, ins := range f.Proto.Code {
			if child := effect.Closure(ins); child >= 0 && constants.Executable(f, pc) {
				w.follow(f, pc, f.Child(child).Number)
			}
		}
	}
	for at, callees := range c.callees {
		steps.Step()
		slices.Sort(callees.Funcs)
		callees.Complete = c.isComplete(&p.Funcs[at.Func], int(at.PC), callees.First-1)
		c.callees[at] = callees
	}
	for _, sites := range c.sites {
		slices.SortFunc(sites, func(a, b flow.Site) int { return cmp.Or(cmp.Compare(a.Func, b.Func), cmp.Compare(a.PC, b.PC)) })
	}
	return c
}

// Of returns what the instruction at pc may call of the functions of the program; ok is false if it is no
// call, or none of them is known to come there.
func (c *Calls) Of(f *flow.Func, pc int) (callees Callees, ok bool) {
	callees, ok = c.callees[flow.SiteAt(f.Number, pc)]
	return callees, ok
}

// Sites returns the calls of a function that the program may make, in the order of functions and
// pcs. ok is false if others may call it too.
func (c *Calls) Sites(fn int) (sites []flow.Site, ok bool) { return c.sites[fn], !c.escapes[fn] }

// note adds a call of a function.
func (c *Calls) note(fn int, at flow.Site, first, skip int) {
	callees := c.callees[at]
	if slices.Contains(callees.Funcs, fn) {
		return
	}
	c.callees[at] = Callees{Funcs: append(callees.Funcs, fn), First: first, Skip: skip}
	c.sites[fn] = append(c.sites[fn], at)
}
