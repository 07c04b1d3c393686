package ssa

import (
	"slices"

	"luaflow/analysis/cfg"
)

// The other direction: which operands and which arguments of phis each value is.

// userLists is the uses of all values of one form.
type userLists struct {
	first []int32 // by value, one entry more: where its uses begin in all
	all   []User
}

// User is a use of a value: by an instruction, or as an argument of a phi. It is the pc of the
// instruction, or the complement of the argument's index among those of all phis.
type User int32

// PC returns the instruction that uses the value, -1 if it is a phi.
func (u User) PC() int { return max(int(u), -1) }

// Phi returns the phi that uses the value, and as which of its PhiArgs; phi is NoValue
// if it is an instruction.
func (s *Form) Phi(u User) (phi ValueID, arg int) {
	if u >= 0 {
		return NoValue, 0
	}
	at := int32(^u)
	after, _ := slices.BinarySearch(s.phis.firstArg, at+1)
	b := after - 1 // the last of those that begin there: those in front of it have no phis
	width := int32(phiWidth(s.F, cfg.BlockID(b)))
	at -= s.phis.firstArg[b]
	return s.phis.first[b] + ValueID(at/width), int(at % width)
}

// Users returns the uses of v: by instructions in the order of their pcs, then by phis.
// An instruction or phi that uses v twice stands there twice.
func (s *Form) Users(v ValueID) []User {
	if s == nil {
		return nil
	}
	return s.users.all[s.users.first[v]:s.users.first[v+1]]
}

// listUsers counts the uses of each value, then sorts them by it: a counting sort, so that it
// takes time and room in proportion to values and uses.
func (s *Form) listUsers(mem *Memory) {
	l := &s.users
	l.first = mem.numbers.Take(len(s.Values) + 2)
	next := l.first[1:] // shifted by one until all uses are in place
	total := 0
	args := s.args()
	count := func(operands []ValueID) {
		for _, v := range operands {
			if v >= 0 {
				next[v+1]++
				total++
			}
		}
	}
	count(s.uses)
	count(args)
	for v := range s.Values {
		next[v+1] += next[v]
	}
	l.all = mem.users.TakeUncleared(total)
	use := int32(0)
	for pc, after := range s.firstUse[1:] {
		for ; use < after; use++ {
			if v := s.uses[use]; v >= 0 {
				l.all[next[v]] = User(pc)
				next[v]++
			}
		}
	}
	for at, v := range args {
		if v >= 0 {
			l.all[next[v]] = User(^at)
			next[v]++
		}
	}
}

// args returns the arguments of all phis.
func (s *Form) args() []ValueID {
	if s.phis == nil {
		return nil
	}
	return s.phis.args
}

// PhisFrom returns the number of the first phi, or that after the last value.
func (s *Form) PhisFrom() ValueID { return s.firstDef[len(s.firstDef)-1] }
