package lsp

import (
	"strings"
	"testing"

	"go.lsp.dev/protocol"

	"luaflow/analysis/outline"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// TestGrowIsBounded grows a selection in chained operators up to the whole text.
func TestGrowIsBounded(t *testing.T) {
	const links = 50_000
	for _, c := range []struct{ chained, want int }{{3, 5}, {links, maxGrowth + 2}} {
		text := "return a" + strings.Repeat("+a", c.chained)
		file := source.NewFile("x.lua", text)
		tree := syntax.Parse(file, syntax.Language{})
		var out protocol.SelectionRange
		mapper{file, source.UTF8}.grow(&out, outline.Selections(tree, []source.Pos{7})[0])
		steps := 1
		at := &out
		for ; at.Parent != nil; at = at.Parent {
			steps++
		}
		if steps != c.want || int(at.Range.End.Character) != len(text) {
			t.Errorf("%d operators: %d steps, want %d; the last ends at %d of %d", c.chained, steps, c.want, at.Range.End.Character, len(text))
		}
	}
}
