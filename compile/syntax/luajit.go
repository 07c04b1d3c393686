package syntax

import (
	"strings"

	"luaflow/compile/source"
)

// This file defines how the parser reads what LuaJIT takes of the syntax of 3.0 since July 2026, as its own parser
// (lj_parse.c) does: see the grammar in the documentation of the package.

// place says where an expression stands, as far as that changes how it is read.
type place uint8

const (
	anywhere place = iota
	// branch is between the `?` and the `:` of a conditional expression, where a colon ends the operand before it.
	branch
	// laterTarget is a target of an assignment after the first, where `?.` does not go on with it.
	laterTarget
)

// exprWithin reads an expression that stands in a place.
func (p *parser) exprWithin(at place) Expr {
	outside := p.within
	p.within = at
	x := p.subexpr(0)
	if p.kind == tQuestion {
		x = p.conditional(x)
	}
	p.within = outside
	return x
}

// laterTarget reads a target of an assignment after the first.
func (p *parser) laterTarget() Expr {
	outside := p.within
	p.within = laterTarget
	x := p.primary()
	p.within = outside
	return x
}

// primary reads a name or an expression in parentheses, and what follows it, or a function that has the name for
// its parameter.
func (p *parser) primary() Expr {
	if p.kind != tName {
		return p.suffixed()
	}
	start := p.start
	n := p.name()
	if p.kind == tArrow {
		return p.shortFunction(start, n)
	}
	return p.suffixes(n, start, start)
}

// conditional reads `? then : else` after its condition. LuaJIT does not count how deep these nest, which is bounded
// here as all that nests.
func (p *parser) conditional(cond Expr) Expr {
	start := cond.Span().Start
	p.usesHere(conditionals)
	n := p.conditions.new(&p.scanner)
	n.Cond, n.Question = cond, source.Pos(p.start)
	p.next()
	deep := !p.enter()
	if deep {
		p.tooDeep(p.near())
		p.leave()
		return p.bad(int(start), cond, p.skipDeepExpr())
	}
	n.Then = p.exprWithin(branch)
	if n.Colon = source.Pos(p.start); p.expect(tColon) {
		n.Else = p.expr()
	} else {
		n.Colon = n.Then.Span().End
		n.Else = p.bad(p.prevEnd)
	}
	p.leave()
	n.base = p.span(int(start))
	return n
}

// guarded reads `?.` after x, and the name of a field if one follows: what else may follow is read as it is without.
func (p *parser) guarded(x Expr, start int) Expr {
	p.takeGuard()
	n := p.guards.new(&p.scanner)
	n.base, n.X = p.span(start), x
	switch p.kind {
	case tLeftBracket, tLeftParen, tString, tLeftBrace:
		return n
	case tColon:
		if p.within == branch {
			p.syntaxError("unexpected symbol")
			return p.bad(start, n)
		}
		return n
	}
	key := p.fieldName()
	if key == nil {
		return p.bad(start, n)
	}
	f := p.fields.new(&p.scanner)
	f.base, f.Obj, f.Key = p.span(start), n, key
	return f
}

// takeGuard takes the token `?.`, and returns true.
func (p *parser) takeGuard() bool {
	p.usesHere(safeNavigation)
	p.tree.HasGuards = true
	p.next()
	return true
}

func isBad(x Expr) bool {
	_, ok := x.(*BadExpr)
	return ok
}

// IsGuarded reports whether `?.` stands in a chain of fields, indexes and calls, outside of its brackets.
func IsGuarded(x Expr) bool {
	for ; x != nil; x = LeftOf(x) {
		switch x := x.(type) {
		case *Binary:
			return false
		case *Guard:
			return true
		case *MethodCall:
			if x.Guarded {
				return true
			}
		}
	}
	return false
}

// BeforeBranch returns what an expression computes in front of a branch of its own, after which it may leave out the rest: the
// left operand of `and`, `or` and `??`, a condition, what a Guard tests first. It returns nil if there is no branch.
func BeforeBranch(e Expr) (first Expr) {
	switch e := e.(type) {
	case *Binary:
		if e.Op == And || e.Op == Or || e.Op == Coalesce {
			return e.X
		}
		return nil
	case *Conditional:
		return e.Cond
	}
	for x := e; x != nil; x = LeftOf(x) {
		switch x := x.(type) {
		case *Binary:
			return first
		case *Guard:
			first = x.X
		case *MethodCall:
			if x.Guarded {
				first = x.Obj
			}
		}
	}
	return first
}

// shortFunction reads a function with an arrow that began at start, after its parameter if it has one without
// bars around it.
func (p *parser) shortFunction(start int, param *Name) Expr {
	f := p.newFunction()
	f.LinePos, f.level = source.Pos(start), unknownLevel
	p.fn = f
	p.usesHere(shortFunctions)
	mark := len(p.nameStack)
	switch {
	case param != nil:
		p.nameStack = append(p.nameStack, param)
	case p.accept(tPipePair):
	default:
		p.next()
		if p.kind != tPipe {
			p.pushParameters(f)
		}
		p.expect(tPipe)
	}
	f.Params = pop(p, &p.nameStack, mark, &p.nameLists)
	f.Arrow = source.Pos(p.start)
	p.expect(tArrow)
	if p.kind == tDo {
		word := p.start
		p.next()
		p.functionBlock(f, word, word)
	} else {
		p.expressionBody(f)
	}
	f.base = p.span(start)
	return f
}

// expressionBody reads the expression that a short function returns, as a block that returns it.
func (p *parser) expressionBody(f *Function) {
	f.Body = p.blocks.new(&p.scanner)
	f.Body.Start = source.Pos(p.prevEnd)
	id := StatID(len(p.allStats))
	push[Stat](&p.allStats, nil, &p.scanner)
	n := p.returns.new(&p.scanner)
	n.exprs.only[0] = p.exprWithin(p.within)
	n.base, n.id = base{n.exprs.only[0].Span().Start, source.Pos(p.prevEnd)}, id
	p.allStats[id] = n
	mark := len(p.statStack)
	push(&p.statStack, id, &p.scanner)
	f.Body.Stats = p.popStats(mark)
	f.Body.End = source.Pos(p.prevEnd)
	f.EndStat = StatID(len(p.allStats))
	p.fn = f.Parent
}

// continueStat reads `continue`. What else may be wrong is found at the token after it, where others find that it is
// none of their statements.
func (p *parser) continueStat(id StatID) Stat {
	start := p.start
	p.next()
	if p.g.Extensions&ContinueWord == 0 {
		p.usesHere(continueStatement)
	}
	n := p.continues.new(&p.scanner)
	n.statBase = p.stat(start, id)
	return n
}

// constStat reads a declaration that begins with `const`: a `local` whose variables have that attribute.
func (p *parser) constStat(id StatID) Stat {
	word, errors := base{source.Pos(p.start), source.Pos(p.end)}, len(p.tree.Errors)
	p.next()
	if p.usesHere(constants); len(p.tree.Errors) > errors {
		p.tree.Errors[errors].Respelling = &source.Edit{Span: word.Span(), New: kindText[tLocal]}
	}
	start := int(word.Start)
	if p.kind == tFunction {
		s := p.localFunction(id, start)
		if f, ok := s.(*LocalFunction); ok {
			p.attributed(f.Name.ID, word)
		}
		return s
	}
	n := p.locals.new(&p.scanner)
	mark := len(p.nameStack)
	p.nameStack = append(p.nameStack, p.name())
	p.pushNames()
	n.Names = pop(p, &p.nameStack, mark, &p.nameLists)
	for _, name := range n.Names {
		p.attributed(name.ID, word)
	}
	if p.accept(tAssign) {
		n.exprs = p.exprList()
	}
	n.statBase = p.stat(start, id)
	return n
}

// attributed gives a name the attribute of the word `const`.
func (p *parser) attributed(name NameID, word base) {
	a := Attrib{name, Const, word.Span()}
	i := len(p.tree.Attribs)
	for i > 0 && p.tree.Attribs[i-1].Name > name { // those in the body of a function
		i--
	}
	p.tree.Attribs = append(p.tree.Attribs, a)
	copy(p.tree.Attribs[i+1:], p.tree.Attribs[i:])
	p.tree.Attribs[i] = a
}

// usesSign notes that the token is an operator that not all dialects have.
func (p *parser) usesSign() {
	x := p.g.Extensions
	switch p.kind {
	case tDoubleSlash:
		p.usesHere(integerDivide)
	case tQuestionPair:
		p.usesHere(coalescing)
	case tShiftArith:
		p.usesHere(arithmeticShift)
	case tBang:
		p.usesUnless(x&Bang != 0, bangNot)
	case tBangEqual:
		p.usesUnless(x&BangEqual != 0, bangEqual)
	case tAmpersandPair:
		p.usesUnless(x&AmpersandPair != 0, ampersandPair)
	case tPipePair:
		p.usesUnless(x&PipePipe != 0, pipePair)
	default:
		p.usesHere(bitOperators)
	}
}

// respelling returns the edit that writes the token in another way, apart from the names beside it.
func (p *parser) respelling(word string) *source.Edit {
	if IsNameByte(word[0]) && p.start > 0 && IsNameByte(p.text[p.start-1]) {
		word = " " + word
	}
	if last := word[len(word)-1]; IsNameByte(last) && p.end < len(p.text) && IsNameByte(p.text[p.end]) {
		word += " "
	}
	return &source.Edit{Span: source.Span{Start: source.Pos(p.start), End: source.Pos(p.end)}, New: word}
}

// usesUnless does what usesHere does for a feature that is no extension of the text.
func (p *parser) usesUnless(extended bool, f feature) {
	if !extended {
		p.usesHere(f)
	}
}

// beforeGoto reports whether the label that the token, `goto`, leads to has that name as well.
func (p *parser) beforeGoto() bool {
	d := p.g.Dialects
	return d&^LuaJIT == 0 && d&LuaJIT51 != 0 && p.nextWord() == kindText[tGoto]
}

// beforeLocal reports whether a name follows the token, which may be one of the words that are names where nothing
// else begins with them.
func (p *parser) beforeLocal() bool {
	return p.beforeName() || p.nextWord() == kindText[tGoto] && p.g.words[tGoto-tAnd] == tName
}

// beforeBlockEnd reports whether what follows the token ends a block.
func (p *parser) beforeBlockEnd() bool {
	switch at, _ := p.nextByte(); p.nextWord() {
	case "end", "else", "elseif", "until":
		return true
	default:
		return at == len(p.text)
	}
}

// peekWord notes that LuaJIT has looked at the token after the one that begins a statement, to see whether that is
// a word of the language.
func (p *parser) peekWord() {
	isJIT := LuaJITPlain
	if p.sym != symGoto {
		isJIT = NewLuaJIT
	}
	if p.sym != symGlobal && p.g.Dialects&^LuaJIT == 0 && p.g.Dialects&isJIT != 0 {
		p.peeked, _ = p.nextByte()
	}
}

// speaksLuaJIT reports whether something in the text, other than syntax of 3.0, tells that it is for LuaJIT: it
// requires `ffi`, has a field of `jit`, or a numeral that only LuaJIT has.
func (p *parser) speaksLuaJIT() bool {
	if !p.tree.asked {
		p.tree.asked, p.tree.forLuaJIT = true, isForLuaJIT(p.tree.File, p.g.Extensions)
	}
	return p.tree.forLuaJIT
}

// mayTellLuaJIT reports whether a part of a text may have what isForLuaJIT looks for: it is quick, and may err on this side.
func mayTellLuaJIT(text string) bool {
	if strings.Contains(text, "jit") || strings.Contains(text, "ffi") || strings.Contains(text, "0x") || strings.Contains(text, "0X") {
		return true
	}
	for i := 1; i < len(text); i++ { // a numeral that ends with LL, ULL or i
		switch text[i] {
		case 'l', 'L', 'u', 'U', 'i', 'I':
			before := strings.TrimRight(text[:i], "_.")
			if before != "" && '0' <= before[len(before)-1] && before[len(before)-1] <= '9' {
				return true
			}
		}
	}
	return false
}

// isForLuaJIT does what speaksLuaJIT does, for a text in all dialects.
func isForLuaJIT(f *source.File, x Extension) bool {
	text := f.Text()
	s := scanner{
		text: text, g: grammarOf(Language{Any, x}), end: int(f.Body()), hasCR: hasCR(text),
		fail: func(lexError) {}, uses: func(feature, int) bool { return true },
	}
	s.reset(len(text))
	before := tEOF // the kind of the token before the present one
	for s.next(); s.kind != tEOF; s.next() {
		switch token := text[s.start:s.end]; {
		case s.kind == tNumber && s.isBoxed:
			return true
		case s.kind != tName || before == tDot || before == tColon:
		case token == "jit":
			if s.next(); s.kind == tDot {
				return true
			}
		case token == "require":
			if s.next(); s.kind == tLeftParen {
				s.next()
			}
			if s.kind == tString && s.syms[s.sym] == "ffi" {
				return true
			}
		}
		before = s.kind
	}
	return false
}
