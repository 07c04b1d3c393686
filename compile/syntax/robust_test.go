package syntax_test

import (
	"os"
	"strings"
	"testing"

	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// check parses a text and verifies the tree.
func check(t *testing.T, text string) *syntax.Tree {
	t.Helper()
	tree := syntax.Parse(source.NewFile("test.lua", text))
	if err := syntax.Verify(tree); err != nil {
		t.Fatalf("%v\nof the text:\n%s", err, text)
	}
	return tree
}

func readFile(t testing.TB, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestSampleIsSound(t *testing.T) {
	tree := check(t, readFile(t, "testdata/sample.lua"))
	for _, e := range tree.Errors {
		t.Errorf("line %d: %s", e.Line, e.Msg)
	}
}

func TestEveryPrefix(t *testing.T) {
	text := readFile(t, "testdata/sample.lua")
	for n := range len(text) {
		check(t, text[:n])
	}
}

func TestEveryLineDeleted(t *testing.T) {
	lines := strings.SplitAfter(readFile(t, "testdata/sample.lua"), "\n")
	for i := range lines {
		check(t, strings.Join(lines[:i], "")+strings.Join(lines[i+1:], ""))
	}
}
