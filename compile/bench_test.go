package compile_test

import (
	"os"
	"testing"

	"luaflow/compile"
	"luaflow/compile/source"
)

// BenchmarkCompile compiles the golden sources, one after the other. The ratio to
// the C implementation is .ci/bench's to tell.
func BenchmarkCompile(b *testing.B) {
	var texts []string
	size := 0
	for _, name := range []string{"expressions", "functions", "statements", "tables"} {
		text, err := os.ReadFile("codegen/testdata/" + name + ".lua")
		if err != nil {
			b.Fatal(err)
		}
		texts = append(texts, string(text))
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
