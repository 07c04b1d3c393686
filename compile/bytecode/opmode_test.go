package bytecode

import "testing"

func TestEveryOpcodeHasAMode(t *testing.T) {
	names := map[string]Op{}
	for op := range Op(NumOps) {
		m := op.Mode()
		if m.Name == "" || m.Name != op.String() {
			t.Errorf("opcode %d has no row of its own", op)
		}
		if other, taken := names[m.Name]; taken {
			t.Errorf("%s is the name of %d and of %d", m.Name, other, op)
		}
		names[m.Name] = op
		if m.SetsA && m.A != Register {
			t.Errorf("%s sets A, which is no register", op)
		}
		if m.Layout != LayoutABC && m.C != None {
			t.Errorf("%s has an operand C that its layout has no room for", op)
		}
		if (m.Layout == LayoutAsBx) != (m.B == JumpDistance) {
			t.Errorf("%s: a signed operand is a jump, and no other is", op)
		}
	}
	if got := Op(NumOps).String(); got != "Op(47)" {
		t.Errorf("name of a number that is no opcode: %q", got)
	}
	if Op(63).Mode() != (Mode{}) {
		t.Error("a number that is no opcode has a mode")
	}
}
