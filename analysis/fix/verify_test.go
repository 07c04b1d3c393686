package fix_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"luaflow/analysis"
	"luaflow/analysis/checker"
	"luaflow/analysis/fix"
	"luaflow/compile"
	"luaflow/compile/external"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
	"luaflow/compile/testkit/must"
)

// TestVerifier holds what the verifier accepts and refuses. Each file of the
// archives in testdata/verify is a text with edits: «old|new». Its name is the code
// of the findings that the edits are to mend, a space, and what the verifier is to
// say; "ok" if it is to accept.
func TestVerifier(t *testing.T) {
	paths := must.Glob(t, "testdata/verify/*.txtar")
	accepted, refused := 0, 0
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for i, f := range archive.Files {
			code, want, _ := strings.Cut(f.Name, " ")
			text, edits := cutEdits(string(f.Data))
			u := compile.Compile(source.NewFile(f.Name, text))
			if len(u.Errors) > 0 {
				t.Fatalf("%s: %s", f.Name, u.Errors[0])
			}
			got := "ok"
			if err := fix.New(checker.CheckIn).Verify(u, edits, code); err != nil {
				got = err.Error()
				refused++
			} else {
				accepted++
			}
			if got != want && !*must.Update {
				t.Errorf("%s: %q, want %q:\n%s", filepath.Base(path), got, want, f.Data)
			}
			archive.Files[i].Name = code + " " + got
		}
		if *must.Update {
			must.Write(t, path, txtar.Format(archive))
		}
	}
	if accepted == 0 || refused == 0 {
		t.Errorf("%d accepted, %d refused", accepted, refused)
	}
}

var marked = regexp.MustCompile(`(?s)«(.*?)\|(.*?)»`)

// cutEdits makes a text and edits of a text with marks.
func cutEdits(data string) (text string, edits []source.Edit) {
	var b strings.Builder
	rest := 0
	for _, m := range marked.FindAllStringSubmatchIndex(data, -1) {
		b.WriteString(data[rest:m[0]])
		start := source.Pos(b.Len())
		b.WriteString(data[m[2]:m[3]])
		edits = append(edits, source.Edit{Span: source.Span{Start: start, End: source.Pos(b.Len())}, New: data[m[4]:m[5]]})
		rest = m[1]
	}
	b.WriteString(data[rest:])
	return b.String(), edits
}

// TestAcceptedEditsChangeNothing makes edits at random, most of which do change what
// a program does: those that the verifier accepts must not.
func TestAcceptedEditsChangeNothing(t *testing.T) {
	lua := external.Program(t, "lua5.3")
	var p pairs
	tried := 0
	for seed := range programs {
		text := generate(uint64(seed))
		u := compile.Compile(source.NewFile("program.lua", text))
		r := rand.New(rand.NewPCG(uint64(seed), 2))
		x := fix.New(func(u *compile.Unit, in *analysis.Memory, ready func(*analysis.Pass) error) ([]analysis.Finding, error) {
			return nil, ready(analysis.NewPass(u, 0, in, nil))
		})
		for range 20 {
			edits := randomEdits(r, u)
			tried++
			if edits != nil && x.Verify(u, edits, "") == nil {
				p.add(fmt.Sprintf("seed%d %v", seed, edits), text, fix.Apply(text, edits))
			}
		}
	}
	if p.count < programs/2 || p.count > tried/2 {
		t.Errorf("%d of %d edits were accepted", p.count, tried)
	}
	t.Logf("%d of %d edits were accepted", p.count, tried)
	p.run(t, lua)
}

// randomEdits deletes a statement, or a part of one.
func randomEdits(r *rand.Rand, u *compile.Unit) []source.Edit {
	s := u.Tree.Stats[r.IntN(len(u.Tree.Stats))]
	remove := func(start, end source.Pos, text string) []source.Edit {
		return []source.Edit{{Span: source.Span{Start: start, End: end}, New: text}}
	}
	switch r.IntN(6) {
	case 0:
		n := u.Tree.Names.At(syntax.NameID(r.IntN(u.Tree.Names.Len())))
		other := u.Tree.Names.At(syntax.NameID(r.IntN(u.Tree.Names.Len())))
		return remove(n.Start, n.End, u.File.Slice(other.Span()))
	case 1:
		var targets, values []syntax.Expr
		switch s := s.(type) {
		case *syntax.Assign:
			targets, values = s.Targets(), s.Values()
		case *syntax.Local:
			for _, n := range s.Names {
				targets = append(targets, n)
			}
			values = s.Exprs()
		}
		n := min(len(targets), len(values))
		if n < 2 {
			break
		}
		i, k := r.IntN(n-1), r.IntN(n-1) // mostly the wrong value
		return append(remove(targets[i].Span().Start, targets[i+1].Span().Start, ""),
			remove(values[k].Span().Start, values[k+1].Span().Start, "")...)
	case 2:
		var values []syntax.Expr
		switch s := s.(type) {
		case *syntax.Assign:
			values = s.Values()
		case *syntax.Local:
			values = s.Exprs()
		}
		if len(values) > 0 {
			return remove(s.Span().Start, values[0].Span().Start, []string{"", "local _ = "}[r.IntN(2)])
		}
	case 3:
		if a, ok := s.(*syntax.Assign); ok {
			return remove(a.Span().Start, a.Targets()[0].Span().End, "local "+u.File.Slice(a.Targets()[0].Span()))
		}
	}
	return remove(s.Span().Start, s.Span().End, "")
}
