package nav_test

import (
	"testing"

	"luaflow/analysis"
	"luaflow/analysis/checker"
	"luaflow/analysis/nav"
	"luaflow/analysis/testkit/marked"
	"luaflow/analysis/waste"
	"luaflow/compile"
	"luaflow/compile/source"
)

// TestPaths asks for the paths of the findings at the places marked in testdata.
func TestPaths(t *testing.T) { marked.Ask(t, "testdata/paths/*.lua", pathsAt) }

// pathsAt writes the paths of the findings at a place, each step with its line and the text that it is about.
func pathsAt(say func(format string, args ...any), u *compile.Unit, pos source.Pos) {
	c := checker.Checker{All: true}
	var p *waste.Parts
	found, err := c.CheckIn(u, nil, func(pass *analysis.Pass) error { p = pass.Waste; return nil })
	if err != nil {
		say("%s", err)
	}
	for i := range found {
		if f := &found[i]; f.Span.Touches(pos) {
			say("%s", f.Code)
			for _, s := range nav.PathOf(p, f) {
				say("  line %d %q: %s", u.File.Line(s.Span.Start), u.File.Slice(s.Span), s.Message)
			}
		}
	}
}
