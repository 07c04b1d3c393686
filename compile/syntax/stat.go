package syntax

import "luaflow/compile/source"

// This file defines how the parser reads statements.

// statement reads one statement. It takes at least one token unless that token
// ends a block. A free statement may stand one level deeper than others.
func (p *parser) statement(free bool) Stat {
	if p.probes && len(p.tree.Errors) > 0 {
		p.text = p.text[:p.end]
	}
	id := StatID(len(p.allStats))
	push[Stat](&p.allStats, nil, &p.scanner)
	var s Stat
	if p.enter() || free {
		s = p.statementBody(id)
	} else {
		p.tooDeep(p.near())
		s = p.skipDeepBlock(id)
	}
	p.leave()
	p.allStats[id] = s
	return s
}

func (p *parser) statementBody(id StatID) Stat {
	start := p.start
	switch p.kind {
	case tSemicolon:
		p.next()
		n := p.empties.new(&p.scanner)
		n.statBase = p.stat(start, id)
		return n
	case tIf:
		return p.ifStat(id)
	case tWhile:
		p.next()
		return p.while(id, start, p.expr(), tWhile)
	case tDo:
		p.next()
		n := p.dos.new(&p.scanner)
		n.Body = p.closedBlock(tDo, start)
		n.statBase = p.stat(start, id)
		return n
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
		n := p.breaks.new(&p.scanner)
		n.statBase = p.stat(start, id)
		return n
	case tGoto:
		return p.gotoStat(id)
	}
	return p.exprStat(id)
}

// stat returns the base of a statement that began at start and ends in front of the
// token.
func (p *parser) stat(start int, id StatID) statBase { return statBase{p.span(start), statID{id}} }

// closedBlock reads a block and the `end` after it.
func (p *parser) closedBlock(opener kind, pos int) *Block {
	b, closed := p.block(openBlock{opener: opener, pos: pos, word: pos})
	if closed {
		p.next()
	}
	return b
}

// header takes the word after the condition of a block. What stands in between
// becomes a part of the condition.
func (p *parser) header(word kind, cond Expr) Expr {
	if p.expect(word) {
		return cond
	}
	cond = p.join(cond, p.junk(word, p.start))
	p.accept(word)
	return cond
}

// while reads the body of a loop that opener began, and that has a condition.
func (p *parser) while(id StatID, start int, cond Expr, opener kind) Stat {
	n := p.whiles.new(&p.scanner)
	n.Cond = p.header(tDo, cond)
	n.Body = p.closedBlock(opener, start)
	n.statBase = p.stat(start, id)
	return n
}

func (p *parser) ifStat(id StatID) Stat {
	start := p.start
	mark := len(p.clauseStack)
	n := p.ifs.new(&p.scanner)
	closed := true
	for closed && (p.kind == tIf && len(p.clauseStack) == mark || p.kind == tElseif) {
		p.next()
		var c Clause
		cond := p.expr()
		c.Cond = p.header(tThen, cond)
		closed = p.blockIn(&c.Body, openBlock{opener: tIf, pos: start, word: start})
		p.clauseStack = append(p.clauseStack, c)
	}
	var final *Block
	if closed && p.accept(tElse) {
		final, closed = p.block(openBlock{opener: tElse, pos: start, word: start})
	}
	if closed {
		p.next()
	}
	n.statBase = p.stat(start, id)
	n.only[0] = p.popClauses(mark, n.base, final)
	return n
}

// popClauses takes the clauses above mark from their stack, as an If at a place that has
// this `else` holds them.
func (p *parser) popClauses(mark int, at base, final *Block) (only Clause) {
	if top := p.clauseStack[mark:]; len(top) == 1 && final == nil {
		only, top[0] = top[0], Clause{}
		p.clauseStack = p.clauseStack[:mark]
		return only
	}
	b := p.branches.new(&p.scanner)
	b.base, b.final = at, final
	b.clauses = pop(p, &p.clauseStack, mark, &p.clauseLists)
	return Clause{Cond: b}
}

func (p *parser) repeatStat(id StatID) Stat {
	start := p.start
	p.next()
	n := p.repeats.new(&p.scanner)
	body, closed := p.block(openBlock{opener: tRepeat, pos: start, word: start})
	n.Body = body
	if closed {
		p.next()
		n.Cond = p.expr()
	} else {
		n.Cond = p.bad(p.prevEnd)
	}
	n.statBase = p.stat(start, id)
	return n
}

// forStat reads both kinds of `for`. Without a variable it becomes a loop with a
// condition that could not be understood: its body is one all the same.
func (p *parser) forStat(id StatID) Stat {
	start := p.start
	p.next()
	if p.kind != tName {
		p.expected(tName)
		return p.while(id, start, p.bad(p.prevEnd), tFor)
	}
	v := p.name()
	if p.kind == tAssign {
		return p.numericFor(id, start, v)
	}
	mark := len(p.nameStack)
	p.nameStack = append(p.nameStack, v)
	if p.kind != tComma && p.kind != tIn {
		p.syntaxError("'=' or 'in' expected")
	}
	p.pushNames()
	n := p.genericFors.new(&p.scanner)
	n.Vars = pop(p, &p.nameStack, mark, &p.nameLists)
	emark := len(p.exprStack)
	if p.expect(tIn) {
		p.pushExprs()
	} else {
		p.exprStack = append(p.exprStack, p.bad(p.prevEnd))
	}
	last := len(p.exprStack) - 1
	p.exprStack[last] = p.header(tDo, p.exprStack[last])
	n.exprs = p.popExprs(emark)
	n.Body = p.closedBlock(tFor, start)
	n.statBase = p.stat(start, id)
	return n
}

func (p *parser) numericFor(id StatID, start int, v *Name) Stat {
	n := p.numericFors.new(&p.scanner)
	n.Var = v
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
		return p.newBadStat(p.stat(start, id), []Expr{f})
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
		n := p.fields.new(&p.scanner)
		n.base, n.Obj, n.Key = p.span(nameStart), target, key
		target = n
	}
	f := p.function(start, start, hasSelf)
	n := p.functionStats.new(&p.scanner)
	n.statBase, n.Target, n.Func = p.stat(start, id), target, f
	return n
}

func (p *parser) localStat(id StatID) Stat {
	start := p.start
	p.next()
	if p.kind == tFunction {
		return p.localFunction(id, start)
	}
	attrib := NoAttrib
	if p.kind == tLess && p.g.recognises(&attributeFirst) {
		p.usesHere(attributeFirst)
		attrib = p.attrib()
	}
	if p.kind != tName {
		p.expected(tName)
		return p.badStat(id, start)
	}
	n := p.locals.new(&p.scanner)
	n.Names = p.declaredNames(attrib)
	if p.accept(tAssign) {
		n.exprs = p.exprList()
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
		p.nameStack = append(p.nameStack, p.name())
	}
}

func (p *parser) localFunction(id StatID, start int) Stat {
	word := p.start
	p.next()
	if p.kind != tName {
		p.expected(tName)
		f := p.function(word, p.start, false)
		return p.newBadStat(p.stat(start, id), []Expr{f})
	}
	name := p.name()
	f := p.function(word, p.start, false)
	n := p.localFuncs.new(&p.scanner)
	n.statBase, n.Name, n.Func = p.stat(start, id), name, f
	return n
}

func (p *parser) returnStat(id StatID) Stat {
	start := p.start
	p.next()
	n := p.returns.new(&p.scanner)
	if !endsBlock[p.kind] && p.kind != tSemicolon {
		n.exprs = p.exprList()
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
	p.usesHere(gotoStatement)
	n := p.gotos.new(&p.scanner)
	n.Label, n.NamePos = p.sym, source.Pos(p.start)
	p.next()
	n.statBase = p.stat(start, id)
	return n
}

func (p *parser) labelStat(id StatID) Stat {
	start := p.start
	p.usesHere(labels)
	p.next()
	if p.kind != tName {
		p.expected(tName)
		return p.badStat(id, start)
	}
	n := p.labels.new(&p.scanner)
	n.Label, n.NamePos = p.sym, source.Pos(p.start)
	if p.sym == symGoto {
		p.usesHere(gotoName)
	}
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
		p.doubt()
		return p.badStat(id, start)
	}
	if p.kind == tName && (p.sym == symGoto || p.sym-symGlobal <= symConst-symGlobal) {
		switch p.statementWord() {
		case tGoto:
			return p.gotoStat(id)
		case tGlobal:
			return p.globalStat(id)
		case tContinue:
			return p.continueStat(id)
		case tConst:
			return p.constStat(id)
		}
		p.peekWord()
	}
	x := p.suffixed()
	if p.kind == tComma && p.tree.HasGuards && IsGuarded(x) {
		p.syntaxError("syntax error")
	}
	if p.kind == tAssign || p.kind == tComma && (isVariable(x) || !p.layout || !p.goesOnOutside(len(p.open)-1)) {
		return p.assign(id, x)
	}
	if p.kind >= tPlus && p.compoundOperator() {
		return p.compound(id, x)
	}
	switch x := x.(type) {
	case *Call:
		x.id = id
		return (*callStat)(x)
	case *MethodCall:
		x.id = id
		return (*methodCallStat)(x)
	}
	p.syntaxError("syntax error")
	n := p.badCallStats.new(&p.scanner)
	n.id, n.call = id, x
	return n
}

func (p *parser) assign(id StatID, target Expr) Stat {
	mark := len(p.exprStack)
	for {
		p.exprStack = append(p.exprStack, target)
		if !isVariable(target) {
			p.syntaxError("syntax error")
			p.doubt()
		}
		if !p.accept(tComma) {
			break
		}
		target = p.laterTarget()
		// Each target after the first is a level of the reference's recursion.
		if len(p.exprStack)-mark+p.level == maxLevels+1 {
			p.tooDeep(p.near())
		}
	}
	n := p.assigns.new(&p.scanner)
	n.id = id
	n.targets = p.popExprs(mark)
	if p.expect(tAssign) {
		n.values = p.exprList()
	} else {
		n.values.only[0] = p.bad(p.prevEnd)
	}
	return n
}

func isVariable(x Expr) bool {
	switch x.(type) {
	case *Name, *Field, *Index:
		return true
	}
	return false
}
