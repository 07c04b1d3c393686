package codegen

import (
	"slices"

	bc "luaflow/compile/bytecode"
	"luaflow/compile/source"
	"luaflow/compile/srcmap"
)

// emit.go is the only writer of code, lines and map.

// consume moves the scanner past the token that ends at end.
func (g *generator) consume(end source.Pos) { g.last = end - 1 }

// consumeAt moves the scanner past a one-line token that begins at or after p.
func (g *generator) consumeAt(p source.Pos) { g.last = g.tree.After(p) }

func (g *generator) line(p source.Pos) int32 { return int32(g.lines.Line(p)) }

// pc returns the pc of the next instruction.
func (g *generator) pc() int { return len(g.fs.code) }

// emit appends an instruction. Pending jumps to "here" get their target.
func (g *generator) emit(i bc.Instruction) int {
	fs := g.fs
	if fs.pendingJmp != noJump {
		list := fs.pendingJmp
		fs.pendingJmp = noJump
		g.patchAll(list, len(fs.code), noReg, len(fs.code))
	}
	if len(fs.code) == cap(fs.code) {
		g.growCode()
	}
	fs.code = append(fs.code, i)
	fs.lines.Append(g.line(g.last))
	fs.origins.Append(srcmap.OriginOf(g.cur, g.role))
	return len(fs.code) - 1
}

// growCode makes room for more instructions, with what there is beside each.
func (g *generator) growCode() {
	fs := g.fs
	n := g.growth(len(fs.code))
	fs.code = slices.Grow(fs.code, n)
	fs.lines.Grow(n)
	fs.origins.Grow(n)
}

// dropLast takes the last instruction back.
func (g *generator) dropLast() {
	fs := g.fs
	n := len(fs.code) - 1
	fs.code = fs.code[:n]
	fs.lines.DropLast()
	fs.origins.DropLast()
}

// fixLine sets the line of the last instruction.
func (g *generator) fixLine(line int32) { g.fs.lines.SetLast(line) }

// setRole sets the role of the last instruction.
func (g *generator) setRole(r srcmap.Role) { g.fs.origins.SetLastRole(r) }

func (g *generator) emitABC(op bc.Op, a, b, c int) int { return g.emit(bc.ABC(op, a, b, c)) }
func (g *generator) emitABx(op bc.Op, a, bx int) int   { return g.emit(bc.ABx(op, a, bx)) }
func (g *generator) emitAsBx(op bc.Op, a, d int) int   { return g.emit(bc.AsBx(op, a, d)) }

// loadConst emits a LOADK, or a LOADKX where the number of the constant is too big.
func (g *generator) loadConst(reg, k int) {
	if k <= bc.MaxBx {
		g.emitABx(bc.LOADK, reg, k)
		return
	}
	g.emitABx(bc.LOADKX, reg, 0)
	g.emit(bc.Ax(bc.EXTRAARG, k))
}

// loadNil sets n registers from first on to nil, if it can by widening a LOADNIL
// right before.
func (g *generator) loadNil(first, n int) {
	fs := g.fs
	last := first + n - 1
	if pc := len(fs.code); pc > fs.lastTarget {
		if prev := fs.code[pc-1]; prev.Op() == bc.LOADNIL {
			from, to := prev.A(), prev.A()+prev.B()
			if from <= first && first <= to+1 || first <= from && from <= last+1 {
				first, last = min(first, from), max(last, to)
				fs.code[pc-1] = prev.WithA(first).WithB(last - first)
				return
			}
		}
	}
	g.emitABC(bc.LOADNIL, first, n-1, 0)
}

// ret emits a RETURN of n values from first on, multi for all up to the top.
func (g *generator) ret(first, n int) { g.emitABC(bc.RETURN, first, n+1, 0) }

// setList emits a SETLIST that stores pending items, the last of which is number n.
func (g *generator) setList(base, n, pending int) {
	c := (n-1)/bc.FieldsPerFlush + 1
	b := pending
	if pending == multi {
		b = 0
	}
	switch {
	case c <= bc.MaxC:
		g.emitABC(bc.SETLIST, base, b, c)
	case c <= bc.MaxAx:
		g.emitABC(bc.SETLIST, base, b, 0)
		g.emit(bc.Ax(bc.EXTRAARG, c))
	default:
		g.failNear("constructor too long")
	}
	g.fs.freeReg = base + 1
}

// checkStack makes sure that n more registers exist.
func (g *generator) checkStack(n int) {
	need := g.fs.freeReg + n
	if need <= g.fs.maxStack {
		return
	}
	if need >= maxRegs {
		g.failNear("function or expression needs too many registers")
	}
	g.fs.maxStack = need
}

func (g *generator) reserve(n int) {
	g.checkStack(n)
	g.fs.freeReg += n
}

// release frees a register unless it is a constant or a local variable.
func (g *generator) release(rk int) {
	if !bc.IsK(rk) && rk >= len(g.fs.active) {
		g.fs.freeReg--
	}
}
