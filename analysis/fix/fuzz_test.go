package fix_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"

	"luaflow/analysis/checker"
	"luaflow/analysis/fix"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/testkit/must"
)

// FuzzFix fixes any text: whatever it is, what comes out of it is accepted by the
// compiler if it was, and is left alone if it was not.
func FuzzFix(f *testing.F) {
	for _, path := range must.Glob(f, "testdata/fixes/*.txtar") {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range archive.Files {
			if filepath.Ext(file.Name) == ".lua" {
				f.Add(decode.Replace(string(file.Data)))
			}
		}
	}
	programs := must.Glob(f, "testdata/programs/*.lua")
	for _, path := range programs {
		text := must.Read(f, path)
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		x := fix.New(checker.CheckIn)
		u := compile.Compile(source.NewFile("fuzz.lua", text))
		after, n := x.All(u.File, fix.Options{Hints: true})
		if len(u.Errors) > 0 {
			if after != text || n != 0 {
				t.Fatalf("a text with an error was changed to %q", after)
			}
			return
		}
		if (n == 0) != (after == text) {
			t.Fatalf("%d fixes made %q", n, after)
		}
		accepted(t, after)
		for i, finding := range checker.Check(u) {
			if i == 20 {
				break // each fix compiles the whole text
			}
			for _, fx := range fixesFor(x, u, finding) {
				accepted(t, fix.Apply(text, fx.Edits))
			}
		}
	})
}

func accepted(t *testing.T, text string) {
	t.Helper()
	if u := compile.Compile(source.NewFile("fixed.lua", text)); len(u.Errors) > 0 {
		t.Fatalf("%s\n%s", u.Errors[0], text)
	}
}
