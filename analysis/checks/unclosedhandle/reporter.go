package unclosedhandle

import (
	"luaflow/analysis"
	"luaflow/analysis/consts"
	"luaflow/analysis/effect"
	"luaflow/analysis/ssa"
	"luaflow/analysis/value"
	"luaflow/analysis/witness"
)

// Names of standard functions.
var (
	openName   = value.Global("io").Field("open")
	popenName  = value.Global("io").Field("popen")
	assertName = value.Global("assert")
)

// reporter looks at one function after the other.
type reporter struct {
	*analysis.FuncPass
	constants *consts.Constants
	stores    *witness.Stores
	form      *ssa.Form
	budget    int                  // of mostInstructions, what is left
	said      map[ssa.ValueID]bool // the values of the function that may be handles of which something has been said
}

// callee returns the standard function that the instruction at pc calls; 0 if it may be another.
func (r *reporter) callee(pc int) value.Name {
	if effect.ReferenceOf(r.Flow.Proto.Code[pc]) != effect.Calls || r.form.UseByClosure(pc, 0) {
		return 0
	}
	return r.constants.Operand(r.Flow, pc, 0).Name()
}
