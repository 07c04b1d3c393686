package nav_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"luaflow/analysis/nav"
	"luaflow/analysis/place"
	"luaflow/analysis/testkit/luagen"
	"luaflow/analysis/value"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/testkit/must"
	"luaflow/compile/testkit/scale"
)

// TestNear holds that what is said of a name is the same whether the rest of the file is known or not.
func TestNear(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 1))
	var files []string
	for _, path := range must.Glob(t, "../checks/*/testdata/*.lua") {
		files = append(files, must.Read(t, path))
	}
	asked, alone := 0, 0
	for range scale.Of(1500) {
		texts := make([]string, 3+r.IntN(4))
		for i := range texts {
			texts[i] = files[r.IntN(len(files))]
		}
		text := luagen.Among(r, texts)
		if r.IntN(4) == 0 {
			text = luagen.Modules(r)
		}
		u := compile.Compile(source.NewFile("t.lua", text))
		if len(u.Errors) > 0 {
			continue
		}
		whole, near := place.PartsOf(u, 0), place.PartsOf(u, 0)
		whole.Facts.Marking(value.None)
		for n := range u.Tree.Names.All() {
			if r.IntN(8) > 0 {
				continue
			}
			want, _ := nav.At(whole, n.Start)
			if got, _ := nav.At(near, n.Start); !reflect.DeepEqual(got, want) {
				t.Fatalf("%q at line %d of\n%s\n%+v\nif the rest is known\n%+v", u.File.Slice(n.Span()), u.File.Line(n.Start), text, got, want)
			}
			asked++
			if near.Near(near.Text.Owner(n.ID)) != near {
				alone++
			}
		}
	}
	if alone < asked/8 {
		t.Errorf("of %d names %d were looked at without the rest of the file", asked, alone)
	}
}
