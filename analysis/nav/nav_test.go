package nav_test

import (
	"fmt"
	"strings"
	"testing"

	"luaflow/analysis/nav"
	"luaflow/analysis/place"
	"luaflow/analysis/testkit/marked"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/testkit/must"
)

const kinds = "local parameter loop-variable upvalue global"

// TestAt asks about the places marked in testdata/*.lua.
func TestAt(t *testing.T) { marked.Ask(t, "testdata/*.lua", answer) }

func answer(say func(format string, args ...any), u *compile.Unit, pos source.Pos) {
	info, ok := nav.At(place.PartsOf(u, 0), pos)
	if !ok {
		say("nothing")
		return
	}
	if info.Name == "" {
		say("%s at %q", info.Function.Head, u.File.Slice(info.Span))
		return
	}
	what := strings.Fields(kinds)[info.Kind] + " " + info.Name
	if info.Cell {
		what += ", captured"
	}
	if info.IsUse {
		say("use of %s", what)
	} else {
		say("definition of %s", what)
	}
	if u.File.Slice(info.Span) != info.Name || !info.Span.Touches(pos) {
		say("at %q", u.File.Slice(info.Span))
	}
	for _, p := range info.Defs {
		say("from %s", show(u, p))
	}
	for _, p := range info.Uses {
		say("read %s", show(u, p))
	}
	if info.Dead {
		say("dead: %s", info.Why)
	} else if info.Why != "" {
		say("%s", info.Why)
	}
	for _, p := range info.Overwritten {
		say("overwritten %s", show(u, p))
	}
	for _, note := range info.Notes {
		say("%s", note)
	}
}

// TestHasAnswer holds that nothing is said of a place where the text alone tells so, and that it does at most places that are in no
// name.
func TestHasAnswer(t *testing.T) {
	for _, path := range must.Glob(t, "testdata/*.lua") {
		u := compile.Compile(source.NewFile(path, must.Read(t, path)))
		p := place.PartsOf(u, 0)
		said, without := 0, 0
		for pos := range source.Pos(u.File.Len()) {
			_, ok := nav.At(p, pos)
			if !ok {
				at, _ := nav.DefinitionsOf(p, pos)
				ok = at.Valid() || nav.FlowOf(p, pos) != nil
			}
			mayBe := nav.HasAnswer(u, pos)
			if ok && !mayBe {
				t.Fatalf("%s: something is said at line %d, of what follows %q", path, u.File.Line(pos), u.File.Slice(source.Span{Start: max(0, pos-20), End: pos}))
			}
			if ok {
				said++
			} else if mayBe {
				without++
			}
		}
		if without > said/2 {
			t.Errorf("%s: %d places have an answer, %d more may have one", path, said, without)
		}
	}
}

func show(u *compile.Unit, p place.Place) string {
	s := fmt.Sprintf("line %d", p.Line)
	if p.Span.Valid() {
		line := u.File.LuaLines()[u.File.Line(p.Span.Start)-1]
		s += fmt.Sprintf(":%d", p.Span.Start-line+1)
	}
	if p.May {
		s += " may"
	}
	if p.If != "" {
		return s + ": " + p.Text + ", " + p.If
	}
	return s + ": " + p.Text
}
