package resolve

import (
	"slices"

	"luaflow/compile/meter"
	"luaflow/compile/slab"
	"luaflow/compile/syntax"
)

// memory.go is what the tables of one tree leave to the next.

// Memory is what Infos are made in, one after the other, each valid until the next is
// made. The zero Memory is ready; it serves one goroutine at a time.
type Memory struct {
	Meter *meter.Meter // of the steps that are taken to resolve; nil if nobody counts them

	resolver resolver

	bindings     []Binding
	refs         []Ref
	upvalues     [][]Upvalue
	firstBinding []BindingID
	labels       []LabelInfo

	latest *Info // the answer that was made last; nil if it was not finished
}

// firstBindings bounds what is laid out for bindings before any was met.
const firstBindings = 1 << 12

// begin takes back what the last Info lies in, and prepares for a tree.
func (m *Memory) begin(t *syntax.Tree) *resolver {
	r := &m.resolver
	m.latest = nil
	r.upvalues.Reset()
	room := 16 + min(t.Names.Len()/4, firstBindings)
	info := &Info{
		Tree:         t,
		Bindings:     one(m.bindings, room),
		Refs:         slab.Zero(&m.refs, t.Names.Len()),
		Upvalues:     slab.Zero(&m.upvalues, len(t.Funcs)),
		FirstBinding: slab.Zero(&m.firstBinding, len(t.Funcs)),
		Labels:       one(m.labels, 1),
	}
	*r = resolver{
		meter: m.Meter, tree: t, info: info, rules: rulesOf(t.Dialects),
		current: slab.Zero(&r.current, t.NumSyms()),
		hidden:  one(r.hidden, room),
		cached:  one(r.cached, room),
		active:  r.active[:0], pending: r.pending[:0], visible: r.visible[:0], globals: r.globals[:0], spine: r.spine[:0],
		labelNames: r.labelNames[:0], labelOf: r.labelOf, waiting: r.waiting[:0],
		free: r.free, freeBlock: r.freeBlock, upvalues: r.upvalues,
	}
	return r
}

// one returns a list of one zero element, its first, in the array of another, with room for
// more.
func one[T any](list []T, room int) []T {
	var zero T
	return append(slices.Grow(list[:0], room), zero)
}
