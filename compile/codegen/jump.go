package codegen

import bc "luaflow/compile/bytecode"

// jump.go keeps the reference's jump lists: jumps whose target is not known yet are
// chained through their own operands, the last one jumping to itself.

const (
	noJump = -1 // the empty list; as an operand, a jump to itself
	noReg  = bc.MaxA
)

// next returns the element after pc in its list.
func (g *generator) next(pc int) int {
	d := g.fs.code[pc].SBx()
	if d == noJump {
		return noJump
	}
	return pc + 1 + d
}

// fixJump makes the jump at pc lead to target.
func (g *generator) fixJump(pc, target int) {
	d := target - (pc + 1)
	if d > bc.MaxSBx || d < -bc.MaxSBx {
		g.failNear("control structure too long")
	}
	g.fs.code[pc] = g.fs.code[pc].WithSBx(d)
}

// concat appends list b to *a.
func (g *generator) concat(a *int, b int) {
	switch {
	case b == noJump:
	case *a == noJump:
		*a = b
	default:
		end := *a
		for n := g.next(end); n != noJump; n = g.next(end) {
			end = n
		}
		g.fixJump(end, b)
	}
}

// prepend puts list b in front of *a, where the reference appends it: the order in such
// a list does not matter, and a may be that of a condition of thousands of operands.
func (g *generator) prepend(a *int, b int) {
	g.concat(&b, *a)
	*a = b
}

// jump emits a jump with an open target. Jumps that were to lead here will lead
// where it leads.
func (g *generator) jump() int {
	waiting := g.fs.pendingJmp
	g.fs.pendingJmp = noJump
	j := g.emitAsBx(bc.JMP, 0, noJump)
	g.concat(&j, waiting)
	return j
}

// condJump emits a test and the jump after it.
func (g *generator) condJump(op bc.Op, a, b, c int) int {
	g.emitABC(op, a, b, c)
	return g.jump()
}

// label marks the next instruction as a jump target, and returns its pc.
func (g *generator) label() int {
	g.fs.lastTarget = len(g.fs.code)
	return len(g.fs.code)
}

// control returns the pc of the test that decides about the jump at pc, or pc.
func (g *generator) control(pc int) int {
	if pc >= 1 && g.fs.code[pc-1].Op().Mode().IsTest {
		return pc - 1
	}
	return pc
}

// patchTest makes the TESTSET that controls a jump put its value into reg, or a
// TEST if there is no need. It reports false if there is no TESTSET.
func (g *generator) patchTest(jmp, reg int) bool {
	at := &g.fs.code[g.control(jmp)]
	if at.Op() != bc.TESTSET {
		return false
	}
	if reg != noReg && reg != at.B() {
		*at = at.WithA(reg)
	} else {
		*at = bc.ABC(bc.TEST, at.B(), 0, at.C())
	}
	return true
}

// dropValues makes every test of a list produce no value.
func (g *generator) dropValues(list int) {
	for ; list != noJump; list = g.next(list) {
		g.patchTest(list, noReg)
	}
}

// patchAll gives the jumps of a list their target: those whose test produces a
// value put it into reg and lead to valueTarget, the others to target.
func (g *generator) patchAll(list, valueTarget, reg, target int) {
	for list != noJump {
		next := g.next(list)
		if g.patchTest(list, reg) {
			g.fixJump(list, valueTarget)
		} else {
			g.fixJump(list, target)
		}
		list = next
	}
}

// patchHere makes a list lead to the next instruction: of the two lists the pending one
// is not walked, which may have thousands of breaks.
func (g *generator) patchHere(list int) {
	g.label()
	g.prepend(&g.fs.pendingJmp, list)
}

// patchTo makes a list lead to target, which is not ahead of the next instruction.
func (g *generator) patchTo(list, target int) {
	if target == len(g.fs.code) {
		g.patchHere(list)
	} else {
		g.patchAll(list, target, noReg, target)
	}
}

// patchClose makes the jumps of a list close the upvalues from level on.
func (g *generator) patchClose(list, level int) {
	for ; list != noJump; list = g.next(list) {
		g.fs.code[list] = g.fs.code[list].WithA(level + 1)
	}
}

// needsValue reports whether a jump of the list has no value of its own.
func (g *generator) needsValue(list int) bool {
	for ; list != noJump; list = g.next(list) {
		if g.fs.code[g.control(list)].Op() != bc.TESTSET {
			return true
		}
	}
	return false
}

// carryOnly reports whether every jump of the list has the value of reg for its own.
func (g *generator) carryOnly(list, reg int) bool {
	for ; list != noJump; list = g.next(list) {
		if i := g.fs.code[g.control(list)]; i.Op() != bc.TESTSET || i.B() != reg {
			return false
		}
	}
	return true
}
