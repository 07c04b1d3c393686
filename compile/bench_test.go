package compile_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"luaflow/compile"
	"luaflow/compile/meter"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
	"luaflow/compile/testkit/must"
	"luaflow/compile/testkit/typing"
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

// BenchmarkCompileNext types a character at random places of real code, and then deletes it. It prints what a
// version costs, what compiling it whole does, and the share, in per cent, of the versions that were compiled in part.
func BenchmarkCompileNext(b *testing.B) {
	if os.Getenv("LUAFLOW_CORPUS") == "" {
		b.Skip("LUAFLOW_CORPUS names no code to type into")
	}
	for _, lines := range []int{1_000, 10_000, 100_000} {
		text := typing.Code(b, lines, func(text string) bool {
			return len(compile.CompileAs(source.NewFile("", text), syntax.Language{Dialects: syntax.Lua53}).Errors) == 0
		})
		b.Run(fmt.Sprint(lines), func(b *testing.B) { typeInto(b, text) })
	}
}

func typeInto(b *testing.B, text string) {
	l := syntax.Language{Dialects: syntax.Any}
	m := &compile.Memory{Meter: new(meter.Meter)}
	compileNext := func(text string) (cost time.Duration, steps int) {
		f := source.NewFile("test.lua", text)
		before := m.Meter.Steps()
		start := time.Now()
		m.CompileNext(f, l)
		return time.Since(start), m.Meter.Steps() - before
	}
	compileNext(text)
	m = &compile.Memory{Meter: new(meter.Meter)}
	whole, wholeSteps := compileNext(text)
	var all time.Duration
	var costs []time.Duration
	inPart := 0
	for b.Loop() {
		r := rand.New(rand.NewPCG(3, 4))
		for range 100 {
			at := r.IntN(len(text))
			for _, version := range []string{text[:at] + "x" + text[at:], text} {
				cost, steps := compileNext(version)
				costs, all = append(costs, cost), all+cost
				if 2*steps < wholeSteps {
					inPart++
				}
			}
		}
	}
	slices.Sort(costs)
	n := len(costs)
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(milliseconds(whole), "ms/whole")
	b.ReportMetric(milliseconds(costs[n/2]), "ms/p50")
	b.ReportMetric(milliseconds(costs[n*9/10]), "ms/p90")
	b.ReportMetric(milliseconds(all)/float64(n), "ms/mean")
	b.ReportMetric(float64(100*inPart)/float64(n), "%/in-part")
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
