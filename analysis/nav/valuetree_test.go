package nav_test

import (
	"slices"
	"testing"

	"luaflow/analysis/nav"
	"luaflow/analysis/place"
	"luaflow/analysis/testkit/luagen"
	"luaflow/analysis/waste"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/testkit/must"
	"luaflow/compile/testkit/scale"
)

// TestValueTreeDirectionsAgree asks about the names of files that checks are tested with, and of random
// programs: if the value of one assignment comes from another one, the value of that goes to the first.
func TestValueTreeDirectionsAgree(t *testing.T) {
	pairs := 0
	for i, path := range must.Glob(t, "../checks/*/testdata/*.lua") {
		if i%scale.Every(4) == 0 {
			pairs += directionsAgree(t, path, must.Read(t, path), 1)
		}
	}
	for seed := range uint64(scale.Of(100)) {
		pairs += directionsAgree(t, "random", luagen.Program(seed, luagen.Options{}), 5)
	}
	if pairs == 0 {
		t.Error("nothing was compared")
	}
}

func directionsAgree(t *testing.T, name, text string, every int) (pairs int) {
	t.Helper()
	u := compile.Compile(source.NewFile(name, text))
	p := place.PartsOf(u, 0)
	isStore := func(at source.Span) bool {
		q := place.At(p, at.Start)
		if q.Name == nil || q.Name.Span() != at || q.Info.IsUse || q.Binding == nil || !q.IsKnown() {
			return false
		}
		s := q.StoreAtName()
		return s != nil && !q.Text.IsSelfAssignment(s)
	}
	count := 0
	for n := range u.Tree.Names.All() {
		if count++; count%every != 0 {
			continue
		}
		site, ok := nav.ValueAt(p, n.Start)
		if !ok {
			return pairs
		}
		for _, f := range nav.SourcesOf(p, site.At) {
			checkSite(t, p, f)
			if isStore(site.At) && isStore(f.Site.At) {
				pairs++
				if !reaches(nav.TargetsOf(p, f.Site.At), site.At) {
					t.Errorf("%s:%d: %s comes from line %d, which does not go there\n%s", name, u.File.Line(n.Start), site.Name, u.File.Line(f.Site.At.Start), text)
				}
			}
		}
		for _, f := range nav.TargetsOf(p, site.At) {
			checkSite(t, p, f)
			if isStore(site.At) && isStore(f.Site.At) {
				pairs++
				if !reaches(nav.SourcesOf(p, f.Site.At), site.At) && !isParameter(p, f.Site.At) {
					t.Errorf("%s:%d: %s goes to line %d, which does not come from there\n%s", name, u.File.Line(n.Start), site.Name, u.File.Line(f.Site.At.Start), text)
				}
			}
		}
	}
	return pairs
}

// isParameter: a parameter comes from an argument, not from the variable that is one.
func isParameter(p *waste.Parts, at source.Span) bool {
	q := place.At(p, at.Start)
	q.Answer()
	return q.Info.Kind == place.Parameter
}

func reaches(flows []nav.Flow, at source.Span) bool {
	return slices.ContainsFunc(flows, func(f nav.Flow) bool { return f.Site.At == at })
}

// checkSite: a site can be asked about in both directions, and is called something.
func checkSite(t *testing.T, p *waste.Parts, f nav.Flow) {
	t.Helper()
	if f.Site.Name == "" || len(f.Where) == 0 || !f.Site.At.Valid() || int(f.Site.At.End) > p.Unit.File.Len() {
		t.Errorf("%s: %+v", p.Unit.File.Name(), f)
	}
	nav.SourcesOf(p, f.Site.At)
	nav.TargetsOf(p, f.Site.At)
}
