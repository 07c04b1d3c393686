package unfinished

import (
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"luaflow/analysis"
	"luaflow/analysis/checker"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
	"luaflow/compile/testkit/must"
	"luaflow/compile/testkit/scale"
)

// TestTypingALine types lines into the middle of texts, key by key, that are whole with the line and
// without it: no finding that holds before and after disappears in between, unless the line names what it
// is about, and none appears that no text brings whose statements are finished.
func TestTypingALine(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	lines, said := 0, 0
	for _, path := range someTexts(t, r) {
		all := linesOf(t, path)
		for _, i := range r.Perm(len(all))[:min(len(all), 4)] {
			x := typing{above: strings.Join(all[:i], ""), line: strings.TrimRight(all[i], "\r\n"), below: strings.Join(all[i+1:], "")}
			if x.isWhole() {
				lines++
				said += x.run(t, fmt.Sprintf("%s:%d", path, i+1))
			}
		}
	}
	t.Logf("%d lines, %d findings in the middle of one", lines, said)
	if lines < scale.Of(400) || said < lines {
		t.Error("too few to prove anything")
	}
}

// TestTypingAFunction does the same with texts that are typed from the first line on.
func TestTypingAFunction(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	lines, said := 0, 0
	paths := someTexts(t, r)
	for _, path := range paths[:max(10, len(paths)/10)] {
		all := linesOf(t, path)
		if len(compile.Compile(source.NewFile(path, strings.Join(all, ""))).Errors) > 0 {
			continue
		}
		for i := range all[:min(len(all), 60)] {
			x := typing{above: strings.Join(all[:i], ""), line: strings.TrimRight(all[i], "\r\n")}
			if !x.isSound() { // a label is missing
				continue
			}
			lines++
			said += x.run(t, fmt.Sprintf("%s:%d", path, i+1))
		}
	}
	t.Logf("%d lines, %d findings in the middle of one", lines, said)
	if lines < scale.Of(400) || said < lines {
		t.Error("too few to prove anything")
	}
}

// linesOf returns the lines of a file, each with its end.
func linesOf(t *testing.T, path string) []string {
	t.Helper()
	content := must.Read(t, path)
	return strings.SplitAfter(strings.TrimRight(content, "\n")+"\n", "\n")
}

// someTexts returns Lua files of the tests of all packages and of the folder in LUAFLOW_CORPUS, none of
// them long.
func someTexts(t *testing.T, r *rand.Rand) (paths []string) {
	t.Helper()
	roots := []string{"../.."}
	if corpus := os.Getenv("LUAFLOW_CORPUS"); corpus != "" {
		roots = append(roots, corpus)
	}
	for _, root := range roots {
		var in []string
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() || filepath.Ext(path) != ".lua" {
				return err
			}
			if info, err := d.Info(); err == nil && info.Size() < 8<<10 {
				in = append(in, path)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		r.Shuffle(len(in), func(i, j int) { in[i], in[j] = in[j], in[i] })
		paths = append(paths, in[:min(len(in), scale.Of(400))]...)
	}
	return paths
}

// typing is a line that is typed into a text.
type typing struct{ above, line, below string }

// unit returns the text after so many bytes of the line.
func (x *typing) unit(n int) *compile.Unit {
	return compile.Compile(source.NewFile("t.lua", x.above+x.line[:n]+"\n"+x.below))
}

// isWhole reports whether the text is whole with the line and without it.
func (x *typing) isWhole() bool {
	without := compile.Compile(source.NewFile("t.lua", x.above+x.below))
	with := x.unit(len(x.line))
	return strings.TrimSpace(x.line) != "" && len(without.Errors) == 0 && len(with.Errors) == 0 && !x.isReturned(with.Tree)
}

// isReturned reports whether the line is what a `return` above it returns: who types that edits the `return`.
func (x *typing) isReturned(t *syntax.Tree) bool {
	first := source.Pos(len(x.above) + len(x.line) - len(strings.TrimLeft(x.line, " \t")))
	return slices.ContainsFunc(t.Stats, func(s syntax.Stat) bool {
		_, ok := s.(*syntax.Return)
		return ok && int(s.Span().Start) < len(x.above) && s.Span().Contains(first)
	})
}

// isSound reports whether all that is wrong with the text above the line is that it ends there.
func (x *typing) isSound() bool {
	above := compile.Compile(source.NewFile("t.lua", x.above))
	return !slices.ContainsFunc(above.Errors, func(e *syntax.Error) bool { return int(e.Span.Start) < len(x.above) })
}

// isOnLine reports whether a place stands in the line.
func (x *typing) isOnLine(at source.Pos) bool {
	return len(x.above) <= int(at) && int(at) < len(x.above)+len(x.line)
}

// said is a finding, by code and the text that it is about, with its line: that of the text after
// the line was typed.
type said struct {
	code, name string
	line       int
}

// all returns what is said, in a text in which lines from first on stand more lines lower later.
func all(u *compile.Unit, found []analysis.Finding, first, more int) map[said]*analysis.Finding {
	out := make(map[said]*analysis.Finding)
	for i := range found {
		f := &found[i]
		line := u.File.Line(f.Span.Start)
		if line >= first {
			line += more
		}
		out[said{f.Code, u.File.Slice(f.Span), line}] = f
	}
	return out
}

// run types the line, and returns how many findings there were in its middle.
func (x *typing) run(t *testing.T, name string) (kept int) {
	t.Helper()
	first := strings.Count(x.above, "\n") + 1
	without := compile.Compile(source.NewFile("t.lua", x.above+x.below))
	base, found, _ := (*Base)(nil).Next(without, checker.Check(without))
	before := all(without, found, first, 1)
	whole := x.unit(len(x.line))
	after := all(whole, checker.Check(whole), 0, 0)
	// Where a text cannot be understood as a whole, less may be said of the same name.
	brought := make(map[said]bool)
	bring := func(s said) { brought[said{name: s.name, line: s.line}] = true }
	for s := range before {
		bring(s)
	}
	for s := range after {
		bring(s)
	}
	isOnLine := make(map[said]bool) // a place that the finding names stands in what was typed
	for n := 1; n < len(x.line); n++ {
		u := x.unit(n)
		next, found, _ := base.Next(u, checker.Check(u))
		now := all(u, found, 0, 0)
		for s := range now {
			kept++
			switch {
			case s.code == "syntax-error":
			case next != base: // the statements are finished
				bring(s)
			case !brought[said{name: s.name, line: s.line}]:
				t.Errorf("%s: %v appears after %q", name, s, x.line[:n])
			}
		}
		if next != base {
			maps.DeleteFunc(before, func(s said, _ *analysis.Finding) bool { return now[s] == nil })
			for s := range before {
				before[s] = now[s] // it may name other things, and be about a place in the line
				isOnLine[s] = slices.ContainsFunc(now[s].Related, func(r analysis.Related) bool { return x.isOnLine(r.Span.Start) })
			}
		}
		for s, f := range before {
			if s.code != "syntax-error" && after[s] != nil && now[s] == nil && !isOnLine[s] && !isNamed(x.line[:n], s, f) {
				t.Errorf("%s: %v disappears after %q", name, s, x.line[:n])
			}
		}
		base = next
	}
	return kept
}

var anyWord = regexp.MustCompile(`[A-Za-z0-9_]+`)

// isNamed reports whether a line names what a finding is about, or has a word of blocks that it may
// not end with.
func isNamed(line string, s said, f *analysis.Finding) bool {
	about := s.name + " " + f.Message
	for _, r := range f.Related {
		about += " " + r.Message
	}
	for _, word := range anyWord.FindAllString(line, -1) {
		if slices.Contains(anyWord.FindAllString(about, -1), word) {
			return true
		}
	}
	done := anyWord.ReplaceAllStringFunc(strings.TrimRight(line, "abcdefghijklmnopqrstuvwxyz"), func(word string) string {
		if blockWords[word] {
			return "::"
		}
		return word
	})
	return strings.Contains(done, "::")
}
