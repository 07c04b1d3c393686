package calls

import (
	"iter"
	"slices"

	"luaflow/analysis/consts"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
	"luaflow/analysis/value"
)

// count counts the results of a function.
func (c *Calls) count(fn int) Count {
	return c.Count(fn, func(*flow.Func, int) bool { return false })
}

func (r *resultCount) all() Count {
	for i := 0; i < len(r.functions); i++ {
		if i == maxPlaces {
			r.join(0, Unbounded)
			break
		}
		r.function(&r.program.Funcs[r.functions[i]])
	}
	return r.Count
}

// Count returns how many results a function gives, whoever calls it. What a call of which not all callees are known returns counts for
// nothing if the function hands that on and outside reports so of it.
func (c *Calls) Count(fn int, outside func(f *flow.Func, pc int) bool) Count {
	r := resultCount{Calls: c, functions: []int{fn}, outside: outside}
	return r.all()
}

// resultCount counts the results of a function, and of those whose results it hands on as its own.
type resultCount struct {
	*Calls
	Count
	functions []int
	outside   func(f *flow.Func, pc int) bool // see Calls.Count
}

// join notes that there may be from least to most results.
func (r *resultCount) join(least, most int) { r.Count = r.Join(Count{least, most, true}) }

// Join returns what holds of the calls of either.
func (c Count) Join(more Count) Count {
	switch {
	case !c.Returns:
		return more
	case !more.Returns:
		return c
	case c.Most == Unbounded || more.Most == Unbounded:
		return Count{min(c.Least, more.Least), Unbounded, true}
	}
	return Count{min(c.Least, more.Least), max(c.Most, more.Most), true}
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
		if !r.outside(f, pc) {
			r.join(0, Unbounded)
		}
		return
	}
	for _, fn := range callees.Funcs {
		if !slices.Contains(r.functions, fn) {
			r.functions = append(r.functions, fn)
		}
	}
}

// NilErrors returns those of Errors that return nil.
func NilErrors(f *flow.Func, form *ssa.Form, known *consts.Constants) []int {
	return slices.DeleteFunc(Errors(f, form, known), func(pc int) bool { return !known.Operand(f, pc, 0).Is(value.Nil) })
}

// Errors returns where a function returns nil or false, and something after it which tells why: no number, which may as well be a result. It
// is nil if the function returns nothing else.
func Errors(f *flow.Func, form *ssa.Form, known *consts.Constants) (at []int) {
	succeeds := false
	for pc := range Returns(f, known) {
		if i := f.Proto.Code[pc]; effect.ReferenceOf(i) == effect.Returns && len(form.Uses(pc)) == 2 &&
			known.Operand(f, pc, 0).Is(value.Nil|value.False) && !known.Operand(f, pc, 1).Is(value.Nil|value.Boolean|value.Number) {
			at = append(at, pc)
		} else {
			succeeds = true
		}
	}
	if !succeeds {
		return nil
	}
	return at
}
