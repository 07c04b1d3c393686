package machine

import "strings"

// Patterns of the string library: the matcher of lstrlib.c, by backtracking.

const (
	maxCaptures = 32
	maxMatching = 200 // nested calls of the matcher
)

// How long a capture is that is no text.
const (
	openCapture     = -1
	positionCapture = -2
)

type capture struct{ start, length int }

// matcher matches one pattern against one subject. fail raises an error.
type matcher struct {
	subject, pattern string
	captures         []capture
	depth            int
	fail             func(format string, args ...any)
}

// match matches the pattern from p on at s; it returns where the match ends, or -1.
func (m *matcher) match(s, p int) int {
	if m.depth++; m.depth > maxMatching {
		m.fail("pattern too complex")
	}
	defer func() { m.depth-- }()
	for p < len(m.pattern) {
		switch c := m.pattern[p]; {
		case c == '(':
			return m.startCapture(s, p+1)
		case c == ')':
			return m.endCapture(s, p+1)
		case c == '$' && p+1 == len(m.pattern):
			if s == len(m.subject) {
				return s
			}
			return -1
		case c == '%' && p+1 < len(m.pattern) && m.pattern[p+1] == 'b':
			if s = m.balance(s, p+2); s < 0 {
				return -1
			}
			p += 4
			continue
		case c == '%' && p+1 < len(m.pattern) && m.pattern[p+1] == 'f':
			if p = m.frontier(s, p+2); p < 0 {
				return -1
			}
			continue
		case c == '%' && p+1 < len(m.pattern) && isDigit(m.pattern[p+1]):
			if s = m.back(s, m.pattern[p+1]); s < 0 {
				return -1
			}
			p += 2
			continue
		}
		end := m.classEnd(p)
		quantifier := byte(0)
		if end < len(m.pattern) {
			quantifier = m.pattern[end]
		}
		switch quantifier {
		case '?':
			if m.single(s, p, end) {
				if e := m.match(s+1, end+1); e >= 0 {
					return e
				}
			}
			p = end + 1
		case '+', '*':
			return m.most(s, p, end, quantifier == '+')
		case '-':
			return m.least(s, p, end)
		default:
			if !m.single(s, p, end) {
				return -1
			}
			s, p = s+1, end
		}
	}
	return s
}

func (m *matcher) startCapture(s, p int) int {
	length := openCapture
	if p < len(m.pattern) && m.pattern[p] == ')' {
		length, p = positionCapture, p+1
	}
	if len(m.captures) == maxCaptures {
		m.fail("too many captures")
	}
	m.captures = append(m.captures, capture{s, length})
	n := len(m.captures)
	end := m.match(s, p)
	if end < 0 {
		m.captures = m.captures[:n-1]
	}
	return end
}

func (m *matcher) endCapture(s, p int) int {
	for k := len(m.captures) - 1; k >= 0; k-- {
		if m.captures[k].length == openCapture {
			m.captures[k].length = s - m.captures[k].start
			end := m.match(s, p)
			if end < 0 {
				m.captures[k].length = openCapture
			}
			return end
		}
	}
	m.fail("invalid pattern capture")
	return -1
}

// balance matches %bxy at s, whose x is at p, and returns where the match ends, or -1.
func (m *matcher) balance(s, p int) int {
	if p+1 >= len(m.pattern) {
		m.fail("malformed pattern (missing arguments to '%%b')")
	}
	open, shut := m.pattern[p], m.pattern[p+1]
	if s >= len(m.subject) || m.subject[s] != open {
		return -1
	}
	depth := 1
	for s++; s < len(m.subject); s++ {
		switch m.subject[s] {
		case shut:
			if depth--; depth == 0 {
				return s + 1
			}
		case open:
			depth++
		}
	}
	return -1
}

// frontier matches %f[set] at s, and returns where the pattern goes on, or -1.
func (m *matcher) frontier(s, p int) int {
	if p >= len(m.pattern) || m.pattern[p] != '[' {
		m.fail("missing '[' after '%%f' in pattern")
	}
	end := m.classEnd(p)
	before, here := byte(0), byte(0)
	if s > 0 {
		before = m.subject[s-1]
	}
	if s < len(m.subject) {
		here = m.subject[s]
	}
	if m.inSet(before, p, end-1) || !m.inSet(here, p, end-1) {
		return -1
	}
	return end
}

// back matches %1 and its like at s, and returns where the match ends, or -1.
func (m *matcher) back(s int, digit byte) int {
	k := int(digit) - '1'
	if k < 0 || k >= len(m.captures) || m.captures[k].length == openCapture {
		m.fail("invalid capture index %%%d", k+1)
	}
	c := m.captures[k]
	if c.length >= 0 && strings.HasPrefix(m.subject[s:], m.subject[c.start:c.start+c.length]) {
		return s + c.length
	}
	return -1
}

// classEnd returns where the single character class that begins at p ends.
func (m *matcher) classEnd(p int) int {
	switch m.pattern[p] {
	case '%':
		if p+1 == len(m.pattern) {
			m.fail("malformed pattern (ends with '%%')")
		}
		return p + 2
	case '[':
		p++
		if p < len(m.pattern) && m.pattern[p] == '^' {
			p++
		}
		for first := true; first || p >= len(m.pattern) || m.pattern[p] != ']'; first = false {
			if p >= len(m.pattern) {
				m.fail("malformed pattern (missing ']')")
			}
			if p++; m.pattern[p-1] == '%' && p < len(m.pattern) {
				p++
			}
		}
	}
	return p + 1
}

// single reports whether the class between p and end has the character at s.
func (m *matcher) single(s, p, end int) bool {
	if s >= len(m.subject) {
		return false
	}
	c := m.subject[s]
	switch m.pattern[p] {
	case '.':
		return true
	case '%':
		return inClass(c, m.pattern[p+1])
	case '[':
		return m.inSet(c, p, end-1)
	}
	return m.pattern[p] == c
}

// inSet reports whether the set from its [ at p to its ] at end has c.
func (m *matcher) inSet(c byte, p, end int) bool {
	p++
	in := m.pattern[p] != '^'
	if !in {
		p++
	}
	for ; p < end; p++ {
		switch {
		case m.pattern[p] == '%':
			if p++; inClass(c, m.pattern[p]) {
				return in
			}
		case p+2 < end && m.pattern[p+1] == '-':
			if m.pattern[p] <= c && c <= m.pattern[p+2] {
				return in
			}
			p += 2
		case m.pattern[p] == c:
			return in
		}
	}
	return !in
}

// most repeats a class as often as it can.
func (m *matcher) most(s, p, end int, once bool) int {
	n := 0
	for m.single(s+n, p, end) {
		n++
	}
	least := 0
	if once {
		least = 1
	}
	for ; n >= least; n-- {
		if e := m.match(s+n, end+1); e >= 0 {
			return e
		}
	}
	return -1
}

// least repeats a class as rarely as it can.
func (m *matcher) least(s, p, end int) int {
	for {
		if e := m.match(s, end+1); e >= 0 {
			return e
		}
		if !m.single(s, p, end) {
			return -1
		}
		s++
	}
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
func isLower(c byte) bool { return 'a' <= c && c <= 'z' }
func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }
func isAlpha(c byte) bool { return isLower(c | 0x20) }

// inClass reports whether c is in %a or its like: an upper case letter is the complement.
func inClass(c, class byte) bool {
	var in bool
	switch class | 0x20 {
	case 'a':
		in = isAlpha(c)
	case 'c':
		in = c < ' ' || c == 127
	case 'd':
		in = isDigit(c)
	case 'g':
		in = c > ' ' && c < 127
	case 'l':
		in = isLower(c)
	case 'p':
		in = c > ' ' && c < 127 && !isAlpha(c) && !isDigit(c)
	case 's':
		in = c == ' ' || '\t' <= c && c <= '\r'
	case 'u':
		in = isUpper(c)
	case 'w':
		in = isAlpha(c) || isDigit(c)
	case 'x':
		in = isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f'
	default:
		return class == c
	}
	return in != isUpper(class)
}
