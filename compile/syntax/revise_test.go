package syntax

import (
	"fmt"
	"slices"
	"testing"

	"luaflow/compile/source"
	"luaflow/compile/testkit/must"
	"luaflow/compile/testkit/scale"
	"luaflow/compile/testkit/typing"
)

// differs returns how a tree differs from that of its text which is made anew; "" if it does not.
func differs(got, want *Tree) string {
	if err := Verify(got); err != nil {
		return err.Error()
	}
	if a, b := dump(got), dump(want); a != b {
		return "the tree differs:\n" + a + "\nwant\n" + b
	}
	switch {
	case !slices.Equal(got.Nots, want.Nots):
		return fmt.Sprintf("Nots %v, want %v", got.Nots, want.Nots)
	case !slices.Equal(got.Chains, want.Chains):
		return fmt.Sprintf("Chains %v, want %v", got.Chains, want.Chains)
	case !slices.Equal(got.Attribs, want.Attribs):
		return fmt.Sprintf("Attribs %v, want %v", got.Attribs, want.Attribs)
	case got.Dialects != want.Dialects || got.g != want.g:
		return fmt.Sprintf("Dialects %v, want %v", got.Dialects, want.Dialects)
	case got.sound != want.sound || got.unsound != want.unsound:
		return fmt.Sprintf("sound %d, %d, want %d, %d", got.sound, got.unsound, want.sound, want.unsound)
	}
	for i, f := range got.Funcs {
		g := want.Funcs[i]
		if f.level != g.level || f.FirstStat != g.FirstStat || f.EndStat != g.EndStat || f.ID != g.ID {
			return fmt.Sprintf("function %d: %+v, want %+v", i, *f, *g)
		}
	}
	return ""
}

// TestRevise types into texts, and holds that the tree of each version which is made of the one before
// is that of its text.
func TestRevise(t *testing.T) {
	revised, others, all := 0, 0, 0
	languages := []Language{{Dialects: Any}, {Dialects: Any, Extensions: ContinueWord | AddAssign}, {}, {Dialects: WithIntegers}}
	for i, text := range typing.Texts(t, slices.Concat(
		must.Glob(t, "testdata/trees/*.lua"), must.Glob(t, "testdata/broken/*.lua"), must.Glob(t, "../testdata/dialects/*.lua"), must.Glob(t, "../codegen/testdata/*.lua"),
	)...) {
		if !scale.Turn(i) {
			continue
		}
		typist := typing.New(text, uint64(i))
		l := languages[i/2%len(languages)]
		m := new(Memory)
		was := ""
		for range scale.Of(150) {
			f := source.NewFile("test.lua", typist.Text)
			tree, change, kept := m.Revise(f, l)
			all++
			switch {
			case change != nil:
				revised++
			case kept:
				other := new(Memory)
				tree = other.Parse(f, l)
				if other.Revisable() {
					m = other
				} else {
					others++
				}
			default:
				tree = m.Parse(f, l)
			}
			if problem := differs(tree, Parse(f, l)); problem != "" {
				t.Fatalf("text %d, %v, revised: %v\n%s\nof\n%s\nafter\n%s", i, l, change, problem, typist.Text, was)
			}
			was = typist.Text
			typist.Type()
		}
	}
	t.Logf("%d of %d were revised, %d left the tree before as it was", revised, all, others)
	if scale.Full() && (20*revised < all || 200*others < all) {
		t.Errorf("%d of %d were revised", revised, all)
	}
}
