package bytecode_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"luaflow/compile/bytecode"
	"luaflow/compile/testkit"
)

// TestVerify has a small program for each rule; no message means that it passes.
func TestVerify(t *testing.T) {
	texts, wants := testkit.Cases(t, "testdata/verify.txt")
	for i, text := range texts {
		err := bytecode.Verify(testkit.Assemble(t, text))
		if wants[i] == "" {
			if err != nil {
				t.Errorf("%v, want none for\n%s", err, text)
			}
		} else if err == nil || !strings.Contains(err.Error(), wants[i]) {
			t.Errorf("%v\nwant %s for\n%s", err, wants[i], text)
		}
	}
}

// TestVerifyWhatCannotBeWritten has the rules that the assembler keeps by itself.
func TestVerifyWhatCannotBeWritten(t *testing.T) {
	final := bytecode.ABC(bytecode.RETURN, 0, 1, 0)
	deep := &bytecode.Proto{MaxStack: 2, Code: []bytecode.Instruction{final}}
	for range 200 {
		deep = &bytecode.Proto{MaxStack: 2, Code: []bytecode.Instruction{final}, Protos: []*bytecode.Proto{deep}}
	}
	for _, c := range []struct {
		p    *bytecode.Proto
		want string
	}{
		{&bytecode.Proto{MaxStack: 2, Code: []bytecode.Instruction{47, final}}, "instruction 1 (Op(47)): no such opcode"},
		{&bytecode.Proto{MaxStack: 2, Code: []bytecode.Instruction{bytecode.ABC(bytecode.MOVE, 0, 0, 1), final}}, "an operand without meaning is 1"},
		{&bytecode.Proto{MaxStack: 2, Code: []bytecode.Instruction{bytecode.ABx(bytecode.LOADKX, 0, 1), final}}, "an operand without meaning is 1"},
		{&bytecode.Proto{MaxStack: 2, Code: []bytecode.Instruction{final}, Lines: bytecode.LinesOf(1, 2)}, "2 lines for 1 instructions"},
		{deep, "nested deeper than 200"},
	} {
		if err := bytecode.Verify(c.p); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

// TestVerifyTakesAnything changes words of real code at random.
func TestVerifyTakesAnything(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	refused := 0
	for _, s := range samples(t) {
		for range 200 {
			p, err := bytecode.Undump(s.chunk)
			if err != nil {
				t.Fatal(err)
			}
			eachFunction(p, func(p *bytecode.Proto) {
				p.Code[rng.IntN(len(p.Code))] ^= 1 << rng.IntN(32)
			})
			if bytecode.Verify(p) != nil {
				refused++
			}
			exercise(p)
		}
	}
	if refused == 0 {
		t.Error("no change was ever noticed")
	}
}
