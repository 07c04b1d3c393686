package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"luaflow/compile/testkit/must"
)

// This file holds the shape of the repository: which package may import which,
// how large a file may be, what stands at the top. The form of the arrows is that
// of go/build/deps_test.go in the Go tree.

// module is the path of the module, and repository where it stands, seen from this
// package.
const (
	module     = "luaflow"
	repository = "../.."
)

// ranks are the top folders: a package imports nothing of a later one.
var ranks = []string{"compile", "analysis", "lsp", "cmd", "editors"}

// pages is a package of files that are no Go, for any program to serve.
const pages = "editors/web"

// arrows hold inside a rank: a package imports only what stands before it, in one
// line or by way of several. Packages with a comma between know nothing of each
// other; a star is any one folder.
const arrows = `
	compile/source, compile/slab, compile/meter < compile/syntax < compile/resolve < compile/srcmap < compile/codegen < compile;
	compile/slab < compile/bytecode < compile/codegen;
	compile/bytecode < compile/testkit;
	compile/external;
	compile/hugepage;
	compile/testkit/scale, compile/testkit/must < compile/testkit/typing, compile/testkit/luajit;

	analysis/effect < analysis/cfg < analysis/flow < analysis/ssa < analysis/names < analysis/tables < analysis/depend, analysis/consts < analysis/calls, analysis/guards, analysis/live < analysis/facts < analysis;
	analysis/value < analysis/names, analysis/fix/proof;
	analysis/consts < analysis/instances < analysis/waste;
	analysis/facts < analysis/optimize;
	analysis/effect < analysis/textmap < analysis/facts < analysis/waste, analysis/globals < analysis;
	analysis/waste < analysis/place < analysis/witness < analysis;
	analysis/config/std < analysis/globals;
	analysis/value < analysis/definitions < analysis/globals, analysis/summary;
	analysis/definitions < analysis/project;
	analysis/effect < analysis/testkit/machine;
	analysis/testkit/marked;
	analysis/testkit/modular;
	analysis/testkit/luagen < analysis/testkit/samples;
	analysis/flow < analysis/fix/proof < analysis/fix/plan;
	analysis, analysis/suppress/pragma < analysis/fix/plan < analysis/checks/* < analysis/checks < analysis/config, analysis/fix, analysis/nav < analysis/checker;
	analysis/fix/plan < analysis/refactor;
	analysis/config < analysis/luacheck < analysis/checker;
	analysis/config < analysis/suppress < analysis/fix;
	analysis/config/luapattern, analysis/config/glob, analysis/config/rootfs, analysis/config/tree < analysis/config/luacheckrc;
	analysis/config/rootfs, analysis/config, analysis/project/gitignore < analysis/project < analysis/checker;
	analysis/config/rootfs < analysis/project/gitconfig < analysis/project < analysis/project/since;
	analysis/value < analysis/config/std < analysis, analysis/config/luacheckrc;
	analysis/config/luacheckrc < analysis/config;
	analysis/facts < analysis/slice < analysis/nav;
	analysis < analysis/unfinished;
	analysis/spelling < analysis/config, analysis/waste;
	analysis/printable;
	analysis/facts, analysis/outline < analysis/summary < analysis/modules < analysis;
	analysis/config/glob, analysis/spelling < analysis/modules;
	analysis/facts < analysis/symbols;
	analysis/checks < analysis/annotate;
	analysis/checker < analysis/trim;
	analysis/symbols, analysis/nav < analysis/across;
	analysis/layout < analysis/cfg;
	analysis/nav < analysis/hover < analysis/explore;
	analysis/checker, analysis/optimize < analysis/explore;

	lsp/session, lsp/recording < lsp;
	lsp/testkit/metamodel;

	cmd/luaflow/internal/atomicfile, cmd/luaflow/internal/version < cmd/luaflow/internal/report <
		cmd/luaflow/internal/luacheck, cmd/luaflow/internal/cache, cmd/luaflow/internal/baseline < cmd/luaflow;
	cmd/luaflow/internal/report < cmd/luaflow/internal/console < cmd/luaflow/internal/settings < cmd/luaflow;
	cmd/luaflow/internal/luacheck < cmd/luaflow/internal/settings;
	cmd/luaflow/internal/settings < cmd/luaflow/internal/mcp < cmd/luaflow;
	cmd/luaflow/internal/memory < cmd/luaflow;
	cmd/luaflow/internal/atomicfile < cmd/luaflow/internal/steps < cmd/luaflow;
	cmd/luaflow/internal/console < cmd/luaflow/internal/demo < cmd/luaflow;
	cmd/luaflow/internal/console < cmd/luaflow/internal/manual < cmd/luaflow;
	cmd/luaflow/internal/atomicfile, cmd/luaflow/internal/pipeline < cmd/luaflow/internal/trim < cmd/luaflow;
	cmd/luaflow/internal/settings < cmd/luaflow/internal/explorer < cmd/luaflow;
	analysis/config/rootfs < cmd/luaflow/internal/worker < cmd/luaflow;
	cmd/luaflow/internal/memory, cmd/luaflow/internal/settings < cmd/luaflow/internal/pipeline < cmd/luaflow;
	cmd/luaflow/internal/atomicfile < cmd/luaflow/internal/scip < cmd/luaflow;

	editors/testkit;
	editors/web, editors/web/engine;
	cmd/luaflow-beam;
`

// keepers says which packages alone may import a library, tests aside.
var keepers = map[string][]string{
	"go.lsp.dev/":                      {"lsp"},
	"github.com/yuin/gopher-lua":       {"analysis/config/luacheckrc"},
	"github.com/modelcontextprotocol/": nil, // for tests
	"github.com/scip-code/":            nil,
	"google.golang.org/protobuf/":      nil,
}

// lockless is what has no locks, a star being any one folder. The first ones compute the facts about
// code: each is a function of what the fact rests on, and the locks are those of analysis/facts, which
// keeps the facts. The others ask for them: what they keep for all who ask is a facts.Fact.
var lockless = []string{
	"analysis/effect", "analysis/cfg", "analysis/flow", "analysis/ssa", "analysis/names", "analysis/tables", "analysis/consts",
	"analysis/depend", "analysis/calls", "analysis/live", "analysis/instances",
	"analysis/textmap", "analysis/waste", "analysis/globals", "analysis/place", "analysis/witness",
	"analysis/slice", "analysis/optimize",
	"analysis", "analysis/checks", "analysis/checks/*", "analysis/nav", "analysis/annotate", "analysis/outline",
	"analysis/refactor", "analysis/unfinished", "analysis/fix", "analysis/fix/plan", "analysis/fix/proof",
	"analysis/value", "analysis/summary", "analysis/modules", "analysis/symbols", "analysis/across",
}

// locks is the files of these packages that have some nevertheless, with what they guard: no fact about a
// file.
var locks = map[string]string{
	"analysis/value/host.go":          "the names of a host, made once for the process",
	"analysis/modules/hosts.go":       "the hosts whose files are roots, read once for the process",
	"analysis/unfinished/lines.go":    "a regular expression, compiled when it is needed",
	"analysis/fix/plan/blanklines.go": "a regular expression, compiled when it is needed",
	"analysis/fix/plan/original.go":   "facts.Facts by the types of what checks keep there for their fixes, which plan does not know",
	"analysis/fix/proof/names.go":     "the names of a program, found once: a proof rests on no fact, nor on what keeps them",
	"analysis/fix/proof/memory.go":    "memory that no proof uses",
	"analysis/fix/room.go":            "memory that no verification uses",
	"analysis/fix/fix.go":             "what a Fixer was asked about last, so that it is asked again in the same pass",
}

// treeKeepers is what may ask a graph for its trees of dominators and for control dependence. All others
// ask facts.Code, which keeps them.
var treeKeepers = []string{"analysis/cfg", "analysis/flow", "analysis/ssa", "analysis/facts"}

// isTestKit reports whether tests alone may import a package, and other test kits.
func isTestKit(pkg string) bool {
	return pkg == "compile/external" || pkg == "analysis/checks/checktest" ||
		slices.Contains(strings.Split(pkg, "/"), "testkit")
}

// topLevel is all that may stand at the top of the repository.
var topLevel = []string{
	"cmd", "lsp", "compile", "analysis", "editors", "go.mod", "go.sum", "README.md", ".pre-commit-hooks.yaml",
	"LICENSE", ".gitignore", ".gitattributes", ".ci", ".github",
}

// packages that the design names; those of later work are added as they come.
var packages = []string{
	"compile", "compile/slab", "compile/source", "compile/syntax", "compile/resolve", "compile/bytecode",
	"compile/srcmap", "compile/codegen",
	"analysis", "analysis/cfg", "analysis/effect", "analysis/flow", "analysis/ssa", "analysis/names", "analysis/tables", "analysis/depend", "analysis/consts", "analysis/live", "analysis/textmap", "analysis/facts", "analysis/waste", "analysis/place", "analysis/witness", "analysis/checker",
	"analysis/fix", "analysis/fix/plan", "analysis/refactor", "analysis/nav", "analysis/config", "analysis/project", "analysis/testkit/machine", "analysis/testkit/luagen",
	"lsp", "lsp/session", "cmd/luaflow",
}

// maxLines is how long a file of code may be.
const maxLines = 800

// maxCommand is how many lines of code the commands may have together, tests aside: what is more
// than taking arguments and printing has a package of its own.
const maxCommand = 3000

func TestImportsFollowTheArrows(t *testing.T) {
	order, err := parseArrows(arrows)
	if err != nil {
		t.Fatal(err)
	}
	tree := readTree(t)
	for _, file := range tree.files {
		for _, imported := range file.imports {
			of, ours := strings.CutPrefix(imported, module+"/")
			switch {
			case !file.test && !isTestKit(file.pkg) && (imported == "testing" || isTestKit(of)):
				t.Errorf("%s imports %s, which is for tests", file.path, of)
			case ours && !file.test:
				if why := forbidden(order, file.pkg, of); why != "" {
					t.Errorf("%s imports %s: %s", file.path, of, why)
				}
			case ours:
				if rank(file.pkg) < rank(of) {
					t.Errorf("%s imports %s, of a higher rank", file.path, of)
				}
			case !file.test:
				if !mayImport(file.pkg, imported) {
					t.Errorf("%s imports %s, which is not this package's to know", file.path, imported)
				}
			}
		}
	}
}

func TestOnlyFactsHasLocks(t *testing.T) {
	known := make(map[string]bool) // packages, patterns, and files of locks
	for _, file := range readTree(t).files {
		if file.test {
			continue
		}
		pkg := file.pkg
		if pattern := path.Dir(pkg) + "/*"; slices.Contains(lockless, pattern) && !isTestKit(pkg) {
			pkg = pattern
		}
		known[pkg] = true
		for _, imported := range file.imports {
			if !slices.Contains(lockless, pkg) || imported != "sync" && imported != "sync/atomic" {
				continue
			}
			known[file.path] = true
			if locks[file.path] == "" {
				t.Errorf("%s imports %s: the locks of facts about a file are those of analysis/facts", file.path, imported)
			}
		}
	}
	for _, pkg := range lockless {
		if !known[pkg] {
			t.Errorf("there is no package %s", pkg)
		}
	}
	for name := range locks {
		if !known[name] {
			t.Errorf("%s has no locks any more", name)
		}
	}
}

// TestTreesAreKept: dominators, post-dominators and control dependence are computed in a cfg.Memory, so that
// who has none asks facts.Code for them, and no function is looked at twice.
func TestTreesAreKept(t *testing.T) {
	trees := []string{"Dominators", "PostDominators", "ControlDependence"}
	asks := make(map[string]bool) // by package
	eachDeclaration(t, func(f *sourceFile, at func(ast.Node) token.Position, d ast.Decl) {
		ast.Inspect(d, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok && !f.test && (isField(s, "cfg", "Memory") || slices.ContainsFunc(trees, func(tree string) bool { return isField(s, "Graph", tree) })) {
				asks[f.pkg] = true
				if !slices.Contains(treeKeepers, f.pkg) {
					t.Errorf("%s:%d: %s: ask facts.Code, which keeps the trees", f.path, at(s).Line, s.Sel.Name)
				}
			}
			return true
		})
	})
	for _, pkg := range treeKeepers[1:] {
		if !asks[pkg] {
			t.Errorf("%s asks for no tree", pkg)
		}
	}
}

// isField reports whether a selector is of.name, or x.of.name.
func isField(s *ast.SelectorExpr, of, name string) bool {
	if s.Sel.Name != name {
		return false
	}
	switch x := s.X.(type) {
	case *ast.Ident:
		return x.Name == of
	case *ast.SelectorExpr:
		return x.Sel.Name == of
	}
	return false
}

func TestEveryArrowNamesAPackage(t *testing.T) {
	tree := readTree(t)
	for _, pkg := range packages {
		if !slices.ContainsFunc(tree.files, func(f sourceFile) bool { return f.pkg == pkg && !f.test }) {
			t.Errorf("there is no package %s", pkg)
		}
	}
	order, err := parseArrows(arrows)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range tree.files {
		if !f.test && !slices.Contains(packages, f.pkg) && !order.knows(f.pkg) {
			t.Errorf("%s: package %s has no place in the arrows", f.path, f.pkg)
		}
	}
}

func TestEveryPackageHasAComment(t *testing.T) {
	documented := map[string]bool{}
	for _, f := range readTree(t).files {
		if !f.test {
			documented[f.pkg] = documented[f.pkg] || f.packageComment
		}
	}
	for pkg, ok := range documented {
		if !ok {
			t.Errorf("package %s has no package comment", pkg)
		}
	}
}

func TestFilesAreShort(t *testing.T) {
	for _, f := range readTree(t).files {
		if f.lines > maxLines {
			t.Errorf("%s has %d lines, at most %d are allowed", f.path, f.lines, maxLines)
		}
	}
}

func TestCommandIsThin(t *testing.T) {
	lines := 0
	for _, f := range readTree(t).files {
		if f.pkg == "cmd/luaflow" && !f.test {
			lines += f.lines
		}
	}
	if lines >= maxCommand {
		t.Errorf("the commands have %d lines, less than %d are allowed", lines, maxCommand)
	}
}

func TestTopLevelIsFixed(t *testing.T) {
	entries, err := os.ReadDir(repository)
	if err != nil {
		t.Fatal(err)
	}
	ignored := readLines(t, filepath.Join(repository, ".gitignore"))
	for _, e := range entries {
		if name := e.Name(); name != ".git" && !slices.Contains(topLevel, name) && !slices.Contains(ignored, "/"+name) {
			t.Errorf("%s stands at the top of the repository", name)
		}
	}
}

// machinePath matches absolute paths that only exist where the code was written.
// A match holds one of machineParts, and to look for these first takes a hundredth of the time.
var (
	machinePath  = regexp.MustCompile(`(^|[^\w./])/[w]ork/|\.\./[s]hared/|/tmp/[w]/`)
	machineParts = []string{"/w" + "ork/", "/s" + "hared/", "/tmp/" + "w/"}
)

func TestNoPathOfTheWritersMachine(t *testing.T) {
	for _, f := range readTree(t).all {
		data := must.Read(t, filepath.Join(repository, f))
		if !slices.ContainsFunc(machineParts, func(part string) bool { return strings.Contains(data, part) }) {
			continue
		}
		if at := machinePath.FindStringIndex(data); at != nil {
			t.Errorf("%s:%d: names a path of the machine it was written on", f, 1+strings.Count(data[:at[0]], "\n"))
		}
	}
}

// sourceFile is what the tests know of one Go file.
type sourceFile struct {
	path, pkg      string
	imports        []string
	test           bool
	packageComment bool
	lines          int
}

type sourceTree struct {
	files []sourceFile // Go
	all   []string     // every regular file but git's
}

// readTree reads all Go files of the repository, test data aside.
func readTree(t *testing.T) sourceTree {
	t.Helper()
	var tree sourceTree
	err := fs.WalkDir(os.DirFS(repository), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name == ".git":
			return fs.SkipDir
		case !d.Type().IsRegular(), name == ".git": // in a checkout beside another one
			return nil
		}
		tree.all = append(tree.all, name)
		if path.Ext(name) != ".go" || strings.Contains(name, "testdata/") {
			return nil
		}
		f, err := readSource(name)
		tree.files = append(tree.files, f)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(tree.files) == 0 {
		t.Fatal("no Go file found")
	}
	return tree
}

func readSource(name string) (sourceFile, error) {
	f := sourceFile{path: name, pkg: path.Dir(name), test: strings.HasSuffix(name, "_test.go")}
	data, err := os.ReadFile(filepath.Join(repository, name))
	if err != nil {
		return f, err
	}
	f.lines = bytes.Count(data, []byte("\n"))
	tree, err := parser.ParseFile(token.NewFileSet(), name, data, parser.ImportsOnly|parser.ParseComments)
	if err != nil {
		return f, err
	}
	f.packageComment = tree.Doc != nil
	for _, i := range tree.Imports {
		imported, err := strconv.Unquote(i.Path.Value)
		if err != nil {
			return f, err
		}
		f.imports = append(f.imports, imported)
	}
	return f, nil
}

// rank returns the index of a package's top folder in ranks, -1 if it has none.
func rank(pkg string) int {
	top, _, _ := strings.Cut(pkg, "/")
	return slices.Index(ranks, top)
}

// forbidden returns why pkg must not import of; "" if it may.
func forbidden(order partialOrder, pkg, of string) string {
	if of == pages {
		return ""
	}
	switch from, to := rank(pkg), rank(of); {
	case from < 0:
		return "the importing package stands in no rank"
	case from < to:
		return "it is of a higher rank"
	case from == to && !order.before(of, pkg):
		return "no arrow leads there"
	}
	return ""
}

func mayImport(pkg, library string) bool {
	for prefix, who := range keepers {
		if strings.HasPrefix(library, prefix) {
			return slices.Contains(who, pkg)
		}
	}
	return true
}

// partialOrder maps a package, or a pattern with a star, to all that must come
// before it.
type partialOrder map[string]map[string]bool

// parseArrows reads statements of the form `a, b < c < d;` and closes them
// transitively.
func parseArrows(text string) (partialOrder, error) {
	order := partialOrder{}
	for statement := range strings.SplitSeq(text, ";") {
		if strings.TrimSpace(statement) == "" {
			continue
		}
		var lower []string
		for group := range strings.SplitSeq(statement, "<") {
			upper := strings.Split(group, ",")
			for i, name := range upper {
				upper[i] = strings.TrimSpace(name)
				if upper[i] == "" {
					return nil, fmt.Errorf("an arrow without a package in %q", statement)
				}
				order.add(upper[i], lower)
			}
			lower = upper
		}
	}
	for order.close() {
	}
	for name, before := range order {
		if before[name] {
			return nil, fmt.Errorf("the arrows lead from %s back to it", name)
		}
	}
	return order, nil
}

func (o partialOrder) add(name string, lower []string) {
	if o[name] == nil {
		o[name] = map[string]bool{}
	}
	for _, l := range lower {
		o[name][l] = true
	}
}

// close adds what is before that which is before, one step; it reports whether
// anything was new.
func (o partialOrder) close() (changed bool) {
	for _, before := range o {
		n := len(before)
		for l := range maps.Clone(before) {
			maps.Copy(before, o[l])
		}
		changed = changed || len(before) > n
	}
	return changed
}

// pattern returns the name under which the order knows a package.
func (o partialOrder) pattern(pkg string) string {
	if _, ok := o[pkg]; !ok {
		return path.Dir(pkg) + "/*"
	}
	return pkg
}

func (o partialOrder) knows(pkg string) bool { return o[o.pattern(pkg)] != nil }

func (o partialOrder) before(lower, upper string) bool {
	return o[o.pattern(upper)][o.pattern(lower)]
}

func readLines(t *testing.T, name string) []string {
	t.Helper()
	data := must.Read(t, name)
	return strings.Split(data, "\n")
}

// TestArrowsForbid feeds the rules with imports that they must refuse, so that a
// slip in the table cannot make the tests above pass for nothing.
func TestArrowsForbid(t *testing.T) {
	order, err := parseArrows(arrows)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		pkg, of string
		allowed bool
	}{
		{"compile/codegen", "compile/source", true},
		{"compile/source", "compile/syntax", false},
		{"compile/bytecode", "compile/source", false},
		{"compile/syntax", "compile/bytecode", false},
		{"compile", "analysis", false},
		{"analysis/effect", "analysis/cfg", false},
		{"analysis/checks/deadstore", "analysis/facts", true},
		{"analysis/checks/deadstore", "analysis/checks/unusedlocal", false},
		{"analysis/checks/deadstore", "compile/bytecode", true},
		{"analysis/facts", "analysis/checks/deadstore", false},
		{"analysis/unheard", "analysis", false},
		{"lsp/session", "lsp", false},
		{"lsp", "cmd/luaflow", false},
		{"cmd/luaflow", "lsp/session", true},
	} {
		if got := forbidden(order, c.pkg, c.of) == ""; got != c.allowed {
			t.Errorf("%s imports %s: allowed %v, want %v", c.pkg, c.of, got, c.allowed)
		}
	}
	if mayImport("lsp/session", "go.lsp.dev/protocol") || !mayImport("lsp", "go.lsp.dev/protocol") {
		t.Error("the protocol belongs to lsp alone")
	}
}
