package nav

import (
	"sort"

	"luaflow/analysis/textmap"
	"luaflow/compile"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// Export is where the text gives a value to a field of the table that its file returns.
type Export struct {
	Name string      // the key
	At   source.Span // which stands here
}

// ExportAt returns the field of the table that a file returns whose name touches pos where it is given a value: in `M.f = 1`,
// `function M.f()` and `M = { f = 1 }` of a text that ends with `return M`, and in `return { f = 1 }`. Name is "" if there is none. It asks
// the text alone, around pos and at its end, so that it takes no longer in a long text. That the file returns another table as well is for
// others to know: package summary does.
func ExportAt(x *textmap.Text, pos source.Pos) (e Export) {
	switch returned := returnedBy(x.Unit).(type) {
	case *syntax.Table:
		return exportIn(x, returned, pos)
	case *syntax.Name:
		module := x.Unit.Res.Refs[returned.ID]
		if module.Kind != resolve.ToLocal || module.Binding == 0 || x.Unit.Res.Bindings[module.Binding].Writes > 0 {
			return e
		}
		s := searchAt(x, pos)
		if s.root == nil || s.kind != Write || len(s.path) != 1 || x.Unit.Res.Refs[s.root.ID].Binding != module.Binding {
			return e
		}
		return Export{x.Unit.Tree.Str(s.path[0]), s.key}
	}
	return e
}

// exportIn returns the field of a constructor whose name touches pos.
func exportIn(x *textmap.Text, table *syntax.Table, pos source.Pos) (e Export) {
	i := sort.Search(len(table.Items), func(i int) bool { return table.Items[i].Value().Span().End >= pos })
	if i == len(table.Items) {
		return e
	}
	if key, ok := table.Items[i].Key().(*syntax.String); ok && key.Span().Touches(pos) {
		return Export{x.Unit.Tree.Str(key.Sym), key.Span()}
	}
	return e
}

// returnedBy returns what the last statement of a text returns, without a metatable that it is given there; nil if it returns nothing.
func returnedBy(u *compile.Unit) syntax.Expr {
	stats := u.Tree.Main.Body.Stats
	if len(stats) == 0 {
		return nil
	}
	last, ok := stats[len(stats)-1].(*syntax.Return)
	if !ok || len(last.Exprs()) == 0 {
		return nil
	}
	e := last.Exprs()[0]
	for {
		switch x := e.(type) {
		case *syntax.Paren:
			e = x.X
			continue
		case *syntax.Call:
			if fn, ok := x.Fn.(*syntax.Name); ok && u.Tree.Str(fn.Sym) == "setmetatable" && len(x.Args()) > 0 {
				e = x.Args()[0]
				continue
			}
		}
		return e
	}
}
