package testkit

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"luaflow/compile/bytecode"
)

// escapes are the letters of C's escape sequences for the bytes from \a to \r.
const escapes = "abtnvfr"

// parseConstant reads what Constant.Append writes.
func parseConstant(s string) (bytecode.Constant, error) {
	switch {
	case s == "nil":
		return bytecode.Constant{}, nil
	case s == "false" || s == "true":
		return bytecode.Bool(s == "true"), nil
	case s == "nan":
		return bytecode.Float(math.Copysign(math.NaN(), 1)), nil
	case s == "-nan":
		return bytecode.Float(math.Copysign(math.NaN(), -1)), nil
	case strings.HasPrefix(s, `"`):
		return parseQuoted(s)
	}
	if v, err := strconv.ParseInt(s, 10, 64); err == nil {
		return bytecode.Int(v), nil
	}
	if v, err := strconv.ParseFloat(s, 64); err == nil {
		return bytecode.Float(v), nil
	}
	return bytecode.Constant{}, fmt.Errorf("malformed constant %s", s)
}

func parseQuoted(s string) (bytecode.Constant, error) {
	if n := quotedLength(s); n != len(s) {
		return bytecode.Constant{}, fmt.Errorf("a string constant is not closed at its end: %s", s)
	}
	body := s[1 : len(s)-1]
	value := make([]byte, 0, len(body))
	for i := 0; i < len(body); i++ {
		c := body[i]
		if c != '\\' {
			value = append(value, c)
			continue
		}
		i++
		if letter := strings.IndexByte(escapes, body[i]); letter >= 0 {
			value = append(value, '\a'+byte(letter))
		} else if body[i] == '"' || body[i] == '\\' {
			value = append(value, body[i])
		} else {
			code, err := strconv.ParseUint(body[i:min(i+3, len(body))], 10, 8)
			if err != nil || i+3 > len(body) {
				return bytecode.Constant{}, fmt.Errorf("unknown escape in %s", s)
			}
			value = append(value, byte(code))
			i += 2
		}
	}
	return bytecode.String(string(value)), nil
}

// quotedLength returns the length of the quoted string at the start of s, or 0 if it
// is not closed.
func quotedLength(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return 0
}

// cutConstant takes the first constant, or other word, from the front of a
// comment.
func cutConstant(s string) (constant, rest string) {
	s = strings.TrimLeft(s, " ")
	if strings.HasPrefix(s, `"`) {
		if n := quotedLength(s); n > 0 {
			return s[:n], s[n:]
		}
	}
	constant, rest, _ = strings.Cut(s, " ")
	return constant, rest
}
