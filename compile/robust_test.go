package compile_test

import (
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"luaflow/compile"
	"luaflow/compile/bytecode"
	"luaflow/compile/external"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
	"luaflow/compile/testkit/must"
)

// checkUnit compiles any text and checks what must hold of every unit.
func checkUnit(t *testing.T, text string) *compile.Unit {
	t.Helper()
	return checkUnitAs(t, text, syntax.Language{})
}

// checkUnitAs does what checkUnit does, for a text in a language.
func checkUnitAs(t *testing.T, text string, l syntax.Language) *compile.Unit {
	t.Helper()
	u := compile.CompileAs(source.NewFile("x", text), l)
	if len(u.Funcs) != len(u.Tree.Funcs) {
		t.Fatalf("%d functions in the tree, %d with code", len(u.Tree.Funcs), len(u.Funcs))
	}
	if err := bytecode.Verify(u.Main); err != nil {
		t.Fatalf("%v\nin %q", err, text)
	}
	for i, f := range u.Funcs {
		if f.Map.Origins.Len() != len(f.Proto.Code) {
			t.Fatalf("function %d: %d instructions, %d origins", i, len(f.Proto.Code), f.Map.Origins.Len())
		}
		if f.Map.Func.Tainted && !f.Broken {
			t.Fatalf("function %d is tainted, not broken", i)
		}
		for pc, o := range f.Map.Origins.All() {
			if at := o.Span(); at.Start > at.End || int(at.End) > len(text) {
				t.Fatalf("function %d, pc %d: span %v in a text of %d bytes", i, pc, o.Span(), len(text))
			}
		}
		for _, s := range f.Map.Stores {
			if s.PCs.Start > s.PCs.End || int(s.PCs.End) >= len(f.Proto.Code) {
				t.Fatalf("function %d: a store at %v of %d instructions", i, s.PCs, len(f.Proto.Code))
			}
		}
	}
	return u
}

// TestBrokenText compiles every prefix of the golden sources, and each without one
// of its lines.
func TestBrokenText(t *testing.T) {
	for _, file := range sources(t, "codegen/testdata") {
		data := must.Read(t, file)
		text := data
		for i := range len(text) {
			checkUnit(t, text[:i])
		}
		lines := strings.SplitAfter(text, "\n")
		for i := range lines {
			checkUnit(t, strings.Join(lines[:i], "")+strings.Join(lines[i+1:], ""))
		}
	}
}

// TestBrokenDialects does what TestBrokenText does for the texts of other dialects, with a token
// or two changed as well.
func TestBrokenDialects(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 5))
	files := sources(t, dialectDir)
	for _, file := range append(files, sources(t, "codegen/testdata/lowered")...) {
		data := must.Read(t, file)
		text := data
		for _, l := range []syntax.Language{
			{Dialects: syntax.Any, Extensions: allExtensions},
			{Dialects: syntax.Lua51, Extensions: allExtensions | syntax.SlashComment},
			{Dialects: syntax.Lua55},
		} {
			for i := range len(text) {
				checkUnitAs(t, text[:i], l)
			}
			for range 50 {
				checkUnitAs(t, changeTokens(text, rnd), l)
			}
		}
	}
}

// TestDeepText compiles texts that are deep without being nested in Lua's sense.
func TestDeepText(t *testing.T) {
	const n = 200_000
	for name, text := range map[string]string{
		"left operators": "return 1" + strings.Repeat("+x", n),
		"fields":         "return a" + strings.Repeat(".b", n),
		"calls":          "f" + strings.Repeat("()", n),
		"parentheses":    "return " + strings.Repeat("(", n),
		"tables":         "return " + strings.Repeat("{", n),
		"functions":      strings.Repeat("function f() ", n),
		"concatenations": "return a" + strings.Repeat("..a", n),
		"minus":          "return " + strings.Repeat("- ", n) + "1",
		"else":           "if a then" + strings.Repeat(" elseif b then", 20_000) + " end",
		"blocks":         strings.Repeat("do ", n),
	} {
		t.Run(name, func(t *testing.T) { checkUnit(t, text) })
	}
}

// TestOverfull: code in which a function has fewer upvalues than the text says
// stands for nothing.
func TestOverfull(t *testing.T) {
	u := checkUnit(t, limits()["limit-upvalues.lua"])
	if u.Analyzable() || len(u.Errors) != 1 {
		t.Errorf("analyzable: %v, %d errors", u.Analyzable(), len(u.Errors))
	}
}

func FuzzCompile(f *testing.F) {
	for _, pattern := range []string{"codegen/testdata/*.lua", "testdata/refused/*.lua"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range files {
			text := must.Read(f, file)
			f.Add(text)
		}
	}
	luac := external.Program(f, "luac5.3")
	f.Fuzz(func(t *testing.T, text string) {
		checkUnit(t, text)
		if strings.HasPrefix(text, "\x1b") {
			return // luac reads a chunk
		}
		tmp := t.TempDir()
		file := filepath.Join(tmp, "fuzz.lua")
		must.Write(t, file, text)
		if _, problem := compareWithLuac(luac, file, tmp); problem != "" {
			t.Error(problem)
		}
	})
}
