package codegen_test

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"luaflow/compile"
	"luaflow/compile/bytecode"
	"luaflow/compile/source"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
	"luaflow/compile/testkit/must"
)

// allExtensions is every extension but the one that takes integer division away.
const allExtensions = (syntax.ContinueWord<<1 - 1) &^ syntax.SlashComment

// TestLowered compares the listings of testdata/lowered/*.lua, whose first line says
// what they are, with goldens: what the instructions of 5.3 make of other dialects. The
// pcs with the role Lowered are listed after each.
func TestLowered(t *testing.T) {
	for _, file := range sources(t, filepath.Join("testdata", "lowered")) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text := must.Read(t, file)
			u := compile.CompileAs(source.NewFile("x", text), languageOf(t, text))
			if len(u.Errors) > 0 {
				t.Fatal(u.Errors[0])
			}
			if err := bytecode.Verify(u.Main); err != nil {
				t.Fatal(err)
			}
			var got bytes.Buffer
			if err := bytecode.List(&got, u.Main, bytecode.ListOptions{}); err != nil {
				t.Fatal(err)
			}
			for id, f := range u.Funcs {
				for pc, o := range f.Map.Origins.All() {
					if o.Role() == srcmap.Lowered {
						fmt.Fprintf(&got, "function %d, pc %d is lowered: %s\n", id, pc+1, u.File.Slice(o.Span()))
					}
				}
			}
			must.Match(t, strings.TrimSuffix(file, ".lua")+".golden", got.Bytes())
		})
	}
}

// languageOf returns the language that the first line of a text names: "-- 5.4 extended".
func languageOf(t *testing.T, text string) (l syntax.Language) {
	t.Helper()
	first, _, _ := strings.Cut(text, "\n")
	for word := range strings.FieldsSeq(strings.TrimPrefix(first, "--")) {
		if d, ok := syntax.ParseDialect(word); ok {
			l.Dialects |= d
		} else if word == "extended" {
			l.Extensions = allExtensions
		} else {
			t.Fatalf("no language: %s", first)
		}
	}
	return l
}
