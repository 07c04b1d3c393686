package nav_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"luaflow/analysis/nav"
	"luaflow/analysis/place"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/testkit/must"
)

// TestSlices: the first lines of each file say where a slice begins; its lines are
// those that end in `--*`.
func TestSlices(t *testing.T) {
	files := must.Glob(t, "testdata/slices/*.lua")
	for _, path := range files {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".lua"), func(t *testing.T) {
			text := must.Read(t, path)
			u := compile.Compile(source.NewFile("test.lua", text))
			var want []int
			var direction string
			var at source.Point
			for i := range u.File.NumLines() {
				line := u.File.LineText(i)
				if strings.HasSuffix(line, "--*") {
					want = append(want, i)
				}
				if n, _ := fmt.Sscanf(line, "-- %s %d:%d", &direction, &at.Line, &at.Col); n == 3 {
					at = source.Point{Line: at.Line - 1, Col: at.Col - 1}
				}
			}
			s, err := nav.SliceAt(place.PartsOf(u, 0), u.File.Pos(at, source.UTF32), direction == "forward")
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(s.Lines, want) {
				for i := range u.File.NumLines() {
					if got := slices.Contains(s.Lines, i); got != slices.Contains(want, i) {
						t.Errorf("line %d: %v\t%s", i+1, got, u.File.LineText(i))
					}
				}
			}
		})
	}
}

// TestSlicesHoldTheirPlace takes slices for some names of the files that checks are tested with:
// each holds the line that it was asked for, and what it shows is in order and apart.
func TestSlicesHoldTheirPlace(t *testing.T) {
	asked := 0
	for _, path := range testTexts(t) {
		data := must.Read(t, path)
		u := compile.Compile(source.NewFile(path, data))
		p := place.PartsOf(u, 0)
		for n := range u.Tree.Names.All() {
			if n.ID == 40 {
				break
			}
			s, err := nav.SliceAt(p, n.Start, n.ID%2 == 0)
			if err != nil {
				continue
			}
			asked++
			at := fmt.Sprintf("%s:%d: %s", path, u.File.Line(n.Start), u.File.Slice(n.Span()))
			if !slices.Contains(s.Lines, u.File.Point(s.At.Start, source.UTF8).Line) || !s.At.Touches(n.Start) {
				t.Errorf("%s: not in its slice, the lines %v", at, s.Lines)
			}
			if !slices.IsSorted(s.Lines) || len(slices.Compact(slices.Clone(s.Lines))) < len(s.Lines) {
				t.Errorf("%s: the lines %v", at, s.Lines)
			}
			for i := 1; i < len(s.Spans); i++ {
				if s.Spans[i].Start < s.Spans[i-1].End {
					t.Errorf("%s: %v before %v", at, s.Spans[i-1], s.Spans[i])
				}
			}
		}
	}
	if asked < 1000 {
		t.Errorf("only %d slices", asked)
	}
}
