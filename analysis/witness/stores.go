package witness

import (
	"luaflow/analysis/ssa"
	"luaflow/analysis/waste"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// Stores finds the stores of a unit by the values that they give, those of a function when it is first
// asked about.
type Stores struct {
	parts *waste.Parts
	of    map[syntax.FuncID]map[ssa.ValueID]*srcmap.StoreRec
}

// StoresIn returns what finds the stores of a unit.
func StoresIn(p *waste.Parts) *Stores {
	return &Stores{p, make(map[syntax.FuncID]map[ssa.ValueID]*srcmap.StoreRec)}
}

// Giving returns the store that puts a value of a function into a variable, nil if it is an intermediate
// result.
func (s *Stores) Giving(fn syntax.FuncID, v ssa.ValueID) *srcmap.StoreRec {
	known, ok := s.of[fn]
	if !ok {
		known = make(map[ssa.ValueID]*srcmap.StoreRec)
		stores := s.parts.Unit.Funcs[fn].Map.Stores
		for i := range stores {
			for _, v := range ValuesOf(s.parts, fn, &stores[i]) {
				known[v] = &stores[i]
			}
		}
		s.of[fn] = known
	}
	return known[v]
}
