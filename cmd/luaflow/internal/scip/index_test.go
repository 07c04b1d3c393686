package scip_test

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unsafe"

	pb "github.com/scip-code/scip/bindings/go/scip"
	"google.golang.org/protobuf/proto"

	"luaflow/analysis"
	"luaflow/analysis/checker"
	"luaflow/analysis/globals"
	"luaflow/analysis/project"
	"luaflow/cmd/luaflow/internal/scip"
	"luaflow/compile"
	"luaflow/compile/external"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
	"luaflow/compile/testkit/must"
	"luaflow/compile/testkit/scale"
)

// indexOf returns the index of files, given by path, in the order of their paths. The package is that of a folder.
func indexOf(t *testing.T, folder string, files map[string]string) []byte {
	t.Helper()
	var members []*scip.Member
	paths := slices.Sorted(maps.Keys(files))
	for _, path := range paths {
		u, take := lend(path, files[path])
		members = append(members, scip.MemberOf(path, checker.New().Pass(u)))
		take()
	}
	program := scip.NewProgram(folder, members)
	var out bytes.Buffer
	w := scip.NewWriter(&out, "file:///kennel", "v1", program)
	for _, path := range paths {
		u, take := lend(path, files[path])
		found := program.Settle(checker.New().Check(u), nil)
		w.Add(program.Document(path, checker.New().Pass(u).Facts, found))
		take()
	}
	must.Do(t, w.Close())
	return out.Bytes()
}

// lend returns the unit of a text, and what takes the memory of the text back.
func lend(path, text string) (u *compile.Unit, take func()) {
	lent := []byte(text)
	u = compile.CompileAs(source.NewFile(path, unsafe.String(unsafe.SliceData(lent), len(lent))), syntax.Language{Dialects: syntax.Lua53})
	return u, func() { copy(lent, strings.Repeat("#", len(lent))) }
}

// folder is that of a program, with a rockspec.
const folder = "testdata/program"

// program returns the files of the program.
func program(t *testing.T) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, f := range project.Walk(folder, project.Options{}).Files {
		if filepath.Ext(f.Path) != ".rockspec" {
			files[filepath.ToSlash(f.Inside)] = must.Read(t, f.Path)
		}
	}
	return files
}

// read returns an index as the bindings read it, with all fields known and encoded as they encode them.
func read(t *testing.T, index []byte) *pb.Index {
	t.Helper()
	var out pb.Index
	must.Do(t, proto.Unmarshal(index, &out))
	again, err := proto.MarshalOptions{Deterministic: true}.Marshal(&out)
	must.Do(t, err)
	if !bytes.Equal(again, index) {
		t.Fatal("the bindings write another index of what they have read")
	}
	streamed := 0
	visitor := pb.IndexVisitor{VisitDocument: func(context.Context, *pb.Document) error { streamed++; return nil }}
	must.Do(t, visitor.ParseStreaming(context.Background(), bytes.NewReader(index)))
	if streamed != len(out.Documents) {
		t.Fatalf("%d documents one after the other, %d together", streamed, len(out.Documents))
	}
	return &out
}

// TestIndex: all that is in the index of a program, as text.
func TestIndex(t *testing.T) {
	index := read(t, indexOf(t, folder, program(t)))
	var out strings.Builder
	fmt.Fprintf(&out, "%s %s %s %s\n", index.Metadata.ProjectRoot, index.Metadata.TextDocumentEncoding, index.Metadata.ToolInfo.Name, index.Metadata.ToolInfo.Version)
	for _, d := range index.Documents {
		fmt.Fprintf(&out, "\n%s %s %s\n", d.RelativePath, d.Language, d.PositionEncoding)
		for _, o := range d.Occurrences {
			writeOccurrence(&out, o)
		}
		for _, s := range d.Symbols {
			writeSymbol(&out, s)
		}
	}
	out.WriteString("\nexternal\n")
	for _, s := range index.ExternalSymbols {
		writeSymbol(&out, s)
	}
	must.Match(t, "testdata/index.txt", out.String())
}

func writeOccurrence(out *strings.Builder, o *pb.Occurrence) {
	at, _ := o.SourceRange()
	fmt.Fprintf(out, "%s %s", at, o.Symbol)
	for _, role := range []pb.SymbolRole{pb.SymbolRole_Definition, pb.SymbolRole_Import, pb.SymbolRole_WriteAccess, pb.SymbolRole_ReadAccess} {
		if role.Matches(o) {
			fmt.Fprintf(out, " %s", role)
		}
	}
	if whole, ok := o.EnclosingSourceRange(); ok {
		fmt.Fprintf(out, " of %s", whole)
	}
	out.WriteString("\n")
	for _, d := range o.Diagnostics {
		fmt.Fprintf(out, "\t%s %s %s: %s %v\n", d.Source, d.Severity, d.Code, d.Message, d.Tags)
	}
}

func writeSymbol(out *strings.Builder, s *pb.SymbolInformation) {
	fmt.Fprintf(out, "%s: %s %q", s.Symbol, s.Kind, s.DisplayName)
	if s.EnclosingSymbol != "" {
		fmt.Fprintf(out, " in %s", s.EnclosingSymbol)
	}
	if sign := s.SignatureDocumentation; sign != nil {
		fmt.Fprintf(out, " %s %q", sign.Language, sign.Text)
	}
	for _, text := range s.Documentation {
		fmt.Fprintf(out, " said %q", text)
	}
	for _, r := range s.Relationships {
		fmt.Fprintf(out, " is %s", r.Symbol)
		for _, flag := range []struct {
			is   bool
			word string
		}{{r.IsReference, "reference"}, {r.IsImplementation, "implementation"}, {r.IsTypeDefinition, "type"}} {
			if flag.is {
				fmt.Fprintf(out, " %s", flag.word)
			}
		}
	}
	out.WriteString("\n")
}

// TestRanges: in any text, columns count the bytes of lines that end at line feeds.
func TestRanges(t *testing.T) {
	lines := "local é = '日本'\tlocal a = é local t\t= {\tx = a }\nfunction t:y(b)\n\tlocal m = require 'm'; return m.z, b, g end\n"
	files := map[string]string{
		"lf.lua": lines, "crlf.lua": strings.ReplaceAll(lines, "\n", "\r\n"), "bom.lua": "\ufeff" + lines, "empty.lua": "",
		"no_end.lua": strings.TrimSuffix(lines, "\n"), "cr.lua": "local a = 1\rlocal b = a\nreturn b", "shebang.lua": "#!/usr/bin/lua\nlocal a = 1",
		"broken.lua": "local a = (\nlocal b",
	}
	for i, path := range must.Corpus(t) {
		if i%scale.Every(20) == 0 {
			files[fmt.Sprint("corpus/", i)] = must.Read(t, path)
		}
	}
	index := read(t, indexOf(t, t.TempDir(), files))
	if len(index.Documents) != len(files) {
		t.Fatalf("%d documents of %d files", len(index.Documents), len(files))
	}
	everywhere := map[string]string{} // a global that several files set is described in the first of them
	for _, d := range index.Documents {
		nameAll(everywhere, d.Symbols)
	}
	nameAll(everywhere, index.ExternalSymbols)
	for _, d := range index.Documents {
		names := maps.Clone(everywhere)
		nameAll(names, d.Symbols) // locals are named alike in all files
		lines := strings.Split(files[d.RelativePath], "\n")
		for _, o := range d.Occurrences {
			at, _ := o.SourceRange()
			if !at.IsSingleLine() || at.Start == at.End || o.SymbolRoles == 0 || strings.HasSuffix(o.Symbol, "/") {
				continue
			}
			named := lines[at.Start.Line][at.Start.Character:at.End.Character]
			if named != names[o.Symbol] && !strings.ContainsAny(named[:1], `:'"[`) {
				t.Errorf("%s: %q stands at %v, where %q is meant", d.RelativePath, named, at, names[o.Symbol])
			}
		}
	}
}

// nameAll sets the names of symbols.
func nameAll(names map[string]string, symbols []*pb.SymbolInformation) {
	for _, s := range symbols {
		names[s.Symbol] = s.DisplayName
	}
}

// TestSymbolsAreWellFormed: whatever a name is, the bindings read the symbol, and write the same.
func TestSymbolsAreWellFormed(t *testing.T) {
	names := []string{"a b", "a`b", "", " ", "é", "a.b", "a/b", "\xff", "local", "a#b()", "+-$_9"}
	var text strings.Builder
	text.WriteString("local M = {}\n")
	files := map[string]string{"`odd` folder/é.x.lua": "return {}", "tool": "x = 1", "tool.lua": "x = 2", "a/init.lua": "return {}", "a.lua": "return {}"}
	for i, name := range names {
		fmt.Fprintf(&text, "M[%q], _G[%q] = 1, 2\nlocal m%d = require %q m%d.f()\n", name, name, i, name, i)
	}
	files["names.lua"] = text.String() + "return M"
	seen := map[string]bool{}
	odd := t.TempDir()
	must.Write(t, filepath.Join(odd, "a package-with  spaces-1  2-3 .rockspec"), "")
	for _, folder := range []string{t.TempDir(), odd} {
		index := read(t, indexOf(t, folder, files))
		known := map[string]bool{}
		for _, d := range index.Documents {
			for _, o := range d.Occurrences {
				seen[o.Symbol] = true
			}
			for _, s := range d.Symbols {
				if strings.HasSuffix(s.Symbol, "/") || strings.HasSuffix(s.Symbol, ":") {
					if known[s.Symbol] {
						t.Errorf("two files are %s", s.Symbol)
					}
					known[s.Symbol] = true
				}
			}
		}
	}
	for symbol := range seen {
		parsed, err := pb.ParseSymbol(symbol)
		if err != nil {
			t.Errorf("%s: %v", symbol, err)
		} else if again := pb.VerboseSymbolFormatter.FormatSymbol(parsed); again != symbol {
			t.Errorf("%s is written %s", symbol, again)
		}
	}
	if len(seen) < 2*len(names) {
		t.Errorf("only %d symbols", len(seen))
	}
}

// TestSettle: what another file refutes is not found, nor what one could that is not indexed.
func TestSettle(t *testing.T) {
	u, _ := lend("b.lua", "known = 1 print(read)")
	top := t.TempDir()
	program := scip.NewProgram(top, []*scip.Member{scip.MemberOf("b.lua", checker.New().Pass(u)), nil})
	about := func(name string, unless globals.Unless) analysis.Finding {
		return analysis.Finding{Code: name, Unless: unless, Subject: analysis.Subject{Global: name}}
	}
	all := []analysis.Finding{
		about("known", globals.UnlessSet), about("unknown", globals.UnlessSet), about("read", globals.UnlessRead), about("unread", globals.UnlessRead),
		about("known", globals.Always),
	}
	for _, test := range []struct {
		roots []string
		want  string
	}{
		{nil, "unknown unread known"},
		{[]string{top, filepath.Join(top, "sub")}, "unknown unread known"},
		{[]string{top, top + "x"}, "unread known"},
		{[]string{filepath.Dir(top)}, "unread known"},
	} {
		var left []string
		for _, f := range program.Settle(slices.Clone(all), test.roots) {
			left = append(left, f.Code)
		}
		if got := strings.Join(left, " "); got != test.want {
			t.Errorf("%v: %s is left, want %s", test.roots, got, test.want)
		}
	}
}

// TestTags: what a finding says of the name at its place.
func TestTags(t *testing.T) {
	u, _ := lend("a.lua", "local a = b")
	facts := checker.New().Pass(u).Facts
	program := scip.NewProgram(t.TempDir(), nil)
	for _, test := range []struct {
		found analysis.Finding
		want  string
	}{
		{analysis.Finding{Code: "deprecated", Span: source.Span{Start: 10, End: 11}, Fade: source.NoSpan, Severity: analysis.Hint}, "Hint [Deprecated]"},
		{analysis.Finding{Code: "unused-local", Span: source.Span{Start: 6, End: 7}, Fade: source.Span{Start: 0, End: 11}, Severity: analysis.Warning}, "Warning [Unnecessary]"},
		{analysis.Finding{Code: "nil-index", Span: source.Span{Start: 10, End: 11}, Fade: source.NoSpan, Severity: analysis.Error}, "Error []"},
	} {
		var out bytes.Buffer
		w := scip.NewWriter(&out, "", "", program)
		w.Add(program.Document("a.lua", facts, []analysis.Finding{test.found}))
		must.Do(t, w.Close())
		for _, o := range read(t, out.Bytes()).Documents[0].Occurrences {
			for _, d := range o.Diagnostics {
				if got := fmt.Sprint(d.Severity, " ", d.Tags); got != test.want || d.Code != test.found.Code {
					t.Errorf("%s: got %s, want %s", d.Code, got, test.want)
				}
				test.want = "one"
			}
		}
		if test.want != "one" {
			t.Errorf("%s is not there", test.found.Code)
		}
	}
}

// TestJudges: what the tools of the protocol say, of the version that .ci/scip builds.
func TestJudges(t *testing.T) {
	external.Program(t, "scip")
	top, files := t.TempDir(), program(t)
	for path, text := range files {
		must.Do(t, os.MkdirAll(filepath.Join(top, filepath.Dir(path)), 0o777))
		must.Write(t, filepath.Join(top, path), text)
	}
	index := filepath.Join(t.TempDir(), "index.scip")
	must.Write(t, index, indexOf(t, folder, files))
	if said := external.Run(t, "scip", "lint", index); len(said) > 0 {
		t.Errorf("scip lint:\n%s", said)
	}
	out := filepath.Join(t.TempDir(), "snapshot")
	external.Run(t, "scip", "snapshot", "--from", index, "--to", out, "--project-root", top, "--comment-syntax", "--")
	for path := range files {
		must.Match(t, filepath.Join("testdata/snapshot", path), must.Read(t, filepath.Join(out, path)))
	}
	t.Chdir(top) // the paths in an index are looked up from there
	if said := external.Run(t, "scip", "test", "--from", index, "--comment-syntax", "--#", "."); strings.Count(string(said), "✓") != len(files) ||
		!strings.Contains(string(said), "main.lua (25 assertions)") {
		t.Errorf("scip test:\n%s", said)
	}
}
