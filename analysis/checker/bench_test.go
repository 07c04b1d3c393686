package checker

import (
	"testing"

	"luaflow/analysis"
	"luaflow/compile"
	"luaflow/compile/source"
)

// BenchmarkCheck measures all checks, without the compilation.
func BenchmarkCheck(b *testing.B) {
	var units []*compile.Unit
	size := 0
	for seed := range uint64(200) {
		text := newProgram(seed)
		size += len(text)
		units = append(units, compile.Compile(source.NewFile("program.lua", text)))
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	c := New()
	var found []analysis.Finding
	for b.Loop() {
		for _, u := range units {
			found = c.Check(u)
		}
	}
	_ = found
}
