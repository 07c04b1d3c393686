package calls

import (
	"cmp"
	"slices"

	"luaflow/analysis/consts"
	"luaflow/analysis/depend"
	"luaflow/analysis/flow"
	"luaflow/analysis/names"
	"luaflow/analysis/ssa"
)

// Calls is which functions a program calls where. It is immutable.
type Calls struct {
	program   *flow.Program
	forms     *ssa.Forms
	names     *names.Names
	constants *consts.Constants
	relation  *depend.Relation // asked for data alone

	known   []Callees     // the calls that may call a function of the program, in the order of functions and pcs
	first   []int32       // by function, one entry more: where its calls begin in known
	sites   [][]flow.Site // by function: its calls, in the order of functions and pcs
	escapes []bool        // by function: others may call it too
	results []Count       // by function; the zero Count of those without calls
	held    map[field]int // see InField
}

// field is a field of the tables that one instruction makes.
type field struct {
	table flow.Site
	key   string
}

// Unless returns in words when the call calls something else; "" if c says all that it may call.
func (c *Callees) Unless() string {
	switch {
	case c.OfSelf:
		return "`self` is of another class"
	case c.InField:
		return "other code has replaced it"
	}
	return ""
}

// Count bounds how many results the calls of a function give.
type Count struct {
	Least, Most int  // Most is Unbounded if it may be any number
	Returns     bool // false if it never does, or is not known to be called
}

// Unbounded stands for Most where a function may return any number of results.
const Unbounded = -1

// Callees says which functions of the program a call may call, and whether it may call others.
type Callees struct {
	Site flow.Site // the call
	// Funcs holds the numbers of those functions, ascending: one at least.
	Funcs []int
	// Complete: it calls nothing else.
	Complete bool
	// Chosen: it may be found in a table of which some functions are found under keys that are not known: they are
	// meant to be called alike.
	Chosen bool
	// InField: it is Complete unless code of others puts another function in the field of a table where this one is found.
	InField bool
	// OfSelf: it is InField, and in that of an object that is handed to a method as its first argument: unless the object is of another
	// class.
	OfSelf bool
	// First is which operand of the call is the first argument, and Skip how many of its results are in
	// front of those of the function: 2 and 1 if it is called by pcall, else 1 and 0.
	First, Skip int
}

// Results returns how many results the calls of a function give that the program may make.
func (c *Calls) Results(fn int) Count { return c.results[fn] }

// InField returns the number of the function that the tables which the instruction at table makes have in a field, unless others put
// another one there. ok is false if the program itself may do so, or none of its own functions that others may call is there.
func (c *Calls) InField(table flow.Site, key string) (fn int, ok bool) {
	fn, ok = c.held[field{table, key}]
	return fn, ok
}

// In returns the calls in a function that may call functions of the program, by pc. They are not to be changed.
func (c *Calls) In(fn int) []Callees { return c.known[c.first[fn]:c.first[fn+1]] }

// Of returns what the instruction at pc may call of the functions of the program; ok is false if it is no
// call, or none of them is known to come there.
func (c *Calls) Of(f *flow.Func, pc int) (callees Callees, ok bool) {
	in := c.In(f.Number)
	i, ok := slices.BinarySearchFunc(in, int32(pc), func(c Callees, pc int32) int { return cmp.Compare(c.Site.PC, pc) })
	if !ok {
		return Callees{}, false
	}
	return in[i], true
}

// Sites returns the calls of a function that the program may make, in the order of functions and
// pcs. ok is false if others may call it too.
func (c *Calls) Sites(fn int) (sites []flow.Site, ok bool) { return c.sites[fn], !c.escapes[fn] }

// maxPlaces is how many values, variables and fields one search looks at.
const maxPlaces = 256
