package waste

import (
	"slices"

	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
)

// Values that a condition is computed with which always comes out the same. Nothing needs
// them, as they are; but another value in their place might decide otherwise, so that it is
// not for a cascade to say what they are read for.

// valueOf is a value of a function.
type valueOf struct {
	function int
	v        ssa.ValueID
}

// deciders is what such conditions are computed with.
type deciders struct {
	*cascadeFinder
	values map[valueOf]bool
	cells  map[int]bool
	todo   []valueOf
}

// withoutDeciders leaves out the candidates that such a condition reads, directly or through
// other values.
func (f *cascadeFinder) withoutDeciders(candidates []candidate) []candidate {
	if !slices.ContainsFunc(candidates, func(c candidate) bool { return c.Read }) {
		return candidates
	}
	d := deciders{f, make(map[valueOf]bool), make(map[int]bool), nil}
	f.EachFunc(func(p *Func) {
		for _, b := range p.Flow.Graph.Order {
			if _, ok := f.known.Decided(p.Flow, b); ok {
				d.reads(p.Flow, p.Flow.Graph.Last(b))
			}
		}
	})
	for len(d.todo) > 0 {
		next := d.todo[len(d.todo)-1]
		d.todo = d.todo[:len(d.todo)-1]
		d.madeBy(&f.Facts.Flow.Funcs[next.function], next.v)
	}
	return slices.DeleteFunc(candidates, func(c candidate) bool { return c.Read && !f.IsTable(c.Member) && d.has(&c) })
}

// has reports whether the value of a candidate is among them.
func (d *deciders) has(c *candidate) bool {
	s := d.StoreOf(c.Member)
	f := d.flow(c)
	if c.Value == ssa.NoValue {
		return d.cells[d.Facts.Flow.Cells().Of(f.Number, int(s.Upvalue))]
	}
	return d.values[valueOf{f.Number, c.Value}] ||
		len(d.cells) > 0 && d.Facts.Flow.SSA(f).Observed(c.Value) && d.cells[d.Facts.Flow.Cells().At(f, int(s.PCs.End), int(s.Reg))]
}

// reads adds what the instruction at pc reads.
func (d *deciders) reads(f *flow.Func, pc int) {
	form := d.Facts.Flow.SSA(f)
	for i, v := range form.Uses(pc) {
		if v < 0 {
			continue
		}
		d.add(f, v)
		if form.UseByClosure(pc, i) {
			d.cells[d.Facts.Flow.Cells().At(f, pc, int(form.Values[v].Reg))] = true
		}
	}
	if upvalue, how := effect.Upvalue(f.Proto.Code[pc]); how&effect.Read != 0 {
		d.cells[d.Facts.Flow.Cells().Of(f.Number, upvalue)] = true
	}
}

func (d *deciders) add(f *flow.Func, v ssa.ValueID) {
	if of := (valueOf{f.Number, v}); v >= 0 && !d.values[of] {
		d.values[of] = true
		d.todo = append(d.todo, of)
	}
}

// madeBy adds what a value is made of.
func (d *deciders) madeBy(f *flow.Func, v ssa.ValueID) {
	form := d.Facts.Flow.SSA(f)
	switch value := &form.Values[v]; value.Kind {
	case ssa.PhiValue:
		for _, arg := range form.PhiArgs(v) {
			d.add(f, arg)
		}
	case ssa.DefValue, ssa.EdgeValue:
		if d.known.Executable(f, int(value.PC)) {
			d.reads(f, int(value.PC))
		}
	}
}
