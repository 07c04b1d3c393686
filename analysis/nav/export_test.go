package nav_test

import (
	"testing"

	"luaflow/analysis/nav"
	"luaflow/analysis/place"
	"luaflow/analysis/summary"
	"luaflow/analysis/symbols"
	"luaflow/analysis/testkit/samples"
	"luaflow/compile"
	"luaflow/compile/source"
)

// TestExportsAgree holds of any text that what ExportAt tells from a few words of it is what the summary of the whole file tells: each
// field at which it finds an Export is one, and it finds those that are written as most people write them.
func TestExportsAgree(t *testing.T) {
	found, missed := 0, 0
	compare := func(text string) {
		u := compile.Compile(source.NewFile("m.lua", text))
		p := place.PartsOf(u, 0)
		located := summary.Locate("m.lua", p.Facts)
		if len(u.Errors) > 0 || located.Returns != summary.ATable {
			return
		}
		isExport := map[string]bool{}
		for i, e := range located.Exports {
			isExport[e.Name] = true
			if got := nav.ExportAt(p.Text, located.ExportedAt[i].End); got.Name == e.Name {
				found++
			} else {
				missed++
			}
		}
		for _, o := range symbols.Of(p.Facts).Occurrences {
			if got := nav.ExportAt(p.Text, o.Span.Start); got.Name != "" && !isExport[got.Name] {
				t.Errorf("`%s` at line %d is no export of\n%s", got.Name, u.File.Line(o.Span.Start), text)
			}
		}
	}
	for _, text := range []string{
		"local M = {x = 1}\nM.y = 2\nfunction M.f() end\nfunction M:g() self.h = 1 end\nreturn M\n",
		"return {x = 1, f = function() end}\n",
		"local M = {}\nM.x = 1\nreturn setmetatable(M, {})\n",
	} {
		if compare(text); missed > 0 {
			t.Errorf("%d exports are not found in\n%s", missed, text)
			missed = 0
		}
	}
	samples.Each(t, samples.Options{Root: "../..", Longest: 20_000, Generated: 50}, compare)
	t.Logf("%d exports were found, %d were not", found, missed)
	if found < 7 {
		t.Errorf("%d exports were found", found)
	}
}
