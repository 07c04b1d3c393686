package waste

import (
	"slices"

	"luaflow/analysis/textmap"
	"luaflow/compile/resolve"
	"luaflow/compile/slab"
	"luaflow/compile/source"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// What text puts into tables that variables hold, by whatever name: `M.run`, `M.sub.run`, or
// `N.run` after `local N = M` or `local N = M.sub`. As long as under the keys of a path there
// are only new tables, functions and constants, the path leads nowhere else: to one of those
// tables, or to an error.

// tableFills finds them.
type tableFills struct {
	*holders
	paths []tablePath
	puts  []tablePut
	holds []bool          // by table: a function is put into it
	found [][]source.Span // by table: the fields of it that are assigned
}

// tablePath is text that leads to a table that a variable holds, or to one in that.
type tablePath struct {
	at   int32 // index of the variable
	name syntax.NameID
	keys []syntax.Sym
	fill source.Span // the field that is assigned to; not Valid() for what is no field
}

// tablePut is a value that is put into table at, or into one in that, from outside.
type tablePut struct {
	table  int32
	key    syntax.Sym // any, if anyKey
	anyKey bool
	fn     syntax.FuncID // the function that puts it there
}

// fill finds what is put into the tables of the first n variables, and returns by variable the
// fields that are assigned, in the order of the text. Those are used into whose tables no
// function is put.
func (h *holders) fill(n int) [][]source.Span {
	f := &tableFills{holders: h, holds: make([]bool, n), found: make([][]source.Span, n)}
	h.fills, h.puts = make(map[syntax.NameID]bool), make(map[syntax.NameID]int32)
	h.Text.EachStat(f.stat)
	h.Text.EachStore(f.items)
	foreign := make(map[tablePut]bool)
	for _, put := range f.puts {
		if !f.isInside(put.fn, put.table) {
			put.fn = 0
			foreign[put] = true
		}
	}
	for i := range f.paths {
		f.follow(&f.paths[i], foreign)
	}
	for i := range f.holds {
		if !f.holds[i] {
			h.vars[i].used = true
		}
	}
	return f.found
}

// alias notes the variables that a statement declares as other names of tables. Uses of them
// stand after it.
func (f *tableFills) alias(local *syntax.Local) {
	for i, name := range local.Names {
		id := f.Unit.Res.Refs[name.ID].Binding
		b := &f.Unit.Res.Bindings[id]
		path, ok := f.path(textmap.ValueAt(local.Exprs(), i, len(local.Names)).Expr)
		if ok && f.at[id] == 0 && b.Writes == 0 && b.Attrib != syntax.Close && !f.Text.Quiet(b) {
			f.at[id] = path.at + 1
			f.paths = append(f.paths, path)
		}
	}
}

// items notes what the constructor puts into a table that a store puts into its variable.
func (f *tableFills) items(fn syntax.FuncID, s *srcmap.StoreRec) {
	if at := f.at[s.Binding]; at != 0 && int(at) <= len(f.holds) && f.vars[at-1].Binding == s.Binding {
		if table, ok := f.Text.ValueOf(s).Expr.(*syntax.Table); ok {
			f.table(fn, at-1, table)
		}
	}
}

// table notes what a constructor puts into table at.
func (f *tableFills) table(fn syntax.FuncID, at int32, table *syntax.Table) {
	for _, item := range table.Items {
		f.put(fn, at, item.Key(), item.Value())
	}
}

// stat notes what a statement declares as another name of a table, and what it assigns to fields.
func (f *tableFills) stat(fn syntax.FuncID, s syntax.Stat) {
	switch s := s.(type) {
	case *syntax.Local:
		if !f.Text.Pedantic { // luacheck knows of no other names
			f.alias(s)
		}
	case *syntax.FunctionStat:
		f.field(fn, s.Target, s.Func)
	case *syntax.Assign:
		targets, values := s.Targets(), s.Values()
		for i, target := range targets {
			f.field(fn, target, textmap.ValueAt(values, i, len(targets)).Expr)
		}
	}
}

// field notes an assignment to a field of a table. The value is nil if it is not written.
func (f *tableFills) field(fn syntax.FuncID, target, value syntax.Expr) {
	of, key := fieldOf(target)
	path, ok := f.path(of)
	if !ok || f.Text.Pedantic && len(path.keys) > 0 {
		return
	}
	path.fill = target.Span()
	if len(f.paths) == cap(f.paths) {
		done := int(path.fill.Start)
		f.paths = slices.Grow(f.paths, slab.More(len(f.paths), done, f.Unit.File.Len()-done))
	}
	f.paths = append(f.paths, path)
	f.put(fn, path.at, key, value)
}

// fieldOf returns the table and the key of a field, and nil for other expressions.
func fieldOf(e syntax.Expr) (of, key syntax.Expr) {
	switch e := e.(type) {
	case *syntax.Field:
		return e.Obj, e.Key
	case *syntax.Index:
		return e.Obj, e.Key
	}
	return nil, nil
}

// path returns the way on which an expression leads to a table; ok is false if it leads to none.
func (f *tableFills) path(e syntax.Expr) (path tablePath, ok bool) {
	path.fill = source.NoSpan
	for {
		if name, isName := e.(*syntax.Name); isName {
			ref := &f.Unit.Res.Refs[name.ID]
			path.at, path.name = f.at[ref.Binding]-1, name.ID
			return path, ref.Kind != resolve.ToGlobal && path.at >= 0 && int(path.at) < len(f.holds)
		}
		of, key := fieldOf(e)
		s, isString := key.(*syntax.String)
		if !isString {
			return path, false
		}
		path.keys = append(path.keys, s.Sym)
		e = of
	}
}

// put notes a value that a function puts under a key into table at, or one in that.
func (f *tableFills) put(fn syntax.FuncID, at int32, key, value syntax.Expr) {
	isOwn := false
	switch value := value.(type) {
	case nil:
	case *syntax.Function:
		f.of[value.ID] = at + 1
		f.holds[at], isOwn = true, true
	case *syntax.Table:
		f.table(fn, at, value)
		isOwn = true
	case *syntax.Literal, *syntax.Number, *syntax.String:
		isOwn = true
	case *syntax.Name:
		isOwn = f.putName(at, value)
	default:
		if path, ok := f.path(value); ok && path.at == at {
			f.paths = append(f.paths, path)
		}
	}
	if isOwn {
		return
	}
	switch key := key.(type) {
	case *syntax.String:
		f.puts = append(f.puts, tablePut{table: at, key: key.Sym, fn: fn})
	case nil, *syntax.Number: // no path has such a key
	default:
		f.puts = append(f.puts, tablePut{table: at, anyKey: true, fn: fn})
	}
}

// putName notes that the value of a variable is put into table at, and reports whether that
// is the same table.
func (f *tableFills) putName(at int32, name *syntax.Name) bool {
	ref := &f.Unit.Res.Refs[name.ID]
	switch of := f.at[ref.Binding] - 1; {
	case ref.Kind == resolve.ToGlobal || of < 0:
	case of == at:
		f.fills[name.ID] = true
		return f.vars[at].Binding == ref.Binding
	default: // it is read if this table is
		f.holders.puts[name.ID] = at + 1
		f.holds[at] = true
	}
	return false
}

// isInside reports whether a function is one of those in table at, or in one of them.
func (f *tableFills) isInside(fn syntax.FuncID, at int32) bool {
	outside := f.Unit.Res.Bindings[f.vars[at].Binding].Func
	for in := f.Unit.Tree.Funcs[fn]; in.ID != outside; in = in.Parent {
		if f.of[in.ID] == at+1 {
			return true
		}
	}
	return false
}

// follow takes the name at the root of a path for no read of the variable, unless the path
// may lead to something else than the table's own.
func (f *tableFills) follow(path *tablePath, foreign map[tablePut]bool) {
	if len(path.keys) > 0 && foreign[tablePut{table: path.at, anyKey: true}] ||
		slices.ContainsFunc(path.keys, func(key syntax.Sym) bool { return foreign[tablePut{table: path.at, key: key}] }) {
		return
	}
	f.fills[path.name] = true
	if path.fill.Valid() {
		f.found[path.at] = append(f.found[path.at], path.fill)
	}
}
