package unfinished

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"luaflow/analysis"
	"luaflow/analysis/checker"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
	"luaflow/compile/testkit/must"
	"luaflow/compile/testkit/scale"
)

// TestTypingFunctions types every line of a hundred functions key by key, each after what stands above it in
// its file, and at the end of each line the key that ends it.
func TestTypingFunctions(t *testing.T) {
	var sum, hasty typed
	for _, f := range someFunctions(t, 100) {
		if isSound(strings.Join(f.lines[:f.first], "")) {
			sum.add(f.typeAll(t, saidAt))
			hasty.add(f.typeAll(t, saidInHaste))
		}
	}
	sum.hold(t)
	hasty.hold(t)
}

// TestTypingInTheMiddle types every line of the functions into their files, which have all other lines and are
// whole with the line and without it.
func TestTypingInTheMiddle(t *testing.T) {
	var sum, hasty typed
	for _, f := range someFunctions(t, 100) {
		for i := f.first; i < f.end; i++ {
			line := keys{above: strings.Join(f.lines[:i], ""), line: f.line(i), below: strings.Join(f.lines[i+1:], "")}
			if line.isWhole() {
				name := fmt.Sprintf("%s:%d", f.path, i+1)
				sum.add(line.typeInto(t, name, saidAt))
				hasty.add(line.typeInto(t, name, saidInHaste))
			}
		}
	}
	sum.hold(t)
	hasty.hold(t)
}

// typed counts what was typed, and what was said in between.
type typed struct{ lines, said int }

func (s *typed) add(o typed) {
	s.lines += o.lines
	s.said += o.said
}

// hold holds that enough was typed and said to prove something.
func (s *typed) hold(t *testing.T) {
	t.Helper()
	t.Logf("%d lines, %d findings in the middle of one", s.lines, s.said)
	if least, _ := scale.Share(t, 300); s.lines < least || s.said < s.lines {
		t.Error("too few to prove anything")
	}
}

// luaFunction is a function of a file, in lines of its own.
type luaFunction struct {
	path       string
	lines      []string // of the file, each with its end
	first, end int      // of the function, as indices into lines
}

// line returns a line without its end.
func (f *luaFunction) line(i int) string { return strings.TrimRight(f.lines[i], "\r\n") }

// someFunctions returns functions of Lua files in the folder that LUAFLOW_CORPUS names, or of the repository, at most
// full of them at the full size, some of which each run draws: one of each file, none of them long.
func someFunctions(t *testing.T, full int) (some []luaFunction) {
	t.Helper()
	most, seed := scale.Share(t, full)
	most = max(most, min(full, 20)) // fewer may well have nothing that is found in them
	r := rand.New(rand.NewPCG(1+seed, 2))
	paths := luaFiles(t)
	r.Shuffle(len(paths), func(i, j int) { paths[i], paths[j] = paths[j], paths[i] })
	for _, path := range paths {
		text := must.Read(t, path)
		u := unitOf(text)
		if len(u.Errors) > 0 {
			continue
		}
		var in []luaFunction
		for _, f := range u.Tree.Funcs {
			first, last := u.File.Line(f.Span().Start), u.File.Line(f.Span().End-1)
			if f.Parent != nil && first+3 <= last && last < first+40 {
				in = append(in, luaFunction{path, strings.SplitAfter(text, "\n"), first - 1, last})
			}
		}
		if len(in) > 0 {
			some = append(some, in[r.IntN(len(in))])
		}
		if len(some) == most {
			break
		}
	}
	return some
}

// luaFiles returns the Lua files that are not long.
func luaFiles(t *testing.T) (paths []string) {
	t.Helper()
	root := os.Getenv("LUAFLOW_CORPUS")
	if root == "" {
		root = "../.."
	}
	must.Do(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || filepath.Ext(path) != ".lua" {
			return err
		}
		info, err := d.Info()
		if err == nil && info.Size() < 8<<10 {
			paths = append(paths, path)
		}
		return err
	}))
	return paths
}

// isSound reports whether all that is wrong with a text is that it ends.
func isSound(text string) bool {
	return !slices.ContainsFunc(unitOf(text).Errors, func(e *syntax.Error) bool { return int(e.Span.Start) < len(text) })
}

// typeAll types the lines of a function.
func (f *luaFunction) typeAll(t *testing.T, inBetween saying) (sum typed) {
	above := strings.Join(f.lines[:f.first], "")
	base, before := saidAt(nil, above, source.NoPos)
	for i := f.first; i < f.end; i++ {
		k := keys{above: above, line: f.line(i)}
		above += k.line + "\n"
		next, after := saidAt(base, above, source.Pos(len(above)))
		if strings.TrimSpace(k.line) != "" && isSound(above) {
			sum.add(k.run(t, fmt.Sprintf("%s:%d", f.path, i+1), base, before, after, inBetween))
		}
		base, before = next, after
	}
	return sum
}

// keys is a line that is typed into a text.
type keys struct{ above, line, below string }

// isWhole reports whether the text is whole with the line and without it, and the line is not what a `return` above it
// returns: who types that edits the `return`.
func (k *keys) isWhole() bool {
	without, with := unitOf(k.above+k.below), unitOf(k.text(len(k.line)))
	first := source.Pos(len(k.above) + len(k.line) - len(strings.TrimLeft(k.line, " \t")))
	return strings.TrimSpace(k.line) != "" && len(without.Errors) == 0 && len(with.Errors) == 0 &&
		!slices.ContainsFunc(with.Tree.Stats, func(s syntax.Stat) bool {
			_, ok := s.(*syntax.Return)
			return ok && int(s.Span().Start) < len(k.above) && s.Span().Contains(first)
		})
}

// text returns the text after so many bytes of the line.
func (k *keys) text(n int) string {
	if k.below == "" {
		return k.above + k.line[:n]
	}
	return k.above + k.line[:n] + "\n" + k.below
}

// typeInto types the line into a text that is whole.
func (k *keys) typeInto(t *testing.T, name string, inBetween saying) typed {
	base, before := saidAt(nil, k.above+k.below, source.NoPos)
	_, after := saidAt(nil, k.text(len(k.line)), source.NoPos)
	return k.run(t, name, base, before.shifted(strings.Count(k.above, "\n")+1), after, inBetween)
}

// said is what is said of a text, by code, the words that it is about, and line.
type said map[finding]*analysis.Finding

type finding struct {
	code, about string
	line        int
}

// saying is the type of saidAt.
type saying func(base *Base, text string, cursor source.Pos) (next *Base, all said)

// saidAt returns what is said of a text that is typed at a cursor, but for syntax errors.
func saidAt(base *Base, text string, cursor source.Pos) (next *Base, all said) {
	u := unitOf(text)
	next, now := base.Next(u, checker.Check(u), cursor)
	return next, saidOf(u.File, now.Findings)
}

// saidInHaste does what saidAt does, without a check in the middle of a statement.
func saidInHaste(base *Base, text string, cursor source.Pos) (next *Base, all said) {
	u := unitOf(text)
	next, now, ok := base.Meanwhile(u, faults(u), cursor)
	if !ok {
		return saidAt(base, text, cursor)
	}
	return next, saidOf(u.File, now.Findings)
}

var faults = checker.FaultsWith(nil)

func saidOf(file *source.File, found []analysis.Finding) said {
	all := make(said)
	for i := range found {
		if f := &found[i]; f.Severity != analysis.Error {
			about := strings.Join(strings.Fields(file.Slice(f.Span)), " ")
			all[finding{f.Code, about, file.Line(f.Span.Start)}] = f
		}
	}
	return all
}

// shifted returns the same one line lower, from a line on.
func (all said) shifted(first int) said {
	out := make(said)
	for f, x := range all {
		if f.line >= first {
			f.line++
		}
		out[f] = x
	}
	return out
}

// run types the line key by key after a base, and holds that what is said before and after it does not disappear in
// between, but for what the line names so far, and that nothing else appears.
func (k *keys) run(t *testing.T, name string, base *Base, before, after said, inBetween saying) (sum typed) {
	t.Helper()
	sum.lines = 1
	for n := 1; n <= len(k.line); n++ {
		next, now := inBetween(base, k.text(n), source.Pos(len(k.above)+n))
		base = next
		sum.said += len(now)
		for f, x := range now {
			if before[f] == nil && after[f] == nil {
				t.Errorf("%s: %v appears after %q: %s", name, f, k.line[:n], x.Message)
			}
		}
		for f, x := range before {
			if after[f] != nil && now[f] == nil && !mayRefute(k.line[:n], f, x) {
				t.Errorf("%s: %v disappears after %q: %s", name, f, k.line[:n], x.Message)
			}
		}
	}
	return sum
}

var (
	quoted   = regexp.MustCompile("`[^`]*`")
	nameOnly = regexp.MustCompile(`[A-Za-z0-9_]+`)
	ofBlocks = regexp.MustCompile(`(\b(do|then|else|elseif|repeat|until|end|function|while|for|return|break|goto)\b|::).`)
)

// mayRefute reports whether a part of a line has one of the names that a finding is about, or, followed by something, a
// word that opens, closes or leaves a block.
func mayRefute(line string, f finding, x *analysis.Finding) bool {
	names := []string{f.about, x.Subject.Global}
	names = append(names, quoted.FindAllString(x.Message, -1)...)
	for _, r := range x.Related {
		names = append(names, quoted.FindAllString(r.Message, -1)...)
	}
	about := nameOnly.FindAllString(strings.Join(names, " "), -1)
	return ofBlocks.MatchString(line) || slices.ContainsFunc(nameOnly.FindAllString(line, -1), func(word string) bool {
		return slices.Contains(about, word)
	})
}
