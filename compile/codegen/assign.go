package codegen

import (
	bc "luaflow/compile/bytecode"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// assign.go generates assignments: targets from left to right, then the values,
// then the stores from right to left.

func (g *generator) assign(s *syntax.Assign) { g.assignment(s, s.Targets(), s.Values()) }

// assignment generates the assignment that s is.
func (g *generator) assignment(s syntax.Stat, targets, values []syntax.Expr) {
	bottom, skips := len(g.lhs), noJump
	for i, t := range targets {
		if i > 0 {
			g.consumeAt(targets[i-1].Span().End)
		}
		var v desc
		g.concat(&skips, g.unended(t, &v))
		if !v.isVariable() { // a broken file
			g.toNextReg(&v)
		} else if i > 0 && v.kind != vIndexed {
			g.avoidConflict(g.lhs[bottom:], &v)
		}
		g.lhs = append(g.lhs, v)
	}
	g.consumeAt(targets[len(targets)-1].Span().End)
	start := g.pc()
	var v desc
	g.exprList(values, &v)
	n := len(targets)
	if len(values) == n {
		g.setOneReturn(&v)
		n--
		g.assignTo(s, targets[n], &g.lhs[bottom+n], &v, start, valueKind(values, n))
	} else {
		g.adjust(n, len(values), &v)
	}
	for n--; n >= 0; n-- {
		v.init(vNonReloc, g.fs.freeReg-1)
		g.assignTo(s, targets[n], &g.lhs[bottom+n], &v, g.pc(), valueKind(values, n))
	}
	g.lhs = g.lhs[:bottom]
	g.endStat(skips)
}

// assignTo stores v, for which the text has a value of a kind, into one of the targets. In a
// broken file that may be no variable.
func (g *generator) assignTo(s syntax.Stat, e syntax.Expr, at *desc, v *desc, start int, kind srcmap.ValueKind) {
	target := *at
	g.cur = s.Span()
	if target.isVariable() {
		if rec := g.storeTo(e, &target, v, s.ID(), start); rec != nil {
			rec.Value = kind
		}
		return
	}
	g.toAnyReg(v)
	g.releaseExpr(v)
}

// avoidConflict saves the local or upvalue v, which is about to be assigned, in a
// register of its own if a target to its left uses it as a table or key.
func (g *generator) avoidConflict(left []desc, v *desc) {
	extra := int32(g.fs.freeReg)
	conflict := false
	for i := range left {
		l := &left[i]
		if l.kind != vIndexed {
			continue
		}
		if l.table == v.info && l.inUpvalue == (v.kind == vUpvalue) && v.isVariable() {
			conflict = true
			l.inUpvalue, l.table = false, extra
		}
		if v.kind == vLocal && l.key == v.info {
			conflict = true
			l.key = extra
		}
	}
	if !conflict {
		return
	}
	op := bc.GETUPVAL
	if v.kind == vLocal {
		op = bc.MOVE
	}
	g.emitABC(op, int(extra), int(v.info), 0)
	g.reserve(1)
}

// makeTailCall turns the call in v into a tail call.
func (g *generator) makeTailCall(v *desc) {
	i := g.instr(v)
	*i = i.WithOp(bc.TAILCALL)
}
