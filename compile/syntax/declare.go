package syntax

import (
	"fmt"

	"luaflow/compile/source"
)

// This file defines how the parser reads what later dialects declare variables with:
// attributes (5.4) and global declarations (5.5).

// declaredNames reads the names of a `local` or `global`, the first of which is the
// token, with their attributes. Those without one have that which stands in front of
// all.
func (p *parser) declaredNames(common AttribKind) []*Name {
	mark := len(p.nameStack)
	closing := false
	for {
		n := p.name()
		p.nameStack = append(p.nameStack, n)
		kind, start := common, p.start
		if p.kind == tLess && p.g.recognises(&attributes) {
			p.usesHere(attributes)
			kind = p.attrib()
		}
		if kind == Close && closing {
			p.semanticError("multiple to-be-closed variables in local list")
		}
		closing = closing || kind == Close
		if kind != NoAttrib {
			span := source.Span{Start: source.Pos(start), End: source.Pos(p.prevEnd)}
			p.tree.Attribs = append(p.tree.Attribs, Attrib{n.ID, kind, span})
		}
		if !p.accept(tComma) {
			break
		}
		if p.kind != tName {
			p.expected(tName)
			break
		}
	}
	return pop(p, &p.nameStack, mark, &p.nameLists)
}

// attrib reads `<name>`.
func (p *parser) attrib() AttribKind {
	p.next()
	if p.kind != tName {
		p.expected(tName)
		return NoAttrib
	}
	word := p.text[p.start:p.end]
	p.next()
	p.expect(tGreater)
	switch word {
	case "const":
		return Const
	case "close":
		return Close
	}
	p.semanticError(fmt.Sprintf("unknown attribute '%s'", word))
	return NoAttrib
}

// semanticError adds an error that does not show the token: the reference's luaK_semerror.
func (p *parser) semanticError(msg string) {
	if p.complain(p.lastByte()) {
		p.report(msg, "")
	}
}

// globalStat reads a declaration of globals; the token is `global`.
func (p *parser) globalStat(id StatID) Stat {
	start := p.start
	p.next()
	p.usesHere(globals)
	if p.kind == tFunction {
		return p.globalFunction(id, start)
	}
	attrib := NoAttrib
	if p.kind == tLess {
		attrib = p.attrib()
		p.checkGlobal(attrib)
	}
	n := p.globals.new(&p.scanner)
	n.Attrib = attrib
	switch {
	case p.accept(tStar):
	case p.kind != tName:
		p.expected(tName)
		return p.badStat(id, start)
	default:
		first := len(p.tree.Attribs)
		n.Names = p.declaredNames(attrib)
		for _, a := range p.tree.Attribs[first:] {
			p.checkGlobal(a.Kind)
		}
		if p.accept(tAssign) {
			n.exprs = p.exprList()
		}
	}
	n.statBase = p.stat(start, id)
	return n
}

// checkGlobal reports an attribute that a global cannot have.
func (p *parser) checkGlobal(a AttribKind) {
	if a == Close {
		p.semanticError("global variables cannot be to-be-closed")
	}
}

func (p *parser) globalFunction(id StatID, start int) Stat {
	word := p.start
	p.next()
	if p.kind != tName {
		p.expected(tName)
		f := p.function(word, p.start, false)
		return p.newBadStat(p.stat(start, id), []Expr{f})
	}
	name := p.name()
	f := p.function(word, word, false)
	n := p.functionStats.new(&p.scanner)
	n.statBase, n.Target, n.Func, n.Global = p.stat(start, id), name, f, true
	return n
}

// compoundOps is by kind: the operator of a compound assignment, and its extension. LuaJIT has none of
// those for powers and integer division, and `~>>=` alone is no extension.
var compoundOps = [numKinds]struct {
	op        BinaryOp
	extension Extension
}{
	tShiftArith: {Sar, 0},
	tPlus:       {Add, AddAssign}, tMinus: {Sub, SubAssign}, tStar: {Mul, MulAssign}, tPercent: {Mod, ModAssign},
	tCaret: {Pow, PowAssign}, tSlash: {Div, DivAssign}, tDoubleSlash: {IDiv, IDivAssign},
	tAmpersand: {BAnd, BAndAssign}, tPipe: {BOr, BOrAssign}, tNotEqual: {BXor, BXorAssign},
	tShiftLeft: {Shl, ShlAssign}, tShiftRight: {Shr, ShrAssign}, tConcat: {Concat, ConcatAssign},
}

// compoundOperator reports whether the token, after a variable, is the operator of a
// compound assignment: one with "=" right after it, or `~=`.
func (p *parser) compoundOperator() bool {
	c := &compoundOps[p.kind]
	if p.g.Extensions&c.extension == 0 && (p.g.exact || !p.isCompoundOfJIT()) {
		return false
	}
	return p.kind == tNotEqual || p.end < len(p.text) && p.text[p.end] == '='
}

// isCompoundOfJIT reports whether the token is an operator with which LuaJIT assigns.
func (p *parser) isCompoundOfJIT() bool {
	switch p.kind {
	case tCaret, tDoubleSlash:
		return false
	}
	return p.kind == tShiftArith || compoundOps[p.kind].extension != 0
}

// compound reads a compound assignment from its operator on.
func (p *parser) compound(id StatID, target Expr) Stat {
	if !isVariable(target) {
		p.syntaxError("syntax error")
	}
	n := p.compounds.new(&p.scanner)
	c := &compoundOps[p.kind]
	n.id, n.Target, n.Op, n.OpPos = id, target, c.op, source.Pos(p.start)
	if p.g.Extensions&c.extension == 0 {
		p.usesHere(compoundAssignment)
	}
	word := p.kind
	p.next()
	if isJIT := p.g.Dialects&^NewLuaJIT == 0; word != tNotEqual && !(isJIT && p.accept(tEqual)) { // which takes `+==` for `+=`
		p.expect(tAssign)
	}
	n.Value = p.expr()
	return n
}
