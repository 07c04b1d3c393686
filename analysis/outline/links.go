package outline

import (
	"strings"

	"luaflow/compile"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// Link is a place where a text names another file.
type Link struct {
	Span source.Span // of the string, without its quotes if it is one literal
	Name string      // what is named: never empty
	// IsModule: the name is one for `require`, which looks for files itself. Else it is a path.
	IsModule bool
}

// linking is the standard functions that take the name of a file, and whether that is one of a module.
var linking = map[string]bool{"require": true, "dofile": false, "loadfile": false}

// Links returns where a text names other files, in its order: the strings that are handed to `require`,
// `dofile` and `loadfile`, or to `pcall` after one of them. What the file itself has put into a variable
// of that name does not count if the variable is local.
func Links(u *compile.Unit) (found []Link) {
	l := linker{u}
	syntax.Inspect(u.Tree.Main, func(n syntax.Node) bool {
		u.Meter.Step()
		if call, ok := n.(*syntax.Call); ok {
			if link, ok := l.link(call.Fn, call.Args()); ok {
				found = append(found, link)
			}
		}
		return true
	})
	return found
}

// linker finds the links of a unit.
type linker struct{ *compile.Unit }

// link returns what a call names.
func (l linker) link(fn syntax.Expr, args []syntax.Expr) (link Link, ok bool) {
	name := l.global(fn)
	if len(args) > 1 && (name == "pcall" || name == "xpcall") {
		protected := args[0]
		if args = args[1:]; name == "xpcall" {
			args = args[1:] // its handler
		}
		name = l.global(protected)
	}
	link.IsModule, ok = linking[name]
	if !ok || len(args) == 0 {
		return link, false
	}
	link.Name, ok = l.constant(args[0])
	link.Span = args[0].Span()
	if text := l.File.Slice(link.Span); ok && len(text) > 2 && text[0] == text[len(text)-1] && strings.ContainsRune(`"'`, rune(text[0])) {
		if _, isLiteral := args[0].(*syntax.String); isLiteral {
			link.Span.Start, link.Span.End = link.Span.Start+1, link.Span.End-1
		}
	}
	return link, ok && link.Name != ""
}

// global returns the name of the global variable that an expression is, "" if it is none.
func (l linker) global(e syntax.Expr) string {
	name, ok := e.(*syntax.Name)
	if !ok {
		return ""
	}
	if ref := l.Res.Refs[name.ID]; ref.Kind != resolve.ToGlobal || ref.Binding != 0 {
		return ""
	}
	return l.Tree.Str(name.Sym)
}

// constant returns the string that literals give, joined by `..` or not.
func (l linker) constant(e syntax.Expr) (text string, ok bool) {
	switch e := e.(type) {
	case *syntax.String:
		return l.Tree.Str(e.Sym), true
	case *syntax.Paren:
		return l.constant(e.X)
	case *syntax.Binary:
		if e.Op != syntax.Concat {
			return "", false
		}
		x, isConstant := l.constant(e.X)
		if !isConstant {
			return "", false
		}
		y, isConstant := l.constant(e.Y)
		return x + y, isConstant
	}
	return "", false
}
