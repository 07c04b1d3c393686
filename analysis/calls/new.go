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

// New returns the calls of a program, of which all else is known. It counts its steps.
func New(p *flow.Program, forms *ssa.Forms, known *names.Names, objects *tables.Objects, constants *consts.Constants, steps *meter.Meter) *Calls {
	c := &Calls{
		program: p, forms: forms, names: known, constants: constants,
		relation: depend.New(p, forms, objects, nil),
		first:    make([]int32, len(p.Funcs)+1),
		results:  make([]Count, len(p.Funcs)),
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
	w.noteFields()
	c.list(w.found)
	return c
}

// list lists what was found, by call and by function.
func (c *Calls) list(all []found) {
	slices.SortFunc(all, func(a, b found) int {
		return cmp.Or(cmp.Compare(a.at.Func, b.at.Func), cmp.Compare(a.at.PC, b.at.PC), cmp.Compare(a.fn, b.fn))
	})
	funcs := make([]int, 0, len(all)) // of all calls
	for i, one := range all {
		if i > 0 && all[i-1].at == one.at && all[i-1].fn == one.fn {
			continue
		}
		funcs = append(funcs, int(one.fn))
		c.sites[one.fn] = append(c.sites[one.fn], one.at)
		if last := len(c.known) - 1; last >= 0 && c.known[last].Site == one.at {
			c.known[last].Funcs = funcs[len(funcs)-1-len(c.known[last].Funcs) : len(funcs) : len(funcs)]
			continue
		}
		n := len(funcs)
		c.known = append(c.known, Callees{Site: one.at, Funcs: funcs[n-1 : n : n], First: int(one.first), Skip: int(one.first) - 1, InField: one.inField, OfSelf: one.ofSelf})
		c.first[one.at.Func+1]++
	}
	o := origins{Calls: c, choices: make(map[tables.ObjectID]bool)}
	for i := range c.known {
		o.complete(&c.known[i])
	}
	for i := range c.program.Funcs {
		c.first[i+1] += c.first[i]
	}
	for fn, sites := range c.sites {
		if len(sites) > 0 {
			c.results[fn] = c.count(fn)
		}
	}
}
