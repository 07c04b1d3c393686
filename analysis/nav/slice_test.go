package nav

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"luaflow/analysis/place"
	"luaflow/compile"
	"luaflow/compile/source"
)

// TestSlices: the first lines of each file say where a slice begins; its lines are
// those that end in `--*`.
func TestSlices(t *testing.T) {
	files, err := filepath.Glob("testdata/slices/*.lua")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, path := range files {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".lua"), func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			u := compile.Compile(source.NewFile("test.lua", string(text)))
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
			s, err := SliceAt(place.PartsOf(u, 0), u.File.Pos(at, source.UTF32), direction == "forward")
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
