package effect

import (
	"testing"

	bc "luaflow/compile/bytecode"
)

// TestReferences: every opcode has a row, which agrees with what it reads and writes.
func TestReferences(t *testing.T) {
	for op := range bc.Op(bc.NumOps) {
		i := bc.ABC(op, 0, 1, 2)
		r := ReferenceOf(i)
		if r == 0 {
			t.Errorf("%s: no row", op)
		}
		upvalue := r == ReadsUpvalue || r == WritesUpvalue || r == ReadsUpvalueField || r == WritesUpvalueField
		if _, how := Upvalue(i); (how != 0) != upvalue {
			t.Errorf("%s: it accesses an upvalue, or does not", op)
		}
		if seen := table[op].action&RunsCode != 0; seen && r == Forgets {
			t.Errorf("%s: other code may see its operands", op)
		}
	}
	for _, test := range []struct {
		i   bc.Instruction
		key int
	}{
		{bc.ABC(bc.GETTABLE, 0, 1, 2), 2},
		{bc.ABC(bc.SELF, 0, 1, 2), 2},
		{bc.ABC(bc.GETTABUP, 0, 1, 2), 2},
		{bc.ABC(bc.SETTABLE, 0, 1, 2), 1},
		{bc.ABC(bc.SETTABUP, 0, 1, 2), 1},
	} {
		if got := Key(test.i); got != test.key {
			t.Errorf("%s: the key is operand %d", test.i.Op(), got)
		}
	}
}
