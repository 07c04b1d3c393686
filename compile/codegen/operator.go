package codegen

import (
	bc "luaflow/compile/bytecode"
	"luaflow/compile/source"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// operator.go generates operators: arithmetic with folding, comparisons as
// conditional jumps, `and` and `or` as jump lists.

// opcodes of the operators that compute a value.
var binaryOps = [...]bc.Op{
	syntax.Add: bc.ADD, syntax.Sub: bc.SUB, syntax.Mul: bc.MUL, syntax.Mod: bc.MOD,
	syntax.Pow: bc.POW, syntax.Div: bc.DIV, syntax.IDiv: bc.IDIV,
	syntax.BAnd: bc.BAND, syntax.BOr: bc.BOR, syntax.BXor: bc.BXOR,
	syntax.Shl: bc.SHL, syntax.Shr: bc.SHR, syntax.Concat: bc.CONCAT, syntax.Sar: bc.SHR,
}

var unaryOps = [...]bc.Op{syntax.Neg: bc.UNM, syntax.BNot: bc.BNOT, syntax.Len: bc.LEN}

// opLen is the least length of the binary operators in the text.
var opLen = [...]source.Pos{
	syntax.Add: 1, syntax.Sub: 1, syntax.Mul: 1, syntax.Mod: 1, syntax.Pow: 1, syntax.Div: 1,
	syntax.IDiv: 2, syntax.BAnd: 1, syntax.BOr: 1, syntax.BXor: 1, syntax.Shl: 2, syntax.Shr: 2,
	syntax.Concat: 2, syntax.Eq: 2, syntax.Ne: 2, syntax.Lt: 1, syntax.Le: 2, syntax.Gt: 1,
	syntax.Ge: 2, syntax.And: 2, syntax.Or: 2, syntax.Sar: 3, syntax.Coalesce: 2,
}

func (g *generator) unary(e *syntax.Unary, v *desc) {
	opLine := g.line(e.Start)
	g.consume(e.Start + 1) // of any length: it is on one line
	g.expr(e.X, v)
	g.cur = e.Span()
	switch e.Op {
	case syntax.Not:
		g.not(v)
		return
	case syntax.Neg, syntax.BNot:
		if g.negates(e.Op, v) && foldUnary(e.Op, v) {
			return
		}
	}
	r := g.toAnyReg(v)
	g.releaseExpr(v)
	v.info = int32(g.emitABC(unaryOps[e.Op], 0, r, 0))
	v.kind = vRelocatable
	g.fixLine(opLine)
}

func (g *generator) not(v *desc) {
	g.discharge(v)
	switch v.kind {
	case vNil, vFalse:
		v.kind = vTrue
	case vConst, vFloat, vInt, vTrue:
		v.kind = vFalse
	case vJump:
		g.negate(v)
	default:
		g.dischargeToAny(v)
		g.releaseExpr(v)
		v.info = int32(g.emitABC(bc.NOT, 0, int(v.info), 0))
		v.kind = vRelocatable
	}
	v.t, v.f = v.f, v.t
	g.dropValues(v.f)
	g.dropValues(v.t)
}

// binary generates an operator and its right operand, after the left one in v.
func (g *generator) binary(e *syntax.Binary, v *desc) {
	g.consume(e.OpPos + opLen[e.Op])
	if e.Op == syntax.Coalesce {
		g.coalesce(e, v)
		return
	}
	g.infix(e, v)
	var y desc
	g.expr(e.Y, &y)
	g.cur = e.Span()
	g.postfix(e, v, &y)
}

// infix prepares the left operand before the right one is generated.
func (g *generator) infix(e *syntax.Binary, v *desc) {
	switch e.Op {
	case syntax.And:
		g.goIfTrue(v)
	case syntax.Or:
		g.goIfFalse(v)
	case syntax.Concat:
		g.toNextReg(v)
	case syntax.Eq, syntax.Ne, syntax.Lt, syntax.Le, syntax.Gt, syntax.Ge:
		g.toRK(v)
	default:
		if !v.isNumeral() {
			g.toRK(v)
		}
	}
}

// postfix generates the operation itself.
func (g *generator) postfix(e *syntax.Binary, a, b *desc) {
	switch e.Op {
	case syntax.And:
		g.discharge(b)
		g.concat(&b.f, a.f)
		*a = *b
	case syntax.Or:
		g.discharge(b)
		g.concat(&b.t, a.t)
		*a = *b
	case syntax.Concat:
		g.concatenation(e, a, b)
	case syntax.Eq, syntax.Ne, syntax.Lt, syntax.Le, syntax.Gt, syntax.Ge:
		g.compare(e.Op, a, b)
	default:
		if !g.agree(e.Op, a, b) || !fold(e.Op, a, b) {
			g.arith(binaryOps[e.Op], a, b, g.line(e.OpPos))
			g.noteShift(e.Op)
		}
	}
}

// arith emits an operation on two operands; the newer one is brought into place
// first.
func (g *generator) arith(op bc.Op, a, b *desc, line int32) {
	rk2 := g.toRK(b)
	rk1 := g.toRK(a)
	g.releaseBoth(a, b)
	a.info = int32(g.emitABC(op, 0, rk1, rk2))
	a.kind = vRelocatable
	g.fixLine(line)
}

// concatenation widens the CONCAT of its right operand where there is one.
func (g *generator) concatenation(e *syntax.Binary, a, b *desc) {
	g.toValue(b)
	if b.kind == vRelocatable {
		if i := g.instr(b); i.Op() == bc.CONCAT {
			g.releaseExpr(a)
			*i = i.WithB(int(a.info))
			a.kind, a.info = vRelocatable, b.info
			return
		}
	}
	g.toNextReg(b)
	g.arith(bc.CONCAT, a, b, g.line(e.OpPos))
}

// compare emits a comparison; a > b is b < a.
func (g *generator) compare(op syntax.BinaryOp, a, b *desc) {
	rk1 := int(a.info)
	if a.kind == vConst {
		rk1 = bc.RK(rk1)
	}
	rk2 := g.toRK(b)
	g.releaseBoth(a, b)
	role := g.role
	g.role = srcmap.Branch
	var pc int
	switch op {
	case syntax.Ne:
		pc = g.condJump(bc.EQ, 0, rk1, rk2)
	case syntax.Gt:
		pc = g.condJump(bc.LT, 1, rk2, rk1)
	case syntax.Ge:
		pc = g.condJump(bc.LE, 1, rk2, rk1)
	case syntax.Lt:
		pc = g.condJump(bc.LT, 1, rk1, rk2)
	case syntax.Le:
		pc = g.condJump(bc.LE, 1, rk1, rk2)
	default:
		pc = g.condJump(bc.EQ, 1, rk1, rk2)
	}
	g.role = role
	a.kind, a.info = vJump, int32(pc)
}
