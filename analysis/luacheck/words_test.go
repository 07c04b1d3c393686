package luacheck_test

import (
	"slices"
	"strings"
	"testing"

	"luaflow/analysis"
	"luaflow/analysis/checks"
	"luaflow/analysis/config"
	"luaflow/analysis/globals"
	"luaflow/analysis/luacheck"
	"luaflow/analysis/suppress"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/testkit/must"
)

// TestMessagesDecideNothing: what is printed of a finding, and where, does not depend on the
// words of its message, apart from the warnings that are these words.
func TestMessagesDecideNothing(t *testing.T) {
	files := must.Glob(t, "../checks/*/testdata/*.lua")
	rules := func(int) *config.Config { return config.Default() }
	var none *suppress.Set
	outside := globals.Outside{Strict: true, At: none.GlobalRules(config.Default())}
	codes := map[string]int{}
	texts := map[string]string{"again.lua": "local a\nprint(a.x, a.y)\na = 1\nprint(a)"}
	for _, name := range files {
		text := must.Read(t, name)
		texts[name] = text
	}
	for name, text := range texts {
		u := compile.Compile(source.NewFile(name, text))
		var found []analysis.Finding
		p := analysis.NewPass(u, 0, nil, func(f analysis.Finding) { found = append(found, f) })
		p.Globals, p.Text.Pedantic = globals.Of(p.Facts, outside), true
		for _, c := range checks.All {
			if len(c.Luacheck) > 0 && c.Comments == analysis.NoComments {
				p.Run(c)
			}
		}
		found = slices.DeleteFunc(found, func(f analysis.Finding) bool {
			return luacheck.IsError(f.Luacheck)
		})
		want := luacheck.Warnings(p, rules, found)
		for i := range found {
			f := &found[i]
			f.Message = strings.Repeat("`other` words ", 3)
			f.Related = slices.Clone(f.Related)
			for k := range f.Related {
				f.Related[k].Message = f.Message
			}
		}
		if got := luacheck.Warnings(p, rules, found); !slices.Equal(got, want) {
			t.Errorf("%s: in other words\n%+v\nwant\n%+v", name, got, want)
		}
		for _, w := range want {
			codes[w.Code]++
		}
		if name == "again.lua" && len(want) != 2 {
			t.Errorf("two reads of one nil: %+v", want)
		}
	}
	for _, code := range []string{"314", "321", "341", "581"} {
		if codes[code] == 0 {
			t.Errorf("no warning has the code %s", code)
		}
	}
}
