package ssa

import (
	"slices"

	"luaflow/analysis/cfg"
)

// The other direction: which operands and which arguments of phis each value is.

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
	return s.users[s.users[v]:s.users[v+1]]
}

// listUsers counts the uses of each value, then sorts them by it: a counting sort, so that it
// takes time and room in proportion to values and uses.
func (s *Form) listUsers(mem *Memory) {
	n, args := len(s.Values), s.args()
	users := mem.users.TakeUncleared(n + 2 + len(s.uses) + len(args))
	clear(users[:n+2])
	next := users[1 : n+2] // shifted by one until all uses are in place
	for _, v := range s.uses {
		if v >= 0 {
			next[v+1]++
		}
	}
	for _, v := range args {
		if v >= 0 {
			next[v+1]++
		}
	}
	users[0], next[0] = User(n+2), User(n+2)
	for v := range n {
		next[v+1] += next[v]
	}
	use := int32(0)
	for pc, after := range s.F.Operands().FirstUse[1:] {
		for ; use < after; use++ {
			if v := s.uses[use]; v >= 0 {
				users[next[v]] = User(pc)
				next[v]++
			}
		}
	}
	for at, v := range args {
		if v >= 0 {
			users[next[v]] = User(^at)
			next[v]++
		}
	}
	s.users = users[:users[n]] // without what is left for operands that have no value
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
