package calls

import (
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
	"luaflow/analysis/value"
)

// What a function does with its parameters.

// IsNeeded reports whether something raises an error if parameter k of a function that is not too large is nil, and nothing asks whether it is.
func (c *Calls) IsNeeded(f *flow.Func, k int) bool {
	n := needs{Calls: c, f: f}
	v := c.forms.Of(f).Parameter(k)
	return v >= 0 && n.value(v) && n.needed
}

// needs is what the uses of a value need of it.
type needs struct {
	*Calls
	f      *flow.Func
	needed bool // one raises an error if it is nil
}

// value reports whether nothing asks whether a value is nil: a test, a comparison, a join with others, or `type`.
func (n *needs) value(v ssa.ValueID) bool {
	s := n.forms.Of(n.f)
	for _, u := range s.Users(v) {
		pc := u.PC()
		if pc < 0 {
			return false
		}
		n.needed = n.needed || Needs(s, pc, v)
		switch effect.ReferenceOf(n.f.Proto.Code[pc]) {
		case effect.Forgets, effect.Compares:
			return false
		case effect.Copies:
			first, made := s.Defs(pc)
			if made != 1 || s.Values[first].Kind != ssa.DefValue || !n.value(first) {
				return false
			}
		case effect.Calls:
			if n.constants.Operand(n.f, pc, 0).Name() == typeName {
				return false
			}
		}
	}
	return true
}

// Needs reports whether the instruction at pc, which uses a value, raises an error if that is nil, as far as the instruction tells: it
// indexes, calls, measures or computes with it.
func Needs(s *ssa.Form, pc int, v ssa.ValueID) bool {
	switch effect.ReferenceOf(s.F.Proto.Code[pc]) {
	case effect.ReadsField, effect.WritesField, effect.Calls:
		return s.Uses(pc)[0] == v
	case effect.Operates, effect.Measures:
		return true
	}
	return false
}

var typeName = value.Global("type")

// IsAsked reports whether a branch asks whether parameter k of a function that is not too large is true, or equal to something.
func (c *Calls) IsAsked(f *flow.Func, k int) bool {
	s := c.forms.Of(f)
	v := s.Parameter(k)
	if v < 0 {
		return false
	}
	for _, u := range s.Users(v) {
		if pc := u.PC(); pc >= 0 && c.constants.Executable(f, pc) {
			if i := f.Proto.Code[pc]; effect.ConditionOf(i) == effect.Truth || effect.ReferenceOf(i) == effect.Compares && effect.ConditionOf(i) == effect.Comparison {
				return true
			}
		}
	}
	return false
}
