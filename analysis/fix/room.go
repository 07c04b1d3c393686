package fix

import (
	"sync"

	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
	"luaflow/compile"
	"luaflow/compile/resolve"
	"luaflow/compile/syntax"
)

// room is memory that a program after a fix is made in, with what is known of it, to be used
// again for the next one.
type room struct {
	units        compile.Memory
	pass         analysis.Memory // of the pass that checks it
	withoutHosts analysis.Memory // of the pass that knows no hosts, if that is another one

	// Of a pairing.
	places               []plan.Place
	bindings, bindingsOf []resolve.BindingID
	touched, nowTouched  []bool
	stats                []syntax.StatID
	funcs                []syntax.FuncID
	nodes, nowNodes      []shapeNode
	funcIDs, nowFuncIDs  []syntax.FuncID
}

// rooms holds the rooms that nobody uses.
var rooms = sync.Pool{New: func() any { return new(room) }}

// takeRoom returns a room, to be given back with leave.
func takeRoom() *room { return rooms.Get().(*room) }

// leave gives a room back: nothing that was made in it is used any more.
func (r *room) leave() {
	r.pass.ShareWith(nil)
	r.withoutHosts.ShareWith(nil)
	rooms.Put(r)
}

// filled returns a slice of n elements that are x, in the array of *s, which grows as needed.
func filled[T any](s *[]T, n int, x T) []T {
	if cap(*s) < n {
		*s = make([]T, n+n/8)
	}
	t := (*s)[:n]
	for i := range t {
		t[i] = x
	}
	return t
}
