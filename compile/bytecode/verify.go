package bytecode

import "fmt"

// The verifier: what holds of all code that the generator of Lua 5.3 makes, and
// what the analyses rely on without looking again. The machine itself checks
// nothing. The rules stem from lcode.c and lparser.c, and from the assertions in
// ldebug.c and lvm.c.

// Verify checks p as a main function, and its children. The error of a function
// that is wrong names it by its path, as a listing does, and the instruction by
// its number there, from 1.
//
// A verified function has these properties:
//   - Every operand names a register below MaxStack, a constant, an upvalue or a
//     child that there is. All registers that a run of them reaches count, as
//     those of LOADNIL or of the arguments of a CALL.
//   - Jumps stay in the code, and never land after the first of two instructions
//     that belong together. The last instruction is a RETURN.
//   - A test is followed by a JMP, TFORCALL by TFORLOOP, LOADKX and a SETLIST with
//     C=0 by EXTRAARG, which stands nowhere else.
//   - An open result (CALL with C=0, TAILCALL, VARARG with B=0) is used up by the
//     next instruction, a CALL, TAILCALL, RETURN or SETLIST with B=0; and these
//     have no B=0 elsewhere.
//   - A FORPREP and a FORLOOP with the same A jump to each other: FORPREP to the
//     FORLOOP, FORLOOP after the FORPREP.
//   - There is one line of the function for each instruction, or none at all.
//     Records of locals are in order of their starts and nest, so that each has a
//     register; those of the parameters come first and start at pc 0.
func Verify(p *Proto) error { return verifyTree(p, nil, "0", 0) }

func verifyTree(p, parent *Proto, path string, depth int) error {
	if depth == maxNesting {
		return fmt.Errorf("function %s: nested deeper than %d", path, maxNesting)
	}
	v := verifier{p: p}
	if err := v.function(parent); err != nil {
		return fmt.Errorf("function %s: %w", path, err)
	}
	for i, child := range p.Protos {
		if err := verifyTree(child, p, childPath(path, i), depth+1); err != nil {
			return err
		}
	}
	return nil
}

type verifier struct{ p *Proto }

func (v verifier) function(parent *Proto) error {
	if err := v.frame(parent); err != nil {
		return err
	}
	for pc, i := range v.p.Code {
		if err := v.instruction(pc, i); err != nil {
			return fmt.Errorf("instruction %d (%s): %w", pc+1, Format(v.p, pc), err)
		}
	}
	if n := len(v.p.Code); n == 0 || v.p.Code[n-1].Op() != RETURN {
		return fmt.Errorf("the code does not end in RETURN")
	}
	return v.locals()
}

// frame checks all but code and locals.
func (v verifier) frame(parent *Proto) error {
	p := v.p
	if p.MaxStack < 2 || p.NumParams > p.MaxStack {
		return fmt.Errorf("%d parameters in %d slots", p.NumParams, p.MaxStack)
	}
	if n := p.Lines.Len(); n != 0 && n != len(p.Code) {
		return fmt.Errorf("%d lines for %d instructions", n, len(p.Code))
	}
	for pc, l := range p.Lines.All() {
		if l < max(1, p.LineDefined) || p.LineDefined > 0 && l > p.LastLineDefined {
			return fmt.Errorf("instruction %d: line %d is not in the function", pc+1, l)
		}
	}
	for i, u := range p.Upvalues {
		if parent == nil {
			break // whoever loads the chunk makes them
		}
		limit := len(parent.Upvalues)
		if u.InStack {
			limit = int(parent.MaxStack)
		}
		if int(u.Index) >= limit {
			return fmt.Errorf("upvalue %d is not in the enclosing function", i)
		}
	}
	return nil
}

func (v verifier) instruction(pc int, i Instruction) error {
	op := i.Op()
	if int(op) >= NumOps {
		return fmt.Errorf("no such opcode")
	}
	if err := v.operands(pc, i); err != nil {
		return err
	}
	if top := HighestRegister(i); top >= int(v.p.MaxStack) {
		return fmt.Errorf("register %d is beyond the %d slots", top, v.p.MaxStack)
	}
	if err := v.pair(pc, i); err != nil {
		return err
	}
	switch op {
	case FORPREP, FORLOOP:
		return v.numericLoop(pc, i)
	case LOADBOOL:
		if i.C() != 0 {
			return v.target(pc + 2)
		}
	case JMP:
		if i.A() > int(v.p.MaxStack) {
			return fmt.Errorf("closes upvalues beyond the %d slots", v.p.MaxStack)
		}
	case CONCAT:
		if i.B() >= i.C() {
			return fmt.Errorf("concatenates fewer than two registers")
		}
	case LOADKX:
		return v.constant(v.p.Code[pc+1].Ax())
	}
	return nil
}

// operands checks what the mode of i tells of its operands, registers apart.
func (v verifier) operands(pc int, i Instruction) error {
	m := i.Op().Mode()
	a, b, c := i.Operands()
	if err := v.operand(pc, m.A, a); err != nil {
		return err
	}
	if err := v.operand(pc, m.B, b); err != nil {
		return err
	}
	return v.operand(pc, m.C, c)
}

func (v verifier) operand(pc int, kind Operand, n int) error {
	switch {
	case kind == None && n != 0:
		return fmt.Errorf("an operand without meaning is %d", n)
	case kind == Flag && n > 1:
		return fmt.Errorf("the flag %d is neither 0 nor 1", n)
	case kind == RegisterOrK && IsK(n):
		return v.constant(KIndex(n))
	case kind == ConstantIndex:
		return v.constant(n)
	case kind == UpvalueIndex && n >= len(v.p.Upvalues):
		return fmt.Errorf("there is no upvalue %d", n)
	case kind == ProtoIndex && n >= len(v.p.Protos):
		return fmt.Errorf("there is no child %d", n)
	case kind == JumpDistance:
		return v.target(pc + 1 + n)
	}
	return nil
}

func (v verifier) constant(k int) error {
	if k >= len(v.p.Constants) {
		return fmt.Errorf("there is no constant %d", k+1)
	}
	return nil
}

// target checks a pc that control may come to from elsewhere than from the
// instruction before.
func (v verifier) target(pc int) error {
	switch {
	case pc < 0 || pc >= len(v.p.Code):
		return fmt.Errorf("jumps out of the code, to %d", pc+1)
	case pc > 0 && isBoundToNext(v.p.Code[pc-1]):
		return fmt.Errorf("jumps to %d, which belongs to the instruction before it", pc+1)
	}
	return nil
}

// isBoundToNext reports whether i and the next instruction are one step of the
// machine, so that no jump may come between.
func isBoundToNext(i Instruction) bool {
	return needsExtra(i) || isOpen(i) || i.Op().Mode().IsTest
}

// needsExtra reports whether the rest of i is in the word after it.
func needsExtra(i Instruction) bool {
	return i.Op() == LOADKX || i.Op() == SETLIST && i.C() == 0
}

// isOpen reports whether i leaves a number of results that is only known at run
// time, from register A to the top of the stack.
func isOpen(i Instruction) bool {
	switch i.Op() {
	case CALL, TAILCALL:
		return i.C() == 0
	case VARARG:
		return i.B() == 0
	}
	return false
}

// takesOpen reports whether i uses all registers up to the top of the stack, and
// the first register that may be among the open results.
func takesOpen(i Instruction) (first int, ok bool) {
	switch i.Op() {
	case CALL, TAILCALL, SETLIST:
		return i.A() + 1, i.B() == 0
	case RETURN:
		return i.A(), i.B() == 0
	}
	return 0, false
}

// pair checks an instruction against its neighbours.
func (v verifier) pair(pc int, i Instruction) error {
	var before, after Instruction // MOVE 0 0 beyond the ends: it pairs with nothing
	if pc > 0 {
		before = v.p.Code[pc-1]
	}
	if pc+1 < len(v.p.Code) {
		after = v.p.Code[pc+1]
	}
	first, takes := takesOpen(i)
	switch {
	case (i.Op() == EXTRAARG) != needsExtra(before):
		return fmt.Errorf("EXTRAARG belongs after LOADKX and SETLIST with C=0, and only there")
	case needsExtra(i) && after.Op() != EXTRAARG:
		return fmt.Errorf("no EXTRAARG follows")
	case i.Op().Mode().IsTest && after.Op() != JMP:
		return fmt.Errorf("no JMP follows the test")
	case i.Op() == TFORCALL && (after.Op() != TFORLOOP || after.A() != i.A()+2):
		return fmt.Errorf("no TFORLOOP %d follows", i.A()+2)
	case i.Op() == TAILCALL && i.C() != 0:
		return fmt.Errorf("a tail call returns all results")
	case takes != isOpen(before):
		return fmt.Errorf("open results must be used by the next instruction, and only there")
	case takes && before.A() < first:
		return fmt.Errorf("the open results start at register %d, too low", before.A())
	}
	return nil
}

// numericLoop checks that FORPREP and FORLOOP lead to each other: the first to
// the second, the second after the first.
func (v verifier) numericLoop(pc int, i Instruction) error {
	target := pc + 1 + i.SBx()
	prep, loop := pc, target
	if i.Op() == FORLOOP {
		prep, loop = target-1, pc
	}
	code := v.p.Code
	if prep < 0 || loop >= len(code) ||
		code[prep].Op() != FORPREP || code[loop].Op() != FORLOOP ||
		code[prep].A() != code[loop].A() ||
		prep+1+code[prep].SBx() != loop || loop+1+code[loop].SBx() != prep+1 {
		return fmt.Errorf("FORPREP and FORLOOP do not belong together")
	}
	return nil
}

// HighestRegister returns the highest register that i reads, writes or uses as working
// space, or -1 if it touches none. Open results have no limit and do not count.
func HighestRegister(i Instruction) int {
	m := i.Op().Mode()
	top := -1
	if m.A == Register {
		top = i.A() + extent(i)
	}
	if m.B == Register || m.B == RegisterOrK && !IsK(i.B()) {
		top = max(top, i.B())
	}
	if m.C == Register || m.C == RegisterOrK && !IsK(i.C()) {
		top = max(top, i.C())
	}
	return top
}

// extent returns how many registers after A belong to i.
func extent(i Instruction) int {
	switch i.Op() {
	case LOADNIL, SETLIST:
		return i.B()
	case SELF:
		return 1
	case CALL, TAILCALL:
		return max(0, i.B()-1, i.C()-2)
	case RETURN, VARARG:
		return max(0, i.B()-2)
	case FORLOOP, FORPREP:
		return 3
	case TFORCALL:
		return max(5, 2+i.C()) // the call is made on copies at A+3 to A+5
	case TFORLOOP:
		return 1
	}
	return 0
}

// locals checks that the records of local variables are ordered and nest.
func (v verifier) locals() error {
	var around []int32 // the EndPCs of the variables around, innermost last
	before := int32(0)
	for i, l := range v.p.Locals {
		if l.StartPC < before || l.EndPC < l.StartPC || int(l.EndPC) > len(v.p.Code) {
			return fmt.Errorf("local %d (%s): active from %d to %d", i, l.Name, l.StartPC+1, l.EndPC+1)
		}
		if i < int(v.p.NumParams) && l.StartPC != 0 {
			return fmt.Errorf("local %d (%s): a parameter that starts at %d", i, l.Name, l.StartPC+1)
		}
		before = l.StartPC
		for len(around) > 0 && around[len(around)-1] <= l.StartPC {
			around = around[:len(around)-1]
		}
		if len(around) > 0 && around[len(around)-1] < l.EndPC {
			return fmt.Errorf("local %d (%s): outlives a variable declared before it", i, l.Name)
		}
		if len(around) >= int(v.p.MaxStack) {
			return fmt.Errorf("local %d (%s): no register is left for it", i, l.Name)
		}
		around = append(around, l.EndPC)
	}
	return nil
}
