package syntaxerror_test

import (
	"testing"

	"luaflow/analysis"
	"luaflow/analysis/checks/syntaxerror"
	"luaflow/compile"
	"luaflow/compile/source"
)

// The words are those of luac5.3, which package compile compares with many more.
func TestCheck(t *testing.T) {
	for _, c := range []struct{ text, marked, message string }{
		{"x = = 1", "=", "unexpected symbol near '='"},
		{"local function f()\n", "", "'end' expected (to close 'function' at line 1) near <eof>"},
		{"goto nowhere", "goto nowhere", "no visible label 'nowhere' for <goto> at line 1"},
		{"break", "break", "<break> at line 1 not inside a loop"},
		{"x = 'a\n", "'a", "unfinished string near ''a'"},
	} {
		u := compile.Compile(source.NewFile("test.lua", c.text))
		var found []analysis.Finding
		analysis.NewPass(u, 0, nil, func(f analysis.Finding) { found = append(found, f) }).Run(syntaxerror.Check.Check)
		if len(found) == 0 {
			t.Errorf("%q: nothing found", c.text)
			continue
		}
		f := found[0]
		if f.Message != c.message || u.File.Slice(f.Span) != c.marked || f.Severity != analysis.Error || f.Luacheck != "011" {
			t.Errorf("%q: %s %s %q on %q", c.text, f.Severity, f.Luacheck, f.Message, u.File.Slice(f.Span))
		}
	}
}

func TestSilent(t *testing.T) {
	u := compile.Compile(source.NewFile("test.lua", "goto there; ::there:: return ..."))
	analysis.NewPass(u, 0, nil, func(f analysis.Finding) { t.Errorf("found %q", f.Message) }).Run(syntaxerror.Check.Check)
}
