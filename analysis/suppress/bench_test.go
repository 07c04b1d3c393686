package suppress_test

import (
	"strings"
	"testing"

	"luaflow/analysis/suppress"
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
