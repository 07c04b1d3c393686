package codegen

import (
	bc "luaflow/compile/bytecode"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// lower.go expresses in instructions of 5.3 what 5.3 does not have. Instructions that
// stand for something else than they do have the role Lowered:
//
//   - VARARG for a value that nothing is known of: a numeral of LuaJIT that is no
//     number of Lua's, one of more than 64 bits where some dialects wrap it and others
//     do not, or a function whose name the text does not give.
//   - A call of such a function with a variable `x <close>` as its argument, for what
//     5.4 does with it. There is one at the declaration, which asks x for its
//     metamethod: so x is read wherever it has a value, whichever way its scope is left,
//     by an error too, and escapes. There is one at each exit of the scope after which
//     the function goes on (the end of the block, in front of the condition of a
//     `repeat`, `break`, `continue`, `goto`), because the metamethod may write
//     variables that are read there. At a return nothing is read any more but what the
//     values need, and captured variables, which live on: no call stands there.
//     A `goto` closes all that can be seen, since the place of its label is not known
//     yet: more than it should, and so nothing false follows.
//   - A fourth value of a generic `for` is closed like that: the function gets it where
//     the loop begins, and is called at each exit of the loop.
//
// What LuaJIT has of 3.0 is in guard.go. Everything else that dialects add is plain code: a `<const>` variable
// is a local, a declared global a field of _ENV, a compound assignment the operation and the store,
// `continue` a jump; the table of the extra arguments is one parameter more.

// continueLabel stands for the end of the innermost loop's body.
const continueLabel resolve.LabelID = -2

// unknown emits a value that nothing is known of, in a register still open.
func (g *generator) unknown(reg int) int {
	role := g.role
	g.role = srcmap.Lowered
	pc := g.emitABC(bc.VARARG, reg, 2, 0)
	g.role = role
	return pc
}

// closing emits the use of a variable that is to be closed, or of a value that nothing
// holds any more.
func (g *generator) closing(reg int) {
	free := g.fs.freeReg
	g.reserve(2)
	g.unknown(free)
	role := g.role
	g.role = srcmap.Lowered
	if reg == noRegister {
		g.emitABC(bc.CALL, free, 1, 1)
	} else {
		g.emitABC(bc.MOVE, free+1, reg, 0)
		g.emitABC(bc.CALL, free, 2, 1)
	}
	g.role = role
	g.fs.freeReg = free
}

// toClose is a variable to be closed: its register and its name in the text; or the
// fourth value of a generic for, which has no register.
type toClose struct {
	reg  int
	name source.Span
}

// noRegister stands in a toClose for a value that is in no register any more.
const noRegister = -1

// beginClosing notes the variables of a declaration that are to be closed, and emits
// what 5.4 does with them first.
func (g *generator) beginClosing(names []*syntax.Name) {
	for _, n := range names {
		if id := g.bindingOf(n); g.res.Bindings[id].Attrib == syntax.Close {
			v := toClose{int(g.m.Regs[id]), n.Span()}
			g.fs.closings = append(g.fs.closings, v)
			g.closeFrom(len(g.fs.closings) - 1)
		}
	}
}

// closeFrom emits the uses of the variables to be closed from the first-th on, the last
// one first, where control gets here.
func (g *generator) closeFrom(first int) {
	if !g.isReached() {
		return
	}
	cur := g.cur
	for i := len(g.fs.closings) - 1; i >= first; i-- {
		g.cur = g.fs.closings[i].name
		g.closing(g.fs.closings[i].reg)
	}
	g.cur = cur
}

// isReached reports whether the next instruction may be one that control comes to, so
// far as the last one tells.
func (g *generator) isReached() bool {
	n := len(g.fs.code)
	if n == 0 || g.fs.pendingJmp != noJump || g.fs.lastTarget == n {
		return true
	}
	switch g.fs.code[n-1].Op() {
	case bc.RETURN:
		return false
	case bc.JMP:
		return n > 1 && g.fs.code[n-2].Op().Mode().IsTest
	}
	return true
}

// leaveLoop emits the uses of the variables to be closed inside the innermost loop.
func (g *generator) leaveLoop() {
	b := g.fs.block
	for b.parent != nil && !b.isLoop {
		b = b.parent
	}
	g.closeFrom(b.firstClosing)
}

// leaveBy emits what a jump does to variables to be closed.
func (g *generator) leaveBy(s syntax.Stat) {
	switch s.(type) {
	case *syntax.Goto:
		g.closeFrom(0)
	default:
		g.leaveLoop()
	}
}

// closeFourth uses the fourth of the values of a generic for, of which there are n,
// after the three that the loop keeps.
func (g *generator) closeFourth(n int, e syntax.Expr) {
	if g.tree.Dialects&(syntax.Lua54|syntax.Lua55) == 0 {
		return
	}
	reg := g.fs.freeReg
	g.reserve(n - 3)
	cur := g.cur
	g.cur = e.Span()
	g.closing(reg)
	g.cur = cur
	g.fs.freeReg = reg
	g.fs.closings = append(g.fs.closings, toClose{noRegister, e.Span()})
}

// compound generates `target op= value`: the target's table and key stay where they are
// until the store.
func (g *generator) compound(s *syntax.Compound) {
	start := g.pc()
	var target, v, y desc
	skips := g.unended(s.Target, &target)
	if n := g.upvalueIn(s.Target); n != nil && target.inUpvalue {
		g.holdTable(n, &target)
	}
	v = target
	g.cur = s.Target.Span()
	if v.kind == vIndexed {
		op := bc.GETTABLE
		if v.inUpvalue {
			op = bc.GETTABUP
		}
		v.init(vRelocatable, g.emitABC(op, 0, int(v.table), int(v.key)))
	}
	if !target.isVariable() { // a broken file
		g.expr(s.Value, &y)
		g.toNextReg(&y)
		g.endStat(skips)
		return
	}
	if s.Op == syntax.Concat {
		g.toNextReg(&v)
	} else {
		g.toRK(&v)
	}
	g.consume(s.OpPos + opLen[s.Op])
	g.expr(s.Value, &y)
	g.cur = s.Span()
	if s.Op == syntax.Concat {
		g.toNextReg(&y)
	}
	g.arith(binaryOps[s.Op], &v, &y, g.line(s.OpPos))
	g.noteShift(s.Op)
	g.storeTo(s.Target, &target, &v, s.ID(), start)
	g.endStat(skips)
}

// global generates `global names = values`.
func (g *generator) global(s *syntax.Global) {
	values := s.Exprs()
	if len(values) == 0 {
		g.consume(s.End)
		return
	}
	targets := make([]syntax.Expr, len(s.Names))
	for i, n := range s.Names {
		targets[i] = n
	}
	g.assignment(s, targets, values)
}
