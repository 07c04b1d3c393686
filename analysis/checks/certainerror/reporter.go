package certainerror

import (
	"strings"

	"luaflow/analysis"
	"luaflow/analysis/consts"
	"luaflow/analysis/guards"
	"luaflow/analysis/ssa"
	"luaflow/analysis/value"
	"luaflow/analysis/witness"
	"luaflow/compile/resolve"
	"luaflow/compile/syntax"
)

// What is looked at, and what is known of the file.

// reporter looks at one function after the other.
type reporter struct {
	*analysis.FuncPass
	constants   *consts.Constants
	walker      guards.Walker
	forms       *ssa.Forms
	origins     *witness.Origins
	changed     metatables
	switchedOff map[resolve.BindingID]bool // variables that get a value in code that is never executed; nil until somebody asks
	form        *ssa.Form
	closed      map[int]*syntax.Name // by pc: a variable to be closed that gets a value there which cannot be
	candidates  []int                // pcs, ascending
	room        []value.Value        // of operands
	faults      []fault              // in the order in which the walk comes to them
}

// fault is an instruction that always raises an error.
type fault struct {
	pc       int
	operands []operand
	missing  int          // how many arguments string.format lacks; else 0
	closed   *syntax.Name // the variable that cannot be closed, nil for other faults
}

// operand is a value that an instruction works on.
type operand struct {
	is value.Value
	v  ssa.ValueID       // NoValue for constants of the code, and upvalues
	by []guards.Evidence // what tests tell
}

// metatables says what the file may give other metatables than the manual says.
type metatables struct {
	known   bool // the other fields are
	strings bool
	all     bool // nil, numbers, booleans and functions
}

// metatables returns that of the file. It looks at the text when it is first asked.
func (r *reporter) metatables() *metatables {
	if t := &r.changed; !t.known {
		text, code := r.Unit.File.Text(), r.Facts.Code
		t.known, t.strings = true, code.Mentions("getmetatable")
		t.all = code.Mentions("debug") && (strings.Contains(text, ".setmetatable") || strings.Contains(text, `"setmetatable"`) ||
			strings.Contains(text, `'setmetatable'`))
	}
	return &r.changed
}

// stringFormat is the name of that function.
var stringFormat = value.Global("string").Field("format")

// refused are the types of values that some instruction refuses.
const refused = value.Any &^ (value.Table | value.Other)

// plainTable stands for a table without a metatable.
var plainTable = value.OfTable(0)
