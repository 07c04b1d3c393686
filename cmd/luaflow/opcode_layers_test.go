package main

import (
	"go/ast"
	"go/token"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
)

// This file holds who knows opcodes by name. All others ask analysis/effect what an
// instruction does, so that what is true of an opcode is said once.

// opcodeNamers are the packages, and the one file, that may name opcodes beside the compiler
// and the test kits.
var opcodeNamers = []string{
	"analysis/effect",
	"analysis/value",    // computes operators, which are named by their opcodes as in bytecode.IntArith
	"analysis/consts",   // the transfer function of constants has an arm for each opcode
	"analysis/optimize", // writes instructions
	"analysis/fix/proof/table.go",
}

// TestLayersOfOpcodes holds that nobody else names an opcode, and that those who may do so do.
func TestLayersOfOpcodes(t *testing.T) {
	opcodes := opcodeNames(t)
	exist, use := make(map[string]bool), make(map[string]bool)
	for _, f := range readTree(t).files {
		if f.test || isTestKit(f.pkg) || rank(f.pkg) <= rank("compile") {
			continue
		}
		namer := f.path
		if slices.Contains(opcodeNamers, f.pkg) {
			namer = f.pkg
		}
		exist[namer] = true
		for _, name := range ofBytecode(t, f.path) {
			if opcodes[name] && !slices.Contains(opcodeNamers, namer) {
				t.Errorf("%s names the opcode %s: ask analysis/effect", f.path, name)
			}
			use[namer] = use[namer] || opcodes[name]
		}
	}
	for _, namer := range opcodeNamers {
		if exist[namer] && !use[namer] {
			t.Errorf("%s names no opcode any more, and need not be listed", namer)
		}
	}
}

// ofBytecode returns what a file of the repository names of compile/bytecode.
func ofBytecode(t *testing.T, name string) (names []string) {
	t.Helper()
	const bytecode = module + "/compile/bytecode"
	f := parseFile(t, filepath.Join(repository, name))
	as := ""
	for _, i := range f.Imports {
		if i.Path.Value == strconv.Quote(bytecode) {
			as = path.Base(bytecode)
			if i.Name != nil {
				as = i.Name.Name
			}
		}
	}
	if as == "." {
		t.Errorf("%s imports compile/bytecode without a name", name)
	}
	ast.Inspect(f, func(n ast.Node) bool {
		if n, ok := n.(*ast.SelectorExpr); ok {
			if of, ok := n.X.(*ast.Ident); ok && of.Name == as {
				names = append(names, n.Sel.Name)
			}
		}
		return true
	})
	return names
}

// opcodeNames returns the names of opcodes: the constants of bytecode.Op.
func opcodeNames(t *testing.T) map[string]bool {
	t.Helper()
	names := make(map[string]bool)
	for _, f := range parsePackage(t, "compile/bytecode") {
		for _, d := range f.Decls {
			consts, ok := d.(*ast.GenDecl)
			if !ok || consts.Tok != token.CONST {
				continue
			}
			isOp := false
			for _, s := range consts.Specs {
				s := s.(*ast.ValueSpec)
				if id, ok := s.Type.(*ast.Ident); ok || s.Values != nil {
					isOp = ok && id.Name == "Op"
				}
				for _, name := range s.Names {
					if isOp && name.IsExported() {
						names[name.Name] = true
					}
				}
			}
		}
	}
	return names
}
