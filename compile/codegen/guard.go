package codegen

import (
	bc "luaflow/compile/bytecode"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// guard.go expresses in instructions of 5.3 what LuaJIT has of 3.0, as LuaJIT's own generator does.
//
//   - `a ? b : c` and `a ?? b` are branches that leave their value in one register.
//   - `?.` compares what is in front of it with nil, and leaves the chain if it is. Where the chain ends, a jump
//     (Lowered) leads around a LOADNIL (Lowered) for the value of a chain that was left. If an index comes last, it comes
//     after that, and so raises an error where the chain was left; the key is nil too then, if it is in a register.
//     A chain that is the target of an assignment, or a call that is a statement, leads to the end of the
//     statement.
//   - A call at the end of such a chain gives one value, and several only where an assignment wants several.
//   - `~>>` is SHR (Lowered): of bits nothing is known, see agree.

// chain is the state of the chain of fields, indexes and calls that is being generated.
type chain struct {
	skips   int  // the jumps that leave it because a value is nil
	guarded bool // the link that comes next has a Guard in front of it
	open    bool // its end is that of the statement: see unended
}

// unended generates an expression that a statement stores to or calls, and returns the jumps that leave its chain, for
// endStat.
func (g *generator) unended(e syntax.Expr, v *desc) (skips int) {
	if !g.tree.HasGuards || !syntax.IsGuarded(e) {
		g.expr(e, v)
		return noJump
	}
	outer := g.open // in front of which a function may stand, in parentheses
	g.open, g.left = e, noJump
	g.expr(e, v)
	skips = g.left
	g.open, g.left = outer, noJump
	return skips
}

// endStat ends a statement with jumps that lead to its end.
func (g *generator) endStat(skips int) {
	if skips != noJump {
		g.patchHere(skips)
	}
}

// beginChain begins the chain of which an expression is the outermost link.
func (g *generator) beginChain(e syntax.Expr) {
	g.chain = chain{skips: noJump}
	if g.open == e {
		g.open, g.chain.open = nil, true
	}
}

// endChain ends a chain; v is its value where no jump out of it was taken.
func (g *generator) endChain(v *desc) {
	skips := g.chain.skips
	if skips == noJump {
		return
	}
	g.chain.skips = noJump
	if g.chain.open {
		g.left = skips
		return
	}
	reg := int(v.info)
	switch v.kind {
	case vCall:
		reg = g.instr(v).A()
		v.kind = vGuardedCall
	case vIndexed:
		reg = int(v.table)
	}
	role := g.role
	g.role = srcmap.Lowered
	over := g.jump()
	g.patchHere(skips)
	g.loadNil(reg, 1)
	if key := int(v.key); v.kind == vIndexed && !bc.IsK(key) && key >= len(g.fs.active) {
		g.loadNil(key, 1)
	}
	g.role = role
	g.patchHere(over)
}

// guardedReturns makes a vGuardedCall give n values, of which there is room for one.
func (g *generator) guardedReturns(v *desc, n int) {
	g.fs.code[v.info] = g.fs.code[v.info].WithC(n + 1)
	if n > 1 {
		null := &g.fs.code[v.info+2]
		*null = null.WithB(n - 1)
		g.reserve(n - 1)
	}
}

// guardLink generates the test of v, the value of the operand of a Guard.
func (g *generator) guardLink(e *syntax.Guard, v *desc) {
	g.toAnyReg(v)
	g.consume(e.End)
	g.skipIfNil(int(v.info), e.X.Span())
	g.chain.guarded = true
}

// skipIfNil leaves the chain if a register, which has the value of what stands in the text, holds nil.
func (g *generator) skipIfNil(reg int, at source.Span) {
	g.cur = at
	g.concat(&g.chain.skips, g.branchOnNil(reg, 1))
}

// branchOnNil emits a jump that is taken if a register holds nil; if is is 0, if it does not.
func (g *generator) branchOnNil(reg, is int) int {
	var null desc
	null.init(vNil, 0)
	rk := g.toRK(&null)
	jump := g.branch(bc.EQ, is, reg, rk)
	g.releaseExpr(&null)
	return jump
}

// afterGuard brings the value of a link that had a Guard in front of it to where the nil of the whole chain will be.
func (g *generator) afterGuard(v *desc) {
	g.chain.guarded = false
	if !g.chain.open && v.kind == vIndexed {
		g.toNextReg(v)
	}
}

// coalesce generates `??` and its right operand, after the left one in v.
func (g *generator) coalesce(e *syntax.Binary, v *desc) {
	g.toNextReg(v)
	g.cur = e.X.Span()
	over := g.branchOnNil(int(v.info), 0)
	g.releaseExpr(v)
	g.expr(e.Y, v)
	g.toNextReg(v)
	g.cur = e.Span()
	g.patchHere(over)
}

// conditional generates `a ? b : c`.
func (g *generator) conditional(e *syntax.Conditional, v *desc) {
	otherwise := g.condition(e.Cond)
	g.consume(e.Question + 1)
	g.expr(e.Then, v)
	g.toNextReg(v)
	g.cur, g.role = e.Cond.Span(), srcmap.Branch
	over := g.jump()
	g.role = srcmap.Eval
	g.releaseExpr(v)
	g.patchHere(otherwise)
	g.consume(e.Colon + 1)
	g.expr(e.Else, v)
	g.toNextReg(v)
	g.patchHere(over)
}

// noteShift notes of the last instruction that it stands for an operator that 5.3 does not have, if it does.
func (g *generator) noteShift(op syntax.BinaryOp) {
	if op == syntax.Sar {
		g.setRole(srcmap.Lowered)
	}
}

// upvalueIn returns the name of the upvalue in which a field or index is; nil if it is in something else,
// or in the chunk's _ENV.
func (g *generator) upvalueIn(e syntax.Expr) *syntax.Name {
	switch e.(type) {
	case *syntax.Field, *syntax.Index:
		if n, ok := syntax.LeftOf(e).(*syntax.Name); ok {
			if ref := &g.res.Refs[n.ID]; ref.Kind == resolve.ToUpvalue && ref.Binding != 0 {
				return n
			}
		}
	}
	return nil
}

// holdTable keeps the table of a target, which is an upvalue, in a register until the store: what is computed
// in between may change the upvalue.
func (g *generator) holdTable(n *syntax.Name, target *desc) {
	g.cur = n.Span()
	reg := g.fs.freeReg
	g.reserve(1)
	g.emitABC(bc.GETUPVAL, reg, int(target.table), 0)
	target.table, target.inUpvalue = int32(reg), false
}
