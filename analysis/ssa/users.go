package ssa

// The other direction: which operands and which arguments of phis use each value.

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
