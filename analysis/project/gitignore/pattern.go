package gitignore

import (
	"slices"
	"strings"
)

// pattern is what a line is compared with: a literal text at the start, as most patterns
// have nothing else, and parts that follow.
type pattern struct {
	prefix string
	parts  []part
	suffix string // all that matches ends with it
	least  int    // all that matches is as long as this
}

// part is one sign of a pattern.
type part struct {
	kind kind
	char byte       // of literal
	set  *[4]uint64 // of oneOf
}

type kind uint8

// The kinds of parts.
const (
	literal   kind = iota // one byte
	anyByte               // one byte but a slash
	oneOf                 // one byte of a set
	anyName               // any number of bytes but slashes
	anyPath               // any number of bytes
	anyFolder             // nothing, or any number of bytes and a slash
)

// compile reads a pattern. isPath: it is compared with paths, in which a star passes over
// no slash. Not ok: nothing matches.
func compile(text string, isPath bool) (p pattern, ok bool) {
	plain := len(text)
	if i := strings.IndexAny(text, `*?[\`); i >= 0 {
		plain = i
	}
	// What follows the prefix is a pattern of its own: in a**/b, too, the stars stand at
	// the start of it.
	p.prefix = text[:plain]
	c := compiler{text: text[plain:], isPath: isPath}
	for c.at < len(c.text) {
		if !c.next() {
			return pattern{}, false
		}
	}
	p.parts, p.least = c.parts, plain
	end := 0
	for i, part := range p.parts {
		if part.kind <= oneOf {
			p.least++
		}
		if part.kind != literal {
			end = i + 1
		}
	}
	var suffix []byte
	for _, part := range p.parts[end:] {
		suffix = append(suffix, part.char)
	}
	p.suffix = string(suffix)
	return p, text != ""
}

type compiler struct {
	text   string
	at     int
	isPath bool
	parts  []part
}

func (c *compiler) add(p part) { c.parts = append(c.parts, p) }

// next reads a sign, and reports whether anything may match the pattern so far.
func (c *compiler) next() (ok bool) {
	char := c.text[c.at]
	c.at++
	switch char {
	case '\\':
		if c.at == len(c.text) {
			return false
		}
		c.add(part{kind: literal, char: c.text[c.at]})
		c.at++
	case '?':
		c.add(part{kind: anyByte})
	case '*':
		c.stars()
	case '[':
		set, ok := c.set()
		c.add(part{kind: oneOf, set: set})
		return ok
	default:
		c.add(part{kind: literal, char: char})
	}
	return true
}

// stars reads the rest of a run of stars. Two and more that stand alone between slashes
// pass over slashes.
func (c *compiler) stars() {
	start := c.at - 1
	for c.at < len(c.text) && c.text[c.at] == '*' {
		c.at++
	}
	rest := c.text[c.at:]
	isAlone := c.at-start > 1 && (start == 0 || c.text[start-1] == '/') &&
		(rest == "" || rest[0] == '/' || strings.HasPrefix(rest, `\/`))
	last := part{}
	if len(c.parts) > 0 {
		last = c.parts[len(c.parts)-1]
	}
	switch {
	case !c.isPath, isAlone && (rest == "" || rest[0] == '\\'):
		c.add(part{kind: anyPath})
	case isAlone:
		c.at++
		if last.kind != anyFolder { // one after another is as good as one
			c.add(part{kind: anyFolder})
		}
	default:
		c.add(part{kind: anyName})
	}
}

// set reads a set in brackets.
func (c *compiler) set() (set *[4]uint64, ok bool) {
	set = new([4]uint64)
	isInverted := c.at < len(c.text) && (c.text[c.at] == '!' || c.text[c.at] == '^')
	if isInverted {
		c.at++
	}
	before := 0 // the byte that a range may begin with, 0 for none
	for first := true; first || c.char() != ']'; first = false {
		if c.char() < 0 {
			return set, false
		}
		if before, ok = c.member(set, before); !ok {
			return set, false
		}
	}
	c.at++
	if isInverted {
		for i := range set {
			set[i] = ^set[i]
		}
	}
	if c.isPath {
		set['/'/64] &^= 1 << ('/' % 64)
	}
	return set, true
}

// char returns the byte that is read next, -1 at the end.
func (c *compiler) char() int {
	if c.at == len(c.text) {
		return -1
	}
	return int(c.text[c.at])
}

// member reads a member of a set: a byte, the end of a range, a class. It returns the byte
// that a range may begin with, 0 for none.
func (c *compiler) member(set *[4]uint64, before int) (char int, ok bool) {
	char = c.char()
	c.at++
	switch {
	case char == '\\':
		if char = c.char(); char < 0 {
			return 0, false
		}
		c.at++
	case char == '-' && before > 0 && c.char() >= 0 && c.char() != ']':
		last := c.char()
		c.at++
		if last == '\\' {
			if last = c.char(); last < 0 {
				return 0, false
			}
			c.at++
		}
		for b := before; b <= last; b++ {
			set[b/64] |= 1 << (b % 64)
		}
		return 0, true
	case char == '[' && c.char() == ':':
		rest := c.text[c.at+1:]
		end := strings.IndexByte(rest, ']')
		if end < 0 {
			return 0, false
		}
		if name, ok := strings.CutSuffix(rest[:end], ":"); ok {
			c.at += 1 + end + 1
			return 0, addClass(set, name)
		}
	}
	set[char/64] |= 1 << (char % 64)
	return char, true
}

// addClass adds a class of bytes to a set, and reports whether there is one of that name.
func addClass(set *[4]uint64, name string) (ok bool) {
	is, ok := classes[name]
	for b := 0; ok && b < 0x80; b++ {
		if is(byte(b)) {
			set[b/64] |= 1 << (b % 64)
		}
	}
	return ok
}

func between(b, first, last byte) bool { return first <= b && b <= last }
func isLower(b byte) bool              { return between(b, 'a', 'z') }
func isUpper(b byte) bool              { return between(b, 'A', 'Z') }
func isDigit(b byte) bool              { return between(b, '0', '9') }
func isAlnum(b byte) bool              { return isLower(b) || isUpper(b) || isDigit(b) }

// classes is the classes of ASCII.
var classes = map[string]func(byte) bool{
	"alnum":  isAlnum,
	"alpha":  func(b byte) bool { return isLower(b) || isUpper(b) },
	"blank":  func(b byte) bool { return b == ' ' || b == '\t' },
	"cntrl":  func(b byte) bool { return b < ' ' || b == 0x7f },
	"digit":  isDigit,
	"graph":  func(b byte) bool { return between(b, '!', '~') },
	"lower":  isLower,
	"print":  func(b byte) bool { return between(b, ' ', '~') },
	"punct":  func(b byte) bool { return between(b, '!', '~') && !isAlnum(b) },
	"space":  func(b byte) bool { return b == ' ' || between(b, '\t', '\r') },
	"upper":  isUpper,
	"xdigit": func(b byte) bool { return isDigit(b) || between(b, 'a', 'f') || between(b, 'A', 'F') },
}

// match reports whether a whole text matches, and adds what that takes to steps.
func (p *pattern) match(text string, steps *int) bool {
	rest, ok := strings.CutPrefix(text, p.prefix)
	if !ok || len(text) < p.least || !strings.HasSuffix(rest, p.suffix) {
		return false
	}
	if len(p.parts) == 0 {
		return rest == ""
	}
	// ends[i]: what has been read of the pattern matches the first i bytes.
	var some [256]bool
	ends := append(some[:0], make([]bool, len(rest)+1)...)
	ends[0] = true
	for i := range p.parts {
		*steps += len(ends)
		if !p.parts[i].advance(ends, rest) {
			return false
		}
	}
	return ends[len(rest)]
}

// advance moves the ends of what matches by a part, and reports whether there are any.
func (p *part) advance(ends []bool, text string) bool {
	switch p.kind {
	case anyName:
		for i := range len(text) {
			ends[i+1] = ends[i+1] || ends[i] && text[i] != '/'
		}
	case anyPath:
		for i := range len(text) {
			ends[i+1] = ends[i+1] || ends[i]
		}
	case anyFolder:
		begun := false
		for i := range len(text) {
			begun = begun || ends[i]
			ends[i+1] = ends[i+1] || begun && text[i] == '/'
		}
	default:
		for i := len(text); i > 0; i-- {
			ends[i] = ends[i-1] && p.has(text[i-1])
		}
		ends[0] = false
	}
	return slices.Contains(ends, true)
}

// has reports whether the part stands for a byte.
func (p *part) has(b byte) bool {
	switch p.kind {
	case literal:
		return p.char == b
	case anyByte:
		return b != '/'
	}
	return p.set[b/64]&(1<<(b%64)) != 0
}
