package facts

import (
	"luaflow/analysis/calls"
	"luaflow/analysis/consts"
	"luaflow/analysis/flow"
	"luaflow/analysis/live"
	"luaflow/analysis/names"
	"luaflow/analysis/ssa"
	"luaflow/analysis/tables"
	"luaflow/analysis/value"
)

// whole is what is known of a program as a whole, as far as somebody has asked. It rests on the library, on the
// bodies of the functions in their order, and on nothing else: not on their names and lines.
type whole struct {
	names     Fact[names.Names]
	objects   Fact[tables.Objects]
	constants Fact[consts.Constants]
	markings  Fact[live.Markings]
	calls     Fact[calls.Calls] // which is not adopted: it is found in little time
}

// adopt makes known what is known of another program, whose functions have equal bodies in the same order, for the same
// library. forms returns those of p, the program that w is about, of which nobody may have asked for anything before.
// The facts of w are then made of those of other, and valid as long as those.
func (w *whole) adopt(other *whole, p *flow.Program, forms func() *ssa.Forms) {
	named := other.names.Known()
	if named == nil {
		return // the others rest on it
	}
	f := forms()
	named = named.In(p, f)
	w.names.known.Store(named)
	objects := other.objects.Known()
	if objects == nil {
		return
	}
	objects = objects.In(p, f)
	w.objects.known.Store(objects)
	constants := other.constants.Known()
	if constants == nil {
		return
	}
	constants = constants.In(p, f, named, objects)
	w.constants.known.Store(constants)
	if markings := other.markings.Known(); markings != nil {
		w.markings.known.Store(markings.In(p, constants))
	}
}

// last is which program the facts in a Memory are of that are about a program as a whole. Versions of a text that have
// the same code, as those between which somebody has typed a comment or taken back what he typed, have these
// facts in common; and those in which nobody can ask for them, since their text is broken, leave them as they are.
type last struct {
	bodies  []*flow.Body // by function
	library value.Library
	bound   int    // Memory.Followed
	whole   *whole // nil if there is no such program
}

// isOf reports whether the facts are those of p too, for a library and a bound, where keeps reports whether a body is
// kept. Equal bodies are one where all are kept; of one that is too large to be kept it is not known whether it was
// there before.
func (l *last) isOf(p *flow.Program, library value.Library, bound int, keeps func(*flow.Body) bool) bool {
	if l.whole == nil || l.library != library || l.bound != bound || len(l.bodies) != len(p.Funcs) {
		return false
	}
	for i := range p.Funcs {
		if body := p.Funcs[i].Body; body != l.bodies[i] || !keeps(body) {
			return false
		}
	}
	return true
}

// begin notes that a fact of w, which is what is known of p for a library and a bound, is about to be made in the Memory,
// where others may be in its place.
func (l *last) begin(w *whole, p *flow.Program, library value.Library, bound int) {
	if l.whole == w {
		return
	}
	l.whole, l.library, l.bound = w, library, bound
	l.bodies = l.bodies[:0]
	for i := range p.Funcs {
		l.bodies = append(l.bodies, p.Funcs[i].Body)
	}
}
