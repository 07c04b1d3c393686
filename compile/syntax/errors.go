package syntax

import (
	"fmt"
	"strings"

	"luaflow/compile/source"
)

// This file defines how the parser reports: in the words of lparser.c, and
// seldom. One mistake often makes several tokens look wrong, so there is one
// error for each line at most, none for a token that was complained about before,
// and none inside text that is skipped.

// maxErrors is how many errors a tree can have.
const maxErrors = 50

// complain notes that something is wrong at the token, and reports whether that
// deserves an error, which then names the line of the byte at.
func (p *parser) complain(at int) bool {
	p.taint()
	if p.quiet > 0 || p.start == p.lastBad {
		return false
	}
	p.faults++
	if len(p.tree.Errors) >= maxErrors {
		return false
	}
	line := p.tree.File.Line(source.Pos(at))
	if line == p.lastLine {
		return false
	}
	p.lastBad, p.lastLine = p.start, line
	return true
}

// taint notes that the present function could not be understood.
func (p *parser) taint() {
	p.fn.Tainted = true
	p.tree.sound = min(p.tree.sound, source.Pos(p.start))
	p.tree.unsound = max(p.tree.unsound, source.Pos(p.start)+1)
}

// lastByte returns the last byte of the token: the reference counts the lines in it
// before the parser sees it.
func (p *parser) lastByte() int {
	if p.kind == tEOF {
		return p.end
	}
	return p.end - 1
}

// report adds an error at the token, on the line that complain found.
func (p *parser) report(msg, near string) {
	if near != "" {
		msg += " near " + near
	}
	p.tree.Errors = append(p.tree.Errors, &Error{
		Span:   source.Span{Start: source.Pos(p.start), End: source.Pos(p.end)},
		Detect: source.Pos(p.start),
		Line:   p.lastLine,
		Msg:    msg,
	})
}

// syntaxError adds an error that shows the token: the reference's luaX_syntaxerror.
func (p *parser) syntaxError(msg string) {
	if p.complain(p.lastByte()) {
		p.report(msg, p.near())
	}
}

// expected reports that a k should stand here.
func (p *parser) expected(k kind) { p.syntaxError(k.quoted() + " expected") }

// mismatch reports that the token which closes the one at pos, an open, is
// missing: check_match.
func (p *parser) mismatch(closer, opener kind, pos int) {
	if !p.complain(p.lastByte()) {
		return
	}
	msg := closer.quoted() + " expected"
	if line := p.tree.File.Line(source.Pos(pos)); line != p.lastLine {
		msg += fmt.Sprintf(" (to close %s at line %d)", opener.quoted(), line)
	}
	p.report(msg, p.near())
}

// missing reports that the token which closes a block is missing, once for each
// block.
func (p *parser) missing(b *openBlock) {
	if b.missed {
		p.taint()
		p.faults++
		return
	}
	b.missed = true
	p.leaveOpen(b)
	before := len(p.tree.Errors)
	switch b.opener {
	case tEOF:
		p.expected(tEOF)
	case tRepeat:
		p.mismatch(tUntil, tRepeat, b.pos)
	case tElse:
		p.mismatch(tEnd, tIf, b.pos)
	default:
		p.mismatch(tEnd, b.opener, b.pos)
	}
	if before == 0 && len(p.tree.Errors) == 1 {
		p.beginsUnclosed = b.opener != tEOF
	}
	if b.opener != tEOF && len(p.tree.Errors) > before {
		p.tree.Errors[before].Unclosed = p.unclosed(b)
	}
}

// tooDeep reports that the text nests deeper than Lua allows.
func (p *parser) tooDeep(near string) {
	if !p.complain(p.lastByte()) {
		return
	}
	where := "main function"
	if p.fn.Parent != nil {
		where = fmt.Sprintf("function at line %d", p.tree.File.Line(p.fn.LinePos))
	}
	p.report(fmt.Sprintf("too many C levels (limit is %d) in %s", maxLevels, where), near)
}

// nearBuffer returns what Lua shows for a name after it has looked at the token after
// it: whatever its buffer holds by then.
func (p *parser) nearBuffer() string {
	token := p.text[p.start:p.end]
	switch p.kind {
	case tEOF:
		return quote("")
	case tString:
		return p.near()
	case tName, tNumber:
		return quote(token)
	case tDot, tConcat, tDots, tLeftBracket:
		return quote(token[:1])
	}
	if byteClasses[token[0]] == classLetter {
		return quote(token)
	}
	return quote("")
}

// lexError reports an error that the scanner found in the token.
func (p *parser) lexError(e lexError) {
	if !p.complain(e.at) {
		return
	}
	msg := e.msg
	if e.opened >= 0 {
		msg += fmt.Sprintf(" (starting at line %d)", p.tree.File.Line(source.Pos(e.opened)))
	}
	p.report(msg, e.near)
	p.tree.Errors[len(p.tree.Errors)-1].Lexical = true
}

// mergeErrors puts Lua's own error in front of those of the second reading,
// without what says the same.
func mergeErrors(first *Error, others []*Error) []*Error {
	merged := []*Error{first}
	for _, e := range others {
		if e.Span.Start == first.Span.Start {
			continue
		}
		e.Detect = max(e.Detect, first.Detect)
		merged = append(merged, e)
	}
	return merged
}

// quote puts a token's text between the quotes of a message. The reference
// formats it as a C string, so it ends at the first NUL.
func quote(t string) string {
	if n := strings.IndexByte(t, 0); n >= 0 {
		t = t[:n]
	}
	return "'" + t + "'"
}

// quoteChar returns how a message writes a token of one byte.
func quoteChar(c byte) string {
	if isPrint(c) {
		return "'" + string(rune(c)) + "'"
	}
	return fmt.Sprintf("'<\\%d>'", c)
}
