package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"luaflow/compile/testkit/must"
)

// This file holds what the proof of a fix may rest on. The findings rest on the facts of
// analysis/flow and of what stands on it, so that a proof which did so too would repeat their
// mistakes.

const proofPackage = "analysis/fix/proof"

// proofMayImport is what the proof may import of analysis: the meaning of opcodes, the graph,
// what the standard library has, and of flow what proofFacts lists.
var proofMayImport = []string{"analysis/effect", "analysis/cfg", "analysis/value", "analysis/flow"}

// proofFacts is what the proof may name of flow, by why.
var proofFacts = map[string][]string{
	"the functions of a program, their graphs, and the records of their variables": {
		"Program", "Func", "Child", "Loops", "Register", "Variable",
	},
	"the table of cells": {
		"Cells", "CellTable", "Cell", "Site", "Of", "At", "Owner", "Reg", "Captures", "ReadByOwner",
	},
}

// TestProofRestsOnNoFact holds that the proof names nothing else of them: no function or
// method, no type, and no field of its types, unless a package that it may use has one of that
// name.
func TestProofRestsOnNoFact(t *testing.T) {
	var allowed []string
	for _, names := range proofFacts {
		allowed = append(allowed, names...)
	}
	facts := exported(t, "analysis/flow")
	for _, name := range allowed {
		if !facts.called[name] && !facts.named[name] {
			t.Errorf("flow has no %s any more", name)
		}
	}
	for _, pkg := range []string{"analysis/effect", "analysis/cfg", "analysis/value", "compile/bytecode", "compile/syntax", proofPackage} {
		facts.remove(exported(t, pkg))
	}
	for _, f := range readTree(t).files {
		if f.pkg != proofPackage || f.test {
			continue
		}
		for _, imported := range f.imports {
			if of, ours := strings.CutPrefix(imported, module+"/"); ours && strings.HasPrefix(of, "analysis/") && !slices.Contains(proofMayImport, of) {
				t.Errorf("%s imports %s, which the proof may not rest on", f.path, of)
			}
		}
		used := selected(t, f.path)
		for name := range facts.called {
			if used.called[name] && !slices.Contains(allowed, name) {
				t.Errorf("%s calls %s of flow, which the proof may not rest on", f.path, name)
			}
		}
		for name := range facts.named {
			if used.named[name] && !slices.Contains(allowed, name) {
				t.Errorf("%s names %s of flow, which the proof may not rest on", f.path, name)
			}
		}
	}
}

// symbols are names: of functions and methods, and of all else.
type symbols struct{ called, named map[string]bool }

func newSymbols() symbols { return symbols{make(map[string]bool), make(map[string]bool)} }

// remove removes others, kind by kind.
func (s symbols) remove(others symbols) {
	for name := range others.called {
		delete(s.called, name)
	}
	for name := range others.named {
		delete(s.named, name)
	}
}

// exported returns the exported names that a package declares, those of methods and of
// fields among them.
func exported(t *testing.T, pkg string) symbols {
	t.Helper()
	s := newSymbols()
	note := func(ids ...*ast.Ident) {
		for _, id := range ids {
			s.named[id.Name] = s.named[id.Name] || id.IsExported()
		}
	}
	for _, f := range parsePackage(t, pkg) {
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok {
				s.called[d.Name.Name] = d.Name.IsExported()
				continue
			}
			ast.Inspect(d, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.TypeSpec:
					note(n.Name)
				case *ast.ValueSpec:
					note(n.Names...)
				case *ast.Field:
					note(n.Names...)
				}
				return true
			})
		}
	}
	if len(s.called)+len(s.named) == 0 {
		t.Fatalf("%s declares nothing", pkg)
	}
	maps.DeleteFunc(s.called, func(_ string, is bool) bool { return !is })
	maps.DeleteFunc(s.named, func(_ string, is bool) bool { return !is })
	return s
}

// parsePackage parses the files of a package, tests aside.
func parsePackage(t *testing.T, pkg string) (files []*ast.File) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(repository, pkg, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range paths {
		if strings.HasSuffix(p, "_test.go") {
			continue
		}
		files = append(files, parseFile(t, p))
	}
	return files
}

// selected returns the names after the dots of a file of the repository, but for those of
// packages outside of it.
func selected(t *testing.T, name string) symbols {
	t.Helper()
	s := newSymbols()
	f := parseFile(t, filepath.Join(repository, name))
	foreign := make(map[string]bool)
	for _, i := range f.Imports {
		if imported := strings.Trim(i.Path.Value, `"`); !strings.HasPrefix(imported, module+"/") {
			foreign[path.Base(imported)] = true
		}
	}
	called := make(map[ast.Expr]bool)
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			called[n.Fun] = true
		case *ast.SelectorExpr:
			if of, ok := n.X.(*ast.Ident); ok && foreign[of.Name] {
				break
			}
			if called[n] {
				s.called[n.Sel.Name] = true
			} else {
				s.named[n.Sel.Name] = true
			}
		}
		return true
	})
	return s
}

func parseFile(t *testing.T, name string) *ast.File {
	t.Helper()
	text := must.Read(t, name)
	f, err := parser.ParseFile(token.NewFileSet(), name, text, 0)
	if err != nil {
		t.Fatal(err)
	}
	return f
}
