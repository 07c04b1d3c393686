package summary_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"luaflow/analysis/facts"
	"luaflow/analysis/summary"
	"luaflow/analysis/value"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
	"luaflow/compile/testkit/must"
)

// summaryOf returns the summary of a text.
func summaryOf(text string) *summary.Summary {
	u := compile.CompileAs(source.NewFile("a.lua", text), syntax.Language{Dialects: syntax.Lua53})
	return summary.Of("a.lua", facts.Of(u, value.Hosts(0), new(facts.Memory)))
}

// TestRequires: each program of the file is followed by what it requires.
func TestRequires(t *testing.T) {
	for _, text := range strings.Split(must.Read(t, "testdata/requires.txt"), "\n\n")[1:] {
		var want strings.Builder
		for line := range strings.SplitSeq(text, "\n") {
			if claim, ok := strings.CutPrefix(line, "--> "); ok {
				want.WriteString(claim + "\n")
			}
		}
		var got strings.Builder
		for _, r := range summaryOf(text).Requires {
			fmt.Fprintf(&got, "line %d: %s", r.Line, r.Name)
			for _, is := range []struct {
				so   bool
				word string
			}{{r.IsPattern, "pattern"}, {r.Loading, "loading"}, {r.Protected, "protected"}} {
				if is.so {
					got.WriteString(", " + is.word)
				}
			}
			got.WriteString("\n")
		}
		if got.String() != want.String() {
			t.Errorf("%s\ngot\n%s", text, &got)
		}
	}
}

// TestSame: a file has one summary, however often it is made.
func TestSame(t *testing.T) {
	const text = `local M = {}
function M.a() end function M.b() end function M.c() end function M.d() end function M.e() end
return M`
	for range 20 {
		if !reflect.DeepEqual(summaryOf(text), summaryOf(text)) {
			t.Fatal("the second time another summary is made")
		}
	}
}

func TestSize(t *testing.T) {
	s := summaryOf("local a = 1\nreturn a\n")
	if s.Lines != 2 || s.Bytes != 21 || s.Broken || s.Path != "a.lua" {
		t.Errorf("%+v", s)
	}
	if !summaryOf("local").Broken {
		t.Error("it is not said that the text is broken")
	}
}
