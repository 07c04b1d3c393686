// Package marked asks about places that are marked in Lua files, for the tests of those who
// answer: a line that is a comment with one ^ marks the byte above it, and the lines after it
// that begin with --| are the answer.
package marked

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
	"luaflow/compile/testkit/must"
)

const answerPrefix = "--| "

// Question answers about a place: say writes a line of the answer.
type Question func(say func(format string, args ...any), u *compile.Unit, pos source.Pos)

// Ask compares what ask says about the places marked in the files of a pattern with the answers
// that stand there. A file that begins with "-- dialect NAME" is in another Lua than 5.3.
func Ask(t *testing.T, pattern string, ask Question) {
	t.Helper()
	for _, path := range must.Glob(t, pattern) {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".lua"), func(t *testing.T) {
			data := must.Read(t, path)
			want := data
			got := answered(t, path, want, ask)
			if got == want {
				return
			}
			if !*must.Update {
				t.Fatalf("the answers are (-update writes them):\n%s", got)
			}
			for again := answered(t, path, got, ask); again != got; again = answered(t, path, got, ask) {
				got = again // the answers move the lines that they name
			}
			must.Write(t, path, got)
		})
	}
}

// answered returns the text with the answers to its marks.
func answered(t *testing.T, path, text string, ask Question) string {
	t.Helper()
	var language syntax.Language
	if _, name, ok := strings.Cut(strings.SplitN(text, "\n", 2)[0], "-- dialect "); ok {
		language.Dialects, _ = syntax.ParseDialect(name)
	}
	u := compile.CompileAs(source.NewFile(filepath.Base(path), text), language)
	var b strings.Builder
	say := func(format string, args ...any) { fmt.Fprintf(&b, answerPrefix+format+"\n", args...) }
	asked, start, above := 0, 0, 0
	for line := range strings.SplitAfterSeq(text, "\n") {
		trimmed := strings.TrimSpace(line)
		if strings.HasPrefix(trimmed, strings.TrimSpace(answerPrefix)) {
			start += len(line)
			continue
		}
		b.WriteString(line)
		if strings.Trim(trimmed, "- \t") == "^" {
			asked++
			ask(say, u, source.Pos(above+strings.IndexByte(line, '^')))
		} else {
			above = start
		}
		start += len(line)
	}
	if asked == 0 {
		t.Fatal("nothing is marked")
	}
	return b.String()
}
