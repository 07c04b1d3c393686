package plan_test

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"luaflow/analysis/fix"
	"luaflow/analysis/fix/plan"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/testkit/scale"
)

// TestGaps deletes statements of random programs, with blank lines of all kinds in code,
// long strings and comments: what goes with them is blank lines of the code and nothing
// else.
func TestGaps(t *testing.T) {
	gone := 0
	for seed := range scale.Of(5000) {
		g := gapped{rand.New(rand.NewPCG(uint64(seed), 7))}
		text := g.text()
		u := compile.Compile(source.NewFile("gaps.lua", text))
		if len(u.Errors) > 0 {
			t.Fatalf("%s in %q", u.Errors[0], text)
		}
		odds := 1 + g.IntN(4)
		script := plan.NewOriginal(u, nil, nil).NewScript()
		for _, stat := range u.Tree.Stats {
			if g.IntN(odds) == 0 {
				script.Cut(stat)
			}
		}
		cut := script.Ordered()
		before := fix.Apply(text, plan.JoinDeletions(slices.Clone(cut)))
		after := fix.Apply(text, script.WithBlankLinesAround(cut))
		gone += len(before) - len(after)
		if a, b := notBlank(before), notBlank(after); a != b {
			t.Fatalf("%q: without its blank lines %q is not %q", text, before, after)
		}
	}
	if gone == 0 {
		t.Error("no blank line went")
	}
}

// long is the long strings and comments of the programs.
var long = regexp.MustCompile(`(?s)\[\[.*?\]\]`)

// notBlank returns the lines of a text that are not blank; what is long is part of a line.
func notBlank(text string) string {
	text = long.ReplaceAllStringFunc(strings.TrimPrefix(text, "\ufeff"), strconv.Quote)
	lines := strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' })
	lines = slices.DeleteFunc(lines, func(line string) bool { return strings.Trim(line, " \t\v\f") == "" })
	return strings.Join(lines, "\n")
}

// gapped writes programs with gaps.
type gapped struct{ *rand.Rand }

func (g gapped) pick(list ...string) string { return list[g.IntN(len(list))] }

func (g gapped) text() string {
	return g.pick("", "", "\ufeff", "#!lua\n", "#!lua\r\n", "\ufeff#!lua\n") + g.gap() + g.block(3) + g.pick("", g.gap(), "\n")
}

// gap returns what may stand between tokens: mostly line breaks, with white space.
func (g gapped) gap() string {
	b := " "
	for range g.IntN(4) {
		b += g.pick("", "", "  ", "\t", "\f\v") + g.pick("\n", "\n", "\r\n", "\r", "\n\r")
	}
	return b + g.pick("", "  ", "", "-- note\n", "--[["+"\n\n x \n\t\n]]")
}

func (g gapped) block(depth int) string {
	var b strings.Builder
	for range g.IntN(4) {
		b.WriteString(g.statement(depth-1) + g.pick("", "", "", ";", " -- note\n") + g.gap())
	}
	return b.String()
}

func (g gapped) statement(depth int) string {
	in := func() string { return g.gap() + g.block(depth) }
	simple := g.pick("x = 1", "f()", "local y = f", "f[[\n\n]]", "x = [[ \r\r\n\n\t\n]]", "f{"+g.gap()+"1,"+g.gap()+"}", "f()", ";")
	if depth == 0 {
		return simple
	}
	switch g.IntN(8) {
	case 0:
		return "do" + in() + "end"
	case 1:
		return "if x then" + in() + "elseif y then" + in() + "else" + in() + "end"
	case 2:
		return "repeat" + in() + "until" + g.gap() + "x"
	case 3:
		return "x = function()" + in() + "end"
	case 4:
		return "f{" + g.gap() + "a = function()" + in() + "end," + g.gap() + "}"
	}
	return simple
}
