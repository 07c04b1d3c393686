package nav_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
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
	for _, path := range must.Glob(t, "../checks/*/testdata/*.lua") {
		pairs += directionsAgree(t, path, must.Read(t, path), 1)
	}
	for seed := range uint64(scale.Of(100)) {
		pairs += directionsAgree(t, "random", luagen.Program(seed, luagen.Options{}), 5)
	}
	if pairs == 0 {
		t.Error("nothing was compared")
	}
}

// TestCallsOfTheTreeAgree asks about the parameters and the results of functions in tables of random programs: what
// is given to a parameter goes there, and what a variable is given by a call goes there by that call.
func TestCallsOfTheTreeAgree(t *testing.T) {
	arguments, results := 0, 0
	for seed := range uint64(scale.Of(1000)) {
		text := moduleProgram(rand.New(rand.NewPCG(seed, 0)))
		u := compile.Compile(source.NewFile("module", text))
		if len(u.Errors) > 0 {
			t.Fatalf("%v\n%s", u.Errors[0], text)
		}
		p := place.PartsOf(u, 0)
		for n := range u.Tree.Names.All() {
			site := n.Span()
			for _, f := range nav.SourcesOf(p, site) {
				checkSite(t, p, f)
				goesThere := true
				switch to := nav.TargetsOf(p, f.Site.At); f.Site.Kind {
				case nav.ArgumentSite:
					arguments++
					goesThere = reaches(to, site)
				case nav.ReturnSite:
					results++
					goesThere = slices.ContainsFunc(to, func(call nav.Flow) bool {
						return call.Site.Kind == nav.CallSite && reaches(nav.TargetsOf(p, call.Site.At), site)
					})
				}
				if !goesThere {
					t.Fatalf("seed %d: `%s` at byte %d comes from `%s`, which does not go there\n%s", seed, u.File.Slice(site), site.Start, f.Site.Name, text)
				}
			}
		}
	}
	if arguments == 0 || results == 0 {
		t.Errorf("%d arguments, %d results", arguments, results)
	}
}

// moduleProgram returns a random program of tables with functions, which are called by their fields, as methods,
// by other variables and by pcall.
func moduleProgram(rng *rand.Rand) string {
	var text strings.Builder
	say := func(format string, args ...any) { fmt.Fprintf(&text, format+"\n", args...) }
	pick := func(of ...string) string { return of[rng.IntN(len(of))] }
	table := func() string { return pick("A", "B") }
	field := func() string { return pick("one", "two") }
	say("local A, B, a, b = {}, {}, f(), g()")
	if rng.IntN(3) == 0 {
		say("B.__index = B setmetatable(A, B)")
	}
	for range 2 + rng.IntN(6) {
		switch rng.IntN(6) {
		case 0:
			say("function %s.%s(p, q) return p, a end", table(), field())
		case 1:
			say("function %s:%s(p) return p, self end", table(), field())
		case 2:
			say("%s.%s = function(p) return b end", table(), field())
		case 3:
			say("local function own(p) return p end %s.%s = own", table(), field())
		case 4:
			say("local C = { %s = function(p) return p, %s end } %s = C", field(), pick("a", "b"), table())
		case 5:
			say("%s = %s", table(), table())
		}
		say(pick("local x = %s.%s(a)", "local x = %s:%s(b)", "local call = %s.%s local x = call(a)", "local _, x = pcall(%s.%s, b)"), table(), field())
		say("print(x)")
	}
	if rng.IntN(2) == 0 {
		say("return A, B")
	}
	return text.String()
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
