package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// This file holds the form of comments: that of a function says first what the function does,
// with a verb, as in the standard library of Go.

// saysWhatItIs reports whether the comment of a function begins with what the function is
// ("count is how many there are") in the place of what it does ("count returns how many there
// are").
func saysWhatItIs(f *ast.FuncDecl) bool {
	words := strings.Fields(f.Doc.Text())
	if len(words) < 2 || words[0] != f.Name.Name {
		return false
	}
	verb := strings.TrimRight(words[1], ",:")
	return verb == "is" || verb == "are"
}

func TestCommentsSayWhatFunctionsDo(t *testing.T) {
	functions := 0
	for _, f := range readTree(t).files {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, filepath.Join(repository, f.path), nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Doc != nil {
				functions++
				if saysWhatItIs(fn) {
					t.Errorf("%s:%d: say what %s does: it returns, reports, adds …", f.path, fset.Position(fn.Pos()).Line, fn.Name.Name)
				}
			}
		}
	}
	if functions < 1000 {
		t.Errorf("only %d functions have a comment", functions)
	}
}

// TestCommentsThatSayWhatFunctionsAre: what the test above refuses, and what it lets pass.
func TestCommentsThatSayWhatFunctionsAre(t *testing.T) {
	for comment, want := range map[string]bool{
		"count is how many there are.":      true,
		"count are those\n// that count.":   true,
		"count\n// is how many there are.":  true,
		"count is, by name, how many.":      true,
		"count returns how many there are.": false,
		"count reports whether x is one.":   false,
		"Is it one?":                        false,
		"isolated is called count here":     false,
		"count":                             false,
	} {
		for _, receiver := range []string{"", "(t T) "} {
			file, err := parser.ParseFile(token.NewFileSet(), "x.go", "package x\n\n// "+comment+"\nfunc "+receiver+"count() {}\n", parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			if got := saysWhatItIs(file.Decls[0].(*ast.FuncDecl)); got != want {
				t.Errorf("%q: %v, want %v", comment, got, want)
			}
		}
	}
}
