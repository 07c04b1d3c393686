package fix_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aymanbagabas/go-udiff"
	"golang.org/x/tools/txtar"

	"luaflow/analysis"
	"luaflow/analysis/checker"
	"luaflow/analysis/checks/checktest"
	"luaflow/analysis/fix"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/testkit/must"
)

// TestFixes holds what every fix of every finding in a text makes of it. Each
// archive in testdata/fixes has texts (NAME.lua), each with what becomes of it
// after it: for each action a diff, called by the place, code and title; where no
// fix is offered, why those that were planned were refused; and the text with all
// fixes, hints included.
//
// In the texts, ␍ stands for a carriage return, <BOM> at the beginning for a byte
// order mark, and ␃ at the end for no line break there.
func TestFixes(t *testing.T) {
	for _, path := range must.Glob(t, "testdata/fixes/*.txtar") {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			want := string(txtar.Format(archive))
			var files []txtar.File
			for _, f := range archive.Files {
				if strings.HasSuffix(f.Name, ".lua") {
					files = append(append(files, f), actions(t, f)...)
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

var (
	decode = strings.NewReplacer("␍", "\r", "<BOM>", "\ufeff", "␃\n", "")
	encode = strings.NewReplacer("\r", "␍", "\ufeff", "<BOM>")
)

func encoded(text string) []byte {
	text = encode.Replace(text)
	if !strings.HasSuffix(text, "\n") {
		text += "␃\n"
	}
	return []byte(text)
}

// fixesFor returns the fixes of a finding, for which all must have been tried.
func fixesFor(x *fix.Fixer, u *compile.Unit, f analysis.Finding) []analysis.Fix {
	found := x.For(u, f)
	if found.IsPartial {
		panic(fix.NotTried)
	}
	return found.Fixes
}

// actions returns what can be done about a text.
func actions(t *testing.T, f txtar.File) []txtar.File {
	var out []txtar.File
	text := decode.Replace(string(f.Data))
	language := checktest.LanguageOf(f.Name)
	u := compile.CompileAs(source.NewFile(f.Name, text), language)
	if len(u.Errors) > 0 {
		t.Fatalf("%s: %s", f.Name, u.Errors[0])
	}
	x := fix.New(checker.CheckIn)
	for _, finding := range checker.Check(u) {
		line := u.File.Line(finding.Span.Start)
		col := int(finding.Span.Start-u.File.LuaLines()[line-1]) + 1
		name := fmt.Sprintf("%s:%d:%d %s", f.Name, line, col, finding.Code)
		fixes := fixesFor(x, u, finding)
		for _, fx := range fixes {
			out = append(out, txtar.File{Name: name + ": " + fx.Title + mark(fx.Level, fx.Preferred), Data: diff(text, fx.Edits)})
		}
		if len(fixes) == 0 {
			out = append(out, txtar.File{Name: name + ": no fix", Data: []byte(strings.Join(x.Refusals(u, finding), "\n"))})
		}
	}
	var edits []source.Edit
	if all, n := x.All(u.File, fix.Options{Hints: true, Language: language, Edits: func(e []source.Edit) { edits = e }}); n > 0 {
		if got := fix.Apply(text, edits); got != all {
			t.Errorf("%s: the edits make %q, and the text is %q", f.Name, got, all)
		}
		out = append(out, txtar.File{Name: fmt.Sprintf("%s: all %d", f.Name, n), Data: encoded(all)})
	}
	return out
}

// diff returns what edits change, without lines around it.
func diff(text string, edits []source.Edit) []byte {
	before, after := string(encoded(text)), string(encoded(fix.Apply(text, edits)))
	d, err := udiff.ToUnified("", "", before, udiff.Lines(before, after), 0)
	if err != nil {
		panic(err) // udiff does not understand its own edits
	}
	_, d, _ = strings.Cut(d, "\n") // the names of the files
	_, d, _ = strings.Cut(d, "\n")
	return []byte(d)
}

func mark(level analysis.Level, preferred bool) string {
	switch {
	case preferred:
		return " (preferred)"
	case level == analysis.Safe:
		return ""
	}
	return " (" + level.String() + ")"
}

func firstDifference(want, got string) string {
	a, b := strings.SplitAfter(want, "\n"), strings.SplitAfter(got, "\n")
	for i := range a {
		if i >= len(b) || a[i] != b[i] {
			return fmt.Sprintf("line %d: want %q\ngot %q", i+1, a[i], strings.Join(b[min(i, len(b)):min(i+5, len(b))], ""))
		}
	}
	return fmt.Sprintf("line %d: got %q", len(a)+1, b[len(a):])
}
