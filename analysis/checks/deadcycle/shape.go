package deadcycle

import (
	"math/bits"
	"slices"

	"luaflow/analysis"
	"luaflow/analysis/waste"
	"luaflow/analysis/witness"
	"luaflow/compile/resolve"
	"luaflow/compile/srcmap"
)

// The shape of a cascade: where its values end up. The strongly connected parts of the
// graph of what is read for what, at which it ends, say what the message is about.

// set is members of a cascade, by index, of which there are 64 at most.
type set uint64

func (s set) has(i int) bool { return s&(1<<i) != 0 }

// shape is what the stores of a cascade are there for.
type shape struct {
	pass *analysis.Pass
	c    *waste.Cascade
	// purposes is nil if there is too much to look at. Then ends is empty.
	purposes witness.Purposes
	leads    []set // by member: those that its value is read for, in the end
	// ends is the members that are there for no others than those that are there for
	// them: those that nothing reads, and cycles.
	ends set
	// variables is what ends stores to, in the order of the text.
	variables []resolve.BindingID

	stores  map[resolve.BindingID][]place // to the variables of all cascades
	members map[*srcmap.StoreRec]bool     // of this one
}

func shapeOf(p *analysis.Pass, c *waste.Cascade, stores map[resolve.BindingID][]place) *shape {
	s := &shape{pass: p, c: c, purposes: witness.PurposesOf(p.Waste, c), stores: stores, members: make(map[*srcmap.StoreRec]bool)}
	for _, m := range c.Members {
		s.members[p.Waste.StoreOf(m)] = true
	}
	s.leads = make([]set, len(s.purposes))
	for i, row := range s.purposes {
		for k, how := range row {
			if how != 0 {
				s.leads[i] |= 1 << k
			}
		}
	}
	waste.CloseTransitively(s.leads)
	for i := range s.leads {
		if s.isEnd(i) {
			s.ends |= 1 << i
		}
	}
	s.variables = s.variablesOf(func(i int) bool { return s.ends.has(i) })
	return s
}

// isEnd reports whether all that a member is there for is there for it too.
func (s *shape) isEnd(i int) bool {
	for k := range s.leads {
		if s.leads[i].has(k) && !s.leads[k].has(i) {
			return false
		}
	}
	return true
}

// isKnown reports whether it is known what each value is read for.
func (s *shape) isKnown() bool {
	for i := range s.leads {
		if s.c.Members[i].Read && s.leads[i] == 0 {
			return false // to run a loop, say
		}
	}
	return s.purposes != nil
}

// variable returns the variable of a member.
func (s *shape) variable(i int) resolve.BindingID {
	return s.pass.Waste.StoreOf(s.c.Members[i]).Binding
}

// variablesOf returns the variables of some members, in the order of the text.
func (s *shape) variablesOf(include func(i int) bool) []resolve.BindingID {
	var ids []resolve.BindingID
	for i := range s.c.Members {
		if id := s.variable(i); include(i) && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// numEnds returns how many members nothing reads, and how many are in cycles at the end.
func (s *shape) numEnds() (unread, cyclic int) {
	for i, m := range s.c.Members {
		switch {
		case !s.ends.has(i):
		case m.Read:
			cyclic++
		default:
			unread++
		}
	}
	return unread, cyclic
}

// between returns what values of the variables from are read for, as far as that is those of
// the variables to.
func (s *shape) between(from, to []resolve.BindingID) witness.Purpose {
	var how witness.Purpose
	for i, row := range s.purposes {
		if !slices.Contains(from, s.variable(i)) {
			continue
		}
		for k := range row {
			if slices.Contains(to, s.variable(k)) {
				how |= row[k]
			}
		}
	}
	return how
}

// isRing reports whether values of each of the variables at the end are read for each
// other of them, in the end.
func (s *shape) isRing() bool {
	n := len(s.variables)
	if n < 2 {
		return false
	}
	leads := make([]set, n)
	for i := range s.leads {
		at := slices.Index(s.variables, s.variable(i))
		for rest := s.leads[i]; at >= 0 && rest != 0; rest &= rest - 1 {
			if to := slices.Index(s.variables, s.variable(bits.TrailingZeros64(uint64(rest)))); to >= 0 {
				leads[at] |= 1 << to
			}
		}
	}
	waste.CloseTransitively(leads)
	all := set(1)<<n - 1
	return !slices.ContainsFunc(leads, func(s set) bool { return s&all != all })
}

// areAlone reports whether values of each of the variables at the end are read for the
// same variable, and for none of the others.
func (s *shape) areAlone() bool {
	for _, id := range s.variables {
		own := []resolve.BindingID{id}
		rest := slices.DeleteFunc(slices.Clone(s.variables), func(other resolve.BindingID) bool { return other == id })
		if s.between(own, own)&^witness.ToRun == 0 || s.between(own, rest) != 0 {
			return false
		}
	}
	return len(s.variables) > 0
}
