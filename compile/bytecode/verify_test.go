package bytecode

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestVerify has a small program for each rule; no message means that it passes.
func TestVerify(t *testing.T) {
	texts, wants := cases(t, "testdata/verify.txt")
	for i, text := range texts {
		err := Verify(assemble(t, text))
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
	final := ABC(RETURN, 0, 1, 0)
	deep := &Proto{MaxStack: 2, Code: []Instruction{final}}
	for range 200 {
		deep = &Proto{MaxStack: 2, Code: []Instruction{final}, Protos: []*Proto{deep}}
	}
	for _, c := range []struct {
		p    *Proto
		want string
	}{
		{&Proto{MaxStack: 2, Code: []Instruction{47, final}}, "instruction 1 (Op(47)): no such opcode"},
		{&Proto{MaxStack: 2, Code: []Instruction{ABC(MOVE, 0, 0, 1), final}}, "an operand without meaning is 1"},
		{&Proto{MaxStack: 2, Code: []Instruction{ABx(LOADKX, 0, 1), final}}, "an operand without meaning is 1"},
		{&Proto{MaxStack: 2, Code: []Instruction{final}, Lines: LinesOf(1, 2)}, "2 lines for 1 instructions"},
		{deep, "nested deeper than 200"},
	} {
		if err := Verify(c.p); err == nil || !strings.Contains(err.Error(), c.want) {
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
			p, err := Undump(s.chunk)
			if err != nil {
				t.Fatal(err)
			}
			eachFunction(p, func(p *Proto) {
				p.Code[rng.IntN(len(p.Code))] ^= 1 << rng.IntN(32)
			})
			if Verify(p) != nil {
				refused++
			}
			exercise(p)
		}
	}
	if refused == 0 {
		t.Error("no change was ever noticed")
	}
}
