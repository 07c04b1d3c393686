package waste

import (
	"slices"

	"luaflow/analysis/depend"
	"luaflow/analysis/facts"
)

// Values that a condition is computed with which always comes out the same. Nothing needs
// them, as they are; but another value in their place might decide otherwise, so that it is
// not for a cascade to say what they are read for.

// deciders is what such conditions are computed with: values and cells.
type deciders struct {
	*cascadeFinder
	found map[depend.Node]bool // the values and cells so far
	todo  []depend.Node
}

// withoutDeciders leaves out the candidates that such a condition reads, directly or through
// other values.
func (f *cascadeFinder) withoutDeciders(candidates []candidate) []candidate {
	if !slices.ContainsFunc(candidates, func(c candidate) bool { return c.Read }) {
		return candidates
	}
	d := deciders{f, make(map[depend.Node]bool), nil}
	f.Facts.EachFunc(func(p *facts.Function) {
		for _, b := range p.Flow.Graph.Order {
			if _, ok := f.constants.Decided(p.Flow, b); ok {
				d.needs(depend.At(p.Flow, p.Flow.Graph.Last(b)))
			}
		}
	})
	for len(d.todo) > 0 {
		next := d.todo[len(d.todo)-1]
		d.todo = d.todo[:len(d.todo)-1]
		d.needs(next)
	}
	return slices.DeleteFunc(candidates, func(c candidate) bool { return c.Read && !f.IsTable(c.Member) && d.has(&c) })
}

// has reports whether the value of a candidate is among them, or one of the cells in which closures see
// it.
func (d *deciders) has(c *candidate) bool {
	if d.found[c.gives()] {
		return true
	}
	for n := range d.relation.Serves(c.gives()) {
		if n.Kind == depend.Cell && d.found[n] {
			return true
		}
	}
	return false
}

// needs adds the values and cells that a value, or the branch that asks, is computed with. What is
// written to a cell is somebody else's reason.
func (d *deciders) needs(n depend.Node) {
	for on := range d.relation.Needs(n) {
		switch on.Kind {
		case depend.Instruction:
			if d.constants.Executable(d.relation.FuncOf(on), int(on.At)) {
				d.needs(on)
			}
		case depend.Value:
			if !d.found[on] {
				d.found[on] = true
				d.todo = append(d.todo, on)
			}
		case depend.Cell:
			d.found[on] = true
		}
	}
}
