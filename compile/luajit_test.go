package compile_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"luaflow/compile"
	"luaflow/compile/bytecode"
	"luaflow/compile/external"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
	"luaflow/compile/testkit/luajit"
	"luaflow/compile/testkit/scale"
)

// feed gives texts to a driver that a program runs, and returns a line for each.
func feed(t *testing.T, program, driver string, texts []string) []string {
	t.Helper()
	var in strings.Builder
	for _, text := range texts {
		fmt.Fprintf(&in, "%d\n%s", len(text), text)
	}
	return driven(t, external.Program(t, program), driver, in.String(), len(texts))
}

// TestLuaJITAccepts holds texts of all that LuaJIT takes since July 2026, written at random and many of them wrong,
// against LuaJIT: accepted or refused, and the line of the first error.
func TestLuaJITAccepts(t *testing.T) {
	const full, batch = 100_000, 1000
	rest, seed := scale.Share(t, full)
	r := rand.New(rand.NewPCG(seed, 2026))
	accepted, total := 0, rest
	for ; rest > 0; rest -= batch {
		texts := make([]string, min(rest, batch))
		for i := range texts {
			texts[i] = luajit.Text(r)
			if r.IntN(3) == 0 {
				texts[i] = changeTokens(texts[i], r)
			}
		}
		for program, d := range map[string]syntax.Dialect{"luajit-2026": syntax.LuaJIT51, "luajit-2026-52": syntax.LuaJIT52} {
			for i, said := range feed(t, program, "loadtexts.lua", texts) {
				theirs := judgedBy(said)
				ours := judgeOurselves("x", texts[i], d)
				if ours.line != theirs.line && !limitOfJIT.MatchString(theirs.msg) {
					t.Fatalf("%s says %d: %s\nwe say %d: %s\nof\n%s", program, theirs.line, theirs.msg, ours.line, ours.msg, texts[i])
				}
				if theirs.line == 0 {
					accepted++
				}
			}
		}
	}
	if share := 100 * accepted / (2 * total); share < 20 || share > 80 {
		t.Errorf("%d per cent are accepted: the texts say little", share)
	}
}

// TestLuaJITRuns holds what programs of all that LuaJIT takes since July 2026 do, where Lua 5.3 computes the same, against
// what their code does in Lua 5.3.
func TestLuaJITRuns(t *testing.T) {
	const full, batch = 20_000, 500
	rest, seed := scale.Share(t, full)
	r := rand.New(rand.NewPCG(seed, 53))
	failed := 0
	for ; rest > 0; rest -= batch {
		texts, chunks := make([]string, min(rest, batch)), make([]string, min(rest, batch))
		for i := range texts {
			texts[i] = luajit.Program(r)
			u := compile.CompileAs(source.NewFile("x", texts[i]), syntax.Language{Dialects: syntax.LuaJIT})
			if len(u.Errors) > 0 {
				t.Fatalf("%v\nin\n%s", u.Errors[0], texts[i])
			}
			for _, f := range u.Funcs {
				if err := bytecode.Verify(f.Proto); err != nil {
					t.Fatalf("%v\nin\n%s", err, texts[i])
				}
			}
			chunks[i] = string(bytecode.Dump(u.Main, false))
		}
		want := feed(t, "luajit-2026", "runtexts.lua", texts)
		for i, got := range feed(t, "lua5.3", "runtexts.lua", chunks) {
			if got != want[i] {
				t.Fatalf("LuaJIT says\n%s\nour code\n%s\nof\n%s", want[i], got, texts[i])
			}
			if strings.HasSuffix(got, "error") {
				failed++
			}
		}
	}
	t.Logf("%d of them raise an error", failed)
}
