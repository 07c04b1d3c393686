package nav_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
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
		for pos := range source.Pos(len(text)) {
			if r.IntN(40) > 0 {
				continue
			}
			want, _ := nav.At(whole, pos)
			_, defs := nav.DefinitionsOf(whole, pos)
			got, _ := nav.At(near, pos)
			if _, found := nav.DefinitionsOf(near, pos); !reflect.DeepEqual(got, want) || !slices.Equal(found, defs) || !slices.Equal(nav.FlowOf(near, pos), nav.FlowOf(whole, pos)) {
				t.Fatalf("line %d of\n%s\nfrom %v: %+v\nif the rest is known\nfrom %v: %+v", u.File.Line(pos), text, found, got, defs, want)
			}
			if want.Name != "" {
				asked++
				if near.Near(near.Text.Owner(u.Tree.Names.Search(want.Span.Start))) != near {
					alone++
				}
			}
		}
	}
	if alone < asked/8 {
		t.Errorf("of %d names %d were looked at without the rest of the file", asked, alone)
	}
}
