package checker

import (
	"slices"
	"strings"
	"testing"

	"luaflow/analysis"
	"luaflow/analysis/facts"
	"luaflow/analysis/flow"
	"luaflow/analysis/value"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
	"luaflow/compile/testkit/must"
	"luaflow/compile/testkit/scale"
)

// checkBounded returns what checkAll does where functions beyond a size are too large for their
// values to be followed.
func checkBounded(u *compile.Unit, bound int) []analysis.Finding {
	c := New()
	c.All = true
	c.mem.Follow(bound)
	return c.Check(u)
}

// TestSmallFunctionsBesideLarge: what is found in a function does not depend on the size of
// others, and the omission names those alone.
func TestSmallFunctionsBesideLarge(t *testing.T) {
	const small = "local function cycle() local a, b = 1, 2 for _ = 1, 9 do a, b = b, a end end\n" +
		"local function fill() local t = {} t.x = 1 end\n" +
		"local function discard() string.format('x') end\n" +
		"cycle() fill() discard()\n"
	assignments := strings.Repeat("q = q + 1 ", flow.MaxFollowed)
	cases := []struct{ name, text, omitted string }{
		{"function", small + "local function large(q) " + assignments + " return q end print(large(1))", "this function is too large"},
		{"main", small + "local q = ... " + assignments + " print(q)", "the code outside of functions is too large"},
	}
	for _, c := range cases {
		u := compile.Compile(source.NewFile("test.lua", c.text))
		checker := New()
		found := checker.Check(u)
		for _, code := range []string{"dead-cycle", "write-only-table", "discarded-pure-call"} {
			if !slices.ContainsFunc(found, func(f analysis.Finding) bool { return f.Code == code }) {
				t.Errorf("%s: no %s", c.name, code)
			}
		}
		if len(checker.Omitted) != 1 || !strings.HasPrefix(checker.Omitted[0].What, c.omitted) {
			t.Errorf("%s: %v", c.name, checker.Omitted)
		}
	}
}

// TestNamesBesideLarge: what a function assigns that is too large, or may, is no standard name.
func TestNamesBesideLarge(t *testing.T) {
	const small, most = "local function small() string.format('x') end\nsmall()\n", 60
	filler := "local function large(p) local q = p " + strings.Repeat("q = q + 1 ", most)
	for body, found := range map[string]bool{
		"":                               true,
		"print(string.rep('x', q))":      true,
		"global = q":                     true,
		"table.sort = q":                 true,
		"string.format = q":              false,
		"string = q":                     false,
		"_G.string.format = q":           false,
		"p(string)":                      false,
		"local s = string s.format = q":  false,
		"require('string').format = q":   false,
		"getmetatable('').__index = q":   false,
		"rawset(_ENV, 'string', q)":      false,
		"_ENV[q] = p":                    false,
		"local e = _ENV e.string = q":    false,
		"load(q)()":                      false,
		"debug.setmetatable('', q)":      false,
		"package.loaded.string.format=q": false,
	} {
		u := compile.Compile(source.NewFile("test.lua", small+filler+body+" return q end large(1)"))
		if len(u.Errors) > 0 {
			t.Fatalf("%s: %v", body, u.Errors[0])
		}
		got := slices.ContainsFunc(checkBounded(u, most), func(f analysis.Finding) bool { return f.Code == "discarded-pure-call" })
		if got != found {
			t.Errorf("%q: found is %t", body, got)
		}
	}
}

// TestClaimsBesideLarge does what TestClaims does where some functions are too large.
func TestClaimsBesideLarge(t *testing.T) {
	tested := tryClaims(t, programs/4, func(seed uint64, u *compile.Unit) []analysis.Finding {
		return checkBounded(u, []int{20, 35, 50, 80, 120, 200}[seed%6])
	})
	t.Log(tested)
}

// TestFindingsBesideLarge: where functions are too large nothing is found that is not found
// where they are not, unless other findings say more, or functions are taken to be in use that
// are not; and in the other functions hardly anything is missed.
func TestFindingsBesideLarge(t *testing.T) {
	paths := must.Glob(t, "../checks/*/testdata/*.lua")
	for _, pkg := range []string{"consts", "live", "tables"} {
		paths = append(paths, must.Glob(t, "../"+pkg+"/testdata/*/*.lua")...)
	}
	paths = append(paths, must.Corpus(t)...)
	kept, outside := 0, 0
	for i, path := range paths {
		if !scale.Turn(i) {
			continue
		}
		text := must.Read(t, path)
		u := compile.Compile(source.NewFile(path, text))
		if !u.Analyzable() {
			continue
		}
		all := checkAll(u)
		whole := facts.NewCode(u.Main, value.Library{Dialects: u.Dialects}, nil)
		for _, bound := range []int{15, 40, 90, 250, 1000} {
			large := facts.NewCode(u.Main, value.Library{Dialects: u.Dialects}, &facts.Memory{Followed: bound}).TooLarge()
			if len(large) == 0 {
				break
			}
			some := checkBounded(u, bound)
			for _, f := range some {
				in := &whole.Funcs[around(u.Tree, f.Span.Start)]
				if whole.Marking(value.Operators).LiveFunc(in) && !isSaid(u.File, all, &f) {
					t.Errorf("%s:%d: with a bound of %d only: %s: %s", path, u.File.Line(f.Span.Start), bound, f.Code, f.Message)
				}
			}
			for _, f := range all {
				if slices.Contains(large, around(u.Tree, f.Span.Start)) {
					continue
				}
				outside++
				if slices.ContainsFunc(some, func(g analysis.Finding) bool { return f.Code == g.Code && f.Span == g.Span }) {
					kept++
				}
			}
		}
	}
	t.Logf("%d of %d findings in other functions", kept, outside)
	if 10*kept < 9*outside {
		t.Errorf("%d of %d findings in functions that are not too large remain", kept, outside)
	}
}

// isSaid reports whether one of some findings says what f says, or has more to say of its
// subject or line.
func isSaid(file *source.File, found []analysis.Finding, f *analysis.Finding) bool {
	line := file.Line(f.Span.Start)
	return slices.ContainsFunc(found, func(g analysis.Finding) bool {
		return f.Code == g.Code && f.Span == g.Span ||
			f.Code != g.Code && (f.Subject.Binding != 0 && f.Subject.Binding == g.Subject.Binding || file.Line(g.Span.Start) == line || slices.ContainsFunc(g.Related, func(r analysis.Related) bool { return file.Line(r.Span.Start) == line }))
	})
}

// around returns the number of the innermost function around a place.
func around(tree *syntax.Tree, at source.Pos) (number int) {
	for i, f := range tree.Funcs {
		if f.Start <= at && at < f.End {
			number = i
		}
	}
	return number
}
