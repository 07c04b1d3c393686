package summary

import (
	"luaflow/analysis/consts"
	"luaflow/analysis/depend"
	"luaflow/analysis/facts"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
	"luaflow/compile/source"
)

// finder finds what is in a Summary, of text that is understood.
type finder struct {
	*facts.Facts
	constants *consts.Constants
	relation  *depend.Relation
	out       *Located
	part      []int                // by function: the index of its Part
	exporting map[flow.Site]string // the instructions that write a field of the own table, and the name of the field
	setting   map[flow.Site]string // the instructions that write another field of self, and the name of the field
	calls     []call               // of require
	made      int                  // the instruction of the main function that makes the own table, -1 if there is none
	exported  map[int]string       // by number, the functions of which an Export Is known
	callees   map[Field]*callee
	bound     *bound // see names
}

func newFinder(f *facts.Facts, known *consts.Constants, out *Located) *finder {
	return &finder{
		Facts: f, constants: known, relation: f.Code.Relation(), out: out,
		part: make([]int, len(f.Code.Funcs)), exporting: make(map[flow.Site]string), setting: make(map[flow.Site]string),
		made: -1, exported: make(map[int]string), callees: make(map[Field]*callee),
	}
}

// call is a call of a loader, as a Require.
type call struct {
	Require
	at     flow.Site
	result int // which of the results of the instruction the value is, from 0 on
	gives  bool
	span   source.Span
}

// bound is a string that a parameter of a function is taken to be; nil is none.
type bound struct {
	function, parameter int
	text                string
}

// is reports whether v, a value of f, is the parameter.
func (b *bound) is(f *flow.Func, s *ssa.Form, v ssa.ValueID) bool {
	return b != nil && f.Number == b.function && v >= 0 && s.Values[v].Kind == ssa.EntryValue && int(s.Values[v].Reg) == b.parameter
}
