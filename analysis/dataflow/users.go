package dataflow

import (
	"slices"

	"luaflow/analysis/cfg"
)

// The other direction: which operands and which arguments of phis each value is.

// User is a use of a value: by an instruction, or as an argument of a phi.
type User int32

// PC is the instruction that uses the value, -1 if it is a phi.
func (u User) PC() int { return max(int(u), -1) }

// Phi is the phi that uses the value, and as which of its PhiArgs; phi is NoValue
// if it is an instruction.
func (s *SSA) Phi(u User) (phi ValueID, arg int) {
	if u >= 0 {
		return NoValue, 0
	}
	at := int32(^u)
	behind, _ := slices.BinarySearch(s.firstArg, at+1)
	b := behind - 1 // the last of those that begin there: those in front of it have no phis
	width := int32(s.f.phiWidth(cfg.BlockID(b)))
	at -= s.firstArg[b]
	return s.firstPhi[b] + ValueID(at/width), int(at % width)
}

// Users is the uses of v: by instructions in the order of their pcs, then by phis.
// An instruction or phi that uses v twice stands there twice.
func (s *SSA) Users(v ValueID) []User {
	s.usersOnce.Do(s.findUsers)
	return s.users[s.firstUser[v]:s.firstUser[v+1]]
}

// findUsers counts the uses of each value, then sorts them by it.
func (s *SSA) findUsers() {
	mu := &s.f.program.mu
	mu.Lock()
	defer mu.Unlock()
	mem := s.f.program.mem
	s.firstUser = mem.numbers.Take(len(s.Values) + 2)
	next := s.firstUser[1:] // shifted by one until all uses are in place
	total := 0
	for _, operands := range [2][]ValueID{s.uses, s.args} {
		for _, v := range operands {
			if v >= 0 {
				next[v+1]++
				total++
			}
		}
	}
	for v := range s.Values {
		next[v+1] += next[v]
	}
	s.users = mem.users.Take(total)
	add := func(v ValueID, u User) {
		if v >= 0 {
			s.users[next[v]] = u
			next[v]++
		}
	}
	for pc := range s.f.Proto.Code {
		for _, v := range s.Uses(pc) {
			add(v, User(pc))
		}
	}
	for at, v := range s.args {
		add(v, User(^at))
	}
}

// phisFrom is the number of the first phi, or that behind the last value.
func (s *SSA) phisFrom() ValueID { return s.firstDef[len(s.firstDef)-1] }
