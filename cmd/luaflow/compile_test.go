package main

import (
	"math/rand/v2"
	"strings"
	"testing"

	"luaflow/analysis/cfg"
	"luaflow/analysis/project"
	"luaflow/compile"
	"luaflow/compile/bytecode"
	"luaflow/compile/source"
)

// TestErrorWithoutLine meets a limit for which luac prints no line.
func TestErrorWithoutLine(t *testing.T) {
	u := compile.Compile(source.NewFile("a.lua", strings.Repeat("do local a end\n", 1<<15)))
	if len(u.Errors) == 0 {
		t.Fatal("32768 local variables are no error")
	}
	const want = "a.lua: too many local variables (limit is 32767)"
	if got := luaError("a.lua", u.Errors[0]); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestChunkOfMalformedCode changes single instructions of a chunk: it is refused, or
// what is done with its code ends.
func TestChunkOfMalformedCode(t *testing.T) {
	u := compile.Compile(source.NewFile("a.lua", `
local function f(a, ...)
  for i = 1, #a do a[i] = function() a = i; return i and a end end
  for k, v in pairs(a) do if k == v then goto done end end
  ::done::
  return f(a, ...)
end
return {f(...)}
`))
	if len(u.Errors) != 0 {
		t.Fatal(u.Errors[0].Msg)
	}
	random := rand.New(rand.NewPCG(1, 1))
	refused, taken := 0, 0
	for _, p := range []*bytecode.Proto{u.Main, u.Main.Protos[0], u.Main.Protos[0].Protos[0]} {
		for pc, was := range p.Code {
			for range 50 {
				p.Code[pc] = was ^ bytecode.Instruction(1)<<random.IntN(32)
				main, err := readChunk(bytecode.Dump(u.Main, false))
				if err != nil {
					refused++
					continue
				}
				taken++
				factsLine(project.File{Path: "a.luac"}, main)
				_ = cfg.WriteText(&strings.Builder{}, main)
			}
			p.Code[pc] = was
		}
	}
	if _, err := readChunk(bytecode.Dump(u.Main, false)); err != nil {
		t.Errorf("the chunk as it was is refused: %s", err)
	}
	if refused == 0 || taken == 0 {
		t.Errorf("%d chunks are refused, %d taken: the changes try one side alone", refused, taken)
	}
}
