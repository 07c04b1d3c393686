package nav_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/aymanbagabas/go-udiff"

	"luaflow/analysis/nav"
	"luaflow/analysis/place"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/testkit/must"
)

// TestDraw compares the graphs of the functions in testdata/graphs/*.lua with the drawings beside them.
func TestDraw(t *testing.T) {
	for _, path := range must.Glob(t, "testdata/graphs/*.lua") {
		text := must.Read(t, path)
		u := compile.Compile(source.NewFile(path, text))
		p := place.PartsOf(u, 0)
		var got strings.Builder
		for _, fn := range u.Tree.Funcs {
			g, err := nav.GraphAt(p, fn.Body.Span().End)
			must.Do(t, err)
			fmt.Fprintf(&got, "function %s\n%s\n", g.Path, g.Draw(u.File, func() {}).Text)
		}
		golden := strings.TrimSuffix(path, ".lua") + ".txt"
		if *must.Update {
			must.Write(t, golden, []byte(got.String()))
		}
		if want := must.Read(t, golden); got.String() != want {
			t.Error(udiff.Unified(golden, "got", want, got.String()))
		}
	}
}

// TestGraphGrows: the graph of a function twice as long takes at most three times the memory, whatever its tests
// are.
func TestGraphGrows(t *testing.T) {
	shapes := map[string]func(n int) string{
		"if":     func(n int) string { return strings.Repeat("if a then b = not a end\n", n) },
		"elseif": func(n int) string { return "if a then " + strings.Repeat("elseif b == a then a = b\n", n) + "end" },
		"and":    func(n int) string { return "b = a" + strings.Repeat(" and a.b", n) },
		"table":  func(n int) string { return "b = {" + strings.Repeat("a or b,\n", n) + "}" },
	}
	for name, text := range shapes {
		allocated := func(n int) uint64 {
			p := place.PartsOf(compile.Compile(source.NewFile("a.lua", "local a, b = ...\n"+text(n)+"\nreturn b\n")), 0)
			must.Do(t, second(nav.GraphAt(p, 0))) // what is found once is not counted
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			g, err := nav.GraphAt(p, 0)
			runtime.ReadMemStats(&after)
			must.Do(t, err)
			if len(g.Blocks) < n {
				t.Fatalf("%s: %d blocks for %d tests", name, len(g.Blocks), n)
			}
			return after.TotalAlloc - before.TotalAlloc
		}
		if few, more := allocated(500), allocated(1000); more > 3*few {
			t.Errorf("%s: %d bytes for 1000 tests, %d for 500", name, more, few)
		}
	}
}

func second[A, B any](_ A, b B) B { return b }

// checkDrawing: each edge leads to a block, each line of the drawing that stands for one of the file
// shows its number, and each block begins in one.
func checkDrawing(t *testing.T, g *nav.Graph, d nav.Drawing, file *source.File) {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(d.Text, "\n"), "\n")
	shown := 0
	for _, line := range d.Lines {
		want := fmt.Sprintf(" %d ", file.Point(line.Span.Start, source.UTF8).Line+1)
		if !strings.Contains(lines[line.Line]+" ", want) {
			t.Fatalf("the line %q of the drawing does not show %q", lines[line.Line], want)
		}
	}
	for b := range g.Blocks {
		shown += 1 + len(g.Blocks[b].Lines)
		for _, edge := range g.Blocks[b].Edges {
			if edge.To < 0 || edge.To >= len(g.Blocks) {
				t.Fatalf("b%d leads to b%d of %d", b, edge.To, len(g.Blocks))
			}
			if edge.To != b+1 {
				shown++
			}
		}
	}
	if shown != len(lines) {
		t.Fatalf("a drawing of %d lines, want %d:\n%s", len(lines), shown, d.Text)
	}
}

// TestNoGraph: where the code does not stand for the text there is none.
func TestNoGraph(t *testing.T) {
	u := compile.Compile(source.NewFile("a.lua", "local function f() if x then end"))
	if g, err := nav.GraphAt(place.PartsOf(u, 0), 20); err == nil {
		t.Errorf("a graph of a broken function: %v", g)
	}
}
