package fix_test

import (
	"slices"
	"strings"
	"testing"

	"luaflow/analysis"
	"luaflow/analysis/checker"
	"luaflow/analysis/fix"
	"luaflow/compile"
	"luaflow/compile/source"
)

// TestTaken deletes the statements of a text that end in `--`, which changes nothing if it
// is done at once. Alone only those may go that end in `--` and nothing else.
func TestTaken(t *testing.T) {
	for name, text := range map[string]string{
		"overwritten":        "local x = ...\nx = 1 --\nx = 2 --\nx = 3\nprint(x)\n",
		"the same value":     "local x = 1\nx = 2 --\nx = 1 -- needed\nprint(x)\n",
		"a captured one":     "local x = 1\nlocal function f() return x end\nx = 2 --\nx = 1 -- needed\nf()\n",
		"nobody's":           "local x\nprint(function()\n x = 2 --\nx = 1 --\nend)\n",
		"in an unneeded way": "local x = ...\nif x then\nx = 1 --\nx = 2 --\nend\nx = 3\nprint(x)\n",
	} {
		var edits []source.Edit
		var want []bool
		at := source.Pos(0)
		for _, line := range strings.SplitAfter(text, "\n") {
			if stat, comment, found := strings.Cut(line, " --"); found {
				edits = append(edits, source.Edit{Span: source.Span{Start: at, End: at + source.Pos(len(stat))}})
				want = append(want, comment != "\n")
			}
			at += source.Pos(len(line))
		}
		u := compile.Compile(source.NewFile("a.lua", text))
		if got, err := fix.New(checker.CheckIn).Taken(u, edits); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %v needed, not %v (%v)\n%s", name, got, want, err, text)
		}
	}
}

// TestManyStores holds that stores to one variable are verified at once: one by one they
// would be more text than is compiled to answer a question.
func TestManyStores(t *testing.T) {
	text := "local x = f()\n" + strings.Repeat("x = f()\n", 3000)
	u := compile.Compile(source.NewFile("a.lua", text))
	found := checker.Check(u)
	fixes, left := fix.New(checker.CheckIn).Each(u, found)
	if len(found) == 0 || left > 0 {
		t.Errorf("%d of %d findings were not looked at", left, len(found))
	}
	for i := range fixes {
		if len(fixes[i]) == 0 || fixes[i][0].Level != analysis.Safe {
			t.Errorf("no verified fix for: %s", found[i].Message)
		}
	}
}
