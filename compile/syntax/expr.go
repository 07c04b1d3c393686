package syntax

import (
	"strings"

	"luaflow/compile/source"
)

// This file defines how the parser reads expressions: precedence climbing, with
// the binding powers of lparser.c.

// binding is what an infix operator binds with: left of it and right of it.
// Where right is less, the operator associates to the right.
type binding struct {
	left, right uint8
	op          BinaryOp
	foreign     bool // not all dialects have the operator
}

// bindings is by kind; left is 0 for what is no infix operator.
var bindings = [numKinds]binding{
	tOr: {1, 1, Or, false}, tAnd: {2, 2, And, false},
	tLess: {3, 3, Lt, false}, tGreater: {3, 3, Gt, false}, tLessEqual: {3, 3, Le, false},
	tGreaterEqual: {3, 3, Ge, false}, tNotEqual: {3, 3, Ne, false}, tEqual: {3, 3, Eq, false},
	tPipe: {4, 4, BOr, true}, tTilde: {5, 5, BXor, true}, tAmpersand: {6, 6, BAnd, true},
	tShiftLeft: {7, 7, Shl, true}, tShiftRight: {7, 7, Shr, true},
	tConcat: {9, 8, Concat, false},
	tPlus:   {10, 10, Add, false}, tMinus: {10, 10, Sub, false},
	tStar: {11, 11, Mul, false}, tSlash: {11, 11, Div, false}, tDoubleSlash: {11, 11, IDiv, true}, tPercent: {11, 11, Mod, false},
	tCaret: {14, 13, Pow, false},

	tPipePair: {1, 1, Or, true}, tQuestionPair: {1, 1, Coalesce, true}, tAmpersandPair: {2, 2, And, true},
	tBangEqual: {3, 3, Ne, true}, tShiftArith: {7, 7, Sar, true},
}

// unaryBinding is what a prefix operator binds with.
const unaryBinding = 12

// prefixes says which kinds are prefix operators, and which.
var prefixes = [numKinds]struct {
	is bool
	op UnaryOp
}{tNot: {true, Not}, tMinus: {true, Neg}, tTilde: {true, BNot}, tHash: {true, Len}, tBang: {true, Not}}

// expr reads an expression. Where none begins, that is reported, no token taken,
// and an empty BadExpr returned.
func (p *parser) expr() Expr {
	if p.within != anywhere {
		return p.exprWithin(anywhere)
	}
	x := p.subexpr(0)
	if p.kind == tQuestion {
		x = p.conditional(x)
	}
	return x
}

// subexpr reads an expression whose infix operators all bind tighter than limit.
func (p *parser) subexpr(limit uint8) Expr {
	start := p.start
	if !p.enter() {
		p.tooDeep(p.near())
		p.leave()
		return p.skipDeepExpr()
	}
	var x Expr
	if u := prefixes[p.kind]; u.is {
		switch p.kind {
		case tTilde:
			p.usesHere(bitOperators)
		case tNot:
			p.nots = append(p.nots, source.Pos(start))
		case tBang:
			p.usesSign()
			p.nots = append(p.nots, source.Pos(start))
		}
		p.next()
		operand := p.subexpr(unaryBinding)
		n := p.unaries.new(&p.scanner)
		n.base, n.Op, n.X = p.span(start), u.op, operand
		x = n
	} else {
		x = p.simple()
	}
	x = p.infix(x, start, limit)
	p.leave()
	return x
}

// infix reads the operators and operands after x, which began at start.
func (p *parser) infix(x Expr, start int, limit uint8) Expr {
	for {
		b := bindings[p.kind]
		if b.left <= limit {
			return x
		}
		if bad, ok := x.(*BadExpr); ok {
			start = int(bad.Start) // an empty one stands before the operator
		}
		if b.foreign {
			p.usesSign()
		}
		opPos := p.start
		if b.op == And || b.op == Or {
			p.chains = append(p.chains, source.Pos(opPos))
		}
		p.next()
		y := p.subexpr(b.right)
		n := p.binaries.new(&p.scanner)
		n.base, n.Op, n.OpPos = p.span(start), b.op, source.Pos(opPos)
		n.X, n.Y = x, y
		x = n
	}
}

// simple reads an operand.
func (p *parser) simple() Expr {
	switch p.kind {
	case tNumber:
		return p.number()
	case tString:
		return p.string(false)
	case tNil:
		return p.literal(Nil)
	case tTrue:
		return p.literal(True)
	case tFalse:
		return p.literal(False)
	case tDots:
		n := p.varargs.new(&p.scanner)
		n.base = p.take()
		return n
	case tLeftBrace:
		return p.table()
	case tFunction:
		start := p.start
		p.next()
		return p.function(start, p.start, false)
	case tPipe, tPipePair:
		if p.g.Dialects&NewLuaJIT != 0 && !p.g.exact {
			return p.shortFunction(p.start, nil)
		}
	}
	return p.primary()
}

// number takes the token, a numeral.
func (p *parser) number() *Number {
	n := p.numbers.new(&p.scanner)
	n.Start, n.shape = source.Pos(p.start), uint32(p.end-p.start)<<numberShift
	if p.isFloat {
		n.shape |= numberFloat
	}
	if p.isBoxed {
		n.shape |= numberBoxed
	}
	p.next()
	return n
}

// take takes the token and returns the base of a node that is just this token.
func (p *parser) take() base {
	b := base{source.Pos(p.start), source.Pos(p.end)}
	p.next()
	return b
}

func (p *parser) literal(k LiteralKind) Expr {
	n := p.literals.new(&p.scanner)
	n.Kind = k
	n.base = p.take()
	return n
}

// string takes the token, a string or the name of a field.
func (p *parser) string(bare bool) *String {
	n := p.strings.new(&p.scanner)
	n.Sym, n.Bare = p.sym, bare
	if bare && p.sym == symGoto {
		p.usesHere(gotoName)
	}
	n.base = p.take()
	return n
}

// fieldName takes a name as the key of a field; nil, and reported, if there is
// none.
func (p *parser) fieldName() *String {
	if p.kind != tName {
		p.expected(tName)
		return nil
	}
	return p.string(true)
}

// suffixed reads a name or an expression in parentheses, and what follows it.
func (p *parser) suffixed() Expr {
	start := p.start
	switch p.kind {
	case tName:
		return p.suffixes(p.name(), start, start)
	case tLeftParen:
		return p.suffixes(p.paren(), start, start)
	}
	p.syntaxError("unexpected symbol")
	return p.bad(p.prevEnd)
}

func (p *parser) paren() Expr {
	start := p.start
	p.openBracket(tRightParen)
	x := p.expr()
	if p.kind != tRightParen {
		x = p.join(x, p.closeParen(start, start))
	}
	p.closeBracket(tRightParen)
	n := p.parens.new(&p.scanner)
	n.base, n.X = p.span(start), x
	return n
}

// suffixes reads the fields, indexes and calls after x, which began at start. A
// message about an argument list names the line of linePos as that of its `(`.
func (p *parser) suffixes(x Expr, start, linePos int) Expr {
	for {
		switch p.kind {
		case tDot:
			p.next()
			key := p.fieldName()
			if key == nil {
				return p.bad(start, x)
			}
			n := p.fields.new(&p.scanner)
			n.base, n.Obj, n.Key = p.span(start), x, key
			x = n
		case tLeftBracket:
			x = p.index(x, start)
		case tColon:
			if p.within == branch {
				return x
			}
			p.next()
			name := p.fieldName()
			if name == nil {
				return p.bad(start, x)
			}
			guarded := p.kind == tQuestionDot && p.takeGuard()
			args, ok := p.args(linePos)
			if !ok {
				return p.bad(start, x)
			}
			n := p.methodCalls.new(&p.scanner)
			n.base, n.Obj, n.Name, n.Guarded, n.args = p.span(start), x, name, guarded, args
			x = n
		case tLeftParen, tString, tLeftBrace:
			args, _ := p.args(linePos)
			n := p.calls.new(&p.scanner)
			n.base, n.Fn, n.args = p.span(start), x, args
			x = n
		case tQuestionDot:
			if p.within == laterTarget {
				return x
			}
			if x = p.guarded(x, start); isBad(x) {
				return x
			}
		default:
			return x
		}
	}
}

// bracketIndex is where brackets counts each closing bracket.
var bracketIndex = [numKinds]uint8{tRightParen: 0, tRightBrace: 1, tRightBracket: 2}

// openBracket takes an opening bracket that closer closes.
func (p *parser) openBracket(closer kind) {
	p.brackets[bracketIndex[closer]]++
	p.next()
}

// closeBracket takes a closing bracket if it is there, and reports nothing.
func (p *parser) closeBracket(closer kind) {
	p.brackets[bracketIndex[closer]]--
	p.accept(closer)
}

// index reads `[key]` after x.
func (p *parser) index(x Expr, start int) Expr {
	key := p.bracketed()
	n := p.indexes.new(&p.scanner)
	n.base, n.Obj, n.Key = p.span(start), x, key
	return n
}

// bracketed reads `[expr]`.
func (p *parser) bracketed() Expr {
	open := p.start
	p.openBracket(tRightBracket)
	key := p.expr()
	if p.kind != tRightBracket {
		p.expected(tRightBracket)
		key = p.join(key, p.junk(tRightBracket, open))
	}
	p.closeBracket(tRightBracket)
	return key
}

// args reads the arguments of a call; not ok, and reported, if there are none.
func (p *parser) args(linePos int) (args exprList, ok bool) {
	mark := len(p.exprStack)
	switch p.kind {
	case tString:
		p.exprStack = append(p.exprStack, p.string(false))
	case tLeftBrace:
		t := p.table()
		p.exprStack = append(p.exprStack, t)
	case tLeftParen:
		paren := p.start
		if p.g.strict && p.start != p.prevEnd && p.start != p.peeked && strings.ContainsAny(p.text[p.prevEnd:p.start], "\n\r") {
			p.usesHere(splitCall)
		}
		p.openBracket(tRightParen)
		if p.kind != tRightParen {
			p.pushExprs()
			if p.kind != tRightParen {
				if bad := p.closeParen(linePos, paren); bad != nil {
					p.exprStack = append(p.exprStack, bad)
				}
			}
		}
		p.closeBracket(tRightParen)
	default:
		p.syntaxError("function arguments expected")
		return args, false
	}
	return p.popExprs(mark), true
}

// pushExprs reads a list of one expression or more and leaves it on the stack.
func (p *parser) pushExprs() {
	for {
		x := p.expr()
		p.exprStack = append(p.exprStack, x)
		if p.kind != tComma || p.leavesComma() {
			return
		}
		p.next()
	}
}

func (p *parser) exprList() exprList {
	mark := len(p.exprStack)
	p.pushExprs()
	return p.popExprs(mark)
}

// popExprs takes what lies on the stack above mark away, as a list.
func (p *parser) popExprs(mark int) (l exprList) {
	switch top := p.exprStack[mark:]; len(top) {
	case 0:
	case 1:
		l.only[0] = top[0]
		top[0] = nil
		p.exprStack = p.exprStack[:mark]
	default:
		n := p.severals.new(&p.scanner)
		n.Start, n.End = top[0].Span().Start, top[len(top)-1].Span().End
		n.list = pop(p, &p.exprStack, mark, &p.exprLists)
		l.only[0] = n
	}
	return l
}

// table reads a constructor.
func (p *parser) table() *Table {
	start := p.start
	mark := len(p.itemStack)
	var many []Item // all so far, if they are too many for the stack
	outside := p.within
	p.within = anywhere
	p.openBracket(tRightBrace)
	for {
		for p.kind != tRightBrace {
			it := p.item()
			if many != nil {
				push(&many, it, &p.scanner)
			} else if p.itemStack = append(p.itemStack, it); len(p.itemStack)-mark == itemsOnStack {
				many = pop(p, &p.itemStack, mark, &p.itemLists)
			}
			if p.kind != tComma && p.kind != tSemicolon {
				break
			}
			p.next()
		}
		if p.kind == tRightBrace {
			break
		}
		p.mismatch(tRightBrace, tLeftBrace, start)
		if !p.resumeItems(start) {
			break
		}
	}
	p.closeBracket(tRightBrace)
	p.within = outside
	n := p.tables.new(&p.scanner)
	if n.Items = finish(many); n.Items == nil {
		n.Items = pop(p, &p.itemStack, mark, &p.itemLists)
	}
	n.base = p.span(start)
	return n
}

// itemsOnStack is how many items of one constructor the stack takes: a table of data
// may be all of a large file, and its list is not worth a copy then.
const itemsOnStack = 1 << 11

// item reads one field of a constructor. A name may be a key or begin a value:
// here alone the reference looks one token further ahead, which shows in lines
// and messages.
func (p *parser) item() Item {
	if p.kind == tLeftBracket {
		key := p.bracketed()
		p.expect(tAssign)
		n := p.keyedFields.new(&p.scanner)
		n.key, n.value = key, p.expr()
		return Item{n}
	}
	if p.kind != tName {
		return Item{p.expr()}
	}
	start, end, sym := p.start, p.end, p.sym
	p.next()
	if p.kind == tAssign {
		n := p.namedFields.new(&p.scanner)
		n.name = String{base: base{source.Pos(start), source.Pos(end)}, Sym: sym, Bare: true}
		if sym == symGoto {
			p.uses(gotoName, end-1)
		}
		p.next()
		n.value = p.expr()
		return Item{n}
	}
	if !p.enter() {
		p.tooDeep(p.nearBuffer())
		p.leave()
		return Item{p.skipDeepExpr()}
	}
	p.peeked = p.start
	n := p.newName(start, end, sym)
	var x Expr
	if p.kind == tArrow {
		x = p.shortFunction(start, n)
	} else {
		x = p.suffixes(n, start, max(p.end-1, p.start))
	}
	x = p.infix(x, start, 0)
	p.leave()
	if p.kind == tQuestion {
		x = p.conditional(x)
	}
	return Item{x}
}
