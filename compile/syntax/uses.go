package syntax

import "luaflow/compile/source"

// This file defines what the parser does with syntax that not all dialects have. The
// order of the text decides: the first such syntax rules out the dialects that do not
// have it, and what only those have is an error from there on. So what all of the
// remaining dialects refuse is an error, and nothing else is.

// uses notes that the text has a feature, for whose want Lua would name the line of the
// byte at. It reports false, and the error, if no dialect that is possible has it.
func (p *parser) uses(f feature, at int) bool {
	rest := p.remaining(f)
	if rest == p.g.Dialects {
		return true
	}
	if rest == 0 {
		if p.complain(at) {
			p.report(foreignText(f, p.g.Dialects, p.decided), "")
			if f.spelling != "" {
				p.tree.Errors[len(p.tree.Errors)-1].Respelling = p.respelling(f.spelling)
			}
		}
		return false
	}
	if p.quiet == 0 {
		p.g = grammarOf(Language{rest, p.g.Extensions})
		p.decided = decision{feature: f, at: source.Pos(at), line: p.tree.File.Line(source.Pos(at)), g: p.g}
		p.decisions = append(p.decisions, p.decided)
	}
	return true
}

// remaining returns the possible dialects that have a feature. What LuaJIT has since July 2026 does not make a text one
// of LuaJIT: something else has to. Where something does, bit operators leave Lua possible to the end of the text, as it may
// only ask which Lua runs it; see decideLuaJIT.
func (p *parser) remaining(f feature) Dialect {
	rest := p.g.Dialects & f.dialects
	if f.modern && p.g.Dialects&^LuaJIT != 0 && rest&NewLuaJIT != 0 && !p.speaksLuaJIT() {
		return rest &^ LuaJIT
	}
	return rest
}

// decideLuaJIT returns the dialects of a whole text, of which those are left that the parser has not ruled out: if it
// has bit operators, something in it tells that it is for LuaJIT, and nothing that it is not, these are LuaJIT.
func (p *parser) decideLuaJIT(left Dialect) Dialect {
	const both = NewLuaJIT | WithIntegers // what bit operators leave
	if p.tree.lang.Dialects&^both != 0 && left&^both == 0 && left&NewLuaJIT != 0 {
		return left & LuaJIT
	}
	return left
}

// usesHere does and reports what uses does, for what Lua would find at the token.
func (p *parser) usesHere(f feature) bool { return p.uses(f, p.lastByte()) }

// lexicalUses does and reports what uses does, for what Lua would find while it reads the token: an error
// is Lexical.
func (p *parser) lexicalUses(f feature, at int) bool {
	before := len(p.tree.Errors)
	ok := p.uses(f, at)
	if len(p.tree.Errors) > before {
		p.tree.Errors[before].Lexical = true
	}
	return ok
}

// byteOrderMarkText is what some dialects skip in front of a text.
const byteOrderMarkText = "\ufeff"

// begin looks at what stands in front of the first token.
func (p *parser) begin() {
	if p.g.Dialects&Lua51 != 0 && len(p.text) >= len(byteOrderMarkText) && p.text[:len(byteOrderMarkText)] == byteOrderMarkText {
		end := p.end
		p.start, p.end = 0, len(byteOrderMarkText)
		p.lexicalUses(byteOrderMark, 0)
		p.start, p.end = end, end
	}
}

// statementWord returns the statement that a name begins which is a word of the language
// only in some places: `goto` where labels and that name go together, `global`, `continue` and
// `const`.
func (p *parser) statementWord() kind {
	switch {
	case p.sym == symGoto && p.g.recognises(&gotoStatement) && (p.beforeName() || p.beforeGoto()):
		return tGoto
	case p.sym == symGlobal && p.g.recognises(&globals) && p.beforeGlobal():
		return tGlobal
	case p.sym == symContinue && p.g.Extensions&ContinueWord != 0 && !p.beforeSuffix():
		return tContinue
	case p.sym == symContinue && !p.g.exact && p.beforeBlockEnd():
		return tContinue
	case p.sym == symConst && !p.g.exact && (p.beforeLocal() || p.nextWord() == kindText[tFunction]):
		return tConst
	}
	return tName
}

// nextByte returns the first byte of the token after the present one, 0 at the end, and where it is.
func (p *parser) nextByte() (at int, c byte) {
	at = int(p.tree.After(source.Pos(p.end)))
	if at < len(p.text) {
		c = p.text[at]
	}
	return at, c
}

// nextWord returns the name or reserved word after the token; empty if there is neither.
func (p *parser) nextWord() string {
	at, c := p.nextByte()
	if class := p.g.classes[c]; class != classLetter && class != classHigh {
		return ""
	}
	return p.text[at:tokenEnd(p.g, p.text, at)]
}

// beforeName reports whether a name follows the token.
func (p *parser) beforeName() bool {
	word := p.nextWord()
	if word == "" {
		return false
	}
	sym := p.intern(word)
	return sym-firstWord >= afterWords-firstWord || sym != symGoto && p.g.words[sym-firstWord] == tName
}

// beforeGlobal reports whether what follows makes the token the beginning of a
// declaration.
func (p *parser) beforeGlobal() bool {
	if _, c := p.nextByte(); c == '<' || c == '*' {
		return true
	}
	return p.nextWord() == kindText[tFunction] || p.beforeName()
}

// beforeSuffix reports whether what follows makes the token a variable.
func (p *parser) beforeSuffix() bool {
	switch _, c := p.nextByte(); c {
	case '=', ',', '.', '[', '(', '{', ':', '"', '\'', '`':
		at, _ := p.nextByte()
		return p.text[at:min(at+2, len(p.text))] != kindText[tDoubleColon]
	}
	return false
}

// withoutIntegers makes all numerals floats: the dialects that are left have no others.
func (p *parser) withoutIntegers() {
	p.numbers.All(func(n *Number) { n.shape |= numberFloat })
}
