package witness_test

import (
	"fmt"
	"testing"

	"luaflow/analysis/place"
	"luaflow/analysis/testkit/marked"
	"luaflow/analysis/witness"
	"luaflow/compile"
	"luaflow/compile/source"
)

// TestExplain asks for the witnesses of the places marked in testdata.
func TestExplain(t *testing.T) { marked.Ask(t, "testdata/*.lua", explain) }

// explain writes the witnesses for a place, each step with its line and the text that it
// is about.
func explain(say func(format string, args ...any), u *compile.Unit, pos source.Pos) {
	at := func(span source.Span) string {
		if !span.Valid() {
			return "nowhere"
		}
		return fmt.Sprintf("line %d %q", u.File.Line(span.Start), u.File.Slice(span))
	}
	witnesses, err := witness.Explain(place.PartsOf(u, 0), pos)
	if err != nil {
		say("%s, nearest %s", err, at(err.(*place.NothingError).Nearest))
	}
	for _, w := range witnesses {
		say("%s", w.Title)
		if !w.At.Touches(pos) {
			say("  at %s", at(w.At))
		}
		for _, s := range w.Steps {
			say("  %s: %s", at(s.Span), s.Text)
		}
	}
}
