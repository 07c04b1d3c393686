package calls

import (
	"slices"

	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
)

// Unbounded is a number of results that may be any.
const Unbounded = -1

// Results returns how many results the calls of a function that return may give, at the least and at most. ok is false if none
// returns.
func (c *Calls) Results(fn int) (least, most int, ok bool) {
	r := resultCount{Calls: c, functions: []int{fn}}
	for i := 0; i < len(r.functions); i++ {
		r.function(&c.program.Funcs[r.functions[i]])
	}
	return r.least, r.most, r.some
}

// resultCount counts the results of a function, and of those whose results it hands on as its own.
type resultCount struct {
	*Calls
	functions   []int
	least, most int
	some        bool // there is a RETURN
}

// join notes that there may be from least to most results.
func (r *resultCount) join(least, most int) {
	if !r.some {
		r.least, r.most, r.some = least, most, true
		return
	}
	r.least = min(r.least, least)
	if most == Unbounded || r.most == Unbounded {
		r.most = Unbounded
	} else {
		r.most = max(r.most, most)
	}
}

func (r *resultCount) function(f *flow.Func) {
	if f.IsLarge {
		r.join(0, Unbounded)
		return
	}
	for pc := range f.Proto.Code {
		if IsReturn(f, pc) && r.constants.Executable(f, pc) {
			r.returned(f, pc)
		}
	}
}

// IsReturn reports whether the instruction at pc is where the function returns: the TAILCALL of one that returns what
// another function does.
func IsReturn(f *flow.Func, pc int) bool {
	ins := f.Proto.Code[pc]
	if effect.ReferenceOf(ins) == effect.Returns {
		return pc == 0 || !isTailCall(f, pc-1)
	}
	return isTailCall(f, pc)
}

func isTailCall(f *flow.Func, pc int) bool {
	ins := f.Proto.Code[pc]
	return effect.ReferenceOf(ins) == effect.Calls && !effect.IsNonTailCall(ins)
}

// returned counts what the function returns at pc.
func (r *resultCount) returned(f *flow.Func, pc int) {
	n := len(r.forms.Of(f).Uses(pc))
	switch {
	case isTailCall(f, pc):
		r.handedOn(f, pc)
	case !effect.TakesOpen(f.Proto.Code[pc]):
		r.join(n, n)
	case n == 1 && effect.ReferenceOf(f.Proto.Code[pc-1]) == effect.Calls:
		r.handedOn(f, pc-1)
	default:
		r.join(n-1, Unbounded)
	}
}

// handedOn counts the results of the call at pc, which are all that the function returns.
func (r *resultCount) handedOn(f *flow.Func, pc int) {
	callees, ok := r.Of(f, pc)
	if !ok || !callees.Complete || callees.Skip > 0 {
		r.join(0, Unbounded)
		return
	}
	for _, fn := range callees.Funcs {
		if !slices.Contains(r.functions, fn) {
			r.functions = append(r.functions, fn)
		}
	}
}
