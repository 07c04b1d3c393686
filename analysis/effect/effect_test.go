package effect

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	bc "luaflow/compile/bytecode"
	"luaflow/compile/testkit"
	"luaflow/compile/testkit/must"
)

// row is one line of testdata/opcodes.txt, its columns as text.
type row struct {
	code                                     string
	uses, defs, successors, actions, upvalue string
}

func readRows(t *testing.T) []row {
	t.Helper()
	data := must.Read(t, "testdata/opcodes.txt")
	var rows []row
	for line := range strings.Lines(data) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		c := strings.Split(line, "|")
		for k := range c {
			c[k] = strings.Join(strings.Fields(c[k]), " ")
		}
		rows = append(rows, row{c[0], c[1], c[2], c[3], c[4], c[5]})
	}
	return rows
}

// assemble makes a function of instructions that are separated by semicolons.
func assemble(t *testing.T, code string) *bc.Proto {
	t.Helper()
	return testkit.Assemble(t, ".constant 1\n"+strings.ReplaceAll(code, ";", "\n"))
}

func registers(r Regs, mark string) []string {
	var s []string
	for reg := range r.All() {
		s = append(s, fmt.Sprint(reg, mark))
	}
	return s
}

// describe makes the row that the package gives for the last instruction of p.
func describe(code string, p *bc.Proto) row {
	pc := len(p.Code) - 1
	i := p.Code[pc]
	r := row{code: code}
	r.uses = strings.Join(registers(Uses(p, pc), ""), " ")
	r.defs = strings.Join(slices.Concat(registers(Defs(p, pc), ""),
		registers(EdgeDefs(p, pc), "*"), registers(MayDefs(p, pc), "?")), " ")
	first, second := Successors(p, pc)
	if first >= 0 {
		r.successors = fmt.Sprint(first - pc)
	}
	if second >= 0 {
		r.successors += fmt.Sprint(" ", second-pc)
	}
	for k, letter := range "cgrl" {
		if Actions(i)>>k&1 != 0 {
			r.actions += string(letter)
		}
	}
	if index, how := Upvalue(i); how != 0 {
		r.upvalue = fmt.Sprint(index, map[Access]string{Read: "r", Write: "w"}[how])
	}
	return r
}

func TestOpcodes(t *testing.T) {
	seen := map[bc.Op]bool{}
	for _, want := range readRows(t) {
		p := assemble(t, want.code)
		if got := describe(want.code, p); got != want {
			t.Errorf("got\n%+q, expected\n%+q", got, want)
		}
		seen[p.Code[len(p.Code)-1].Op()] = true
	}
	for op := range bc.Op(bc.NumOps) {
		if !seen[op] {
			t.Errorf("no row for %s", op)
		}
		if table[op].flow == 0 {
			t.Errorf("the table has nothing on %s", op)
		}
	}
}

// TestOperands compares with what the format of the opcodes says: a register
// operand is read or written, and what sets A does define it.
func TestOperands(t *testing.T) {
	for _, row := range readRows(t) {
		p := assemble(t, row.code)
		pc := len(p.Code) - 1
		i := p.Code[pc]
		m := i.Op().Mode()
		touched := Uses(p, pc).and(Defs(p, pc)).and(EdgeDefs(p, pc))
		for _, o := range []struct {
			kind bc.Operand
			n    int
		}{{m.B, i.B()}, {m.C, i.C()}} {
			isRegister := o.kind == bc.Register || o.kind == bc.RegisterOrK && !bc.IsK(o.n)
			if isRegister && !Uses(p, pc).Has(o.n) {
				t.Errorf("%s: register %d is not read", row.code, o.n)
			}
		}
		isEmpty := touched == 0 // RETURN 0 1, VARARG 2 1: no register at all
		if m.A == bc.Register && !isEmpty && i.Op() != bc.TFORLOOP && !touched.Has(i.A()) {
			t.Errorf("%s: register %d is not touched", row.code, i.A())
		}
	}
}

func TestBlockEnds(t *testing.T) {
	for _, row := range readRows(t) {
		p := assemble(t, row.code)
		if got, want := EndsBlock(p.Code[len(p.Code)-1]), row.successors != "1"; got != want {
			t.Errorf("%s: EndsBlock is %v", row.code, got)
		}
	}
}

func TestOpenResults(t *testing.T) {
	for _, code := range []string{"VARARG 4 0; CALL 2 0 2", "CALL 3 1 0; RETURN 2 0", "TAILCALL 2 1 0; RETURN 2 0",
		"CALL 4 1 0; SETLIST 2 0 1", "VARARG 3 0; TAILCALL 2 0 0"} {
		p := assemble(t, code)
		if !IsOpen(p.Code[0]) || !TakesOpen(p.Code[1]) {
			t.Errorf("%s: the open result is not seen", code)
		}
	}
	for _, code := range []string{"VARARG 4 1", "CALL 3 1 1", "RETURN 2 1", "SETLIST 2 1 1", "LOADNIL 0 0"} {
		if i := assemble(t, code).Code[0]; IsOpen(i) || TakesOpen(i) {
			t.Errorf("%s is taken for open", code)
		}
	}
}

func TestClosing(t *testing.T) {
	for code, want := range map[string]int{"JMP 0 0": -1, "JMP 1 0": 0, "JMP 3 0": 2, "RETURN 0 1": 0, "TAILCALL 0 1 0": -1} {
		if got := Closes(assemble(t, code).Code[0]); got != want {
			t.Errorf("%s closes from %d", code, got)
		}
	}
}

func TestRegs(t *testing.T) {
	r := run(3, 1).and(run(250, 5)).and(run(0, 255)).and(run(7, 0)).and(run(9, 2))
	got := slices.Collect(r.All())
	if len(got) != 1+5+255+2 || got[0] != 3 || got[1] != 250 || got[6] != 0 || got[261] != 9 {
		t.Errorf("got %v", got)
	}
	if r = run(3, 2); r.Has(2) || !r.Has(3) || !r.Has(4) || r.Has(5) {
		t.Errorf("wrong members of 3, 4")
	}
	if slices.Collect(Regs(0).All()) != nil {
		t.Errorf("the empty list has members")
	}
}
