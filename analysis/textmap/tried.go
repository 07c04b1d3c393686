package textmap

import (
	"slices"
	"strings"

	"luaflow/compile/resolve"
	"luaflow/compile/syntax"
)

// Functions that are there for the errors that they raise.

// IsTried reports whether a function is handed to one that wants to see its errors: `pcall`, `xpcall`, and what test
// frameworks have, as in `assert.has_error(function() … end)` and `expect(f).to.raise()`. It is handed there itself, or by
// the name of the local variable that it is the value of.
func (x *Text) IsTried(fn *syntax.Function) bool {
	if fn.Parent == nil {
		return false
	}
	if x.isTriedAt(fn) {
		return true
	}
	binding, ok := x.nameOf(fn)
	if !ok {
		return false
	}
	tried := false
	x.EachRead(binding, func(n *syntax.Name, _ *resolve.Ref) bool {
		tried = x.isTriedAt(n)
		return !tried
	})
	return tried
}

// nameOf returns the local variable that a function is the value of; ok is false if there is none.
func (x *Text) nameOf(fn *syntax.Function) (id resolve.BindingID, ok bool) {
	stat := x.StatAround(fn.Span())
	if stat == syntax.NoStat {
		return 0, false
	}
	switch s := x.Unit.Tree.Stats[stat].(type) {
	case *syntax.LocalFunction:
		return x.Unit.Res.Refs[s.Name.ID].Binding, s.Func == fn
	case *syntax.Local:
		for i, e := range s.Exprs() {
			if e == syntax.Expr(fn) && i < len(s.Names) {
				return x.Unit.Res.Refs[s.Names[i].ID].Binding, true
			}
		}
	}
	return 0, false
}

// isTriedAt reports whether an expression is an argument of a call that wants to see errors.
func (x *Text) isTriedAt(e syntax.Expr) bool {
	id := x.StatAround(e.Span())
	if id == syntax.NoStat {
		return false
	}
	found, isArgument := false, false
	syntax.Inspect(x.Unit.Tree.Stats[id], func(n syntax.Node) bool {
		if found || isArgument || !n.Span().Covers(e.Span()) {
			return false
		}
		switch call := n.(type) {
		case *syntax.Call:
			found, isArgument = x.tries(call.Fn, call.Args(), e)
		case *syntax.MethodCall:
			if slices.Contains(call.Args(), e) {
				isArgument, found = true, isTrying(x.Unit.Tree.Str(call.Name.Sym))
			} else if call.Obj.Span().Covers(e.Span()) {
				found = isTrying(x.Unit.Tree.Str(call.Name.Sym))
			}
		}
		return !found
	})
	return found
}

// tries reports of a call of fn whether it wants to see the errors of e, which is one of its arguments or stands in fn, and
// whether e is an argument.
func (x *Text) tries(fn syntax.Expr, args []syntax.Expr, e syntax.Expr) (found, isArgument bool) {
	if slices.Contains(args, e) {
		return isTrying(x.Unit.File.Slice(fn.Span())), true
	}
	if at := fn.Span(); at.Covers(e.Span()) { // `expect(e).to.raise`
		at.Start = e.Span().End
		return isTrying(x.Unit.File.Slice(at)), false
	}
	return false, false
}

// isTrying reports whether a function of that name is one that wants to see errors.
func isTrying(name string) bool {
	name = strings.ToLower(name)
	for _, word := range [...]string{"pcall", "error", "raise", "throw", "fail"} {
		if strings.Contains(name, word) {
			return true
		}
	}
	return false
}
