package calls

import (
	"iter"
	"slices"

	"luaflow/analysis/consts"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
)

// count counts the results of a function.
func (c *Calls) count(fn int) Count {
	r := resultCount{Calls: c, functions: []int{fn}}
	for i := 0; i < len(r.functions); i++ {
		r.function(&c.program.Funcs[r.functions[i]])
	}
	return r.Count
}

// resultCount counts the results of a function, and of those whose results it hands on as its own.
type resultCount struct {
	*Calls
	Count
	functions []int
}

// join notes that there may be from least to most results.
func (r *resultCount) join(least, most int) {
	switch {
	case !r.Returns:
		r.Count = Count{least, most, true}
	case most == Unbounded || r.Most == Unbounded:
		r.Least, r.Most = min(r.Least, least), Unbounded
	default:
		r.Least, r.Most = min(r.Least, least), max(r.Most, most)
	}
}

func (r *resultCount) function(f *flow.Func) {
	if f.IsLarge {
		r.join(0, Unbounded)
		return
	}
	for pc := range Returns(f, r.constants) {
		r.returned(f, pc)
	}
}

// Returns yields where a function that is not too large returns, in code that is executed: the TAILCALL of one that returns what
// another function does.
func Returns(f *flow.Func, known *consts.Constants) iter.Seq[int] {
	return func(yield func(pc int) bool) {
		for _, b := range f.Graph.Order {
			pc := f.Graph.Last(b)
			if pc > 0 && isTailCall(f, pc-1) {
				pc-- // the RETURN after it may be in its block
			}
			returns := effect.ReferenceOf(f.Proto.Code[pc]) == effect.Returns || isTailCall(f, pc)
			if returns && known.Executable(f, pc) && !yield(pc) {
				return
			}
		}
	}
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
