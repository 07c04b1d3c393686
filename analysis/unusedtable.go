package analysis

import (
	"slices"

	"luaflow/compile/resolve"
	"luaflow/compile/slab"
	"luaflow/compile/source"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// Tables of functions that nothing can call. A variable that holds one new table for all of
// its life, and that text only fills or hands to that very table, is in use if something else
// reads it that can run: text outside of the functions that are put into the table, or inside
// of them if the variable is in use. That is the rule of unused functions with one variable
// for many functions, whatever those do: give the table away, or make it a metatable.

// UnusedTable is a variable that holds a table of functions which nothing can call.
type UnusedTable struct {
	// Holder is the store that puts the table into its variable.
	Holder Member
	// Fills is where the fields are assigned that the table has beside those of its
	// constructor, and Reads is where the variable is read for something else, both in the
	// order of the text. There is one of Reads at least.
	Fills, Reads []source.Span
}

// UnusedTables returns those tables, in the order of their declarations in functions, in the
// order of those. A table that nothing reads at all is none.
func (p *Pass) UnusedTables() []UnusedTable {
	h := &holders{
		pass: p,
		at:   slab.Zero(&p.mem.tableAt, len(p.Unit.Res.Bindings)),
		of:   slab.Zero(&p.mem.tableOf, len(p.Unit.Tree.Funcs)),
	}
	found := h.addTables()
	if len(found) == 0 {
		return nil
	}
	if !p.Outspoken { // luacheck knows of no rings
		p.EachStore(h.addStore)
	}
	h.findReads()
	found = slices.DeleteFunc(found, func(t UnusedTable) bool { return h.vars[h.at[p.StoreOf(t.Holder).Binding]-1].used })
	if len(found) > 0 {
		h.findTableReads(found)
	}
	return slices.DeleteFunc(found, func(t UnusedTable) bool { return len(t.Reads) == 0 })
}

// addTables makes the variables holders that hold one new table for all of their lives, into
// which a function is put.
func (h *holders) addTables() []UnusedTable {
	p := h.pass
	var found []UnusedTable
	for i := range p.Unit.Funcs {
		fn := syntax.FuncID(i)
		for k := range p.Unit.Funcs[i].Map.Stores {
			s := &p.Unit.Funcs[i].Map.Stores[k]
			b := &p.Unit.Res.Bindings[s.Binding]
			if s.Kind != srcmap.Init || b.Writes > 0 || b.Reads == 0 || b.Attrib == syntax.Close || h.at[s.Binding] != 0 {
				continue
			}
			if _, ok := p.ValueOf(s).Expr.(*syntax.Table); ok && !p.Quiet(b) {
				h.vars = append(h.vars, holder{UnusedFunction: UnusedFunction{Binding: s.Binding, Name: s.Name, Stat: s.Stat}})
				h.at[s.Binding] = int32(len(h.vars))
				found = append(found, UnusedTable{Holder: Member{Fn: fn, Store: k}})
			}
		}
	}
	if len(found) > 0 {
		h.fill(found)
	}
	return slices.DeleteFunc(found, func(t UnusedTable) bool { return h.at[p.StoreOf(t.Holder).Binding] == 0 })
}

// fill finds what is put into tables, and forgets those into which no function is.
func (h *holders) fill(tables []UnusedTable) {
	p := h.pass
	h.fills = make(map[syntax.NameID]bool)
	for i := range tables {
		table := p.ValueOf(p.StoreOf(tables[i].Holder)).Expr.(*syntax.Table)
		for _, item := range table.Items {
			h.put(int32(i), item.Value())
		}
	}
	p.EachStat(func(_ syntax.FuncID, s syntax.Stat) {
		switch s := s.(type) {
		case *syntax.FunctionStat:
			h.fillField(tables, s.Target, s.Func)
		case *syntax.Assign:
			targets, values := s.Targets(), s.Values()
			for i, target := range targets {
				h.fillField(tables, target, valueAt(values, i, len(targets)).Expr)
			}
		}
	})
	holds := make([]bool, len(tables))
	for _, at := range h.of {
		if at != 0 {
			holds[at-1] = true
		}
	}
	for i := range h.vars {
		if !holds[i] {
			h.at[h.vars[i].Binding] = 0
		}
	}
}

// fillField notes an assignment to a field of one of the tables.
func (h *holders) fillField(tables []UnusedTable, target, value syntax.Expr) {
	var of syntax.Expr
	switch target := target.(type) {
	case *syntax.Field:
		of = target.Obj
	case *syntax.Index:
		of = target.Obj
	}
	at := h.table(of)
	if at < 0 {
		return
	}
	h.fills[of.(*syntax.Name).ID] = true
	tables[at].Fills = append(tables[at].Fills, target.Span())
	h.put(at, value)
}

// table is the index of the table that an expression names, -1 if it names none.
func (h *holders) table(e syntax.Expr) int32 {
	if name, ok := e.(*syntax.Name); ok {
		if ref := &h.pass.Unit.Res.Refs[name.ID]; ref.Kind != resolve.ToGlobal {
			return h.at[ref.Binding] - 1
		}
	}
	return -1
}

// put notes a value that is put into table at: a function, the same table, or a new one with
// such in it.
func (h *holders) put(at int32, value syntax.Expr) {
	switch value := value.(type) {
	case *syntax.Function:
		h.of[value.ID] = at + 1
	case *syntax.Name:
		if h.table(value) == at {
			h.fills[value.ID] = true
		}
	case *syntax.Table:
		for _, item := range value.Items {
			h.put(at, item.Value())
		}
	}
}

// findTableReads fills in the Reads.
func (h *holders) findTableReads(tables []UnusedTable) {
	at := make(map[resolve.BindingID]int, len(tables))
	for i := range tables {
		at[h.pass.StoreOf(tables[i].Holder).Binding] = i
	}
	for i := range h.pass.Unit.Res.Refs {
		ref, name := &h.pass.Unit.Res.Refs[i], syntax.NameID(i)
		if k, ok := at[ref.Binding]; ok && ref.Kind != resolve.ToGlobal && h.isRead(name, ref) {
			tables[k].Reads = append(tables[k].Reads, h.pass.NameSpan(name))
		}
	}
}
