package symbols_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"luaflow/analysis/facts"
	"luaflow/analysis/symbols"
	"luaflow/analysis/testkit/luagen"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/testkit/must"
	"luaflow/compile/testkit/scale"
)

// TestOccurrencesAgree: in any text, whole or cut somewhere, each name of a local variable is one occurrence of it, one of them its definition; and
// what stands at an occurrence is the name of its thing.
func TestOccurrencesAgree(t *testing.T) {
	fields := 0
	for seed := range uint64(scale.Of(400)) {
		text := luagen.Program(seed, luagen.Options{Messy: seed%3 == 0})
		fields += agree(t, text)
		cut := rand.New(rand.NewPCG(seed, 2)).IntN(len(text) + 1)
		agree(t, text[:cut])
	}
	for i, path := range must.Corpus(t) {
		if i%scale.Every(10) == 0 {
			fields += agree(t, must.Read(t, path))
		}
	}
	if fields == 0 {
		t.Error("there were no fields")
	}
}

// agree returns how many fields there are in a text, in which all must agree.
func agree(t *testing.T, text string) (fields int) {
	f := factsOf(text)
	file := symbols.Of(f)
	found, defined := map[source.Span]symbols.ID{}, map[symbols.ID]int{}
	for _, o := range file.Occurrences {
		x := &file.Things[o.Thing]
		switch named := f.Unit.File.Slice(o.Span); {
		case x.Kind == symbols.Local:
			found[o.Span] = o.Thing
			if o.Roles&symbols.Definition != 0 {
				defined[o.Thing]++
			}
			if named != x.Name && named != ":" {
				t.Fatalf("%q is called %q in\n%s", named, x.Name, text)
			}
		case x.Kind == symbols.Field:
			fields++
			fallthrough
		case x.Kind == symbols.Global:
			if named != x.Name && !strings.ContainsAny(named[:1], `'"[`) {
				t.Fatalf("%q is called %q in\n%s", named, x.Name, text)
			}
		}
		for id := o.Thing; file.Things[id].Kind == symbols.Field; id = file.Things[id].Owner {
			if owner := file.Things[id].Owner; owner == 0 || owner == id {
				t.Fatalf("a field of nothing in\n%s", text)
			}
		}
	}
	agreeOnLocals(t, f, file, found, defined)
	return fields
}

func agreeOnLocals(t *testing.T, f *facts.Facts, file *symbols.File, found map[source.Span]symbols.ID, defined map[symbols.ID]int) {
	for n := range f.Unit.Tree.Names.From(0) {
		ref := &f.Unit.Res.Refs[n.ID]
		if ref.Kind == resolve.ToGlobal || ref.Binding == 0 {
			continue
		}
		id, ok := found[n.Span()]
		if !ok || file.Things[id].Binding != ref.Binding {
			t.Fatalf("no occurrence of the variable at %v in\n%s", n.Span(), f.Unit.File.Text())
		}
		if n := defined[id]; n != 1 && f.Unit.Res.Bindings[ref.Binding].Decl != nil {
			t.Fatalf("%d definitions of %s in\n%s", n, file.Things[id].Name, f.Unit.File.Text())
		}
	}
}
