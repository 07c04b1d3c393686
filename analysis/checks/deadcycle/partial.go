package deadcycle

import (
	"luaflow/analysis"
	"luaflow/analysis/waste"
	"luaflow/compile/resolve"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// Variables that have other values than those of a cascade: what is said of a cascade is
// not true of them.

// place is a store of a file.
type place struct {
	fn    syntax.FuncID
	store *srcmap.StoreRec
}

// storesOf returns the stores to the variables of cascades.
func storesOf(p *analysis.Pass, cascades []waste.Cascade) map[resolve.BindingID][]place {
	stores := make(map[resolve.BindingID][]place)
	for i := range cascades {
		for _, m := range cascades[i].Members {
			stores[p.Waste.StoreOf(m).Binding] = nil
		}
	}
	p.Text.EachStore(func(fn syntax.FuncID, s *srcmap.StoreRec) {
		if _, known := stores[s.Binding]; known {
			stores[s.Binding] = append(stores[s.Binding], place{fn, s})
		}
	})
	return stores
}

// isPartial reports whether something may read another value of a variable than those
// of the cascade.
func (s *shape) isPartial(id resolve.BindingID) bool {
	for _, at := range s.stores[id] {
		if !s.members[at.store] && s.isRead(at) {
			return true
		}
	}
	return false
}

// isRead reports whether something may read the value of a store.
func (s *shape) isRead(at place) bool {
	f := &s.pass.Facts.Code.Funcs[at.fn]
	end := int(at.store.PCs.End)
	switch {
	case !s.pass.Facts.Constants().Executable(f, end):
		return false
	case at.store.Upvalue >= 0:
		return s.pass.Unit.Res.Bindings[at.store.Binding].Reads > 0
	}
	return f.LiveFrom(int(at.store.PCs.Start), end, int(at.store.Reg))
}
