package nav_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"luaflow/analysis/nav"
	"luaflow/analysis/place"
	"luaflow/analysis/testkit/luagen"
	"luaflow/analysis/waste"
	"luaflow/compile"
	"luaflow/compile/bytecode"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
	"luaflow/compile/testkit/must"
	"luaflow/compile/testkit/scale"
)

// TestRenamePreservesMeaning renames variables and labels of random programs, and of the files that checks are tested
// with: a name that the text does not have gives the same code, and so does any other name that is not
// refused. One that is refused would give names another meaning.
func TestRenamePreservesMeaning(t *testing.T) {
	renamed, refused := 0, 0
	count := func(a, b int) { renamed, refused = renamed+a, refused+b }
	for seed := range uint64(scale.Of(400)) {
		count(renameAll(t, rand.New(rand.NewPCG(seed, 1)), luagen.Program(seed, luagen.Options{Messy: seed%3 == 0}), syntax.Language{}))
	}
	for i, path := range must.Glob(t, "../checks/*/testdata/*.lua") {
		if i%scale.Every(2) == 0 {
			count(renameAll(t, rand.New(rand.NewPCG(uint64(i), 2)), must.Read(t, path), syntax.Language{Dialects: syntax.Any}))
		}
	}
	if renamed < 100 || refused < 10 {
		t.Errorf("%d renamed, %d refused", renamed, refused)
	}
}

// renameAll renames some variables and labels of a text to a new name, and to one that it has.
func renameAll(t *testing.T, rng *rand.Rand, text string, l syntax.Language) (renamed, refused int) {
	t.Helper()
	u := compile.CompileAs(source.NewFile("=text", text), l)
	p := place.PartsOf(u, 0)
	names := []string{"print", "undefined", "self"}
	var places []source.Pos
	for n := range u.Tree.Names.All() {
		names = append(names, u.Tree.Str(n.Sym))
		places = append(places, n.Start)
	}
	for _, s := range u.Tree.Stats {
		switch s := s.(type) {
		case *syntax.Goto:
			names, places = append(names, u.Tree.Str(s.Label)), append(places, s.NamePos)
		case *syntax.Label:
			names, places = append(names, u.Tree.Str(s.Label)), append(places, s.NamePos)
		}
	}
	if len(places) == 0 {
		return 0, 0
	}
	for range 12 {
		pos := places[rng.IntN(len(places))]
		at, err := nav.Renamable(p, pos)
		if err != nil || !at.Valid() {
			continue
		}
		if _, err := nav.Rename(p, pos, "fresh_name"); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		checkRenamed(t, u, p, pos, "fresh_name", l)
		if checkRenamed(t, u, p, pos, names[rng.IntN(len(names))], l) {
			renamed++
		} else {
			refused++
		}
	}
	return renamed, refused
}

// checkRenamed reports whether the name at a place can be another, having compared the texts.
func checkRenamed(t *testing.T, u *compile.Unit, p *waste.Parts, pos source.Pos, name string, l syntax.Language) bool {
	t.Helper()
	edits, err := nav.Rename(p, pos, name)
	isLabel := !slices.ContainsFunc(slices.Collect(u.Tree.Names.All()), func(n *syntax.Name) bool { return n.Start == pos })
	if err != nil && (isLabel || name == "_ENV") {
		return false // refused although it might do
	}
	if err != nil {
		edits = nil
		for _, o := range nav.OccurrencesOf(p, pos) {
			edits = append(edits, source.Edit{Span: o.Span, New: name})
		}
	}
	after, applied := u.File.Apply(edits)
	must.Do(t, applied)
	v := compile.CompileAs(after, l)
	isSame := len(v.Errors) == len(u.Errors) && bytes.Equal(bytecode.Dump(u.Main, true), bytecode.Dump(v.Main, true))
	meansSame := slices.EqualFunc(u.Res.Refs, v.Res.Refs, func(a, b resolve.Ref) bool { return a.Kind == b.Kind && a.Binding == b.Binding })
	switch {
	case err == nil && !(isSame && meansSame):
		t.Fatalf("%s in line %d as %s: the code is another\n%s", u.File.Slice(edits[0].Span), u.File.Line(pos), name, after.Text())
	case err != nil && meansSame:
		t.Fatalf("refused, though nothing changes: %v\n%s", err, after.Text())
	}
	return err == nil
}

func TestRenameRefusals(t *testing.T) {
	for _, c := range []struct {
		text, name string
		dialects   syntax.Dialect
		want       string // the error, or the text after
	}{
		{"local |x = 1 return x", "y", 0, "local y = 1 return y"},
		{"local x = 1 return function() x| = 2 end", "y", 0, "local y = 1 return function() y = 2 end"},
		{"local |x = 1 return x", "x", 0, "local x = 1 return x"},
		{"for |i = 1, 2 do print(i) end", "k", 0, "for k = 1, 2 do print(k) end"},
		{"local function |f(f) return f end return f", "g", 0, "local function g(f) return f end return g"},
		{"::|a:: do goto a end", "b", 0, "::b:: do goto b end"},
		{"do goto |a end ::a:: ", "b", 0, "do goto b end ::b:: "},
		{"local |x = 1 return x", "end", 0, "`end` is a keyword"},
		{"local |x = 1 return x", "1x", 0, "`1x` is not a name"},
		{"local |x = 1 return x", "", 0, "a name is not empty"},
		{"local |x = 1 return x", "y z", 0, "`y z` is not a name"},
		{"local |x = 1 return x", "y --", 0, "`y --` is not a name"},
		{"local |x = 1 return x", "goto", syntax.Lua51 | syntax.Lua53, "`goto` is not a name in Lua 5.3"},
		{"local |x = 1 return x", "goto", syntax.Lua51, "local goto = 1 return goto"},
		{"local |x = 1 return x", "é", 0, "`é` is not a name in Lua 5.3"},
		{"local |x = 1 return x", "_ENV", 0, "`_ENV` has a meaning of its own"},
		{"local |x = 1 return x", "_ENV", syntax.Lua51, "local _ENV = 1 return _ENV"},
		{"local |_ENV = {}", "x", 0, "`_ENV` has a meaning of its own"},
		{"local x <|const> = 1", "close", syntax.Lua54, "an attribute cannot be renamed"},
		{"|print(1)", "x", 0, "`print` is a global, which other files may use"},
		{"function a:b() return |self end", "x", 0, "`self` is an implicit parameter, whose name is part of the language"},
		{"return| 1", "x", 0, "there is no name here"},
		{"local |x = 1\nprint(x, y)", "y", 0, "the global `y` in line 2 would then be this variable"},
		{"local y\nlocal |x\nreturn x,\ny", "y", 0, "`y` in line 4 would then be this variable, not the one that line 1 declares"},
		{"local |x\nlocal y\nreturn\nx", "y", 0, "`x` in line 4 would then be the `y` that line 2 declares"},
		{"local |x\nfunction t:m()\nreturn x\nend", "self", 0, "`x` in line 3 would then be the `self` that line 2 declares"},
		{"local |x do local y = 1 print(y) end return x", "y", 0, "local y do local y = 1 print(y) end return y"},
		{"do ::|a:: goto a end do ::b:: end", "b", 0, "the function has a label `b` already, in line 1"},
		{"local |x = 1 +", "y", 0, "text with syntax errors may use `x`"},
	} {
		text, after, _ := strings.Cut(c.text, "|")
		pos := source.Pos(len(text))
		u := compile.CompileAs(source.NewFile("a.lua", text+after), syntax.Language{Dialects: c.dialects})
		edits, err := nav.Rename(place.PartsOf(u, 0), pos, c.name)
		var got string
		if err != nil {
			got = err.Error()
		} else {
			after, err := u.File.Apply(edits)
			must.Do(t, err)
			got = after.Text()
		}
		if got != c.want {
			t.Errorf("%q as %q: %s, want %s", c.text, c.name, got, c.want)
		}
	}
}
