// Package checktest runs checks over folders of Lua files that say, in comments,
// what is to be found in them. The form follows go/analysis/analysistest, with
// exact ranges.
//
// A comment at the end of a line of code expects findings that begin on that line,
// in the order of their positions:
//
//	x = 1 -- want "never read" hint 311 related=3,5 "another"
//
// Each string is a regular expression for a message. What follows it, in any order:
// the code of the check, if several run; a rank other than that of the check; the
// luacheck code, if the check has more than one; the lines of the related places, if
// there are any; fade=3-5, the lines of what is faded, if that is neither the range
// itself nor marked as below; imposed.
//
// In parentheses, (-- want "…"), it may stand in a comment that means something itself.
//
// Comments below the line mark byte for byte what is underlined (^, one run for each
// finding; | for an empty range in front of that byte) and what is faded, where that
// is more (~), by a finding on another line maybe:
//
//	  x = 1 -- want "never read"
//	--^
//	--~~~~~
//
// A line without such a comment expects silence.
package checktest

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"luaflow/analysis"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
	"luaflow/compile/testkit/must"
)

// RunAll runs several checks over the .lua files of a folder. lookup is the check
// with a code.
func RunAll(t *testing.T, dir string, run func(*compile.Unit) []analysis.Finding, lookup func(code string) *analysis.Check) {
	t.Helper()
	for _, path := range must.Glob(t, filepath.Join(dir, "*.lua")) {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".lua"), func(t *testing.T) {
			runFile(t, path, run, lookup)
		})
	}
}

func runCheck(u *compile.Unit, check *analysis.Check) []analysis.Finding {
	var found []analysis.Finding
	p := analysis.NewPass(u, 0, nil, func(f analysis.Finding) { found = append(found, f) })
	p.Run(check)
	slices.SortStableFunc(found, func(a, b analysis.Finding) int { return int(a.Span.Start) - int(b.Span.Start) })
	return found
}

// LanguageOf returns what a file is written in: NAME@5.5.lua in Lua 5.5, NAME.lua in 5.3.
func LanguageOf(path string) (l syntax.Language) {
	_, name, _ := strings.Cut(strings.TrimSuffix(filepath.Base(path), ".lua"), "@")
	l.Dialects, _ = syntax.ParseDialect(name)
	return l
}

// runFile compares what is found in a file with what its comments expect, and
// returns the number of findings.
func runFile(t *testing.T, path string, run func(*compile.Unit) []analysis.Finding, lookup func(string) *analysis.Check) int {
	t.Helper()
	text := must.Read(t, path)
	return runText(t, compile.CompileAs(source.NewFile(filepath.Base(path), text), LanguageOf(path)), run, lookup)
}

// runText does what runFile does, for a unit.
func runText(t *testing.T, u *compile.Unit, run func(*compile.Unit) []analysis.Finding, lookup func(string) *analysis.Check) int {
	t.Helper()
	text := u.File.Text()
	verify(t, u)
	lines, err := parse(text)
	if err != nil {
		t.Fatal(err)
	}
	found := run(u)
	for i := range found {
		if err := WellFormed(u, &found[i], lookup(found[i].Code)); err != nil {
			t.Errorf("line %d: %s: %v", u.File.Line(found[i].Span.Start), found[i].Code, err)
		}
	}
	rest := found
	for _, l := range lines {
		n := 0
		for n < len(rest) && u.File.Line(rest[n].Span.Start) <= l.number {
			n++
		}
		for _, err := range l.compare(u, rest[:n], lookup) {
			t.Errorf("line %d: %v", l.number, err)
		}
		rest = rest[n:]
	}
	for i := range rest {
		t.Errorf("unexpected %s", describe(u, &rest[i]))
	}
	for _, err := range compareFades(u, lines, found) {
		t.Error(err)
	}
	return len(found)
}
