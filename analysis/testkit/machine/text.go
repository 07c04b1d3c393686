package machine

import (
	"strings"
)

// The string library: lstrlib.c.

var stringLibrary = library{
	"len":     func(c *call) []Value { return one(integer(int64(len(c.text(1))))) },
	"lower":   func(c *call) []Value { return one(text(mapBytes(c.text(1), isUpper))) },
	"upper":   func(c *call) []Value { return one(text(mapBytes(c.text(1), isLower))) },
	"reverse": reverse,
	"rep":     repeat,
	"sub": func(c *call) []Value {
		s := c.text(1)
		from, to := c.slice(s, c.integer(2), c.optional(3, -1))
		return one(text(s[from:to]))
	},
	"byte": func(c *call) []Value {
		s, first := c.text(1), c.optional(2, 1)
		from, to := c.slice(s, first, c.optional(3, first))
		var values []Value
		for _, b := range []byte(s[from:to]) {
			values = append(values, integer(int64(b)))
		}
		return values
	},
	"char": func(c *call) []Value {
		s := make([]byte, len(c.args))
		for i := range s {
			n := c.integer(i + 1)
			if n < 0 || n > 255 {
				c.bad(i+1, "value out of range")
			}
			s[i] = byte(n)
		}
		return one(text(string(s)))
	},
	"format": format,
	"find":   func(c *call) []Value { return c.search(true) },
	"match":  func(c *call) []Value { return c.search(false) },
	"gmatch": gmatch,
	"gsub":   gsub,
}

// mapBytes changes the case of the letters for which from holds.
func mapBytes(s string, from func(byte) bool) string {
	b := []byte(s)
	for i, c := range b {
		if from(c) {
			b[i] = c ^ 0x20
		}
	}
	return string(b)
}

func reverse(c *call) []Value {
	s := c.text(1)
	b := make([]byte, len(s))
	for i := range b {
		b[i] = s[len(s)-1-i]
	}
	return one(text(string(b)))
}

func repeat(c *call) []Value {
	s, n, separator := c.text(1), c.integer(2), ""
	if !c.arg(3).isNil() {
		separator = c.text(3)
	}
	if n <= 0 {
		return one(text(""))
	}
	if length := int64(len(s) + len(separator)); length > 0 && n > maxText/length {
		panic(exhausted("memory"))
	} else if length == 0 {
		return one(text(""))
	}
	return one(text(strings.Repeat(s+separator, int(n-1)) + s))
}

// slice returns the part of s from one position to another, which count from 1, or from
// the end if they are negative.
func (c *call) slice(s string, first, last int64) (from, to int) {
	n := int64(len(s))
	if first < 0 {
		first = max(first+n+1, 1)
	} else if first == 0 {
		first = 1
	}
	if last < 0 {
		last += n + 1
	}
	last = min(last, n)
	if first > last {
		return 0, 0
	}
	return int(first - 1), int(last)
}

func (c *call) matcher(subject, pattern string) *matcher {
	return &matcher{subject: subject, pattern: pattern, fail: c.raise}
}

// values returns what the matcher captured, or the whole match if that is nothing.
func (m *matcher) values(start, end int) []Value {
	if len(m.captures) == 0 {
		return one(text(m.subject[start:end]))
	}
	var values []Value
	for _, c := range m.captures {
		switch c.length {
		case openCapture:
			m.fail("unfinished capture")
		case positionCapture:
			values = append(values, integer(int64(c.start+1)))
		default:
			values = append(values, text(m.subject[c.start:c.start+c.length]))
		}
	}
	return values
}

// search computes string.find and string.match.
func (c *call) search(find bool) []Value {
	s, pattern, start := c.text(1), c.text(2), c.optional(3, 1)
	if start < 0 {
		start = max(start+int64(len(s))+1, 1)
	} else if start == 0 {
		start = 1
	}
	if start > int64(len(s))+1 {
		return one(Value{})
	}
	if find && (c.arg(4).truth() || !strings.ContainsAny(pattern, "^$*+?.([%-")) {
		at := strings.Index(s[start-1:], pattern)
		if at < 0 {
			return one(Value{})
		}
		from := start + int64(at)
		return []Value{integer(from), integer(from + int64(len(pattern)) - 1)}
	}
	pattern, anchored := strings.CutPrefix(pattern, "^")
	m := c.matcher(s, pattern)
	for at := int(start - 1); at <= len(s); at++ {
		m.captures = m.captures[:0]
		if end := m.match(at, 0); end >= 0 {
			if !find {
				return m.values(at, end)
			}
			values := []Value{integer(int64(at + 1)), integer(int64(end))}
			if len(m.captures) > 0 {
				values = append(values, m.values(at, end)...)
			}
			return values
		}
		if anchored {
			break
		}
	}
	return one(Value{})
}

func gmatch(c *call) []Value {
	s, pattern := c.text(1), c.text(2)
	at, last := 0, -1
	return one(function(&Builtin{name: "gmatch_aux", run: func(c *call) []Value {
		for ; at <= len(s); at++ {
			m := c.matcher(s, pattern)
			if end := m.match(at, 0); end >= 0 && end != last {
				from := at
				at, last = end, end
				return m.values(from, end)
			}
		}
		return one(Value{})
	}}))
}

func gsub(c *call) []Value {
	s, pattern, by := c.text(1), c.text(2), c.arg(3)
	if !isText(by) && by.kind != Map && by.kind != Function {
		c.bad(3, "string/function/table expected")
	}
	most := c.optional(4, int64(len(s)+1))
	pattern, anchored := strings.CutPrefix(pattern, "^")
	var b strings.Builder
	at, count := 0, int64(0)
	for count < most {
		m := c.matcher(s, pattern)
		end := m.match(at, 0)
		if end >= 0 {
			count++
			b.WriteString(c.replacement(m, by, at, end))
		}
		if end > at {
			at = end
		} else if at < len(s) {
			b.WriteByte(s[at])
			at++
		} else {
			break
		}
		if anchored {
			break
		}
	}
	b.WriteString(s[min(at, len(s)):])
	return []Value{newText(b.String()), integer(count)}
}

// replacement returns what gsub puts in the place of a match.
func (c *call) replacement(m *matcher, by Value, start, end int) string {
	var v Value
	captures := m.values(start, end)
	switch by.kind {
	case Map:
		v = c.index(by, captures[0])
	case Function:
		v = first(c.callBack(by, captures...))
	default:
		return c.expand(plain(by), m.subject[start:end], captures)
	}
	if !v.truth() {
		return m.subject[start:end]
	}
	if !isText(v) {
		c.raise("invalid replacement value (a %s)", v.typeName())
	}
	return plain(v)
}

// expand puts captures in the place of %0 to %9.
func (c *call) expand(by, whole string, captures []Value) string {
	var b strings.Builder
	for i := 0; i < len(by); i++ {
		if by[i] != '%' {
			b.WriteByte(by[i])
			continue
		}
		i++
		switch {
		case i < len(by) && by[i] == '%':
			b.WriteByte('%')
		case i < len(by) && by[i] == '0':
			b.WriteString(whole)
		case i < len(by) && isDigit(by[i]):
			k := int(by[i] - '1')
			if k >= len(captures) {
				c.raise("invalid capture index %%%d in replacement string", k+1)
			}
			b.WriteString(plain(captures[k]))
		default:
			c.raise("invalid use of '%%' in replacement string")
		}
	}
	return b.String()
}
