package compile_test

import (
	"testing"

	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/testkit/must"
)

// BenchmarkCompile compiles the golden sources, one after the other. The ratio to
// the C implementation is .ci/bench's to tell.
func BenchmarkCompile(b *testing.B) {
	var texts []string
	size := 0
	for _, name := range []string{"expressions", "functions", "statements", "tables"} {
		text := must.Read(b, "codegen/testdata/"+name+".lua")
		texts = append(texts, text)
		size += len(text)
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		for _, text := range texts {
			compile.Compile(source.NewFile("x", text))
		}
	}
}
