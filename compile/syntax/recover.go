package syntax

import "luaflow/compile/source"

// This file defines what the parser does with text that it cannot understand. It
// never goes back, and takes every token once, so a broken file costs no more
// than a sound one.
//
//   - A list in brackets goes on after what is wrong in it, unless a statement
//     seems to begin there.
//   - After a broken statement, the parser goes on at the next word that begins
//     or ends one, or at the next line.
//   - What is skipped is read as expressions where that works, so that the names
//     in it count as used.
//   - A word that closes a block which is not open is skipped; one that closes an
//     outer block closes those inside it too.
//   - What nests deeper than allowed is skipped as a whole, by counting brackets.

// recovery is the part of the parser's state that only broken files need.
type recovery struct {
	layout     bool // it reads byLayout
	probes     bool // it reads toFirstError
	unbalanced bool // a block's end was missing, or one too many
	faults     int  // how often something was wrong, or the indentation decided
	quiet      int  // > 0 while text is skipped
	lastBad    int  // the token of the last error, -1 if there is none
	lastLine   int  // and its line
	lines      indents

	beginsUnclosed bool      // the first error is that a block is not closed
	left           *Unclosed // see unclosed.go
	hasLeft        bool      // a block was left that is not closed, with or without left
}

func newRecovery(f *source.File, how reading) recovery {
	return recovery{layout: how == byLayout, probes: how == toFirstError, lastBad: -1, lines: indents{file: f, line: -1}}
}

// bad returns a BadExpr from start to the end of the last token, with its parts.
func (p *parser) bad(start int, parts ...Expr) *BadExpr {
	n := p.badExprs.new(&p.scanner)
	n.base, n.Parts = p.span(start), parts
	return n
}

// join makes one expression of x and the text after it that was skipped, if any.
func (p *parser) join(x Expr, skipped *BadExpr) Expr {
	if skipped == nil {
		return x
	}
	return p.bad(int(x.Span().Start), append([]Expr{x}, skipped.Parts...)...)
}

// closeParen reports that the parenthesis at open is not closed here, and skips
// what should not stand in front of the closing one.
func (p *parser) closeParen(linePos, open int) *BadExpr {
	p.mismatch(tRightParen, tLeftParen, linePos)
	return p.junk(tRightParen, open)
}

// junk skips up to a stop, or to where something else seems to begin: a word that
// begins or ends a statement, or a line that is indented no deeper than that of
// the byte at from. It returns nil if nothing was skipped.
func (p *parser) junk(stop kind, from int) *BadExpr {
	p.quiet++
	defer func() { p.quiet-- }()
	start := p.start
	var parts []Expr
	for p.kind != stop && !p.resumes() && !p.closesOuterBracket() && !p.lines.dedents(p.start, from) {
		if begins[p.kind] {
			x := p.expr()
			parts = append(parts, x)
		} else {
			p.next()
		}
	}
	if p.start == start {
		return nil
	}
	return p.bad(start, parts...)
}

// closesOuterBracket reports whether the token closes a bracket that is open
// around it.
func (p *parser) closesOuterBracket() bool {
	return closesBracket[p.kind] && p.brackets[bracketIndex[p.kind]] > 0
}

// skipTo skips to a stop, a name, a word that begins or ends a statement, or the next line,
// where nothing that stands in between can be kept.
func (p *parser) skipTo(stop kind) {
	line := p.tree.File.Line(source.Pos(p.start))
	for p.kind != stop && !p.resumes() && p.kind != tName &&
		p.tree.File.Line(source.Pos(p.start)) == line {
		p.next()
	}
}

// skipParameters skips the rest of a parameter list on its line, and takes the
// names in it for parameters.
func (p *parser) skipParameters() {
	p.quiet++
	line := p.tree.File.Line(source.Pos(p.start))
	for p.kind != tRightParen && !p.resumes() && p.tree.File.Line(source.Pos(p.start)) == line {
		if p.kind == tName {
			p.nameStack = append(p.nameStack, p.name())
		} else {
			p.next()
		}
	}
	p.accept(tRightParen)
	p.quiet--
}

// begins says which tokens begin an expression.
var begins = [numKinds]bool{
	tName: true, tString: true, tNumber: true, tNil: true, tTrue: true, tFalse: true,
	tDots: true, tFunction: true, tLeftBrace: true, tLeftParen: true,
	tNot: true, tMinus: true, tHash: true, tTilde: true,
}

// resumes reports whether the token begins or ends a statement, whatever stands
// in front of it.
func (p *parser) resumes() bool {
	switch p.kind {
	case tLocal, tIf, tWhile, tDo, tFor, tRepeat, tReturn, tBreak, tGoto, tDoubleColon,
		tThen, tEnd, tElse, tElseif, tUntil, tEOF, tSemicolon:
		return true
	case tFunction:
		i := int(p.tree.After(source.Pos(p.end)))
		return i < len(p.text) && byteClasses[p.text[i]] == classLetter
	}
	return false
}

// resumeItems skips to where the items of the constructor at open may go on. It
// reports false if they do not.
func (p *parser) resumeItems(open int) bool {
	p.quiet++
	defer func() { p.quiet-- }()
	for {
		switch {
		case p.kind == tRightBrace:
			return true
		case p.kind == tComma || p.kind == tSemicolon:
			p.next()
			return true
		case p.resumes(), p.closesOuterBracket(), p.lines.dedents(p.start, open):
			return false
		case begins[p.kind], p.kind == tLeftBracket:
			return true
		}
		p.next()
	}
}

// newBadStat returns a BadStat with its parts.
func (p *parser) newBadStat(at statBase, parts []Expr) *BadStat {
	n := p.badStats.new(&p.scanner)
	n.statBase, n.Parts = at, parts
	return n
}

// badStat skips the rest of a statement that began at start. It takes one token
// at least if none has been taken.
func (p *parser) badStat(id StatID, start int) Stat {
	n := p.badStats.new(&p.scanner)
	if p.start == start && !begins[p.kind] {
		p.next()
	}
	if skipped := p.junk(tSemicolon, start); skipped != nil {
		n.Parts = skipped.Parts
	}
	n.statBase = p.stat(start, id)
	return n
}

// strayStat returns a statement of one token: a word that closes nothing.
func (p *parser) strayStat() Stat {
	p.demoteReturn()
	id := StatID(len(p.allStats))
	start := p.start
	p.next()
	n := p.newBadStat(p.stat(start, id), nil)
	push[Stat](&p.allStats, n, &p.scanner)
	return n
}

// verdict says what the parser does at a place where a block may end.
type verdict uint8

const (
	goesOn      verdict = iota
	closesBlock         // the token closes the block as it should
	leavesBlock         // the block ends, and the token that closes it is missing
	strayToken          // the token closes nothing
)

// boundary decides what the token means for the innermost open block, p.open[at];
// returned says that its last statement was a `return`.
func (p *parser) boundary(at int, returned bool) verdict {
	b := &p.open[at]
	if p.layout {
		if v := p.layoutBoundary(at, returned); v != goesOn {
			return v
		}
	}
	if b.closedBy(p.kind) {
		return closesBlock
	}
	if endsBlock[p.kind] {
		p.unbalanced = true
		p.missing(b)
		switch {
		case p.kind == tEOF || p.closesOuter(at):
			return leavesBlock
		case b.opener == tRepeat && p.kind == tEnd:
			p.next() // the wrong word, but nothing else can be meant
			return leavesBlock
		}
		return strayToken
	}
	if returned {
		p.missing(b)
		p.doubt()
		p.demoteReturn()
	}
	return goesOn
}

// closesOuter reports whether the token closes a block around p.open[at].
func (p *parser) closesOuter(at int) bool {
	for at--; at >= 0; at-- {
		if p.open[at].closedBy(p.kind) {
			return true
		}
	}
	return false
}

// demoteReturn makes the last statement a BadStat if it is a `return`: others
// follow.
func (p *parser) demoteReturn() {
	if len(p.statStack) == 0 {
		return
	}
	last := p.statStack[len(p.statStack)-1]
	if r, ok := p.allStats[last].(*Return); ok {
		p.allStats[last] = p.newBadStat(r.statBase, r.Exprs())
	}
}

// skipDeepExpr skips an expression that nests too deep, with all that lies in it.
func (p *parser) skipDeepExpr() Expr {
	start := p.start
	depth, blocks := 0, 0
	for p.kind != tEOF {
		if blocks == 0 {
			if depth == 0 && (p.kind == tComma || p.kind == tAssign || closesBracket[p.kind]) {
				break
			}
			if p.resumes() && (depth == 0 || p.kind != tSemicolon) {
				break
			}
			if opensBracket[p.kind] {
				depth++
			} else if closesBracket[p.kind] {
				depth--
			}
		}
		blocks += p.blockStep(blocks)
		p.next()
	}
	if p.start == start {
		return p.bad(p.prevEnd)
	}
	return p.bad(start)
}

// skipDeepBlock skips the statements from one that nests too deep to the end of
// its block, which all nest too deep.
func (p *parser) skipDeepBlock(id StatID) Stat {
	start := p.start
	blocks := 0
	for p.kind != tEOF && (blocks > 0 || !endsBlock[p.kind]) {
		blocks += p.blockStep(blocks)
		p.next()
	}
	return p.newBadStat(p.stat(start, id), nil)
}

// blockStep returns by how much the token changes the number of open blocks.
func (p *parser) blockStep(blocks int) int {
	switch p.kind {
	case tFunction, tIf, tDo, tRepeat:
		return 1
	case tEnd, tUntil:
		if blocks > 0 {
			return -1
		}
	}
	return 0
}

var (
	opensBracket  = [numKinds]bool{tLeftParen: true, tLeftBrace: true, tLeftBracket: true}
	closesBracket = [numKinds]bool{tRightParen: true, tRightBrace: true, tRightBracket: true}
)
