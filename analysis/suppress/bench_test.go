package suppress_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"luaflow/analysis"
	"luaflow/analysis/suppress"
	"luaflow/compile"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// TestNoCost: a file without comments of that kind costs no memory.
func TestNoCost(t *testing.T) {
	tree := syntax.Parse(source.NewFile("x.lua", ordinary), syntax.Language{})
	if n := testing.AllocsPerRun(10, func() { suppress.Parse(tree, plain) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

var ordinary = strings.Repeat("local x = f(1) -- what luacheck might say\n--- @param x what it is\n--[[ long ]] print(x)\n", 1000)

func BenchmarkParse(b *testing.B) {
	tree := syntax.Parse(source.NewFile("x.lua", ordinary), syntax.Language{})
	b.ReportAllocs()
	for b.Loop() {
		suppress.Parse(tree, plain)
	}
}

// comments is kinds of comments of which any number may be in force at once; %d is a
// number.
var comments = []struct{ name, line string }{
	{"ignore", "-- luacheck: ignore 431"},
	{"enable", "-- luacheck: enable 211"},
	{"only", "-- luacheck: only 2 3"},
	{"switch", "-- luacheck: no unused args"},
	{"secondary", "-- luacheck: no unused secondaries"},
	{"name", "-- luacheck: ignore 311/x%d"},
	{"luaflow", "-- luaflow: ignore shadowing"},
	{"server", "---@diagnostic disable: redefined-local"},
}

// BenchmarkFilter grows the number of comments, of which each is in force to the end of
// the file, and of findings with them: the time for one should hardly grow.
func BenchmarkFilter(b *testing.B) {
	for _, c := range comments {
		for _, n := range []int{1000, 4000, 16000} {
			b.Run(fmt.Sprintf("%s/%d", c.name, n), func(b *testing.B) { benchmarkFilter(b, c.line, n) })
		}
	}
}

func benchmarkFilter(b *testing.B, line string, n int) {
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, "%s\ndo local x%d end\n", strings.ReplaceAll(line, "%d", strconv.Itoa(i)), i)
	}
	u := compile.Compile(source.NewFile("x.lua", text.String()))
	var found []analysis.Finding
	for i := 1; i < len(u.Res.Bindings); i++ {
		f := analysis.Finding{Code: "unused-local", Luacheck: "211", Severity: analysis.Warning, Subject: analysis.About(0)}
		f.Span = u.Res.Bindings[i].Decl.Span()
		f.Subject.Binding = resolve.BindingID(i)
		found = append(found, f)
	}
	runs := func(string) bool { return true }
	none := func(*suppress.Sought) []analysis.Finding { return nil }
	for b.Loop() {
		suppress.Filter(plain, suppress.Parse(u.Tree, plain), u, slices.Clone(found), suppress.Checks{Runs: runs, Pedantic: none})
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/comment")
}
