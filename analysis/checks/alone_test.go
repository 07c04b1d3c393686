package checks_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"

	"luaflow/analysis/checks"
)

// examples is the files besides that name a code, in the help that they print.
var examples = []string{"cmd/luaflow/explain.go", "cmd/luaflow/fix.go"}

// TestCodesStandAlone: the code of a check is written in its folder and nowhere else in Go, tests
// aside. Who needs to know something of a check finds it there, by way of the list.
func TestCodesStandAlone(t *testing.T) {
	root := os.DirFS("../..")
	written := 0
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == "node_modules" || d.Name() == ".git"):
			return fs.SkipDir
		case path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		text, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		for _, code := range codesIn(t, name, text) {
			if path.Dir(name) != "analysis/checks/"+strings.ReplaceAll(code, "-", "") && !slices.Contains(examples, name) {
				t.Errorf("%s: the code %s stands here", name, code)
			}
			written++
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if written < len(checks.All) {
		t.Errorf("%d codes are written, of %d checks", written, len(checks.All))
	}
}

// codesIn returns the codes that the strings of a Go file consist of, or that stand in them if
// they have a hyphen. What lua-language-server calls a diagnostic is no code, though some of its
// names are the same words.
func codesIn(t *testing.T, name string, text []byte) (found []string) {
	f, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.CompositeLit:
			return !isDiagnostics(n)
		case *ast.BasicLit:
			if s, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING {
				found = append(found, codesOf(s)...)
			}
		}
		return true
	})
	return found
}

// isDiagnostics reports whether an expression is a list of analysis.Diagnostic.
func isDiagnostics(lit *ast.CompositeLit) bool {
	list, ok := lit.Type.(*ast.ArrayType)
	if !ok {
		return false
	}
	of, ok := list.Elt.(*ast.SelectorExpr)
	return ok && of.Sel.Name == "Diagnostic"
}

func codesOf(s string) (found []string) {
	isWord := func(r rune) bool { return r == '-' || r >= 'a' && r <= 'z' }
	for _, word := range strings.FieldsFunc(s, func(r rune) bool { return !isWord(r) }) {
		if checks.IsCode(word) && (word == s || strings.Contains(word, "-")) {
			found = append(found, word)
		}
	}
	return found
}

// TestCodesAreFound feeds the search with what it must find, and must pass over.
func TestCodesAreFound(t *testing.T) {
	for text, want := range map[string]int{
		`var x = "dead-store"`:                                1,
		`var x = "ignore dead-store/x, unused-label"`:         2,
		`var x = "shadowing"`:                                 1,
		`var x = "shadowing upvalue %s"`:                      0,
		`var x = []analysis.Diagnostic{{Name: "dead-store"}}`: 0,
		`import "luaflow/analysis/checks/shadowing"`:          0,
	} {
		if got := codesIn(t, "x.go", []byte("package x\n"+text)); len(got) != want {
			t.Errorf("%s: found %q", text, got)
		}
	}
}
