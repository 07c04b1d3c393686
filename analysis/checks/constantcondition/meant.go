package constantcondition

import (
	"strings"

	"luaflow/analysis/textmap"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// What was most likely meant. Who writes `name .. suffix or ""` most likely means `name .. (suffix or "")`.

// longestMeant is how many bytes of text a message shows of what is likely meant.
const longestMeant = 40

// shown returns a text if it is short enough for a message; else "".
func shown(text string) string {
	if len(text) > longestMeant || strings.Contains(text, "\n") {
		return ""
	}
	return text
}

// meantByOr returns what is likely meant by an `or` that stands after an operator which binds tighter, or after a call of
// `tostring`; "" if nobody can tell.
func meantByOr(u *compile.Unit, or *syntax.Binary) string {
	last := instead(u, or)
	if last == nil {
		return ""
	}
	front := "("
	if call, ok := or.X.(*syntax.Call); ok {
		front = u.File.Slice(source.Span{Start: call.Start, End: last.Span().Start})
	}
	return shown(front + u.File.Slice(last.Span()) + " or " + u.File.Slice(or.Y.Span()) + ")")
}

// instead returns the operand that an `or` most likely is about: the last one of its left side, an operator, or what it hands to
// `tostring`; nil if it has none that may be nil.
func instead(u *compile.Unit, or *syntax.Binary) (last syntax.Expr) {
	switch e := or.X.(type) {
	case *syntax.Binary:
		last = e
		for {
			x, ok := last.(*syntax.Binary)
			if !ok {
				break
			}
			last = x.Y
		}
	case *syntax.Unary:
		if e.Op == syntax.Len {
			return nil
		}
		last = e.X
	case *syntax.Call:
		args := e.Args()
		if len(args) != 1 || u.File.Slice(e.Fn.Span()) != "tostring" {
			return nil
		}
		last = args[0]
	}
	switch last.(type) {
	case *syntax.Name, *syntax.Field, *syntax.Index, *syntax.Call, *syntax.MethodCall:
		return last
	}
	return nil
}

// meantByType returns what is likely meant by `type(x == "string")`; "" if e is something else.
func meantByType(u *compile.Unit, e syntax.Expr) string {
	c := comparedInType(u, e)
	if c == nil {
		return ""
	}
	end := c.X.Span().End
	return shown("type(" + u.File.Slice(c.X.Span()) + ")" + u.File.Slice(source.Span{Start: end, End: c.End}))
}

// comparedInType returns the comparison that e hands to `type`; nil if it does something else.
func comparedInType(u *compile.Unit, e syntax.Expr) *syntax.Binary {
	call, ok := e.(*syntax.Call)
	if !ok {
		return nil
	}
	args := call.Args()
	if len(args) != 1 || u.File.Slice(call.Fn.Span()) != "type" {
		return nil
	}
	if c, ok := args[0].(*syntax.Binary); ok && textmap.IsComparison(c.Op) {
		return c
	}
	return nil
}
