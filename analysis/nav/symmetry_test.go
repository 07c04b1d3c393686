package nav_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"luaflow/analysis/nav"
	"luaflow/analysis/place"
	"luaflow/analysis/waste"
	"luaflow/analysis/witness"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
	"luaflow/compile/testkit/scale"
)

// samples returns the Lua files of this package and of the checks.
func samples(t *testing.T) []string {
	t.Helper()
	var paths []string
	for _, pattern := range []string{"testdata/*.lua", "../checks/*/testdata/*.lua"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("no files %s: %v", pattern, err)
		}
		paths = append(paths, found...)
	}
	return paths
}

// TestDefinitionsAndUsesAgree asks about every name, or a part of them: a definition that
// reaches a use for certain has that use, and a use of a definition has that definition. An
// assignment of a variable to itself hands on the value that was there, and is neither.
func TestDefinitionsAndUsesAgree(t *testing.T) {
	names, pairs := 0, 0
	for _, path := range samples(t) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		u := compile.Compile(source.NewFile(path, string(data)))
		p := place.PartsOf(u, 0)
		own := selfAssigned(u)
		for n := range u.Tree.Names.All() {
			if names++; own[n.ID] || names%scale.Every(1) != 0 {
				continue
			}
			if n.ID < 40 {
				_, _ = witness.Explain(p, n.Start)
				_, _ = nav.SliceAt(p, n.Start, n.ID%2 == 0)
			}
			info, ok := nav.At(p, n.Start)
			if !ok || info.Span != n.Span() {
				t.Fatalf("%s: no answer for %s at byte %d", path, u.File.Slice(n.Span()), n.Start)
			}
			if info.IsUse {
				pairs += agree(t, p, &info, info.Defs, func(other *nav.Info) []place.Place { return other.Uses })
			} else {
				pairs += agree(t, p, &info, info.Uses, func(other *nav.Info) []place.Place { return other.Defs })
			}
			if info.Dead && len(info.Uses) > 0 || info.Dead && info.Why == "" {
				t.Errorf("%s:%d: %s is dead, %q, with %d uses", path, u.File.Line(n.Start), info.Name, info.Why, len(info.Uses))
			}
		}
	}
	if pairs == 0 {
		t.Error("nothing was compared")
	}
}

// selfAssigned returns the names in statements that give a variable its own value.
func selfAssigned(u *compile.Unit) map[syntax.NameID]bool {
	found := make(map[syntax.NameID]bool)
	for _, s := range u.Tree.Stats {
		a, ok := s.(*syntax.Assign)
		if !ok {
			continue
		}
		for i := range min(len(a.Targets()), len(a.Values())) {
			n, isName := a.Targets()[i].(*syntax.Name)
			m, isToo := unparenthesized(a.Values()[i]).(*syntax.Name)
			if isName && isToo && n.Sym == m.Sym {
				found[n.ID], found[m.ID] = true, true
			}
		}
	}
	return found
}

func unparenthesized(e syntax.Expr) syntax.Expr {
	if p, ok := e.(*syntax.Paren); ok {
		return unparenthesized(p.X)
	}
	return e
}

// agree checks that each place that is certain lists the one asked about.
func agree(t *testing.T, of *waste.Parts, info *nav.Info, places []place.Place, back func(*nav.Info) []place.Place) (compared int) {
	t.Helper()
	u := of.Unit
	for _, p := range places {
		if p.May || !p.Span.Valid() {
			continue
		}
		compared++
		other, ok := nav.At(of, p.Span.Start)
		listed := func(q place.Place) bool {
			return q.Span == info.Span || !q.Span.Valid() && q.Line == u.File.Line(info.Span.Start)
		}
		if !ok || other.IsUse == info.IsUse || !slices.ContainsFunc(back(&other), listed) {
			t.Errorf("%s:%d: %s names line %d, which does not name it", u.File.Name(), u.File.Line(info.Span.Start), info.Name, p.Line)
		}
	}
	return compared
}

// FuzzAt asks about every name of any text.
func FuzzAt(f *testing.F) {
	for _, path := range []string{"testdata/definitions.lua", "testdata/captured.lua", "testdata/broken.lua"} {
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(data))
	}
	// A value that paths join at the last instruction, and a closure may read.
	f.Add("local function f() end local h = f if c then f = b function h() f() end end")
	f.Fuzz(func(t *testing.T, text string) {
		u := compile.Compile(source.NewFile("fuzz.lua", text))
		p := place.PartsOf(u, 0)
		for n := range u.Tree.Names.All() {
			if n.ID == 200 {
				break // each answer may name the whole text
			}
			info, ok := nav.At(p, n.Start)
			if !ok {
				t.Fatalf("no answer for %q", u.File.Slice(n.Span()))
			}
			for _, p := range slices.Concat(info.Defs, info.Uses, info.Overwritten) {
				if p.Line < 1 || p.Text == "" || p.Span.Valid() && int(p.Span.End) > len(text) {
					t.Fatalf("%s: bad place %+v", info.Name, p)
				}
			}
		}
	})
}
