package effect

import (
	"slices"
	"testing"

	bc "luaflow/compile/bytecode"
)

// TestOpcodeSets compares the sets, and what single opcodes are asked, with the tables.
func TestOpcodeSets(t *testing.T) {
	for op := range bc.Op(bc.NumOps) {
		i := bc.ABC(op, 1, 1, 1)
		does := ReferenceOf(i)
		_, access := Upvalue(i)
		for _, c := range []struct {
			what      string
			got, want bool
		}{
			{"ClosureMakers", ClosureMakers.Has(i), Closure(i) >= 0},
			{"BinaryOperators", BinaryOperators.Has(i), does == Operates && table[i.Op()].operands&(readsKB|readsKC) == readsKB|readsKC},
			{"Closers", Closers.Has(i), Closes(i) >= 0},
			{"Silent", Silent.Has(i), Actions(i) == 0 && Closure(i) < 0 && Closes(i) < 0},
			{"UpvalueAccessors", UpvalueAccessors.Has(i), access != 0},
			{"UpvalueReaders", UpvalueReaders.Has(i), access == Read},
			{"TableAccessors", TableAccessors.Has(i), slices.Contains([]Reference{
				ReadsField, ReadsUpvalueField, WritesField, WritesUpvalueField, Fills, Measures, Calls, Iterates}, does)},
			{"Outgoing", Outgoing.Has(i), slices.Contains([]Reference{
				Calls, Iterates, Returns, WritesUpvalue, WritesField, WritesUpvalueField, Fills}, does)},
			{"UpvalueFieldReaders", UpvalueFieldReaders.Has(i), does == ReadsUpvalueField},
			{"Callers", Callers.Has(i), does == Calls},
			{"TableMakers", TableMakers.Has(i), does == Makes},
			{"FieldWriters", FieldWriters.Has(i), does == WritesField},
			{"EdgeDefiners", EdgeDefiners.Has(i), EdgeDefs(&bc.Proto{Code: []bc.Instruction{i}}, 0) != 0},
			{"MayDefiners", MayDefiners.Has(i), MayDefs(&bc.Proto{Code: []bc.Instruction{i}}, 0) != 0},
			{"TableFillers", TableFillers.Has(i), does == WritesField || does == Fills},
			{"IsNonTailCall", IsNonTailCall(i), does == Calls && Actions(i)&Leaves == 0},
			{"DiscardsResults", DiscardsResults(i), op == bc.CALL},
			{"a condition", ConditionOf(i) != Unconditional, table[op].flow == skip || table[op].flow == loopBack},
			{"a test", ConditionOf(i) == Truth || ConditionOf(i) == Comparison, op.Mode().IsTest},
		} {
			if c.got != c.want {
				t.Errorf("%s: %s is %v", op, c.what, c.got)
			}
		}
	}
	code := []bc.Instruction{bc.ABC(bc.MOVE, 0, 1, 0), bc.ABC(bc.CALL, 0, 1, 1)}
	if s := OpcodesOf(code); !s.HasAny(Callers) || s.HasAny(ClosureMakers|TableMakers) || !s.Has(code[0]) {
		t.Errorf("the opcodes of %v are %b", code, s)
	}
}

// TestLoops asks the two loops of Lua for their parts.
func TestLoops(t *testing.T) {
	numeric := assemble(t, "FORPREP 0 1; MOVE 4 3; FORLOOP 0 -2; RETURN 0 1")
	if !PreparesLoop(numeric.Code[0]) || ConditionOf(numeric.Code[2]) != Count || !SetsLoopVariables(numeric.Code[2]) {
		t.Error("the parts of a numeric loop are not seen")
	}
	if pc := LoopPreparation(numeric, 2); pc != 0 {
		t.Errorf("the loop is prepared at %d", pc)
	}
	generic := assemble(t, "JMP 0 1; MOVE 4 3; TFORCALL 0 1; TFORLOOP 2 -3; RETURN 0 1")
	if !SetsLoopVariables(generic.Code[2]) || ConditionOf(generic.Code[3]) != Iteration || SetsLoopVariables(generic.Code[3]) {
		t.Error("the parts of a generic loop are not seen")
	}
}

func TestLoadedConstant(t *testing.T) {
	for code, want := range map[string]int{"LOADK 0 -1": 0, "LOADKX 0; EXTRAARG -1": 0, "LOADNIL 0 0": -1, "MOVE 0 1": -1} {
		if got := LoadedConstant(assemble(t, code), 0); got != want {
			t.Errorf("%s loads constant %d", code, got)
		}
	}
}
