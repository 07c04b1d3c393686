package value

import (
	"slices"
	"strings"

	"luaflow/compile/syntax"
)

// This file says of patterns and formats whether they can raise an error: match and
// str_format of lstrlib.c.

// pattern applies the rule of string.find and string.match.
func (c *call) pattern() {
	isFind := c.name == nameFind
	if isFind && !c.open && c.arg(3).Truth() == Always {
		c.Results = [3]Value{Of(Integer | Nil), Of(Integer | Nil), Of(Nil)}
		return // a plain search
	}
	s, known := c.isText(1)
	_, ok := c.captures(s)
	c.worst(known && ok, Operators)
	first := Of(String | Integer | Nil)
	if isFind {
		c.Results = [3]Value{Of(Integer | Nil), Of(Integer | Nil), first}
	} else {
		c.Results = [3]Value{first, first, first}
	}
}

var nameFind = Lookup("string.find")

// gsub calls a function for each match, and looks into a table.
func (c *call) gsub() {
	s, known := c.isText(1)
	n, ok := c.captures(s)
	c.worst(known && ok, Operators)
	switch by := c.arg(2); {
	case by.Is(Number):
	case by.is == theText:
		text, _ := c.pool.Text(by)
		c.worst(isReplacement(text, max(n, 1)), Operators)
	case by.MayBe(Function):
		c.Impact = Effects
	case by.MayBe(Number | String | Table):
		c.Impact = max(c.Impact, Operators)
	default:
		c.Impact = Effects
	}
}

// isReplacement reports whether each % in a replacement string is followed by
// another or by the number of a capture.
func isReplacement(s string, captures int) bool {
	for i := 0; i < len(s); i++ {
		if s[i] != '%' {
			continue
		}
		if i++; i == len(s) || s[i] != '%' && (s[i] < '0' || s[i] > '9' || int(s[i]-'0') > captures) {
			return false
		}
	}
	return true
}

// captures counts the captures of a pattern. Where every number is a float, a zero may
// end it.
func (c *call) captures(pattern string) (n int, ok bool) {
	n, ok = captures(strings.TrimPrefix(pattern, "^"))
	return n, ok && (!c.pool.allFloats() || strings.IndexByte(pattern, 0) < 0)
}

// captures counts the captures of a pattern without its anchor. ok: it can be
// matched with any string without an error. That holds for patterns only that keep
// clear of the matcher's limits.
func captures(s string) (n int, ok bool) {
	const maxDepth = 100 // half of what the matcher has room for
	var open, closed []int
	depth := 0
	for i := 0; i < len(s); {
		switch s[i] {
		case '(':
			n++
			depth++
			if i++; i < len(s) && s[i] == ')' { // a position
				closed = append(closed, n)
				i++
			} else {
				open = append(open, n)
			}
			continue
		case ')':
			if len(open) == 0 {
				return n, false
			}
			closed = append(closed, open[len(open)-1])
			open = open[:len(open)-1]
			depth++
			i++
			continue
		}
		end, isItem := patternItem(s, i, closed)
		if end < 0 {
			return n, false
		}
		if i = end; isItem && i < len(s) && strings.IndexByte("*+-?", s[i]) >= 0 {
			depth++
			i++
		}
	}
	return n, len(open) == 0 && n <= 32 && depth <= maxDepth
}

// patternItem returns where the item at i ends, -1 if it is malformed. isClass: it matches
// one character, so that a repetition may follow.
func patternItem(s string, i int, closed []int) (end int, isClass bool) {
	if s[i] != '%' {
		return classEnd(s, i), true
	}
	if i+1 == len(s) {
		return -1, false
	}
	switch what := s[i+1]; {
	case what == 'b':
		if i+4 > len(s) {
			return -1, false
		}
		return i + 4, false
	case what == 'f':
		if i+2 == len(s) || s[i+2] != '[' {
			return -1, false
		}
		return classEnd(s, i+2), false
	case '0' <= what && what <= '9':
		if slices.Contains(closed, int(what-'0')) {
			return i + 2, false
		}
		return -1, false
	}
	return i + 2, true
}

// classEnd returns where the class of one character at i ends, -1 if a bracket is missing.
func classEnd(s string, i int) int {
	if s[i] != '[' {
		return i + 1
	}
	if i++; i < len(s) && s[i] == '^' {
		i++
	}
	for first := true; ; first = false {
		switch {
		case i >= len(s):
			return -1
		case s[i] == ']' && !first:
			return i + 1
		case s[i] == '%':
			i++
		}
		i++
	}
}

// FormatArguments returns how many arguments a format asks for, besides itself. ok is false if it has something that is no
// conversion of Lua.
func FormatArguments(format string) (n int, ok bool) {
	for {
		_, after, found := strings.Cut(format, "%")
		if !found {
			return n, true
		}
		after = strings.TrimLeft(after, "-+ #0123456789.")
		if after == "" || !strings.Contains("%aAcdeEfFgGiopqsuxX", after[:1]) {
			return 0, false
		}
		if after[0] != '%' {
			n++
		}
		format = after[1:]
	}
}

// format applies the rule of string.format: each conversion takes an argument.
func (c *call) format() {
	s, known := c.isText(0)
	c.worst(known, Operators)
	arg := 0
	for i := 0; i < len(s); i++ {
		if s[i] != '%' {
			continue
		}
		if i++; i < len(s) && s[i] == '%' {
			continue
		}
		end, modified := conversion(s, i)
		arg++
		if end == len(s) {
			c.Impact = max(c.Impact, Operators)
			return
		}
		if modified && c.pool.has(coercing) && !isModifier(s[i:end], s[end]) {
			c.Impact = max(c.Impact, Operators)
		}
		c.convert(s[end], modified, arg)
		i = end
	}
}

// conversion returns where the flags, the width and the precision at i end. modified:
// there are some. Those that a format may not have end it early, at what is no
// letter.
func conversion(s string, i int) (end int, modified bool) {
	digits := func(most int) {
		for n := 0; n < most && i < len(s) && '0' <= s[i] && s[i] <= '9'; n++ {
			i++
		}
	}
	begin := i
	for i < len(s) && i-begin < 5 && strings.IndexByte("-+ #0", s[i]) >= 0 {
		i++
	}
	digits(2)
	if i < len(s) && s[i] == '.' {
		i++
		digits(2)
	}
	return i, i > begin
}

// isModifier reports whether every dialect takes a modifier for a conversion: 5.4 has
// a list for each, with what these have in common.
func isModifier(s string, letter byte) bool {
	s = strings.TrimPrefix(s, "-")
	if strings.HasPrefix(s, "0") && strings.IndexByte("csq", letter) >= 0 {
		return false
	}
	return strings.Trim(s, "0123456789.") == "" && (letter != 'c' || !strings.Contains(s, "."))
}

// convert checks the conversion of one argument.
func (c *call) convert(letter byte, modified bool, arg int) {
	wants := param{wants: 'a'}
	switch letter {
	case 'c', 'd', 'i', 'o', 'u', 'x', 'X':
		wants.wants = 'i'
		c.worst(letter != 'u' || !c.pool.has(coercing), Operators)
	case 'a', 'A':
		wants.wants = 'n'
		c.worst(!c.pool.has(syntax.Lua51|syntax.Lua52), Operators)
	case 'e', 'E', 'f', 'g', 'G':
		wants.wants = 'n'
	case 'q':
		quotes := Nil | Boolean | Number | String
		if c.pool.allFloats() {
			quotes = Number | String
		}
		c.worst(!modified && c.arg(arg).Is(quotes), Operators)
	case 's':
		wants.wants = 'm'
		if c.pool.has(syntax.Lua51) {
			wants.wants = 's'
		}
		// With a width there must be no zero in the string.
		c.worst(!modified || c.arg(arg).Is(Nil|Boolean|Number), Operators)
	default:
		c.Impact = max(c.Impact, Operators)
	}
	c.Impact = max(c.Impact, c.fit(wants, arg))
}
