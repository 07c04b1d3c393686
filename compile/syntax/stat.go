package syntax

import "luaflow/compile/source"

// This file defines how the parser reads statements.

// statement reads one statement. It takes at least one token unless that token
// ends a block. A free statement may stand one level deeper than others.
func (p *parser) statement(free bool) Stat {
	id := StatID(len(p.tree.Stats))
	p.tree.Stats = append(p.tree.Stats, nil)
	var s Stat
	if p.enter() || free {
		s = p.statementBody(id)
	} else {
		p.tooDeep(p.near())
		s = p.skipDeepBlock(id)
	}
	p.leave()
	p.tree.Stats[id] = s
	return s
}

func (p *parser) statementBody(id StatID) Stat {
	start := p.start
	switch p.kind {
	case tSemicolon:
		p.next()
		return &Empty{p.stat(start, id)}
	case tIf:
		return p.ifStat(id)
	case tWhile:
		p.next()
		cond := p.expr()
		cond = p.header(tDo, cond)
		body := p.closedBlock(tWhile, start)
		return &While{p.stat(start, id), cond, body}
	case tDo:
		p.next()
		body := p.closedBlock(tDo, start)
		return &Do{p.stat(start, id), body}
	case tFor:
		return p.forStat(id)
	case tRepeat:
		return p.repeatStat(id)
	case tFunction:
		return p.functionStat(id)
	case tLocal:
		return p.localStat(id)
	case tDoubleColon:
		return p.labelStat(id)
	case tReturn:
		return p.returnStat(id)
	case tBreak:
		p.next()
		return &Break{p.stat(start, id)}
	case tGoto:
		return p.gotoStat(id)
	}
	return p.exprStat(id)
}

// stat is the base of a statement that began at start and ends in front of the
// token.
func (p *parser) stat(start int, id StatID) statBase { return statBase{p.span(start), id} }

// closedBlock reads a block and the `end` behind it.
func (p *parser) closedBlock(opener kind, pos int) *Block {
	b, closed := p.block(openBlock{opener: opener, pos: pos})
	if closed {
		p.next()
	}
	return b
}

// header takes the word behind the condition of a block. What stands in between
// becomes a part of the condition.
func (p *parser) header(word kind, cond Expr) Expr {
	if p.expect(word) {
		return cond
	}
	cond = p.join(cond, p.junk(word, p.start))
	p.accept(word)
	return cond
}

func (p *parser) ifStat(id StatID) Stat {
	start := p.start
	mark := len(p.clauses)
	n := p.ifs.new()
	closed := true
	for closed && (p.kind == tIf && len(p.clauses) == mark || p.kind == tElseif) {
		c := Clause{Pos: source.Pos(p.start)}
		p.next()
		cond := p.expr()
		c.Cond = p.header(tThen, cond)
		c.Body, closed = p.block(openBlock{opener: tIf, pos: start})
		p.clauses = append(p.clauses, c)
	}
	n.Clauses = p.clauseLists.keep(p.clauses[mark:])
	p.clauses = p.clauses[:mark]
	if closed && p.accept(tElse) {
		n.Else, closed = p.block(openBlock{opener: tElse, pos: start})
	}
	if closed {
		p.next()
	}
	n.statBase = p.stat(start, id)
	return n
}

func (p *parser) repeatStat(id StatID) Stat {
	start := p.start
	p.next()
	body, closed := p.block(openBlock{opener: tRepeat, pos: start})
	var cond Expr
	if closed {
		p.next()
		cond = p.expr()
	} else {
		cond = p.bad(p.prevEnd)
	}
	return &Repeat{p.stat(start, id), body, cond}
}

// forStat reads both kinds of `for`. Without a variable it becomes a loop with a
// condition that could not be understood: its body is one all the same.
func (p *parser) forStat(id StatID) Stat {
	start := p.start
	p.next()
	if p.kind != tName {
		p.expected(tName)
		cond := p.header(tDo, p.bad(p.prevEnd))
		body := p.closedBlock(tFor, start)
		return &While{p.stat(start, id), cond, body}
	}
	v := p.name()
	if p.kind == tAssign {
		return p.numericFor(id, start, v)
	}
	mark := len(p.scratch.names)
	p.scratch.names = append(p.scratch.names, v)
	if p.kind != tComma && p.kind != tIn {
		p.syntaxError("'=' or 'in' expected")
	}
	p.pushNames()
	n := &GenericFor{Vars: p.popNames(mark)}
	emark := len(p.exprs)
	if p.expect(tIn) {
		p.pushExprs()
	} else {
		p.exprs = append(p.exprs, p.bad(p.prevEnd))
	}
	last := len(p.exprs) - 1
	p.exprs[last] = p.header(tDo, p.exprs[last])
	n.Exprs = p.popExprs(emark)
	n.Body = p.closedBlock(tFor, start)
	n.statBase = p.stat(start, id)
	return n
}

func (p *parser) numericFor(id StatID, start int, v *Name) Stat {
	n := &NumericFor{Var: v}
	p.next()
	n.From = p.expr()
	if p.expect(tComma) {
		n.To = p.expr()
		if p.accept(tComma) {
			n.Step = p.expr()
		}
	} else {
		n.To = p.bad(p.prevEnd)
	}
	if n.Step != nil {
		n.Step = p.header(tDo, n.Step)
	} else {
		n.To = p.header(tDo, n.To)
	}
	n.Body = p.closedBlock(tFor, start)
	n.statBase = p.stat(start, id)
	return n
}

// functionStat reads `function name …`. Without a name, what remains is kept as a
// function nobody has.
func (p *parser) functionStat(id StatID) Stat {
	start := p.start
	p.next()
	if p.kind != tName {
		p.expected(tName)
		f := p.function(start, start, false)
		return &BadStat{p.stat(start, id), []Expr{f}}
	}
	nameStart := p.start
	var target Expr = p.name()
	hasSelf := false
	for (p.kind == tDot || p.kind == tColon) && !hasSelf {
		hasSelf = p.kind == tColon
		p.next()
		key := p.fieldName()
		if key == nil {
			hasSelf = false
			break
		}
		n := p.fields.new()
		n.base, n.Obj, n.Key = p.span(nameStart), target, key
		target = n
	}
	f := p.function(start, start, hasSelf)
	n := p.functionStats.new()
	n.statBase, n.Target, n.Func = p.stat(start, id), target, f
	return n
}

func (p *parser) localStat(id StatID) Stat {
	start := p.start
	p.next()
	if p.kind == tFunction {
		return p.localFunction(id, start)
	}
	if p.kind != tName {
		p.expected(tName)
		return p.badStat(id, start)
	}
	mark := len(p.scratch.names)
	p.scratch.names = append(p.scratch.names, p.name())
	p.pushNames()
	n := p.locals.new()
	n.Names = p.popNames(mark)
	if p.accept(tAssign) {
		n.Exprs = p.exprList()
	}
	n.statBase = p.stat(start, id)
	return n
}

// pushNames reads `, name` as often as it comes.
func (p *parser) pushNames() {
	for p.accept(tComma) {
		if p.kind != tName {
			p.expected(tName)
			return
		}
		p.scratch.names = append(p.scratch.names, p.name())
	}
}

func (p *parser) popNames(mark int) []*Name {
	list := p.nameLists.keep(p.scratch.names[mark:])
	p.scratch.names = p.scratch.names[:mark]
	return list
}

func (p *parser) localFunction(id StatID, start int) Stat {
	word := p.start
	p.next()
	if p.kind != tName {
		p.expected(tName)
		f := p.function(word, p.start, false)
		return &BadStat{p.stat(start, id), []Expr{f}}
	}
	name := p.name()
	f := p.function(word, p.start, false)
	n := p.localFuncs.new()
	n.statBase, n.Name, n.Func = p.stat(start, id), name, f
	return n
}

func (p *parser) returnStat(id StatID) Stat {
	start := p.start
	p.next()
	n := p.returns.new()
	if !endsBlock[p.kind] && p.kind != tSemicolon {
		n.Exprs = p.exprList()
	}
	p.accept(tSemicolon)
	n.statBase = p.stat(start, id)
	return n
}

func (p *parser) gotoStat(id StatID) Stat {
	start := p.start
	p.next()
	if p.kind != tName {
		p.expected(tName)
		return p.badStat(id, start)
	}
	n := &Goto{Label: p.sym, NamePos: source.Pos(p.start)}
	p.next()
	n.statBase = p.stat(start, id)
	return n
}

func (p *parser) labelStat(id StatID) Stat {
	start := p.start
	p.next()
	if p.kind != tName {
		p.expected(tName)
		return p.badStat(id, start)
	}
	n := &Label{Label: p.sym, NamePos: source.Pos(p.start)}
	p.next()
	p.expect(tDoubleColon)
	n.statBase = p.stat(start, id)
	return n
}

// exprStat reads a call or an assignment.
func (p *parser) exprStat(id StatID) Stat {
	start := p.start
	if p.kind != tName && p.kind != tLeftParen {
		p.syntaxError("unexpected symbol")
		return p.badStat(id, start)
	}
	x := p.suffixed()
	if p.kind == tAssign || p.kind == tComma {
		return p.assign(id, start, x)
	}
	if !isCall(x) {
		p.syntaxError("syntax error")
	}
	n := p.callStats.new()
	n.statBase, n.Call = p.stat(start, id), x
	return n
}

func (p *parser) assign(id StatID, start int, target Expr) Stat {
	mark := len(p.exprs)
	for {
		p.exprs = append(p.exprs, target)
		if !isVariable(target) {
			p.syntaxError("syntax error")
		}
		if !p.accept(tComma) {
			break
		}
		target = p.suffixed()
		// Each target behind the first is a level of the reference's recursion.
		if len(p.exprs)-mark+p.level == maxLevels+1 {
			p.tooDeep(p.near())
		}
	}
	n := p.assigns.new()
	n.Targets = p.popExprs(mark)
	if p.expect(tAssign) {
		n.Values = p.exprList()
	} else {
		n.Values = []Expr{p.bad(p.prevEnd)}
	}
	n.statBase = p.stat(start, id)
	return n
}

func isCall(x Expr) bool {
	switch x.(type) {
	case *Call, *MethodCall:
		return true
	}
	return false
}

func isVariable(x Expr) bool {
	switch x.(type) {
	case *Name, *Field, *Index:
		return true
	}
	return false
}
