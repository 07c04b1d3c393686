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

// TestChecksStandAlone: the code of a check is written in its folder and nowhere else in Go, and the
// list alone imports the folder, tests aside. Who needs to know something of a check finds it in the
// fields of analysis.Check, by way of the list.
func TestChecksStandAlone(t *testing.T) {
	root := os.DirFS("../..")
	written, imported := 0, 0
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
		f := parse(t, name, text)
		for _, folder := range imports(f) {
			if name != "analysis/checks/checks.go" {
				t.Errorf("%s imports the check %s", name, folder)
			}
			imported++
		}
		for _, code := range codesIn(f) {
			if path.Dir(name) != "analysis/checks/"+folderOf(code) && !slices.Contains(examples, name) {
				t.Errorf("%s: the code %s stands here", name, code)
			}
			written++
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if written < len(checks.All) || imported < len(checks.All) {
		t.Errorf("%d codes are written and %d folders imported, of %d checks", written, imported, len(checks.All))
	}
}

func parse(t *testing.T, name string, text []byte) *ast.File {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// imports returns the folders of checks that a file imports.
func imports(f *ast.File) (folders []string) {
	for _, spec := range f.Imports {
		pkg, err := strconv.Unquote(spec.Path.Value)
		folder, ok := strings.CutPrefix(pkg, "luaflow/analysis/checks/")
		if err == nil && ok && slices.ContainsFunc(checks.Codes(), func(code string) bool { return folderOf(code) == folder }) {
			folders = append(folders, folder)
		}
	}
	return folders
}

// folderOf returns the name of the folder of the check with a code.
func folderOf(code string) string { return strings.ReplaceAll(code, "-", "") }

// codesIn returns the codes that the strings of a Go file consist of, or that stand in them if
// they have a hyphen. What lua-language-server calls a diagnostic is no code, though some of its
// names are the same words.
func codesIn(f *ast.File) (found []string) {
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
		f := parse(t, "x.go", []byte("package x\n"+text))
		if got := codesIn(f); len(got) != want {
			t.Errorf("%s: found %q", text, got)
		}
		if got := imports(f); (len(got) > 0) != strings.HasPrefix(text, "import") {
			t.Errorf("%s: imports %q", text, got)
		}
	}
}
