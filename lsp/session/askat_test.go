package session

import (
	"context"
	"strings"
	"testing"

	"luaflow/analysis/config"
	"luaflow/analysis/facts"
	"luaflow/analysis/waste"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
	"luaflow/compile/testkit/must"
)

// TestNothingToAsk: where there is nothing to be asked about nothing is found out; where there is a name something is.
func TestNothingToAsk(t *testing.T) {
	const text = "-- words of a comment\nlocal name = 1\nwhile f() do end\n"
	for _, c := range []struct {
		at   string
		asks bool
	}{{"words", false}, {"while", false}, {"name", true}, {"f()", true}} {
		bodies := facts.NewBodies(1 << 20)
		s := New(always(NewEngine(config.Default(), nil, syntax.Language{}, false, false, nil, bodies)))
		snap, pos := open(s, text), source.Pos(strings.Index(text, c.at))
		_, isName, err := snap.Describe(context.Background(), pos)
		must.Do(t, err)
		answer, err := AskAt(context.Background(), snap, pos, func(*waste.Parts) string { return "asked" })
		must.Do(t, err)
		if known := bodies.Bytes() > 0; known != c.asks || isName != c.asks || (answer == "asked") != c.asks {
			t.Errorf("at %q: found out something %t, name %t, answer %q", c.at, known, isName, answer)
		}
	}
}
