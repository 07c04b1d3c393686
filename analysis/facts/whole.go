package facts

import (
	"luaflow/analysis/consts"
	"luaflow/analysis/flow"
	"luaflow/analysis/live"
	"luaflow/analysis/names"
	"luaflow/analysis/tables"
	"luaflow/analysis/value"
	"luaflow/compile/meter"
)

// whole is what is known of a program as a whole, as far as somebody has asked. It rests on the library, on the
// bodies of the functions in their order, and on nothing else: not on their names and lines.
type whole struct {
	names     Fact[names.Names]
	objects   Fact[tables.Objects]
	constants Fact[consts.Constants]
	markings  Fact[live.Markings]
}

// adopt makes known of the program what is known of another one, whose functions have equal bodies in the same
// order, for the same library. Nobody may have asked k before. It lasts as long as that.
func (k *memo) adopt(other *whole, steps *meter.Meter) {
	named := other.names.Known()
	if named == nil {
		return // the others rest on it
	}
	p, forms := k.program, k.formsFor(steps)
	named = named.In(p, forms)
	k.names.known.Store(named)
	objects := other.objects.Known()
	if objects == nil {
		return
	}
	objects = objects.In(p, forms)
	k.objects.known.Store(objects)
	constants := other.constants.Known()
	if constants == nil {
		return
	}
	constants = constants.In(p, forms, named, objects)
	k.constants.known.Store(constants)
	if markings := other.markings.Known(); markings != nil {
		k.markings.known.Store(markings.In(p, constants))
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

// isOf reports whether the facts are those of p too, of which a finder has found the bodies. Equal bodies are one where
// all are kept; of one that is too large to be kept it is not known whether it was there before.
func (l *last) isOf(p *flow.Program, library value.Library, finder *bodyFinder) bool {
	if l.whole == nil || l.library != library || len(l.bodies) != len(p.Funcs) || l.bound != finder.followed {
		return false
	}
	for i := range p.Funcs {
		if body := p.Funcs[i].Body; body != l.bodies[i] || finder.kept[body] == nil {
			return false
		}
	}
	return true
}

// begin notes that a fact of k is about to be made in the Memory, where others may be in its place.
func (l *last) begin(k *memo) {
	if k.mem.Bodies == nil {
		return // there are no versions
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if l.whole == &k.whole {
		return
	}
	l.whole, l.library, l.bound = &k.whole, k.library, k.mem.Followed
	l.bodies = l.bodies[:0]
	for i := range k.program.Funcs {
		l.bodies = append(l.bodies, k.program.Funcs[i].Body)
	}
}
