package waste

import (
	"slices"

	"luaflow/compile/resolve"
	"luaflow/compile/syntax"
)

// Cascades that one statement closes to a ring: `x, y = y, x` hands each value on once,
// so that two chains cross. Of the variables each is read for the other all the same.

// maxRing is how many cascades of one statement are looked at.
const maxRing = 64

// joinRings joins the cascades in which a statement hands variables on in a ring.
func (f *cascadeFinder) joinRings(cascades []Cascade) []Cascade {
	byStat := make(map[syntax.StatID][]int) // indices of cascades, ascending
	var stats []syntax.StatID
	for i := range cascades {
		for _, m := range cascades[i].Members {
			stat := f.StoreOf(m).Stat
			at := byStat[stat]
			switch {
			case m.Read || stat == syntax.NoStat || len(at) > 0 && at[len(at)-1] == i:
				continue
			case len(at) == 1:
				stats = append(stats, stat)
			}
			byStat[stat] = append(at, i)
		}
	}
	for _, stat := range stats {
		f.joinRing(cascades, byStat[stat])
	}
	return slices.DeleteFunc(cascades, func(c Cascade) bool { return len(c.Members) == 0 })
}

// joinRing moves the members of some cascades, at is their indices, to the first of
// those that they are in a ring with.
func (f *cascadeFinder) joinRing(cascades []Cascade, at []int) {
	if len(at) > maxRing {
		return
	}
	leads := make([]uint64, len(at)) // the cascades in which something is read that this one ends with
	for i := range at {
		for k := range at {
			if i != k && f.leadsTo(&cascades[at[i]], &cascades[at[k]]) {
				leads[i] |= 1 << k
			}
		}
	}
	CloseTransitively(leads)
	for i := range at {
		for k := i + 1; k < len(at); k++ {
			if leads[i]&(1<<k) != 0 && leads[k]&(1<<i) != 0 {
				first, other := &cascades[at[i]], &cascades[at[k]]
				first.Members = append(first.Members, other.Members...)
				other.Members = nil
			}
		}
	}
}

// CloseTransitively makes a relation between at most 64 things, as bits by thing,
// transitive (Warshall, JACM 9.1, 1962).
func CloseTransitively[Set ~uint64](leads []Set) {
	for via := range leads {
		for i := range leads {
			if leads[i]&(1<<via) != 0 {
				leads[i] |= leads[via]
			}
		}
	}
}

// leadsTo reports whether a variable that a cascade ends with is read in another one.
func (f *cascadeFinder) leadsTo(c, other *Cascade) bool {
	var ends []resolve.BindingID
	for _, m := range c.Members {
		if !m.Read {
			ends = append(ends, f.StoreOf(m).Binding)
		}
	}
	return slices.ContainsFunc(other.Members, func(m Member) bool {
		return m.Read && slices.Contains(ends, f.StoreOf(m).Binding)
	})
}
