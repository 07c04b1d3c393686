package place_test

import (
	"slices"
	"testing"

	"luaflow/analysis/place"
	"luaflow/analysis/waste"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
	"luaflow/compile/testkit/must"
	"luaflow/compile/testkit/scale"
)

// answer returns what is told of the name that touches a place.
func answer(p *waste.Parts, pos source.Pos) (place.Info, bool) {
	q := place.At(p, pos)
	if q.Name == nil {
		return place.Info{}, false
	}
	q.Answer()
	return q.Info, true
}

// TestDefinitionsAndUsesAgree asks about every name, or a part of them, of the files that checks
// are tested with: a definition that
// reaches a use for certain has that use, and a use of a definition has that definition. The variable
// that is assigned to itself is no use, as no instruction reads it.
func TestDefinitionsAndUsesAgree(t *testing.T) {
	names, pairs := 0, 0
	for _, path := range must.Glob(t, "../checks/*/testdata/*.lua") {
		data := must.Read(t, path)
		u := compile.Compile(source.NewFile(path, data))
		p := place.PartsOf(u, 0)
		own := selfAssigned(u)
		for n := range u.Tree.Names.All() {
			if names++; own[n.ID] || names%scale.Every(1) != 0 {
				continue
			}
			info, ok := answer(p, n.Start)
			if !ok || info.Span != n.Span() {
				t.Fatalf("%s: no answer for %s at byte %d", path, u.File.Slice(n.Span()), n.Start)
			}
			if info.IsUse {
				pairs += agree(t, p, &info, info.Defs, func(other *place.Info) []place.Place { return other.Uses })
			} else {
				pairs += agree(t, p, &info, info.Uses, func(other *place.Info) []place.Place { return other.Defs })
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

// selfAssigned returns the names whose values are assigned to their own variables.
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
				found[m.ID] = true
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
func agree(t *testing.T, of *waste.Parts, info *place.Info, places []place.Place, back func(*place.Info) []place.Place) (compared int) {
	t.Helper()
	u := of.Unit
	for _, p := range places {
		if p.May || !p.Span.Valid() {
			continue
		}
		compared++
		other, ok := answer(of, p.Span.Start)
		listed := func(q place.Place) bool {
			return q.Span == info.Span || !q.Span.Valid() && q.Line == u.File.Line(info.Span.Start)
		}
		if !ok || other.IsUse == info.IsUse || !slices.ContainsFunc(back(&other), listed) {
			t.Errorf("%s:%d: %s names line %d, which does not name it", u.File.Name(), u.File.Line(info.Span.Start), info.Name, p.Line)
		}
	}
	return compared
}
