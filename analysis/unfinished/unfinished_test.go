package unfinished

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"luaflow/analysis"
	"luaflow/analysis/checker"
	"luaflow/compile"
	"luaflow/compile/source"
)

// TestNext edits a text and says what is found in each version: the line, the code, and what the message
// says of lines. A star marks what was found in a version before. A bar is where somebody types; without
// one nobody does.
func TestNext(t *testing.T) {
	const text = "local count = 0\nlocal last = 1\nlast = 2\nprint(last)\nreturn function(a)\n  local sum = a\n  return a\nend\n"
	var (
		count = "1 unused-local"
		last  = "2 dead-store line 3"
		sum   = "6 unused-local"
		bad   = "syntax-error"
	)
	moved := func(s string) string {
		return strings.NewReplacer("6 ", "7 ", "line 3", "line 4", "2 dead", "3 dead").Replace(s)
	}
	for _, test := range []struct {
		name     string
		was, now string // what is edited, and into what
		next     string // which base there is then: "" for the one that was, or "now"
		want     []string
	}{
		{"another name", "end\n", "end\npri|", "", []string{count + "*", last + "*", sum + "*", "9 " + bad}},
		{"a line above", "local last", "io.wri|\nlocal last", "", []string{count + "*", "3 " + bad, moved(last) + "*", moved(sum) + "*"}},
		{"a line above, and nobody types", "local last", "io.wri\nlocal last", "", []string{count + "*", "3 " + bad, moved(last) + "*", moved(sum) + "*"}},
		{"a line above the one that a message names", "last = 2", "io.wri|\nlast = 2", "",
			[]string{count + "*", "2 dead-store line 4*", "4 " + bad, moved(sum) + "*"}},
		{"its name", "  return a", "  sum|\n  return a", "", []string{count + "*", last + "*", "8 " + bad}},
		{"a name like it", "  return a", "  sums|\n  return a", "", []string{count + "*", last + "*", sum + "*", "8 " + bad}},
		{"its own text", "count = 0", "count = |", "", []string{"2 " + bad, last + "*", sum + "*"}},
		{"the place that it names", "last = 2", "last = |", "", []string{count, sum}},
		{"a word of blocks", "  return a", "  if a then x|\n  return a", "", []string{"8 " + bad}},
		{"a part of one", "  return a", "  unti|\n  return a", "", []string{count + "*", last + "*", sum + "*", "8 " + bad}},
		{"a statement that takes the next", "print(last)", "local x =\n|print(last)", "", []string{count, last, moved(sum)}},
		{"one, and nobody types", "print(last)", "local x =\nprint(last)", "now", []string{count, last, "4 unused-local", moved(sum)}},

		{"a statement that may go on", "print(last)", "local x|\nprint(last)", "", []string{count, last, moved(sum)}},
		{"one, and its line ends", "print(last)", "local x\n  |\nprint(last)", "now",
			[]string{count, last, "4 unused-local", "8 unused-local"}},
		{"one, and nobody types", "print(last)", "local x\nprint(last)", "now", []string{count, last, "4 unused-local", moved(sum)}},
		{"what uses it, so far", "print(last)", "print(last, count|)", "", []string{last, sum}},
		{"what leaves the program, so far", "last = 2", "error|()\nlast = 2", "", []string{count, "2 dead-store line 4*", moved(sum)}},
		{"the same, and nobody types", "last = 2", "error()\nlast = 2", "now", []string{count, last, "4 unreachable-code line 3", moved(sum)}},
		{"a line with findings", "count = 0", "count = 01|", "", []string{count, last, sum}},
		{"a line that opens a branch", "print(last)", "if last then print(last)\nelse|\nend", "", []string{count, last, "4 constant-condition line 3", "8 unused-local"}},
	} {
		if !strings.Contains(text, test.was) {
			t.Fatal(test.name)
		}
		typed := strings.Replace(text, test.was, test.now, 1)
		cursor := source.NoPos
		if at := strings.Index(typed, "|"); at >= 0 {
			typed, cursor = typed[:at]+typed[at+1:], source.Pos(at)
		}
		was, now := unitOf(text), unitOf(typed)
		base, _ := (*Base)(nil).Next(was, checker.Check(was), source.NoPos)
		next, said := base.Next(now, checker.Check(now), cursor)
		if got := shown(now, said); !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
		if isNew := next.file == now.File; isNew != (test.next == "now") {
			t.Errorf("%s: the statements are finished: %v", test.name, isNew)
		}
	}
}

func unitOf(text string) *compile.Unit { return compile.Compile(source.NewFile("t.lua", text)) }

// shown returns what is said of a unit, as TestNext has it.
func shown(u *compile.Unit, said Said) (all []string) {
	for i, f := range said.Findings {
		s := fmt.Sprintf("%d %s", u.File.Line(f.Span.Start), f.Code)
		if at := strings.Index(f.Message, "line "); at >= 0 && f.Severity != analysis.Error {
			s += " " + f.Message[at:][:len("line 3")]
		}
		if said.Kept != nil && said.Kept[i] {
			s += "*"
		}
		all = append(all, s)
	}
	return all
}

// TestElsewhere types a statement, and then one in another line: of the first one all is said from then on.
func TestElsewhere(t *testing.T) {
	base := (*Base)(nil)
	for _, step := range []struct {
		text string
		want []string
	}{
		{"\nlocal a = 1\n\nreturn 1\n", []string{"2 unused-local"}},
		{"local x|\nlocal a = 1\n\nreturn 1\n", []string{"2 unused-local"}},
		{"local x =|\nlocal a = 1\n\nreturn 1\n", []string{"2 syntax-error", "2 unused-local*"}},
		{"local x = 1|\nlocal a = 1\n\nreturn 1\n", []string{"2 unused-local"}},
		{"local x = 1\nlocal a = 1\npri|\nreturn 1\n", []string{"1 unused-local*", "2 unused-local*", "4 syntax-error"}},
		{"local x = 1\nlocal a = 1\nprint()|\nreturn 1\n", []string{"1 unused-local", "2 unused-local"}},
		{"local x = 1|\nlocal a = 1\nprint()\nreturn 1\n", []string{"1 unused-local", "2 unused-local"}},
	} {
		at := strings.Index(step.text, "|")
		u := unitOf(strings.Replace(step.text, "|", "", 1))
		var said Said
		base, said = base.Next(u, checker.Check(u), source.Pos(at))
		if got := shown(u, said); !slices.Equal(got, step.want) {
			t.Errorf("%q: %q, want %q", step.text, got, step.want)
		}
	}
}

// TestIsHeld: a text is looked at once more when nobody types in it only if something else is said then.
func TestIsHeld(t *testing.T) {
	const text = "local a = 1\n"
	was := unitOf(text + "print()\n")
	base, _ := (*Base)(nil).Next(was, checker.Check(was), source.NoPos)
	for line, want := range map[string]bool{"print()": false, "local x": true, "print(a)": false, "error()": true, "pri": false} {
		now := unitOf(text + line + "\nprint()\n")
		cursor := source.Pos(len(text) + len(line))
		if _, said := base.Next(now, checker.Check(now), cursor); said.IsHeld != want {
			t.Errorf("%s: %v", line, said.IsHeld)
		}
	}
}
