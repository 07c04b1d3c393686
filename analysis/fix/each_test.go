package fix_test

import (
	"fmt"
	"strings"
	"testing"

	"luaflow/analysis"
	"luaflow/analysis/checker"
	"luaflow/analysis/fix"
	"luaflow/compile"
	"luaflow/compile/source"
)

// TestTriesAreFew holds that to look for the fixes of a function with many values that
// nobody reads takes few tries, however many there are: they are deleted all at once, and
// kept in as many variables as there may be.
func TestTriesAreFew(t *testing.T) {
	for _, test := range []struct {
		name  string
		line  string
		fixes int // of each finding
		most  int // tries
	}{
		{"values that may raise", "  b = a + %d if q then r(a) end a = b + p b = p + q\n", 2, 4},
		{"values that may not", "  b = %d if q then r(a) end b = p\n", 1, 2},
	} {
		var text strings.Builder
		text.WriteString("local a, b, p, q, r = ...\nwhile p do\n")
		for i := range 300 {
			fmt.Fprintf(&text, test.line, i)
		}
		text.WriteString("end\nreturn a, b\n")
		tries := -1 // the first is no try
		x := fix.New(func(u *compile.Unit, in *analysis.Memory, ready func(*analysis.Pass) error) ([]analysis.Finding, error) {
			tries++
			return checker.CheckIn(u, in, ready)
		})
		u := compile.Compile(source.NewFile("a.lua", text.String()))
		findings := checker.Check(u)
		fixes, left := x.Each(u, findings)
		if len(findings) < 299 || left > 0 {
			t.Errorf("%s: %d findings, %d not looked at", test.name, len(findings), left)
		}
		for i := range fixes {
			if len(fixes[i]) != test.fixes {
				t.Fatalf("%s: %s at line %d has %d fixes, want %d", test.name, findings[i].Message, u.File.Line(findings[i].Span.Start), len(fixes[i]), test.fixes)
			}
		}
		t.Logf("%s: %d tries for %d findings", test.name, tries, len(findings))
		if tries > test.most {
			t.Errorf("%s: %d tries, want %d at most", test.name, tries, test.most)
		}
	}
}

// TestBoundIsSaid: where there is more to try than may be compiled for a question, that is said
// with the fixes that are there, and only there.
func TestBoundIsSaid(t *testing.T) {
	u := compile.Compile(source.NewFile("a.lua", "local a = ...\nlocal x = a.b\nlocal y = 1\n"))
	for _, f := range checker.Check(u) {
		tries := -1 // the first is no try
		check := func(u *compile.Unit, in *analysis.Memory, ready func(*analysis.Pass) error) ([]analysis.Finding, error) {
			tries++
			return checker.CheckIn(u, in, ready)
		}
		x := fix.New(check)
		all := x.For(u, f)
		if all.IsPartial || len(all.Fixes) == 0 && tries > 0 {
			t.Errorf("%s: %d fixes, partial: %v", f.Message, len(all.Fixes), all.IsPartial)
		}
		needed := tries
		for n := range needed + 1 {
			x := fix.New(check)
			x.Bound(n*u.File.Len(), 0)
			some := x.For(u, f)
			if some.IsPartial != (n < needed) || len(some.Fixes) > len(all.Fixes) || n == needed && len(some.Fixes) < len(all.Fixes) {
				t.Errorf("%s: %d fixes of %d after %d tries of %d, partial: %v", f.Message, len(some.Fixes), len(all.Fixes), n, needed, some.IsPartial)
			}
		}
		t.Logf("%s: %d tries", f.Message, needed)
	}
}

// TestTriesInUnneededFunctions holds that fixes in functions that nothing needs are verified
// together, as if something needed them.
func TestTriesInUnneededFunctions(t *testing.T) {
	var many strings.Builder
	for i := range 100 {
		fmt.Fprintf(&many, "do local function inner(a)\n local x = %d\n if a then a() end\n x = a\n return x\nend t(inner) end\n", i)
	}
	for name, text := range map[string]string{
		"unneeded": "local t = ...\nlocal function outer()\n" + many.String() + "end local z = 1 return 1\n",
		"needed":   "local t = ...\nlocal function outer()\n" + many.String() + "end local z = 1 return outer\n",
		"apart":    "local t = ...\n" + strings.ReplaceAll(many.String(), "t(inner)", "local z = 1"),
	} {
		tries := -1 // the first is no try
		x := fix.New(func(u *compile.Unit, in *analysis.Memory, ready func(*analysis.Pass) error) ([]analysis.Finding, error) {
			tries++
			return checker.CheckIn(u, in, ready)
		})
		u := compile.Compile(source.NewFile("a.lua", text))
		findings := checker.Check(u)
		fixes, left := x.Each(u, findings)
		for i := range fixes {
			if len(fixes[i]) == 0 {
				t.Errorf("%s: no fix for: %s", name, findings[i].Message)
			}
		}
		t.Logf("%s: %d tries for %d findings", name, tries, len(findings))
		if len(findings) < 100 || left > 0 || tries > 6 {
			t.Errorf("%s: %d tries for %d findings, of which %d were not looked at", name, tries, len(findings), left)
		}
	}
}

// TestRefusedInManyFunctions: fixes of many functions that are all refused cost a few tries, and
// one between them that is good is found.
func TestRefusedInManyFunctions(t *testing.T) {
	var text strings.Builder
	text.WriteString("local M = {}\n")
	for i := range 400 {
		fmt.Fprintf(&text, "M[%d] = function(c)\n  local s, i, j = c.s, c.i, c.j\n", i)
		text.WriteString("  if i > j then c:f(i) s, i, j = c.s, c.i, c.j end\n  c.i = i + 1\n  return s:sub(i, i)\nend\n")
		if i == 200 {
			text.WriteString("M.good = function(c)\n  local x = c x = 1 x = c\n  return x\nend\n")
		}
	}
	text.WriteString("return M\n")
	tries := 0
	x := fix.New(func(u *compile.Unit, in *analysis.Memory, ready func(*analysis.Pass) error) ([]analysis.Finding, error) {
		tries++
		return checker.CheckIn(u, in, ready)
	})
	after, applied := x.All(source.NewFile("a.lua", text.String()), fix.Options{})
	if applied == 0 || strings.Contains(after, "x = 1") || strings.Count(after, "s, i, j = c.s") != 800 {
		t.Errorf("%d fixes applied", applied)
	}
	if tries > 12 {
		t.Errorf("%d tries, want 12 at most", tries)
	}
	t.Logf("%d tries", tries)
}
