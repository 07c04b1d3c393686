package checker

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"luaflow/analysis/checks/checktest"
	"luaflow/compile"
	"luaflow/compile/source"
)

// texts is the Lua files of all checks' tests.
func texts(t testing.TB) []string {
	t.Helper()
	var out []string
	for _, pattern := range []string{"testdata/cases/*.lua", "../checks/*/testdata/*.lua"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(files), err)
		}
		for _, name := range files {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, string(text))
		}
	}
	return out
}

// checkForm checks any text, and reports what is wrong with the form of a finding.
func checkForm(t *testing.T, c *Checker, text string) {
	t.Helper()
	u := compile.Compile(source.NewFile("test.lua", text))
	found := c.Check(u)
	for i := range found {
		check, _ := Lookup(found[i].Code)
		if err := checktest.WellFormed(u, &found[i], check); err != nil {
			t.Fatalf("%v, in\n%s", err, text)
		}
	}
}

// TestBrokenTexts checks texts as an editor has them: cut off anywhere, or with a
// line missing.
func TestBrokenTexts(t *testing.T) {
	c := New()
	c.Selection = All()
	for _, text := range texts(t) {
		for end := 0; end <= len(text); end += 5 {
			checkForm(t, c, text[:end])
		}
		lines := strings.SplitAfter(text, "\n")
		for i := range lines {
			checkForm(t, c, strings.Join(lines[:i], "")+strings.Join(lines[i+1:], ""))
		}
	}
}

func FuzzCheck(f *testing.F) {
	for _, text := range texts(f) {
		f.Add(text)
	}
	c := New()
	c.Selection = All()
	f.Fuzz(func(t *testing.T, text string) { checkForm(t, c, text) })
}
