package checker_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"luaflow/analysis"
	"luaflow/compile"
	"luaflow/compile/bytecode"
	"luaflow/compile/source"
	"luaflow/compile/testkit/scale"
)

// TestRenamed: a name that is said never to be used can be given another one where it is
// declared, and nothing of the bytecode changes but the names: what used it would use a
// global now.
func TestRenamed(t *testing.T) {
	renamed := make(map[string]int)
	eachHost(t, func(h *host, _ bool) {
		text := h.unit.File.Text()
		want := bytecode.Dump(h.unit.Main, true)
		found := slices.DeleteFunc(slices.Clone(h.found), func(f analysis.Finding) bool {
			return !isNever(&f, text[f.Span.Start:f.Span.End])
		})
		if bytes.Equal(dumpOf(rename(text, found)), want) {
			for _, f := range found {
				renamed[f.Code]++
			}
			return
		}
		for _, f := range found {
			if !bytes.Equal(dumpOf(rename(text, []analysis.Finding{f})), want) {
				t.Errorf("%s:%d: %s, and yet it is", h.name, h.unit.File.Line(f.Span.Start), f.Message)
			}
		}
	})
	for _, code := range nameless {
		if scale.Full() && renamed[code] == 0 {
			t.Errorf("no program has a finding of %s", code)
		}
	}
	t.Log(renamed)
}

// nameless is the checks that say of a variable that its name might be any.
var nameless = []string{"unused-local", "unused-loop-variable", "unused-parameter"}

// isNever reports whether a finding says that nothing refers to a name, not even what is
// unused itself.
func isNever(f *analysis.Finding, name string) bool {
	return slices.Contains(nameless, f.Code) && name != "..." && strings.Contains(f.Message, "`"+name+"` is never used")
}

// rename gives the names of findings, which are in the order of the text, other ones.
func rename(text string, found []analysis.Finding) string {
	var b strings.Builder
	from := 0
	for i, f := range found {
		start, end := int(f.Span.Start), int(f.Span.End)
		fmt.Fprintf(&b, "%srenamed_%d", text[from:start], i)
		from = end
	}
	return b.String() + text[from:]
}

// dumpOf returns the stripped bytecode of a text; nil if it has errors.
func dumpOf(text string) []byte {
	u := compile.Compile(source.NewFile("renamed.lua", text))
	if len(u.Errors) > 0 {
		return nil
	}
	return bytecode.Dump(u.Main, true)
}
