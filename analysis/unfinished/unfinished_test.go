package unfinished

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"luaflow/analysis/checker"
	"luaflow/compile"
	"luaflow/compile/source"
)

// TestNext edits a text and says what is found in each version: the line, the code, and what the message
// says of lines. A star marks what was found in a version before.
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
		name string
		edit func(string) string
		want []string
	}{
		{"another name", func(s string) string { return s + "pri" }, []string{count + "*", last + "*", sum + "*", "9 " + bad}},
		{"a line above", func(s string) string { return strings.Replace(s, "local last", "io.wri\nlocal last", 1) },
			[]string{count + "*", "3 " + bad, moved(last) + "*", moved(sum) + "*"}},
		{"a line above the one that a message names", func(s string) string { return strings.Replace(s, "last = 2", "io.wri\nlast = 2", 1) },
			[]string{count + "*", "2 dead-store line 4*", "4 " + bad, moved(sum) + "*"}},
		{"its name", func(s string) string { return strings.Replace(s, "  return a", "  sum\n  return a", 1) },
			[]string{count + "*", last + "*", "8 " + bad}},
		{"a name like it", func(s string) string { return strings.Replace(s, "  return a", "  sums\n  return a", 1) },
			[]string{count + "*", last + "*", sum + "*", "8 " + bad}},
		{"its own text", func(s string) string { return strings.Replace(s, "count = 0", "count = ", 1) }, []string{"2 " + bad, last + "*", sum + "*"}},
		{"the place that it names", func(s string) string { return strings.Replace(s, "last = 2", "last = ", 1) }, []string{count + "*", sum + "*"}},
		{"a word of blocks", func(s string) string { return strings.Replace(s, "  return a", "  if a then x\n  return a", 1) }, []string{"8 " + bad}},
		{"a part of one", func(s string) string { return strings.Replace(s, "  return a", "  unti\n  return a", 1) },
			[]string{count + "*", last + "*", sum + "*", "8 " + bad}},
		{"a statement that takes the next", func(s string) string { return strings.Replace(s, "print(last)", "local x =\nprint(last)", 1) },
			[]string{count + "*", last + "*", "7 unused-local*"}},
		{"a finished one", func(s string) string { return strings.Replace(s, "print(last)", "print(last, count)", 1) }, []string{last, sum}},
	} {
		unit := func(text string) *compile.Unit { return compile.Compile(source.NewFile("t.lua", text)) }
		was, now := unit(text), unit(test.edit(text))
		base, _, _ := (*Base)(nil).Next(was, checker.Check(was))
		next, found, kept := base.Next(now, checker.Check(now))
		var got []string
		for i, f := range found {
			s := fmt.Sprintf("%d %s", now.File.Line(f.Span.Start), f.Code)
			if at := strings.Index(f.Message, "line "); at >= 0 && f.Code != bad {
				s += " " + f.Message[at:][:len("line 3")]
			}
			if kept != nil && kept[i] {
				s += "*"
			}
			got = append(got, s)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
		if isFinished := test.name == "a finished one"; isFinished == (next == base) {
			t.Errorf("%s: the statements are finished: %v", test.name, !isFinished)
		}
	}
}
