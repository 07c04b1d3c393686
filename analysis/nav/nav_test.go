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
