package nav_test

import (
	"slices"
	"strings"
	"testing"

	"luaflow/analysis/nav"
	"luaflow/analysis/place"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
	"luaflow/compile/testkit/must"
)

// TestFieldOfConstructor: where the value of an item goes is known under another name of the table too.
func TestFieldOfConstructor(t *testing.T) {
	const text = "local t = {a = 1, [\"b\"] = f(2), c = function() end, d = nil, e = (3)}\nlocal u = t\nprint(u.a, u.b, u.c, u.d, u.e)\n"
	p := place.PartsOf(compile.Compile(source.NewFile("a.lua", text)), 0)
	for _, key := range []string{"a", "b", "c", "d", "e"} {
		at := strings.Index(text, key+" =")
		if at < 0 {
			at = strings.Index(text, key+"\"]")
		}
		use := source.Pos(strings.Index(text, "u."+key) + len("u."))
		found := nav.FlowOf(p, source.Pos(at))
		if len(found) != 2 || found[1].Span.Start != use {
			t.Errorf("%s goes to %v, not to %d", key, found, use)
		}
	}
}

// TestFieldsAgree asks about each field that a variable leads to: it is among its own occurrences, from each of
// which all others are found, and what defines it is a name in the text.
func TestFieldsAgree(t *testing.T) {
	asked := 0
	for _, path := range must.Glob(t, "../checks/*/testdata/*.lua") {
		u := compile.Compile(source.NewFile(path, must.Read(t, path)))
		p := place.PartsOf(u, 0)
		var visit func(n syntax.Node)
		visit = func(n syntax.Node) {
			if f, ok := n.(*syntax.Field); ok {
				found := nav.OccurrencesOf(p, f.Key.Start)
				if isLed(f) != (found != nil) {
					t.Errorf("%s:%d: %d occurrences of %s", path, u.File.Line(f.Start), len(found), u.File.Slice(f.Span()))
				}
				for _, o := range found {
					if again := nav.OccurrencesOf(p, o.Span.Start); !slices.Equal(again, found) {
						t.Errorf("%s:%d: %v, and from line %d %v", path, u.File.Line(f.Start), found, u.File.Line(o.Span.Start), again)
					}
				}
				at, defs := nav.DefinitionsOf(p, f.Key.Start)
				if found != nil && at != f.Key.Span() {
					t.Errorf("%s:%d: %v is at %v", path, u.File.Line(f.Start), f.Key.Span(), at)
				}
				for _, d := range defs {
					if back, _ := nav.DefinitionsOf(p, d.Start); back != d {
						t.Errorf("%s:%d: defined by %q, where no field is written", path, u.File.Line(f.Start), u.File.Slice(d))
					}
				}
				asked += len(found)
			}
			syntax.Children(n, visit)
		}
		visit(u.Tree.Main)
	}
	if asked < 100 {
		t.Errorf("only %d fields", asked)
	}
}

// isLed reports whether a variable and names alone lead to a field.
func isLed(e syntax.Expr) bool {
	for {
		switch x := e.(type) {
		case *syntax.Name:
			return true
		case *syntax.Field:
			e = x.Obj
		case *syntax.Index:
			if _, ok := x.Key.(*syntax.String); !ok {
				return false
			}
			e = x.Obj
		case *syntax.Paren:
			e = x.X
		default:
			return false
		}
	}
}
