package refactor_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"luaflow/analysis"
	"luaflow/analysis/refactor"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
	"luaflow/compile/testkit/must"
)

// TestChanges holds what refactorings make of texts. Each archive in testdata is about the titles that begin
// with its name; it has texts (NAME.lua) with a selection between ‹ and ›, or a cursor that is ‸, each with what
// becomes of it after it, or why it is refused. In the texts, ␍ stands for a carriage return. A name
// that ends with a dialect (NAME-5.1.lua) says which the text is written in.
func TestChanges(t *testing.T) {
	for _, path := range must.Glob(t, "testdata/*.txtar") {
		about := strings.TrimSuffix(filepath.Base(path), ".txtar")
		t.Run(about, func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			must.Do(t, err)
			want := string(txtar.Format(archive))
			var files []txtar.File
			for _, f := range archive.Files {
				if strings.HasSuffix(f.Name, ".lua") {
					files = append(append(files, f), answers(t, about, f)...)
				}
			}
			archive.Files = files
			got := string(txtar.Format(archive))
			switch {
			case got == want:
			case *must.Update:
				must.Write(t, path, got)
			default:
				t.Errorf("the results differ from those in the archive (-update rewrites them):\n%s", firstDifference(want, got))
			}
		})
	}
}

func firstDifference(want, got string) string {
	a, b := strings.SplitAfter(want, "\n"), strings.SplitAfter(got, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("line %d: want %q\ngot %q", i+1, a[i:min(i+9, len(a))], b[i:min(i+9, len(b))])
		}
	}
	return "one is longer"
}

// answers returns what can be done in a text.
func answers(t *testing.T, about string, f txtar.File) (out []txtar.File) {
	text, at := selection(t, strings.ReplaceAll(string(f.Data), "␍", "\r"))
	u := compile.CompileAs(source.NewFile(f.Name, text), languageOf(f.Name))
	if len(u.Errors) > 0 {
		t.Fatalf("%s: %s", f.Name, u.Errors[0])
	}
	for _, c := range refactor.At(analysis.NewPass(u, 0, nil, nil), nil, at) {
		if !strings.HasPrefix(c.Title, about) {
			continue
		}
		edits, err := c.Prove()
		if err != nil {
			out = append(out, txtar.File{Name: c.Title + ": refused", Data: []byte(err.Error() + "\n")})
			continue
		}
		after, err := u.File.Apply(edits)
		must.Do(t, err)
		out = append(out, txtar.File{Name: c.Title, Data: []byte(strings.ReplaceAll(after.Text(), "\r", "␍"))})
		if comments(u.Tree) != comments(compile.CompileAs(after, languageOf(f.Name)).Tree) {
			t.Errorf("%s: the comments are others after\n%s", f.Name, after.Text())
		}
	}
	if len(out) == 0 {
		out = []txtar.File{{Name: "nothing"}}
	}
	return out
}

// comments returns the comments of a tree, sorted.
func comments(t *syntax.Tree) string {
	var all []string
	for _, c := range t.Comments {
		all = append(all, strings.Join(strings.Fields(t.File.Slice(c.Span)), " "))
	}
	slices.Sort(all)
	return strings.Join(all, "\n")
}

// languageOf returns the language that the name of a text tells.
func languageOf(name string) (l syntax.Language) {
	for dialect, d := range map[string]syntax.Dialect{"-5.1.lua": syntax.Lua51, "-5.2.lua": syntax.Lua52, "-5.4.lua": syntax.Lua54} {
		if strings.HasSuffix(name, dialect) {
			l.Dialects = d
		}
	}
	return l
}

// selection returns a text without its marks, and what they mark.
func selection(t *testing.T, marked string) (text string, at source.Span) {
	before, after, ok := strings.Cut(marked, "‸")
	if ok {
		return before + after, source.Span{Start: source.Pos(len(before)), End: source.Pos(len(before))}
	}
	before, rest, ok := strings.Cut(marked, "‹")
	inside, after, closed := strings.Cut(rest, "›")
	if !ok || !closed {
		t.Fatalf("nothing is marked in\n%s", marked)
	}
	return before + inside + after, source.Span{Start: source.Pos(len(before)), End: source.Pos(len(before) + len(inside))}
}
