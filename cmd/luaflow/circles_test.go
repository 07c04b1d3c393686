package main

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// This file finds circles of names between the files of a package: files of which each uses,
// by way of the others, a name that it helps to define. A name is that of anything that a
// file declares and another one can see: a function, a type, a variable, a method, a field.

// circular says of packages why files in them may lie in circles.
var circular = map[string]string{
	"analysis/checker":                   "one Checker is used in three ways",
	"analysis/checks/deadcycle":          "a shape is one of the parts that it has",
	"analysis/checks/duplicatecondition": "facts are of the conditions that are compared",
	"analysis/config":                    "a Loader reads files that name other files",
	"analysis/config/luacheckrc":         "parent and child are the same program",
	"analysis/consts":                    "one propagator applies the transfer functions and follows what they reach",
	"analysis/guards":                    "one Walker goes down a tree, and takes up what each thing on its way tells",
	"analysis/live":                      "one marker follows what each live thing needs",
	"analysis/testkit/luagen":            "statements hold expressions, and functions statements",
	"analysis/testkit/machine":           "functions of the library call back into the machine",
	"analysis/names":                     "what is assigned is found by names that are not assigned",
	"compile/codegen":                    "statements hold expressions, and functions statements",
	"compile/resolve":                    "blocks hold functions, and functions blocks",
	"compile/source":                     "lines and columns are of one File",
	"compile/syntax":                     "statements hold expressions, and functions statements",
	"lsp":                                "one server has a method for each request, and its parts tell one another what changed",
}

func TestFilesUseOneAnotherInOneDirection(t *testing.T) {
	u := newUses(t)
	var done []string
	for _, f := range readTree(t).files {
		if f.test || slices.Contains(done, f.pkg) {
			continue
		}
		done = append(done, f.pkg)
		used := u.of(f.pkg)
		found := used.circles()
		if reason := circular[f.pkg]; (reason != "") && len(found) == 0 {
			t.Errorf("%s has no files in a circle any more: take it off the list", f.pkg)
		} else if reason == "" {
			for _, group := range found {
				t.Errorf("%d files lie in a circle of names:\n%s", len(group), used.arrowsIn(group))
			}
		}
	}
	for pkg := range circular {
		if !slices.Contains(done, pkg) {
			t.Errorf("there is no package %s", pkg)
		}
	}
}

// TestCirclesAreFound: a circle through two kinds of names, beside files without.
func TestCirclesAreFound(t *testing.T) {
	for _, c := range []struct {
		name, a, b string
		circles    int
	}{
		{"functions", "func f() { g() }", "func g() { f() }", 1},
		{"a method", "type T struct{}; func f(t T) { t.m() }", "func (T) m() {}", 1},
		{"a field by way of an iterator", "import \"iter\"\ntype T struct{ n int }; func all() iter.Seq[T]; func f() { g() }", "func g() { for x := range all() { _ = x.n } }", 1},
		{"one direction", "func f() { g() }", "func g() {}", 0},
		{"a local of the same name", "func f() { g() }", "func g() { f := 1; _ = f }", 0},
		{"no name", "func f() {}", "func g() {}", 0},
	} {
		u := newUses(t)
		var files []*ast.File
		for name, text := range map[string]string{"a.go": c.a, "b.go": c.b} {
			f, err := parser.ParseFile(u.files, name, "package p\n"+text, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, f)
		}
		if got := u.in("p", files).circles(); len(got) != c.circles {
			t.Errorf("%s: circles %v, want %d", c.name, got, c.circles)
		}
	}
}

// fileUses is, for each file of a package, the other files whose names it uses, and one of
// these names.
type fileUses map[string]map[string]string

// circles returns the strongly connected components of two and more files (Tarjan).
func (u fileUses) circles() (found [][]string) {
	number, low := map[string]int{}, map[string]int{}
	var stack []string
	var visit func(file string)
	visit = func(file string) {
		number[file] = len(number) + 1
		low[file] = number[file]
		stack = append(stack, file)
		for used := range u[file] {
			switch {
			case number[used] == 0:
				visit(used)
				low[file] = min(low[file], low[used])
			case slices.Contains(stack, used):
				low[file] = min(low[file], number[used])
			}
		}
		if low[file] != number[file] {
			return
		}
		at := slices.Index(stack, file)
		if group := slices.Clone(stack[at:]); len(group) > 1 {
			slices.Sort(group)
			found = append(found, group)
		}
		stack = stack[:at]
	}
	for file := range u {
		if number[file] == 0 {
			visit(file)
		}
	}
	slices.SortFunc(found, slices.Compare)
	return found
}

// arrowsIn lists which of some files uses which other, and a name.
func (u fileUses) arrowsIn(group []string) string {
	var b strings.Builder
	for _, file := range group {
		for _, used := range slices.Sorted(maps.Keys(u[file])) {
			if slices.Contains(group, used) {
				fmt.Fprintf(&b, "\t%s uses %s of %s\n", file, u[file][used], used)
			}
		}
	}
	return b.String()
}

// uses type-checks packages of the repository by their sources, and looks up who uses which
// names. Of the standard library it knows only what hands types of its callers on; what else
// a package imports is taken to be empty, and errors because of that are passed over.
type uses struct {
	t        *testing.T
	files    *token.FileSet
	packages map[string]*types.Package
}

func newUses(t *testing.T) *uses {
	return &uses{t: t, files: token.NewFileSet(), packages: map[string]*types.Package{}}
}

// standard is what the standard library has of signatures that hand types of their callers on.
var standard = map[string]string{
	"iter": `package iter
type Seq[V any] func(yield func(V) bool)
type Seq2[K, V any] func(yield func(K, V) bool)`,
	"maps": `package maps
import "iter"
func Clone[M any](M) M
func Keys[M ~map[K]V, K comparable, V any](M) iter.Seq[K]
func Values[M ~map[K]V, K comparable, V any](M) iter.Seq[V]`,
	"slices": `package slices
import "iter"
func All[S ~[]E, E any](S) iter.Seq2[int, E]
func Backward[S ~[]E, E any](S) iter.Seq2[int, E]
func Clip[S any](S) S
func Clone[S any](S) S
func Collect[E any](iter.Seq[E]) []E
func Concat[S any](...S) S
func Grow[S any](S, int) S
func Sorted[E any](iter.Seq[E]) []E
func SortedFunc[E any](iter.Seq[E], func(E, E) int) []E
func Values[S ~[]E, E any](S) iter.Seq[E]`,
	"sync/atomic": `package atomic
type Pointer[T any] struct{}
func (*Pointer[T]) Load() *T`,
}

// Import returns the package at a path without the bodies of its functions.
func (u *uses) Import(imported string) (*types.Package, error) {
	if pkg := u.packages[imported]; pkg != nil {
		return pkg, nil
	}
	u.packages[imported] = types.NewPackage(imported, path.Base(imported))
	u.packages[imported].MarkComplete()
	if of, ours := strings.CutPrefix(imported, module+"/"); ours {
		u.packages[imported] = u.check(imported, u.parse(filepath.Join(repository, of)), true, nil)
	} else if text, ok := standard[imported]; ok {
		f, err := parser.ParseFile(u.files, imported, text, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		u.packages[imported] = u.check(imported, []*ast.File{f}, true, nil)
	}
	return u.packages[imported], nil
}

// parse reads the files of a folder that make its package on this system.
func (u *uses) parse(dir string) (files []*ast.File) {
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(names) == 0 {
		u.t.Fatalf("%s: no Go files (%v)", dir, err)
	}
	for _, name := range names {
		if ok, err := build.Default.MatchFile(dir, filepath.Base(name)); err != nil || !ok || strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(u.files, name, nil, parser.SkipObjectResolution)
		if err != nil {
			u.t.Fatal(err)
		}
		files = append(files, f)
	}
	return files
}

func (u *uses) check(path string, files []*ast.File, isImported bool, info *types.Info) *types.Package {
	conf := types.Config{Importer: u, Error: func(error) {}, IgnoreFuncBodies: isImported}
	pkg, _ := conf.Check(path, u.files, files, info)
	return pkg
}

// of returns which files of a package use names of which others. Tests aside.
func (u *uses) of(pkg string) fileUses {
	return u.in(module+"/"+pkg, u.parse(filepath.Join(repository, pkg)))
}

func (u *uses) in(path string, files []*ast.File) fileUses {
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	u.check(path, files, false, info)
	found := fileUses{}
	for _, f := range files {
		found[u.fileOf(f.Pos())] = map[string]string{}
	}
	for id, object := range info.Uses {
		from, to := u.fileOf(id.Pos()), u.fileOf(object.Pos())
		if found[from] != nil && found[to] != nil && from != to {
			found[from][to] = max(found[from][to], id.Name)
		}
	}
	return found
}

func (u *uses) fileOf(at token.Pos) string {
	name := u.files.Position(at).Filename
	rel, err := filepath.Rel(repository, name)
	if err != nil {
		return name
	}
	return filepath.ToSlash(rel)
}
