package nav_test

import (
	"strings"
	"testing"

	"luaflow/analysis"
	"luaflow/analysis/nav"
	"luaflow/compile"
	"luaflow/compile/meter"
	"luaflow/compile/source"
)

// TestSourcesOfManyReads asks where a value comes from that is made of a global, read many times: with twice as many
// reads that takes twice the steps.
func TestSourcesOfManyReads(t *testing.T) {
	steps := func(reads int) int {
		text := "x = 1\nlocal y = x" + strings.Repeat(" + x", reads-1) + "\nreturn y\n"
		u := compile.Compile(source.NewFile("reads.lua", text))
		p := analysis.NewPass(u, 0, nil, nil)
		at := source.Pos(strings.Index(text, "y"))
		nav.SourcesOf(p.Waste, source.Span{Start: at, End: at + 1}) // what is found once is not counted
		var m meter.Meter
		same := p.In(u.In(&m), nil)
		found := nav.SourcesOf(same.Waste, source.Span{Start: at, End: at + 1})
		if len(found) != 1 || found[0].Site.At != (source.Span{Start: 0, End: 1}) {
			t.Fatalf("%d reads: %v", reads, found)
		}
		return m.Steps()
	}
	few, many := steps(500), steps(1000)
	if few < 500 || many > 2*few+few/10 {
		t.Errorf("%d steps for 500 reads, %d for 1000", few, many)
	}
}
