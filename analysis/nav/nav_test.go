package nav_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"luaflow/analysis/nav"
	"luaflow/analysis/place"
	"luaflow/analysis/witness"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

var update = flag.Bool("update", false, "rewrite the answers in testdata")

const (
	answerPrefix = "--| "
	kinds        = "local parameter loop-variable upvalue global"
)

// TestAt asks about the places marked in testdata/*.lua. A line that is a comment
// with one ^ marks the byte above it; the lines after it that begin with --| are
// the answer.
func TestAt(t *testing.T) { askEach(t, "testdata/*.lua", answer) }

// TestExplain asks for the witnesses of such places in testdata/witness.
func TestExplain(t *testing.T) { askEach(t, "testdata/witness/*.lua", explain) }

// question writes the answer for a place.
type question func(b *strings.Builder, u *compile.Unit, pos source.Pos)

func askEach(t *testing.T, pattern string, ask question) {
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) == 0 {
		t.Fatalf("no files: %v", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".lua"), func(t *testing.T) {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			want := string(data)
			got := answered(t, path, want, ask)
			if got == want {
				return
			}
			if !*update {
				t.Fatalf("the answers are (-update writes them):\n%s", got)
			}
			for again := answered(t, path, got, ask); again != got; again = answered(t, path, got, ask) {
				got = again // the answers move the lines that they name
			}
			if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// answered returns the text with the answers to its marks.
func answered(t *testing.T, path, text string, ask question) string {
	t.Helper()
	var language syntax.Language
	if _, name, ok := strings.Cut(strings.SplitN(text, "\n", 2)[0], "-- dialect "); ok {
		language.Dialects, _ = syntax.ParseDialect(name)
	}
	u := compile.CompileAs(source.NewFile(filepath.Base(path), text), language)
	var b strings.Builder
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
			ask(&b, u, source.Pos(above+strings.IndexByte(line, '^')))
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

func answer(b *strings.Builder, u *compile.Unit, pos source.Pos) {
	say := func(format string, args ...any) { fmt.Fprintf(b, answerPrefix+format+"\n", args...) }
	info, ok := nav.At(place.PartsOf(u, 0), pos)
	if !ok {
		say("nothing")
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

// explain writes the witnesses for a place, each step with its line and the text that it
// is about.
func explain(b *strings.Builder, u *compile.Unit, pos source.Pos) {
	say := func(format string, args ...any) { fmt.Fprintf(b, answerPrefix+format+"\n", args...) }
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
