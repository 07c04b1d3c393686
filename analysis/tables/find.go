package tables

import (
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/names"
	"luaflow/analysis/ssa"
)

// Finding the objects: values are put into classes (escape.go), those that hold tables of the
// program are numbered here, then come their slots and the accesses to these (slots.go).

// New finds the objects of a part of a program. They are valid until mem is used for the next
// ones. It takes two passes over the code of the functions that may hold tables which do not
// escape from where they are made: one that joins classes, and, when these are numbered, one
// that finds the accesses to them.
func New(p *flow.Program, part *flow.Part, forms *ssa.Forms, names *names.Names, mem *Memory) *Objects {
	mem.reset()
	if !makesTables(p, part) {
		return new(Objects) // there are none
	}
	t := newTracer(p, part, forms, names, mem)
	t.run()
	o := &Objects{base: t.base, cell0: t.cell0, cells: t.cells, forms: forms}
	if n := t.numberObjects(o); n > 0 {
		o.findSites(t, n)
		o.findSlots(t, n)
	}
	mem.parents, mem.contents, mem.made = t.parent, t.contents, t.made
	return o
}

// makesTables reports whether a function of a part that is not too large makes a table.
func makesTables(p *flow.Program, part *flow.Part) bool {
	for i := range p.Funcs {
		if f := &p.Funcs[i]; part.Has(i) && !f.IsLarge && f.Opcodes.HasAny(effect.TableMakers) {
			return true
		}
	}
	return false
}

// numberObjects fills o.of and returns the number of objects: the classes, beside the unknown
// one, in which a constructor of the program has put a table. They are numbered in the order of
// their first sites. A class without any holds what is no table, or strings.
func (t *tracer) numberObjects(o *Objects) int {
	if !t.findTables() {
		return 0
	}
	t.escapeStringContents()
	objects := flow.Zeroed(&t.mem.objects, len(t.parent)) // by root, plus 1
	n := ObjectID(0)
	for i := range t.made {
		if r := t.Find(t.made[i].element); r > 0 && objects[r] == 0 {
			n++
			objects[r] = n
		}
	}
	if n == 0 {
		return 0
	}
	o.of = t.mem.objectIDs.Take(int(t.cell0) + len(t.cells.Cells))
	t.holdsObject = flow.Zeroed(&t.mem.holdsObject, len(t.p.Funcs))
	number := func(from, to int32) (some bool) {
		for e := from; e < to; e++ {
			if r := t.Find(e); r > 0 && objects[r] != 0 {
				o.of[e] = objects[r]
				some = true
			}
		}
		return some
	}
	for i := range t.p.Funcs {
		if t.traced[i] {
			t.holdsObject[i] = number(t.base[i], t.base[i]+int32(len(t.forms.Of(&t.p.Funcs[i]).Values)))
		}
	}
	number(t.cell0, int32(len(o.of)))
	return int(n)
}

// escapeStringContents marks as escaped what is read from classes that hold no table of the
// program: from a string, the fields of which may be any table. It may give up classes that were
// not in the unknown class before, so that objects are numbered after it.
func (t *tracer) escapeStringContents() {
	for e := int32(1); int(e) < len(t.parent); e++ {
		if t.contents[e] != 0 && t.parent[e] == e && (int(e) >= len(t.holds) || !t.holds[e]) {
			t.escape(t.contents[e])
		}
	}
}

// findSites sorts the sites by object; those of one object stay in the order in which they were
// found (a counting sort).
func (o *Objects) findSites(t *tracer, n int) {
	o.firstSite = t.mem.numbers.Take(n + 2)
	next := o.firstSite[1:] // shifted by one until all sites are in place
	count := 0
	for i := range t.made {
		if id := o.of[t.made[i].element]; id > 0 {
			next[id]++
			count++
		}
	}
	for id := 1; id <= n; id++ {
		next[id] += next[id-1]
	}
	o.sites = make([]flow.Site, count)
	for i := range t.made {
		if id := o.of[t.made[i].element]; id > 0 {
			o.sites[next[id-1]] = t.made[i].site
			next[id-1]++
		}
	}
	o.firstSite = o.firstSite[:n+1]
}
