package summary

import (
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
	"luaflow/analysis/value"
)

// Whether to load a file does more than to make what it returns.

// acts reports whether loading the file does more than to make tables and functions, and to require others.
func (d *finder) acts() bool {
	main := &d.Code.Funcs[0]
	if main.IsLarge || !d.constants.Returns(main) || d.Code.Mentions("__newindex") {
		return true
	}
	for loop := range main.Loops().All {
		if !d.constants.Terminates(main, loop) {
			return true
		}
	}
	requires := make(map[flow.Site]bool, len(d.calls))
	for i := range d.calls {
		requires[d.calls[i].at] = !d.calls[i].IsPattern
	}
	for pc, impact := range d.constants.Impacts(main) {
		if impact != value.None && d.constants.Executable(main, pc) && !requires[flow.SiteAt(0, pc)] && !d.isHarmless(main, pc, impact) {
			return true
		}
	}
	return false
}

// isHarmless reports whether nobody can tell that the instruction at pc of main is executed: it reads a field, writes one of a table
// that main makes, or gives that a metatable.
func (d *finder) isHarmless(main *flow.Func, pc int, impact value.Impact) bool {
	switch effect.ReferenceOf(main.Proto.Code[pc]) {
	case effect.ReadsField, effect.ReadsUpvalueField:
		return impact < value.Effects
	case effect.WritesField, effect.Fills:
		return d.isMade(main, pc, 0)
	case effect.Calls:
		return d.Code.Names().OfCallee(main, pc) == setmetatable && len(d.Code.SSA(main).Uses(pc)) > 2 && d.isMade(main, pc, 1)
	}
	return false
}

// isMade reports whether operand i of the instruction at pc of main is a table that main makes.
func (d *finder) isMade(main *flow.Func, pc, i int) bool {
	s := d.Code.SSA(main)
	v := s.Uses(pc)[i]
	if v < 0 || s.UseByClosure(pc, i) {
		return false
	}
	v = s.Original(v)
	return s.Values[v].Kind == ssa.DefValue && effect.ReferenceOf(main.Proto.Code[s.Values[v].PC]) == effect.Makes
}
