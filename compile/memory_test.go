package compile_test

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"luaflow/compile"
	"luaflow/compile/bytecode"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
	"luaflow/compile/testkit/must"
)

// memoryTexts returns the Lua files of the tests, whole and with a line missing, a text that goes
// beyond limits, long ones and empty ones, in any order.
func memoryTexts(t *testing.T, rnd *rand.Rand) []string {
	texts := []string{
		"", "-- nothing", "x", "goto out ::out:: break",
		"local a" + strings.Repeat(", a", 250) + "\nfunction f() local b = a return b end",
		"t = {" + strings.Repeat("{1, 2.5, 'x', 300}, ", 5000) + "}",
		strings.Repeat("local function f(a, b) return function() return a + b end end\nx(f)\n", 300),
	}
	for _, pattern := range []string{"codegen/testdata/*.lua", "syntax/testdata/*/*.lua", "testdata/refused/*"} {
		for _, name := range must.Glob(t, pattern) {
			text := must.Read(t, name)
			texts = append(texts, text, tear(text, rnd), tear(text, rnd))
		}
	}
	rnd.Shuffle(len(texts), func(i, j int) { texts[i], texts[j] = texts[j], texts[i] })
	return texts
}

// TestMemory compiles many texts in one Memory, and each anew.
func TestMemory(t *testing.T) {
	var m compile.Memory
	for seed := range uint64(2) {
		for _, text := range memoryTexts(t, rand.New(rand.NewPCG(seed, 1))) {
			f := source.NewFile("text.lua", text)
			got, want := m.Compile(f), compile.Compile(f)
			if err := syntax.Verify(got.Tree); err != nil {
				t.Fatalf("%v in\n%s", err, text)
			}
			if what := differ(got, want); what != "" {
				t.Fatalf("%s differ in used memory, in\n%s", what, text)
			}
		}
	}
}

// differ returns which parts of two units of one file differ; "" if none does.
func differ(a, b *compile.Unit) string {
	switch {
	case !reflect.DeepEqual(a.Tree.Main, b.Tree.Main) ||
		!reflect.DeepEqual(slices.Collect(a.Tree.Names.All()), slices.Collect(b.Tree.Names.All())):
		return "nodes"
	case !equal(a.Tree.Stats, b.Tree.Stats) || !equal(a.Tree.Funcs, b.Tree.Funcs) ||
		!equal(a.Tree.Comments, b.Tree.Comments) || a.Tree.Sound() != b.Tree.Sound() ||
		!slices.Equal(syms(a.Tree), syms(b.Tree)):
		return "tables of the tree"
	case !equal(a.Tree.Errors, b.Tree.Errors) || !equal(a.Errors, b.Errors) || a.Analyzable() != b.Analyzable():
		return "errors"
	case !equal(a.Res.Bindings, b.Res.Bindings) || !equal(a.Res.Refs, b.Res.Refs) ||
		!equal(a.Res.Upvalues, b.Res.Upvalues) || !equal(a.Res.FirstBinding, b.Res.FirstBinding) ||
		!equal(a.Res.Labels, b.Res.Labels) || !equal(labels(a), labels(b)):
		return "names"
	case !reflect.DeepEqual(withoutMade(a.Funcs), withoutMade(b.Funcs)) || !bytes.Equal(bytecode.Dump(a.Main, false), bytecode.Dump(b.Main, false)):
		return "functions"
	case !equal(statPCs(a), statPCs(b)) || !maps.Equal(maps.Collect(a.Map.ReadPCs()), maps.Collect(b.Map.ReadPCs())) || !equal(a.Map.Regs, b.Map.Regs):
		return "maps"
	}
	return ""
}

func statPCs(u *compile.Unit) (out []srcmap.PCRange) {
	for id := range u.Tree.Stats {
		out = append(out, u.Map.PCs(syntax.StatID(id)))
	}
	return out
}

func labels(u *compile.Unit) (out []resolve.LabelID) {
	for id := range u.Tree.Stats {
		out = append(out, u.Res.LabelOf(syntax.StatID(id)))
	}
	return out
}

func equal[T any](a, b []T) bool {
	return len(a) == len(b) && (len(a) == 0 || reflect.DeepEqual(a, b))
}

func syms(t *syntax.Tree) (out []string) {
	for s := range t.NumSyms() {
		out = append(out, t.Str(syntax.Sym(s)))
	}
	return out
}

// TestUsedMemoryIsEnough: in used memory, a text that was compiled before costs hardly
// any allocation.
func TestUsedMemoryIsEnough(t *testing.T) {
	var text strings.Builder
	for i := range 150 {
		fmt.Fprintf(&text, "local function f%d(a) if a then return a.x + %d end end\nprint(f%[1]d {'a', b = 2})\n", i, 1000+i)
	}
	f := source.NewFile("text.lua", text.String())
	var m compile.Memory
	if n := testing.AllocsPerRun(5, func() { m.Compile(f) }); n > 60 {
		t.Errorf("%v allocations for a text that was compiled before", n)
	}
}

// withoutMade returns functions without what tells them from all others.
func withoutMade(funcs []compile.Func) []compile.Func {
	funcs = slices.Clone(funcs)
	for i := range funcs {
		funcs[i].Made = 0
	}
	return funcs
}
