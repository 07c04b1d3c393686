package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"luaflow/compile/testkit/must"
)

// This file holds the form of comments: that of a function says first what the function does,
// with a verb, as in the standard library of Go, and there is one for each exported field of an
// exported struct. The packages of theory have many.

// hidesAction reports whether the comment of a function begins with what the function is ("count
// is how many there are"), says, or has others do, in the place of what it does ("count returns
// how many there are"). That of a test may say what the test has: "TestVerify has a small program
// for each rule".
func hidesAction(f *ast.FuncDecl) bool {
	words := strings.Fields(f.Doc.Text())
	if len(words) < 2 || words[0] != f.Name.Name {
		return false
	}
	switch strings.TrimRight(words[1], ",:") {
	case "is", "are":
		return true
	case "has", "lets", "says":
		return !strings.HasPrefix(f.Name.Name, "Test")
	}
	return false
}

// unexplained returns the exported fields of a struct that no comment explains. One does if it
// stands at the field, or at a group of fields on one line; or if it names the field, as a word of
// its own, in the comment of the type or in front of another field: `Start` and `End` in "the
// instructions from Start (inclusive) to End (exclusive)", `Cond` and `Body` in "While is `while
// Cond do Body end`". The first word of the comment of a type is that type and no field, and a
// comment that repeats the field's name and adds nothing is none.
func unexplained(d *ast.GenDecl, spec *ast.TypeSpec) (missing []*ast.Ident) {
	doc := spec.Doc
	if doc == nil {
		doc = d.Doc
	}
	said := wordsOf(doc)
	if len(said) > 0 {
		said = said[1:]
	}
	var fields []*ast.Field
	ast.Inspect(spec.Type, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncType, *ast.InterfaceType:
			return false
		case *ast.StructType:
			for _, f := range n.Fields.List {
				fields = append(fields, f)
				said = append(said, wordsOf(f.Doc)...)
			}
		}
		return true
	})
	for _, f := range fields {
		at := append(wordsOf(f.Doc), wordsOf(f.Comment)...)
		for _, name := range f.Names {
			if name.IsExported() && !saysMoreThan(name.Name, at) && (len(at) > 0 || !slices.Contains(said, name.Name)) {
				missing = append(missing, name)
			}
		}
	}
	return missing
}

// wordsOf returns the words of a comment; nil if there is none.
func wordsOf(c *ast.CommentGroup) []string {
	return strings.FieldsFunc(c.Text(), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// saysMoreThan reports whether a comment has other words than articles and the name of its field.
func saysMoreThan(name string, words []string) bool {
	return slices.ContainsFunc(words, func(word string) bool {
		return !strings.EqualFold(word, name) && !slices.Contains([]string{"a", "an", "the", "is", "of", "its"}, strings.ToLower(word))
	})
}

// eachDeclaration calls visit for the declarations of all Go files of the repository.
func eachDeclaration(t *testing.T, visit func(f *sourceFile, at func(ast.Node) token.Position, d ast.Decl)) {
	t.Helper()
	files := readTree(t).files
	for i := range files {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, filepath.Join(repository, files[i].path), nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			visit(&files[i], func(n ast.Node) token.Position { return fset.Position(n.Pos()) }, d)
		}
	}
}

func TestCommentsSayWhatFunctionsDo(t *testing.T) {
	functions := 0
	eachDeclaration(t, func(f *sourceFile, at func(ast.Node) token.Position, d ast.Decl) {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Doc != nil {
			functions++
			if hidesAction(fn) {
				t.Errorf("%s:%d: say what %s does: it returns, reports, adds, queues …", f.path, at(fn).Line, fn.Name.Name)
			}
		}
	})
	if functions < 1000 {
		t.Errorf("only %d functions have a comment", functions)
	}
}

func TestCommentsExplainFields(t *testing.T) {
	structs := 0
	eachDeclaration(t, func(f *sourceFile, at func(ast.Node) token.Position, d ast.Decl) {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.TYPE || f.test {
			return
		}
		for _, s := range g.Specs {
			if spec := s.(*ast.TypeSpec); spec.Name.IsExported() {
				structs++
				for _, field := range unexplained(g, spec) {
					t.Errorf("%s:%d: say of %s.%s its unit, its order, when it is nil, or what holds of it", f.path, at(field).Line, spec.Name.Name, field.Name)
				}
			}
		}
	})
	if structs < 300 {
		t.Errorf("only %d types are exported", structs)
	}
}

// undocumented returns the exported names of a declaration that no comment explains: functions and methods,
// types, constants, variables, and the methods of interfaces. One does that stands at the name, or at the
// group that it is in, or, for a method of an interface, names it in the comment of the interface.
func undocumented(d ast.Decl) (missing []*ast.Ident) {
	note := func(name *ast.Ident, comments ...*ast.CommentGroup) {
		if name.IsExported() && !slices.ContainsFunc(comments, func(c *ast.CommentGroup) bool { return c != nil }) {
			missing = append(missing, name)
		}
	}
	switch d := d.(type) {
	case *ast.FuncDecl:
		note(d.Name, d.Doc)
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.ValueSpec:
				for _, name := range spec.Names {
					note(name, d.Doc, spec.Doc, spec.Comment)
				}
			case *ast.TypeSpec:
				note(spec.Name, d.Doc, spec.Doc, spec.Comment)
				if i, ok := spec.Type.(*ast.InterfaceType); ok {
					said := append(wordsOf(d.Doc), wordsOf(spec.Doc)...)
					for _, method := range i.Methods.List {
						for _, name := range method.Names {
							if !slices.Contains(said, name.Name) {
								note(name, method.Doc, method.Comment)
							}
						}
					}
				}
			}
		}
	}
	return missing
}

func TestEverythingExportedHasAComment(t *testing.T) {
	declarations := 0
	eachDeclaration(t, func(f *sourceFile, at func(ast.Node) token.Position, d ast.Decl) {
		if f.test {
			return
		}
		declarations++
		for _, name := range undocumented(d) {
			t.Errorf("%s:%d: say what %s is", f.path, at(name).Line, name.Name)
		}
	})
	if declarations < 1000 {
		t.Errorf("only %d declarations", declarations)
	}
}

// TestCommentsOfExported: what the test above refuses, and what it lets pass.
func TestCommentsOfExported(t *testing.T) {
	for source, want := range map[string]string{
		"const A = 1":                                               "A",
		"const (\nA = 1 // one\nB = 2\n)":                           "B",
		"// These are some.\nconst (\nA = 1\nB = 2\n)":              "",
		"var A, b int":                                              "A",
		"type T int":                                                "T",
		"// T is one.\ntype T interface { M() }":                    "M",
		"// T is one, as M says.\ntype T interface { M() }":         "",
		"// T is one.\ntype T interface {\n// M does.\nM()\nn()\n}": "",
		"func F() {}":                                               "F",
		"// F does.\nfunc F() {}":                                   "",
		"func f() {}":                                               "",
		"func (t *T) M() {}":                                        "M",
		"func (t *T[A, B]) M() {}":                                  "M",
		"func (t *t) M() {}":                                        "M",
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "x.go", "package x\n\n"+source+"\n", parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, name := range undocumented(file.Decls[0]) {
			names = append(names, name.Name)
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%q: %q, want %q", source, got, want)
		}
	}
}

// theories is the packages whose comments carry a theory: the lattice, the transfer function, the
// invariant, why it ends.
var theories = []string{"flow", "ssa", "tables", "consts", "depend", "live", "fix/proof"}

// TestCommentsCarryTheory: of the lines of a package of theory that are not empty one in five is a comment.
func TestCommentsCarryTheory(t *testing.T) {
	for _, name := range theories {
		comments, lines := 0, 0
		for _, path := range must.Glob(t, filepath.Join(repository, "analysis", name, "*.go")) {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			for line := range strings.Lines(must.Read(t, path)) {
				if line = strings.TrimSpace(line); line != "" {
					lines++
				}
				if strings.HasPrefix(line, "//") {
					comments++
				}
			}
		}
		if lines == 0 || comments*5 < lines {
			t.Errorf("analysis/%s: %d of %d lines are comments", name, comments, lines)
		}
	}
}

// TestCommentsThatExplainFields: what the test above refuses, and what it lets pass.
func TestCommentsThatExplainFields(t *testing.T) {
	for source, want := range map[string]string{
		"// T is one.\ntype T struct { A int }":                                   "A",
		"// T is one.\ntype T struct { A, B int }":                                "A B",
		"// T is one.\ntype T struct { A, B int // in bytes\n}":                   "",
		"// T is one.\ntype T struct {\n// A and B are in bytes.\nA int\nB int }": "",
		"// T is one.\ntype T struct {\n// A is in bytes.\nA int\nB int }":        "B",
		"// T is one.\ntype T struct {\nA int // in bytes, unlike B\nB int }":     "B",
		"// T is one.\ntype T struct { A int // the a\n}":                         "A",
		"// T is `a A end`.\ntype T struct { A int }":                             "",
		"// T is all the Aces.\ntype T struct { A int }":                          "A",
		"// T is one.\ntype T struct { T int }":                                   "T",
		"// T is one.\ntype T struct { a int }":                                   "",
		"// T is one.\ntype T struct { A struct { B int } // in bytes\n}":         "B",
		"// T is one.\ntype T []struct { A int }":                                 "A",
		"// T is one.\ntype T struct { int }":                                     "",
		"type (\n// T is one.\nT struct { A int })":                               "A",
		"// T is one.\ntype T func(A int)":                                        "",
		"type T struct { A int }":                                                 "A",
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "x.go", "package x\n\n"+source+"\n", parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		g := file.Decls[0].(*ast.GenDecl)
		var names []string
		for _, field := range unexplained(g, g.Specs[0].(*ast.TypeSpec)) {
			names = append(names, field.Name)
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%q: %q, want %q", source, got, want)
		}
	}
}

// TestCommentsThatHideActions: what the test above refuses, and what it lets pass.
func TestCommentsThatHideActions(t *testing.T) {
	for comment, want := range map[string]bool{
		"count is how many there are.":      true,
		"count are those\n// that count.":   true,
		"count\n// is how many there are.":  true,
		"count is, by name, how many.":      true,
		"count says how many there are.":    true,
		"count has them counted.":           true,
		"count lets others count.":          true,
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
			if got := hidesAction(file.Decls[0].(*ast.FuncDecl)); got != want {
				t.Errorf("%q: %v, want %v", comment, got, want)
			}
		}
	}
}
