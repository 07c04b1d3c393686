package checktest

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"luaflow/analysis"
	"luaflow/analysis/config/glob"
	"luaflow/analysis/facts"
	"luaflow/analysis/modules"
	"luaflow/analysis/summary"
	"luaflow/analysis/value"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
	"luaflow/compile/testkit/must"
)

// runProgram runs one check over the program of an archive, as runFile does: with what the other files say of each. It returns the
// number of findings. A comment of the archive of the form `roots: PATTERN…` is what a configuration says.
func runProgram(t *testing.T, check *analysis.Check, path string) (found int) {
	t.Helper()
	archive := txtar.Parse([]byte(must.Read(t, path)))
	roots, _ := strings.CutPrefix(string(archive.Comment), "roots:")
	var files []File
	for _, f := range archive.Files {
		files = append(files, File{f.Name, string(f.Data)})
	}
	EachOf(files, strings.Fields(roots), func(u *compile.Unit, slice *modules.Slice) {
		found += runText(t, u, func(u *compile.Unit) []analysis.Finding { return runWith(u, check, slice) },
			func(string) *analysis.Check { return check })
	})
	return found
}

func runWith(u *compile.Unit, check *analysis.Check, slice *modules.Slice) []analysis.Finding {
	var found []analysis.Finding
	p := analysis.NewPass(u, 0, nil, func(f analysis.Finding) { found = append(found, f) })
	p.Program = analysis.NewProgram(p.Facts, slice)
	p.Run(check)
	slices.SortStableFunc(found, func(a, b analysis.Finding) int { return int(a.Span.Start) - int(b.Span.Start) })
	return found
}

// A File stands for one file of a program that exists only in a test.
type File struct {
	Name string // a path from the top of the program, with slashes
	Text string // all of it
}

var header = regexp.MustCompile(`(?m)^-- (\S+\.lua)\n`)

// FilesIn returns the files that a text consists of, each after a line with its name in a comment: `-- a/b.lua`. nil if the text does not
// begin with one.
func FilesIn(text string) (files []File) {
	at := header.FindAllStringSubmatchIndex(text, -1)
	if len(at) == 0 || at[0][0] != 0 {
		return nil
	}
	for i, m := range at {
		end := len(text)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		files = append(files, File{text[m[2]:m[3]], text[m[1]:end]})
	}
	return files
}

// EachOf links a program, of which roots is patterns of files that start it, and calls visit for each of its files of which the name ends in
// .lua, in the order of the names: with its unit, in Lua 5.3, and what the rest of the program says of it. The other files count as files
// that are no Lua.
func EachOf(files []File, roots []string, visit func(u *compile.Unit, slice *modules.Slice)) {
	units := map[string]*compile.Unit{}
	var all []*summary.Summary
	for _, f := range files {
		if !strings.HasSuffix(f.Name, ".lua") {
			all = append(all, summary.OfForeign(f.Name, source.NewFile(f.Name, f.Text)))
			continue
		}
		u := compile.CompileAs(source.NewFile(f.Name, f.Text), syntax.Language{Dialects: syntax.Lua53})
		units[f.Name] = u
		all = append(all, summary.Of(f.Name, facts.Of(u, value.Hosts(0), new(facts.Memory))))
	}
	var said modules.Roots
	for _, pattern := range roots {
		said.Files = append(said.Files, glob.Compile("", pattern))
	}
	program := modules.Link(all, said)
	for i, slice := range program.Slices() {
		if units[program.Files[i].Path] == nil {
			continue
		}
		visit(units[program.Files[i].Path], &slice)
	}
}
