package testkit

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"luaflow/compile/bytecode"
)

// maxNesting is how deep functions may stand in one another, as in a chunk.
const maxNesting = 200

// The reader of listings, and so the assembler: what List prints becomes a Proto
// again, and a test can write down a few instructions by hand.
//
//	listing     = printed | body
//	printed     = header body printed...        the children in order
//	header      = "main <FILE:0,0> (3 instructions at 0)" and
//	              "0+ params, 2 slots, 1 upvalue, 0 locals, 2 constants, 0 functions"
//	body        = { instruction | section | directive | remark }
//	instruction = [pc] ["[" line "]"] NAME { operand } [";" comment]
//	section     = "constants (n) for X:" and n lines: number value
//	            | "locals (n) for X:"    and n lines: number name start end
//	            | "upvalues (n) for X:"  and n lines: number name instack index
//	directive   = ".source" text                "@FILE" and the like; default none
//	            | ".params" n ["+"]             default 0, and 0+ for main
//	            | ".slots" n                    default: what the code needs
//	            | ".constant" value
//	            | ".local" name start end
//	            | ".upvalue" name instack index default for main: _ENV 1 0
//	            | ".function" [first last]      a child, up to
//	              body ".end"
//	remark      = empty line | line that starts with ";"
//
// Numbers are those of luac: pcs count from 1, a local is active from start up to
// and without end, a jump is relative to the next instruction, -1 is the first
// constant. So this is a whole program:
//
//	[1] LOADK    0 -1   ; 3
//	[2] EQ       0 0 -1 ; - 3
//	    JMP      0 1    ; to 5
//	[3] LOADNIL  0 0
//	[4] RETURN   0 1
//
// A pc must be the right one. An instruction without a line has the line of the
// one before it; if none has any, the function has no lines. A comment that luac
// would print must be what luac would print, addresses apart; where luac prints
// none it is free. A function without a list of constants takes them from the
// comments. A SETLIST with C=0 and a comment has its EXTRAARG there.
//
// What a listing does not tell is lost: digits of a float after the fourteenth,
// the first letter of the source's name (a file is supposed), and operands without
// meaning. The code may be nonsense; Verify says so.

// ReadListing reads a listing from r. The errors name its lines.
func ReadListing(r io.Reader) (*bytecode.Proto, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	l := &listingReader{rest: string(text)}
	l.advance()
	for !l.atEnd && isRemark(l.line) {
		l.advance()
	}
	var p *bytecode.Proto
	if isHeader(l.line) {
		p, err = l.printed(0)
	} else {
		p, err = l.written(newMain(), 0)
	}
	if err == nil && !l.atEnd {
		err = l.errorf("after the end of the main function")
	}
	if err != nil {
		return nil, err
	}
	return p, nil
}

// newMain returns a main function of which nothing is given.
func newMain() *bytecode.Proto {
	return &bytecode.Proto{IsVararg: true, Upvalues: []bytecode.Upvalue{{Name: "_ENV", InStack: true}}}
}

type listingReader struct {
	line   string // the current line
	number int    // of the current line, from 1
	rest   string // the lines after it
	atEnd  bool   // there is no current line
}

func (l *listingReader) advance() {
	l.number++
	if l.rest == "" {
		l.line, l.atEnd = "", true
		return
	}
	l.line, l.rest, _ = strings.Cut(l.rest, "\n")
	l.line = strings.TrimSuffix(l.line, "\r")
}

func (l *listingReader) errorf(format string, args ...any) error {
	return lineError(l.number, fmt.Errorf(format, args...))
}

func isRemark(line string) bool {
	text := strings.TrimSpace(line)
	return text == "" || text[0] == ';'
}

func isHeader(line string) bool {
	return strings.HasPrefix(line, "main <") || strings.HasPrefix(line, "function <")
}

// counts are the lengths that a header announces.
type counts struct{ code, upvalues, locals, constants, functions int }

// check holds the counts against what was read; the children come later.
func (c counts) check(p *bytecode.Proto) error {
	for _, of := range [...]struct {
		noun             string
		announced, found int
	}{
		{"instructions", c.code, len(p.Code)},
		{"upvalues", c.upvalues, len(p.Upvalues)},
		{"locals", c.locals, len(p.Locals)},
		{"constants", c.constants, len(p.Constants)},
	} {
		if of.announced != of.found {
			return fmt.Errorf("announces %d %s, but %d follow", of.announced, of.noun, of.found)
		}
	}
	return nil
}

// printed reads a function as luac prints it, and its children.
func (l *listingReader) printed(depth int) (*bytecode.Proto, error) {
	if depth == maxNesting {
		return nil, l.errorf("functions nested deeper than %d", maxNesting)
	}
	a := &assembler{p: &bytecode.Proto{}, start: l.number, slotsGiven: true}
	announced, err := l.header(a.p)
	if err != nil {
		return nil, err
	}
	if err := l.body(a, depth); err != nil {
		return nil, err
	}
	p, err := a.finish()
	if err != nil {
		return nil, err
	}
	if err := announced.check(p); err != nil {
		return nil, lineError(a.start, err)
	}
	if len(p.Protos) > 0 {
		return nil, lineError(a.start, fmt.Errorf("a .function in a printed function"))
	}
	for range announced.functions {
		if !isHeader(l.line) {
			return nil, l.errorf("a child of the function of line %d is missing", a.start)
		}
		child, err := l.printed(depth + 1)
		if err != nil {
			return nil, err
		}
		p.Protos = append(p.Protos, child)
	}
	return p, nil
}

// header reads the two lines before the instructions.
func (l *listingReader) header(p *bytecode.Proto) (c counts, err error) {
	malformed := l.errorf("malformed header")
	kind, rest, _ := strings.Cut(l.line, " <")
	end := strings.LastIndex(rest, "> (")
	if end < 0 {
		return c, malformed
	}
	colon := strings.LastIndexByte(rest[:end], ':')
	if colon < 0 {
		return c, malformed
	}
	p.Source = sourceOf(rest[:colon])
	first, last, _ := strings.Cut(rest[colon+1:end], ",")
	size, _, _ := strings.Cut(rest[end+len("> ("):], " ")
	var n numbers
	p.LineDefined = int32(n.parse(first, 0, math.MaxInt32))
	p.LastLineDefined = int32(n.parse(last, 0, math.MaxInt32))
	c.code = n.parse(size, 0, math.MaxInt32)
	if n.err != nil || (kind == "main") != (p.LineDefined == 0) {
		return c, malformed
	}
	l.advance()
	if err := l.headerCounts(p, &c); err != nil {
		return c, err
	}
	l.advance()
	return c, nil
}

// headerCounts reads the second line of a header.
func (l *listingReader) headerCounts(p *bytecode.Proto, c *counts) error {
	var n numbers
	var params, slots int
	into := [...]struct {
		noun  string
		count *int
	}{
		{"param", &params}, {"slot", &slots}, {"upvalue", &c.upvalues},
		{"local", &c.locals}, {"constant", &c.constants}, {"function", &c.functions},
	}
	parts := strings.Split(l.line, ", ")
	if len(parts) != len(into) {
		return l.errorf("malformed second line of a header")
	}
	for i, part := range parts {
		count, noun, _ := strings.Cut(part, " ")
		if i == 0 {
			count, p.IsVararg = strings.CutSuffix(count, "+")
		}
		if strings.TrimSuffix(noun, "s") != into[i].noun {
			return l.errorf("expected the number of %ss, found %q", into[i].noun, part)
		}
		*into[i].count = n.parse(count, 0, math.MaxInt32)
	}
	if n.err == nil && max(params, slots) > math.MaxUint8 {
		n.err = fmt.Errorf("%d parameters in %d slots are too many", params, slots)
	}
	if n.err != nil {
		return l.errorf("%w", n.err)
	}
	p.NumParams, p.MaxStack = uint8(params), uint8(slots)
	return nil
}

// sourceOf returns a source that SourceName makes name of, as far as name tells.
func sourceOf(name string) string {
	switch {
	case name == "?":
		return ""
	case name == "stdin" || strings.HasPrefix(name, "("):
		return "=" + name
	default:
		return "@" + name
	}
}

// written reads a function without a header up to .end or the end of the input.
func (l *listingReader) written(p *bytecode.Proto, depth int) (*bytecode.Proto, error) {
	a := &assembler{p: p, start: l.number}
	if depth == maxNesting {
		return nil, l.errorf("functions nested deeper than %d", maxNesting)
	}
	if err := l.body(a, depth); err != nil {
		return nil, err
	}
	return a.finish()
}

// body reads instructions, sections and directives up to a header, .end or the
// end of the input.
func (l *listingReader) body(a *assembler, depth int) error {
	for ; !l.atEnd; l.advance() {
		text := strings.TrimSpace(l.line)
		word, rest := cutWord(text)
		var err error
		switch {
		case isRemark(text):
		case isHeader(l.line) || text == ".end":
			return nil
		case word == ".function":
			if err := l.child(a, rest, depth); err != nil {
				return err
			}
		case word == "constants" || word == "locals" || word == "upvalues":
			err = l.section(a, word, rest)
		case text[0] == '.':
			err = a.directive(word, rest)
		default:
			err = a.instruction(text, l.number)
		}
		if err != nil {
			return l.errorf("%w", err)
		}
	}
	return nil
}

// child reads a function between .function and .end.
func (l *listingReader) child(a *assembler, lines string, depth int) error {
	child := &bytecode.Proto{Source: a.p.Source, LineDefined: 1, LastLineDefined: 1}
	if fields := strings.Fields(lines); len(fields) == 2 {
		var n numbers
		child.LineDefined = int32(n.parse(fields[0], 1, math.MaxInt32))
		child.LastLineDefined = int32(n.parse(fields[1], 1, math.MaxInt32))
		if n.err != nil {
			return l.errorf("%w", n.err)
		}
	} else if len(fields) != 0 {
		return l.errorf("expected the first and the last line of the function")
	}
	start := l.number
	l.advance()
	p, err := l.written(child, depth+1)
	if err != nil {
		return err
	}
	if strings.TrimSpace(l.line) != ".end" {
		return l.errorf("expected .end for the .function of line %d", start)
	}
	a.p.Protos = append(a.p.Protos, p)
	return nil
}

// cutWord takes the first word from the front of a text.
func cutWord(text string) (word, rest string) {
	if i := strings.IndexAny(text, " \t"); i >= 0 {
		return text[:i], strings.TrimLeft(text[i:], " \t")
	}
	return text, ""
}

// section reads "(n) for X:" and the n items that follow.
func (l *listingReader) section(a *assembler, kind, rest string) error {
	count, _, ok := strings.Cut(strings.TrimPrefix(rest, "("), ") for ")
	var n numbers
	items := n.parse(count, 0, math.MaxInt32)
	if n.err != nil || !ok {
		return fmt.Errorf("malformed heading of %s", kind)
	}
	first := 0
	switch kind {
	case "constants":
		first, a.constantsGiven = 1, true
	case "upvalues":
		a.p.Upvalues, a.upvaluesGiven = nil, true
	}
	for i := range items {
		if l.advance(); l.atEnd {
			return fmt.Errorf("%d of %d %s are missing", items-i, items, kind)
		}
		number, item, _ := strings.Cut(strings.TrimLeft(l.line, " \t"), "\t")
		if number != strconv.Itoa(first+i) {
			return fmt.Errorf("expected number %d of the %s", first+i, kind)
		}
		if err := a.directive("."+strings.TrimSuffix(kind, "s"), item); err != nil {
			return err
		}
	}
	return nil
}
