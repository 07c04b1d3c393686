package waste

import (
	"slices"

	"luaflow/analysis/facts"
	"luaflow/compile/resolve"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// Tables of functions that nothing can call. A variable that only ever holds new tables, and
// that text only fills or hands to those very tables, is in use if something else reads it
// that can run: text outside of the functions that are put into the tables, or inside of them
// if the variable is in use. That is the rule of unused functions with one variable for many
// functions, whatever those do: give the table away, or make it a metatable.

// UnusedTables returns those tables, in the order of their declarations in functions, in the
// order of those, without the tables that nothing reads at all, or only to put them into
// another one.
func (p *Parts) UnusedTables() []UnusedTable {
	found := p.functions.found
	return *facts.GetIn(&found.tables, &found.mem.tables, func(mem *holderMemory) *[]UnusedTable {
		unused := p.findUnusedTables(newHolders(p.File, mem))
		return &unused
	})
}

// findUnusedTables returns what UnusedTables does; h is empty.
func (p *Parts) findUnusedTables(h *holders) []UnusedTable {
	found := h.addTables()
	if len(found) == 0 {
		return nil
	}
	if !p.Text.Pedantic { // luacheck knows of no rings
		p.Text.EachStore(h.addStore)
	}
	for i, fills := range h.fill(len(found)) {
		found[i].Fills = fills
	}
	if !slices.ContainsFunc(found, h.mayBeUnused) {
		return nil
	}
	h.findReads()
	var unused []UnusedTable
	for i := range found {
		if h.mayBeUnused(found[i]) {
			unused = append(unused, found[i])
		}
	}
	if len(unused) > 0 {
		h.findTableReads(unused)
	}
	unused = slices.DeleteFunc(unused, func(t UnusedTable) bool { return len(t.Reads) == 0 })
	for i := range unused {
		p.chooseHolder(&unused[i].Holder)
	}
	return unused
}

// mayBeUnused reports whether nothing is known so far that uses a table of addTables.
func (h *holders) mayBeUnused(t UnusedTable) bool {
	return !h.vars[h.at[h.StoreOf(t.Holder).Binding]-1].used
}

// addTables makes the variables holders that hold new tables at times. Those are used that
// hold something else as well, nil aside.
func (h *holders) addTables() []UnusedTable {
	p := h.File
	var found []UnusedTable
	for i := range p.Unit.Funcs {
		stores := p.Unit.Funcs[i].Map.Stores
		for k := range stores {
			s := &stores[k]
			if s.Value != srcmap.TableValue {
				continue
			}
			b := &p.Unit.Res.Bindings[s.Binding]
			if h.at[s.Binding] != 0 || b.Kind != resolve.Local || b.Reads == 0 || b.Attrib == syntax.Close {
				continue
			}
			if !p.Text.Quiet(b) {
				h.vars = append(h.vars, holder{UnusedFunction: UnusedFunction{Binding: s.Binding, Name: s.Name, Stat: s.Stat}})
				h.at[s.Binding] = int32(len(h.vars))
				found = append(found, UnusedTable{Holder: Member{Fn: syntax.FuncID(i), Store: k}})
			}
		}
	}
	if len(found) > 0 {
		p.Text.EachStore(func(_ syntax.FuncID, s *srcmap.StoreRec) {
			if at := h.at[s.Binding]; at != 0 && !p.givesTableOrNil(s) {
				h.vars[at-1].used = true
			}
		})
	}
	return found
}

// givesTableOrNil reports whether a store puts a new table into its variable, or nil.
func (f *File) givesTableOrNil(s *srcmap.StoreRec) bool {
	if s.Value != srcmap.AnyValue {
		return s.Value == srcmap.TableValue || s.Value == srcmap.NoValue
	}
	switch f.Unit.Tree.Stats[s.Stat].(type) {
	case *syntax.Local, *syntax.Assign:
		return f.Text.ValueOf(s).IsNil()
	}
	return false
}

// findTableReads fills in the Reads.
func (h *holders) findTableReads(tables []UnusedTable) {
	at := make(map[int32]int, len(tables)) // indices in tables, by those in vars
	for i := range tables {
		at[h.at[h.StoreOf(tables[i].Holder).Binding]-1] = i
	}
	for i := range h.Unit.Res.Refs {
		ref, name := &h.Unit.Res.Refs[i], syntax.NameID(i)
		if k, ok := at[h.at[ref.Binding]-1]; ok && ref.Kind != resolve.ToGlobal && h.puts[name] == 0 && h.isRead(name, ref) {
			tables[k].Reads = append(tables[k].Reads, h.Text.NameSpan(name))
		}
	}
}

// chooseHolder goes on from the first store that puts a table into a variable to the first
// whose table is not dropped at once.
func (p *Parts) chooseHolder(m *Member) {
	f := p.At(m.Fn)
	id := f.Map.Stores[m.Store].Binding
	for k := m.Store; k < len(f.Map.Stores); k++ {
		s := &f.Map.Stores[k]
		if s.Value == srcmap.TableValue && s.Binding == id && s.Upvalue < 0 && f.IsRead(s) {
			m.Store = k
			return
		}
	}
}
