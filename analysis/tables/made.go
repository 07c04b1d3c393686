package tables

import (
	"slices"

	"luaflow/analysis/effect"
	"luaflow/analysis/ssa"
)

// Values that are tables which the function has just made, and nothing else holds yet.

// madeTables remembers of which values isMade holds. The last one is remembered apart: a constructor
// with a thousand fields asks for its table a thousand times.
type madeTables struct {
	s      *ssa.Form
	known  map[ssa.ValueID]bool
	last   ssa.ValueID
	isMade bool // the last one
}

// has reports whether isMade holds of a value, of any kind.
func (m *madeTables) has(v ssa.ValueID) bool {
	if v == m.last {
		return m.isMade
	}
	m.last, m.isMade = v, false
	d := &m.s.Values[v]
	if d.Kind != ssa.DefValue {
		return false
	}
	if how := effect.ReferenceOf(m.s.F.Proto.Code[d.PC]); how != effect.Copies {
		m.isMade = how == effect.Makes
		return m.isMade
	}
	var ok bool
	if m.isMade, ok = m.known[v]; !ok {
		if m.known == nil {
			m.known = make(map[ssa.ValueID]bool)
		}
		m.isMade = isMade(m.s, v)
		m.known[v] = m.isMade
	}
	return m.isMade
}

// isMade reports whether the value of a definition is a new table that nothing else holds when the
// instruction that gives it is done: a NEWTABLE, or a MOVE after a constructor.
func isMade(s *ssa.Form, v ssa.ValueID) bool {
	d := &s.Values[v]
	switch effect.ReferenceOf(s.F.Proto.Code[d.PC]) {
	case effect.Makes:
		return true
	case effect.Copies:
		from := s.Uses(int(d.PC))[0]
		made := &s.Values[from]
		return made.Kind == ssa.DefValue && effect.ReferenceOf(s.F.Proto.Code[made.PC]) == effect.Makes &&
			!s.Observed(from) && isConstructed(s, from, int(d.PC))
	}
	return false
}

// isConstructed reports whether a table is used for nothing but to be filled and then
// copied once, by the instruction at pc: as in `t = {1, x = 2}` for a local t, whose constructor
// works in a register above it.
func isConstructed(s *ssa.Form, table ssa.ValueID, pc int) bool {
	for _, u := range s.Users(table) {
		at := u.PC()
		switch {
		case at == pc:
		case at < 0 || at > pc:
			return false
		default:
			how := effect.ReferenceOf(s.F.Proto.Code[at])
			uses := s.Uses(at)
			if how != effect.WritesField && how != effect.Fills || slices.Contains(uses[1:], table) {
				return false
			}
		}
	}
	return true
}
