package bytecode

import "testing"

func TestEveryOpcodeHasAFormat(t *testing.T) {
	names := map[string]Op{}
	for op := Op(0); op < NumOps; op++ {
		f := op.Format()
		if f.Name == "" || f.Name != op.String() {
			t.Errorf("opcode %d has no row of its own", op)
		}
		if other, taken := names[f.Name]; taken {
			t.Errorf("%s is the name of %d and of %d", f.Name, other, op)
		}
		names[f.Name] = op
		if f.SetsA && f.A != Register {
			t.Errorf("%s sets A, which is no register", op)
		}
		if f.Layout != LayoutABC && f.C != None {
			t.Errorf("%s has an operand C that its layout has no room for", op)
		}
		if (f.Layout == LayoutAsBx) != (f.B == JumpDistance) {
			t.Errorf("%s: a signed operand is a jump, and no other is", op)
		}
	}
	if got := Op(NumOps).String(); got != "Op(47)" {
		t.Errorf("name of a number that is no opcode: %q", got)
	}
	if Op(63).Format() != (Format{}) {
		t.Error("a number that is no opcode has a format")
	}
}
