package nilindex

import (
	"luaflow/analysis"
	"luaflow/analysis/consts"
	"luaflow/analysis/effect"
	"luaflow/analysis/guards"
	"luaflow/analysis/ssa"
)

// Uses that must not find nil.

// reporter looks at one function after the other.
type reporter struct {
	*analysis.FuncPass
	constants *consts.Constants
	walker    guards.Walker
	opens     bool // the file may call `io.open`
	form      *ssa.Form
	uses      []use // those in the function that may find nil
}

// use is an instruction whose first operand must not be nil.
type use struct {
	pc int
	// because is the call that gives nil, or the test that comes too late.
	because int
	isTest  bool // because is a test
	isOpen  bool // nothing on the way excludes that it is nil
}

// needsValue reports whether the instruction at pc raises an error if its first operand, the value v, is nil.
func (r *reporter) needsValue(pc int, v ssa.ValueID) bool {
	switch effect.ReferenceOf(r.Flow.Proto.Code[pc]) {
	case effect.ReadsField, effect.WritesField, effect.Measures, effect.Calls:
		return r.form.Uses(pc)[0] == v && !r.form.UseByClosure(pc, 0)
	}
	return false
}
