package codegen

import (
	bc "luaflow/compile/bytecode"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// loop.go generates loops. Each is a block of its own, to whose end `break` leads.

// condition generates a condition and returns the jumps taken if it is false.
func (g *generator) condition(e syntax.Expr) int {
	var v desc
	g.expr(e, &v)
	if v.kind == vNil {
		v.kind = vFalse
	}
	g.goIfTrue(&v)
	return v.f
}

func (g *generator) while(s *syntax.While) {
	g.consume(s.Start + 1)
	top := g.label()
	exit := g.condition(s.Cond)
	g.enterBlock(true)
	g.last = s.Body.Start - 1
	g.block(s.Body)
	g.endBody()
	g.cur = s.Span()
	g.patchTo(g.loopJump(), top)
	g.consume(s.End)
	g.leaveBlock()
	g.patchHere(exit)
}

// endBody marks where `continue` leads to: the end of a loop's body.
func (g *generator) endBody() {
	if len(g.fs.gotos) > g.fs.block.firstGoto {
		g.placeEnd(continueLabel)
	}
}

func (g *generator) loopJump() int {
	g.role = srcmap.Loop
	j := g.jump()
	g.role = srcmap.Eval
	return j
}

func (g *generator) repeat(s *syntax.Repeat) {
	top := g.label()
	g.enterBlock(true)
	scope := g.enterBlock(false)
	g.last = s.Body.Start - 1
	g.stats(s.Body.Stats)
	g.endBody()
	g.closeFrom(scope.firstClosing)
	g.fs.closings = g.fs.closings[:scope.firstClosing]
	g.last = s.Body.End
	exit := g.condition(s.Cond)
	if scope.captured {
		g.patchClose(exit, scope.active)
	}
	g.cur = s.Span()
	g.leaveBlock()
	g.patchTo(exit, top)
	g.leaveBlock()
}

func (g *generator) numericFor(s *syntax.NumericFor) {
	g.enterBlock(true)
	g.consume(s.Var.End)
	base := g.fs.freeReg
	g.newLocal("(for index)", 0)
	g.newLocal("(for limit)", 0)
	g.newLocal("(for step)", 0)
	g.newNamed(s.Var)
	g.consumeAt(s.Var.End)
	g.loopValue(s.From)
	g.consumeAt(s.From.Span().End)
	g.loopValue(s.To)
	if s.Step != nil {
		g.consumeAt(s.To.Span().End)
		g.loopValue(s.Step)
	} else {
		g.loadConst(g.fs.freeReg, g.one())
		g.reserve(1)
	}
	g.loopBody(loopShape{stat: s, body: s.Body, base: base, line: g.line(s.Start), vars: 1, numeric: true})
	g.consume(s.End)
	g.leaveBlock()
}

// one returns the constant 1 of the step that is not written.
func (g *generator) one() int {
	if g.tree.Dialects&syntax.WithIntegers == 0 {
		return g.floatConst(1)
	}
	return g.intConst(1)
}

func (g *generator) loopValue(e syntax.Expr) {
	var v desc
	g.expr(e, &v)
	g.toNextReg(&v)
}

func (g *generator) genericFor(s *syntax.GenericFor) {
	g.enterBlock(true)
	base := g.fs.freeReg
	g.newLocal("(for generator)", 0)
	g.newLocal("(for state)", 0)
	g.newLocal("(for control)", 0)
	for _, n := range s.Vars {
		g.newNamed(n)
	}
	g.consumeAt(s.Vars[len(s.Vars)-1].End) // the one-line token `in`
	line := g.line(s.Start)
	exprs := s.Exprs()
	if len(exprs) > 0 { // as in every file that is not broken
		line = int32(g.tree.LineAt(exprs[0].Span().Start))
	}
	var v desc
	g.exprList(exprs, &v)
	g.adjust(3, len(exprs), &v)
	if len(exprs) > 3 {
		g.closeFourth(len(exprs), exprs[3])
	}
	g.checkStack(3) // to call the generator
	g.loopBody(loopShape{stat: s, body: s.Body, base: base, line: line, vars: len(s.Vars)})
	g.consume(s.End)
	g.leaveBlock()
}

// loopShape is what the two kinds of for loop differ in.
type loopShape struct {
	stat    syntax.Stat
	body    *syntax.Block
	base    int   // register of the first hidden variable
	line    int32 // of the instructions that close the loop
	vars    int   // declared variables
	numeric bool
}

func (g *generator) loopBody(l loopShape) {
	g.activate(3)
	g.last = l.body.Start - 1
	g.cur, g.role = l.stat.Span(), srcmap.Loop
	var prep int
	if l.numeric {
		prep = g.emitAsBx(bc.FORPREP, l.base, noJump)
	} else {
		prep = g.jump()
	}
	g.role = srcmap.Eval
	g.enterBlock(false)
	g.activate(l.vars)
	g.reserve(l.vars)
	g.loopStores(l)
	g.block(l.body)
	g.leaveBlock()
	g.endBody()
	g.patchHere(prep)
	g.cur, g.role = l.stat.Span(), srcmap.Loop
	var end int
	if l.numeric {
		end = g.emitAsBx(bc.FORLOOP, l.base, noJump)
	} else {
		g.emitABC(bc.TFORCALL, l.base, 0, l.vars)
		g.fixLine(l.line)
		end = g.emitAsBx(bc.TFORLOOP, l.base+2, noJump)
	}
	g.role = srcmap.Eval
	g.patchTo(end, prep+1)
	g.fixLine(l.line)
}

// loopStores records that the loop gives its variables values.
func (g *generator) loopStores(l loopShape) {
	fs := g.fs
	at := srcmap.PCRange{Start: int32(g.pc()), End: int32(g.pc())}
	for _, i := range fs.active[len(fs.active)-l.vars:] {
		g.addStore(srcmap.LoopInit, fs.localOf[i], l.stat.ID(), at)
	}
}
