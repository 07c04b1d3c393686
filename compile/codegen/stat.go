package codegen

import (
	bc "luaflow/compile/bytecode"
	"luaflow/compile/source"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// stat.go generates statements but loops. Each function leaves the scanner after
// the last token of its statement.

func (g *generator) stats(list []syntax.Stat) {
	for i := 0; i < len(list); {
		if _, ok := list[i].(*syntax.Label); ok {
			i += g.labels(list[i:])
			continue
		}
		g.stat(list[i])
		i++
	}
}

func (g *generator) block(b *syntax.Block) {
	g.enterBlock(false)
	g.stats(b.Stats)
	g.leaveBlock()
}

func (g *generator) stat(s syntax.Stat) {
	g.Meter.Step()
	start := g.pc()
	switch s := s.(type) {
	case *syntax.Local:
		g.local(s)
	case *syntax.LocalFunction:
		g.localFunction(s)
	case *syntax.Assign:
		g.assign(s)
	case *syntax.FunctionStat:
		g.functionStat(s)
	case *syntax.Do:
		g.last = s.Body.Start - 1
		g.block(s.Body)
		g.consume(s.End)
	case *syntax.While:
		g.while(s)
	case *syntax.Repeat:
		g.repeat(s)
	case *syntax.If:
		g.ifStat(s)
	case *syntax.NumericFor:
		g.numericFor(s)
	case *syntax.GenericFor:
		g.genericFor(s)
	case *syntax.Return:
		g.returnStat(s)
	case *syntax.Break, *syntax.Goto, *syntax.Continue:
		if len(g.fs.closings) > 0 {
			g.leaveBy(s)
		}
		g.cur, g.role = s.Span(), srcmap.Jump
		j := g.jump()
		g.role = srcmap.Eval
		g.gotoStat(s, j)
	case *syntax.Empty:
		g.consume(s.End)
	case *syntax.Global:
		g.global(s)
	case *syntax.Compound:
		g.compound(s)
	case *syntax.BadStat:
		g.discard(s.Parts)
		g.consume(max(s.End, 1))
	default:
		if call := syntax.CallIn(s); call != nil {
			g.callStat(call)
		}
	}
	g.fs.freeReg = len(g.fs.active)
	g.m.SetPCs(s.ID(), srcmap.PCRange{Start: int32(start), End: int32(g.pc())})
}

// labels generates a run of labels and empty statements at the head of list and
// returns its length.
func (g *generator) labels(list []syntax.Stat) int {
	first := len(g.fs.labels)
	n := 0
run:
	for ; n < len(list); n++ {
		switch s := list[n].(type) {
		case *syntax.Label:
			g.consume(s.End)
			g.addLabel(g.res.LabelOf(s.ID()))
			g.m.SetPCs(s.ID(), srcmap.PCRange{Start: int32(g.pc()), End: int32(g.pc())})
		case *syntax.Empty:
			g.stat(s)
		default:
			break run
		}
	}
	for i := len(g.fs.labels) - 1; i >= first; i-- {
		l := &g.fs.labels[i]
		if g.res.Labels[l.id].Last {
			l.active = int32(g.fs.block.active)
		}
		g.placeLabel(*l)
	}
	return n
}

// gotoStat consumes a goto or break whose jumps are in list.
func (g *generator) gotoStat(s syntax.Stat, list int) {
	label := breakLabel
	switch s.(type) {
	case *syntax.Goto:
		label = g.res.LabelOf(s.ID())
	case *syntax.Continue:
		label = continueLabel
	}
	g.addGoto(list, label)
	g.consume(s.Span().End)
}

func (g *generator) local(s *syntax.Local) {
	for _, n := range s.Names {
		g.newNamed(n)
	}
	start := g.pc()
	v := desc{kind: vVoid}
	exprs := s.Exprs()
	if len(exprs) > 0 {
		g.consumeAt(g.last + 1)
		g.exprList(exprs, &v)
	} else {
		g.cur = s.Span()
	}
	g.adjust(len(s.Names), len(exprs), &v)
	g.activate(len(s.Names))
	kind := srcmap.Init
	if len(exprs) == 0 {
		kind = srcmap.NilInit
	}
	for i, n := range s.Names {
		rec := g.addStore(kind, g.bindingOf(n), s.ID(), srcmap.PCRange{Start: int32(start), End: int32(g.pc())})
		rec.Value = valueKind(exprs, i)
	}
	if len(g.tree.Attribs) > 0 {
		g.beginClosing(s.Names)
	}
}

// adjust makes have values, the last of which is v, into want values on the stack.
func (g *generator) adjust(want, have int, v *desc) {
	extra := want - have
	if v.isMulti() {
		extra = max(extra+1, 0)
		g.setReturns(v, extra)
		if extra > 1 {
			g.reserve(extra - 1)
		}
	} else if v.kind == vGuardedCall {
		g.guardedReturns(v, max(extra+1, 0))
	} else {
		if v.kind != vVoid {
			g.toNextReg(v)
		}
		if extra > 0 {
			first := g.fs.freeReg
			g.reserve(extra)
			role := g.role
			g.role = srcmap.ImplicitNil
			g.loadNil(first, extra)
			g.role = role
		}
	}
	if have > want {
		g.fs.freeReg -= have - want
	}
}

// localFunction puts a closure straight into the register of its variable, which is
// in scope in the body; the debug record begins after it.
func (g *generator) localFunction(s *syntax.LocalFunction) {
	g.newNamed(s.Name)
	i := len(g.fs.locals) - 1
	g.activate(1)
	start := g.pc()
	var v desc
	g.function(s.Func, &v)
	end := g.pc()
	g.fs.locals[i].StartPC = int32(end)
	rec := g.addStore(srcmap.FunctionInit, g.bindingOf(s.Name), s.ID(), srcmap.PCRange{Start: int32(start), End: int32(end)})
	rec.Value = srcmap.FunctionValue
}

func (g *generator) functionStat(s *syntax.FunctionStat) {
	line := g.line(s.Start)
	g.consume(s.Start + source.Pos(len("function")))
	var target, v desc
	start := g.pc()
	g.expr(s.Target, &target)
	g.function(s.Func, &v)
	g.cur = s.Span()
	if rec := g.storeTo(s.Target, &target, &v, s.ID(), start); rec != nil {
		rec.Value = srcmap.FunctionValue
	}
	g.fixLine(line)
}

func (g *generator) callStat(call syntax.Expr) {
	var v desc
	skips := g.unended(call, &v)
	if v.kind != vCall { // a broken file
		g.toNextReg(&v)
	} else {
		i := g.instr(&v)
		*i = i.WithC(1)
	}
	g.endStat(skips)
}

func (g *generator) returnStat(s *syntax.Return) {
	if g.fs.fn.Returned() == nil {
		g.consume(s.Start + source.Pos(len("return")))
	}
	first, n := 0, 0
	if exprs := s.Exprs(); len(exprs) > 0 {
		var v desc
		g.exprList(exprs, &v)
		first, n = g.returned(&v, len(exprs))
	}
	g.cur = s.Span()
	g.ret(first, n)
	g.consume(s.End)
}

// returned brings the values of a return into place.
func (g *generator) returned(v *desc, n int) (first, count int) {
	switch {
	case v.isMulti():
		g.setReturns(v, multi)
		if v.kind == vCall && n == 1 {
			g.makeTailCall(v)
		}
		return len(g.fs.active), multi
	case n == 1:
		return g.toAnyReg(v), 1
	default:
		g.toNextReg(v)
		return len(g.fs.active), n
	}
}

func (g *generator) ifStat(s *syntax.If) {
	escape := noJump
	clauses, final := s.Clauses(), s.Else()
	for i := range clauses {
		g.consume(s.ClausePos(i) + 1)
		g.clause(&clauses[i], i == len(clauses)-1 && final == nil, &escape)
	}
	if final != nil {
		g.last = final.Start - 1
		g.block(final)
	}
	g.consume(s.End)
	g.patchHere(escape)
}

// clause generates `cond then body`, after the word. A body that begins with a goto or break
// becomes the target of the condition's own jump.
func (g *generator) clause(c *syntax.Clause, last bool, escape *int) {
	var v desc
	g.expr(c.Cond, &v)
	g.last = c.Body.Start - 1
	list := c.Body.Stats
	var over int
	if s := leadingJump(list); s != nil && len(g.fs.closings) == 0 {
		start := g.pc()
		g.goIfFalse(&v)
		g.enterBlock(false)
		g.gotoStat(s, v.t)
		g.m.SetPCs(s.ID(), srcmap.PCRange{Start: int32(start), End: int32(g.pc())})
		list = g.skipEmpty(list[1:])
		if len(list) == 0 {
			g.leaveBlock()
			return
		}
		g.cur, g.role = c.Cond.Span(), srcmap.Branch
		over = g.jump()
		g.role = srcmap.Eval
	} else {
		g.goIfTrue(&v)
		g.enterBlock(false)
		over = v.f
	}
	g.stats(list)
	g.leaveBlock()
	if !last {
		g.cur, g.role = c.Cond.Span(), srcmap.Branch
		j := g.jump()
		g.role = srcmap.Eval
		g.concat(&j, *escape)
		*escape = j
	}
	g.patchHere(over)
}

func leadingJump(list []syntax.Stat) syntax.Stat {
	if len(list) == 0 {
		return nil
	}
	switch s := list[0].(type) {
	case *syntax.Goto, *syntax.Break:
		return s
	}
	return nil
}

func (g *generator) skipEmpty(list []syntax.Stat) []syntax.Stat {
	for len(list) > 0 {
		s, ok := list[0].(*syntax.Empty)
		if !ok {
			break
		}
		g.stat(s)
		list = list[1:]
	}
	return list
}

// storeTo stores v, and returns the record of it if target is a local or upvalue, otherwise
// nil.
func (g *generator) storeTo(e syntax.Expr, target, v *desc, stat syntax.StatID, start int) *srcmap.StoreRec {
	if target.kind == vLocal || target.kind == vUpvalue {
		if n, ok := e.(*syntax.Name); ok {
			return g.storeVariable(n, target, v, stat, start)
		}
	}
	g.store(target, v)
	return nil
}

func (g *generator) storeVariable(n *syntax.Name, target, v *desc, stat syntax.StatID, start int) *srcmap.StoreRec {
	ref := &g.res.Refs[n.ID]
	if ref.Binding == 0 { // the chunk's _ENV
		g.store(target, v)
		return nil
	}
	rec := srcmap.StoreRec{
		Kind: srcmap.Assign, Binding: ref.Binding, Name: n.ID, Stat: stat,
		Reg: g.m.Regs[ref.Binding], Upvalue: ref.Upvalue,
	}
	before, isNil := g.pc(), v.kind == vNil
	isThere := target.kind == vLocal && g.isIn(v, int(target.info))
	wasNil := target.kind == vLocal && g.endsWithNil(int(target.info))
	g.cur, g.role = g.tree.Stats[stat].Span(), srcmap.Store
	g.store(target, v)
	g.role = srcmap.Eval
	if target.kind == vLocal && g.pc() == before {
		rec.Elided = isThere || isNil && wasNil
		if isNil && !wasNil { // the LOADNIL right before was widened
			start = min(start, before-1)
		}
	}
	rec.PCs = srcmap.PCRange{Start: int32(start), End: int32(g.pc())}
	push(g, &g.fs.stores, rec)
	return &g.fs.stores[len(g.fs.stores)-1]
}

// valueKind returns what stands in a list of values for number i, from 0.
func valueKind(values []syntax.Expr, i int) srcmap.ValueKind {
	if i < len(values) {
		switch values[i].(type) {
		case *syntax.Function:
			return srcmap.FunctionValue
		case *syntax.Table:
			return srcmap.TableValue
		}
		return srcmap.AnyValue
	}
	if n := len(values); n > 0 {
		switch values[n-1].(type) {
		case *syntax.Call, *syntax.MethodCall, *syntax.Vararg:
			return srcmap.AnyValue
		}
	}
	return srcmap.NoValue
}

// isIn reports whether the value of v is in reg already, on every way through its
// expression.
func (g *generator) isIn(v *desc, reg int) bool {
	return (v.kind == vNonReloc || v.kind == vLocal) && int(v.info) == reg &&
		g.carryOnly(v.t, reg) && g.carryOnly(v.f, reg)
}

// endsWithNil reports whether the last instruction is a LOADNIL that sets reg.
func (g *generator) endsWithNil(reg int) bool {
	n := len(g.fs.code)
	if n == 0 || g.fs.code[n-1].Op() != bc.LOADNIL {
		return false
	}
	i := g.fs.code[n-1]
	return i.A() <= reg && reg <= i.A()+i.B()
}
