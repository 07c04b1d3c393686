package nav_test

import (
	"slices"
	"testing"

	"luaflow/analysis/nav"
	"luaflow/analysis/place"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
	"luaflow/compile/testkit/must"
)

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
