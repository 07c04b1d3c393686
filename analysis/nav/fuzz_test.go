package nav_test

import (
	"slices"
	"testing"

	"luaflow/analysis/nav"
	"luaflow/analysis/place"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/testkit/must"
)

// FuzzAt asks about every name of any text.
func FuzzAt(f *testing.F) {
	for _, path := range []string{"testdata/definitions.lua", "testdata/captured.lua", "testdata/broken.lua"} {
		data := must.Read(f, path)
		f.Add(data)
	}
	// A value that paths join at the last instruction, and a closure may read.
	f.Add("local function f() end local h = f if c then f = b function h() f() end end")
	f.Fuzz(func(t *testing.T, text string) {
		u := compile.Compile(source.NewFile("fuzz.lua", text))
		p := place.PartsOf(u, 0)
		for n := range u.Tree.Names.All() {
			if n.ID == 200 {
				break // each answer may name the whole text
			}
			if g, err := nav.GraphAt(p, n.Start); err == nil {
				checkDrawing(t, &g, g.Draw(u.File, func() {}), u.File)
			}
			info, ok := nav.At(p, n.Start)
			if !ok {
				t.Fatalf("no answer for %q", u.File.Slice(n.Span()))
			}
			for _, p := range slices.Concat(info.Defs, info.Uses, info.Overwritten) {
				if p.Line < 1 || p.Text == "" || p.Span.Valid() && int(p.Span.End) > len(text) {
					t.Fatalf("%s: bad place %+v", info.Name, p)
				}
			}
		}
	})
}
