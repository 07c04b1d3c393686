package textmap

import (
	"strings"

	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// Call is a call in the text.
type Call struct {
	Expr syntax.Expr   // a Call or a MethodCall
	Args []syntax.Expr // without the object of a method
	// Method: the object in front of the colon is the first argument.
	Method bool
}

// CallAt returns the call with a span; ok is false if there is none.
func (x *Text) CallAt(at source.Span) (c Call, ok bool) {
	stat := x.StatAround(at)
	if stat == syntax.NoStat {
		return Call{}, false
	}
	syntax.Inspect(x.Unit.Tree.Stats[stat], func(n syntax.Node) bool {
		if n.Span() == at && !ok {
			switch e := n.(type) {
			case *syntax.Call:
				c, ok = Call{Expr: e, Args: e.Args()}, true
			case *syntax.MethodCall:
				c, ok = Call{Expr: e, Args: e.Args(), Method: true}, true
			}
		}
		return !ok && n.Span().Covers(at)
	})
	return c, ok
}

// Callee returns the last name in what a call calls, and the whole of that in quotes; text is empty if it is long, or goes
// over several lines.
func (x *Text) Callee(call syntax.Expr) (name source.Span, text string) {
	whole := call.Span()
	switch e := call.(type) {
	case *syntax.MethodCall:
		name = e.Name.Span()
		whole.End = name.End
	case *syntax.Call:
		whole = e.Fn.Span()
		name = lastName(e.Fn)
	}
	const most = 40
	if text = x.Unit.File.Slice(whole); len(text) > most || strings.ContainsAny(text, "\r\n`") {
		return name, ""
	}
	return name, "`" + text + "`"
}

// CalleeName returns what a call calls, in quotes: its last name alone if the whole is long, or goes over several lines.
func (x *Text) CalleeName(call syntax.Expr) string {
	name, text := x.Callee(call)
	if text == "" {
		return "`" + x.Unit.File.Slice(name) + "`"
	}
	return text
}

// lastName returns the last name in an expression, the whole of it if it ends in none.
func lastName(e syntax.Expr) source.Span {
	if f, ok := e.(*syntax.Field); ok {
		return f.Key.Span()
	}
	return e.Span()
}

// Header returns where a function begins: its text up to its body.
func (x *Text) Header(fn syntax.FuncID) source.Span {
	f := x.Unit.Tree.Funcs[fn]
	return source.Span{Start: f.Start, End: f.Body.Start}
}
