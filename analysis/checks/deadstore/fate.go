package deadstore

import (
	"sort"
	"strings"

	"luaflow/analysis"
	"luaflow/compile/source"
	"luaflow/compile/srcmap"
)

// What becomes of a dead value, in terms of the text.

// fate is what ends the life of a value.
type fate struct {
	stores []source.Span // the names that overwrite it, in the order of the text
	itself bool          // the very store that put it there does, in a loop
	ends   bool          // on some path nothing does before the variable ends
}

func (f *fate) isOverwritten() bool { return len(f.stores) > 0 || f.itself }

func fateOf(p *analysis.FuncPass, s *srcmap.StoreRec) fate {
	over := p.Flow.Overwrites(int(s.PCs.End), int(s.Reg))
	f := fate{ends: over.Ends}
	var last *srcmap.StoreRec
	for _, pc := range over.PCs {
		by := storeAt(p.Map.Stores, int32(pc), s)
		switch {
		case by == nil:
			f.ends = true // another variable has the register by then
		case by == s:
			f.itself = true
		case by != last: // a store may be several instructions
			f.stores = append(f.stores, p.NameSpan(by.Name))
		}
		last = by
	}
	return f
}

// storeAt is the store to the variable of s to which the instruction at pc belongs,
// nil if there is none. Stores are in the order in which their code ends.
func storeAt(stores []srcmap.StoreRec, pc int32, s *srcmap.StoreRec) *srcmap.StoreRec {
	first := sort.Search(len(stores), func(i int) bool { return stores[i].PCs.End > pc })
	for i := first; i < len(stores) && stores[i].PCs.Start <= pc; i++ {
		if by := &stores[i]; by.Binding == s.Binding && by.Upvalue < 0 {
			return by
		}
	}
	return nil
}

// describe says what happens to the value instead of a read.
func (f *fate) describe(p *analysis.FuncPass) string {
	var parts []string
	if len(f.stores) > 0 {
		parts = append(parts, "overwritten "+p.AtLines(f.stores))
	}
	if f.itself {
		parts = append(parts, "overwritten by itself in the next iteration")
	}
	if f.ends {
		parts = append(parts, "its scope ends")
	}
	if len(parts) == 0 {
		return "no read follows"
	}
	return strings.Join(parts, ", or ")
}
