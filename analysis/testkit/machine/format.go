package machine

import (
	"math"
	"strconv"
	"strings"
)

// string.format: the conversions d i u c x X o e E f g G s q, with C's flags.

// directive is one `%…` of a format.
type directive struct {
	minus, plus, space, alternate, zero bool
	width, precision                    int // precision is -1 if it is not given
	verb                                byte
}

func format(c *call) []Value {
	s := c.text(1)
	var b strings.Builder
	arg := 1
	for i := 0; i < len(s); i++ {
		if s[i] != '%' {
			b.WriteByte(s[i])
			continue
		}
		if i++; i < len(s) && s[i] == '%' {
			b.WriteByte('%')
			continue
		}
		var d directive
		i = d.read(s, i)
		arg++
		b.WriteString(c.convert(d, arg))
	}
	return one(newText(b.String()))
}

// read reads what stands after the %, and returns the index of its last byte.
func (d *directive) read(s string, i int) int {
	for ; i < len(s); i++ {
		switch s[i] {
		case '-':
			d.minus = true
			continue
		case '+':
			d.plus = true
			continue
		case ' ':
			d.space = true
			continue
		case '#':
			d.alternate = true
			continue
		case '0':
			d.zero = true
			continue
		}
		break
	}
	number := func() (n int) {
		for ; i < len(s) && isDigit(s[i]); i++ {
			n = n*10 + int(s[i]-'0')
		}
		return n
	}
	d.width, d.precision = number(), -1
	if i < len(s) && s[i] == '.' {
		i++
		d.precision = number()
	}
	if i < len(s) {
		d.verb = s[i]
	}
	return i
}

// convert writes the argument number arg as d says.
func (c *call) convert(d directive, arg int) string {
	switch d.verb {
	case 'd', 'i':
		n := c.integer(arg)
		magnitude := uint64(n)
		if n < 0 {
			magnitude = -magnitude
		}
		return d.integer(strconv.FormatUint(magnitude, 10), d.sign(n < 0))
	case 'o', 'x', 'X':
		return d.unsigned(uint64(c.integer(arg)))
	case 'e', 'E', 'f', 'g', 'G':
		return d.float(c.float(arg))
	case 'c':
		return d.pad(string([]byte{byte(c.integer(arg))}), "")
	case 's':
		s := c.tostring(c.any(arg))
		if d.precision >= 0 && d.precision < len(s) {
			s = s[:d.precision]
		}
		return d.pad(s, "")
	case 'q':
		return c.quote(arg)
	}
	c.raise("invalid option '%%%c' to 'format'", d.verb)
	return ""
}

func (d directive) sign(negative bool) string {
	switch {
	case negative:
		return "-"
	case d.plus:
		return "+"
	case d.space:
		return " "
	}
	return ""
}

// pad fills up to the width: zeros stand after the sign.
func (d directive) pad(s, sign string) string {
	n := d.width - len(s) - len(sign)
	switch {
	case n <= 0:
		return sign + s
	case d.minus:
		return sign + s + strings.Repeat(" ", n)
	case d.zero && d.verb != 's' && d.verb != 'c':
		return sign + strings.Repeat("0", n) + s
	}
	return strings.Repeat(" ", n) + sign + s
}

func (d directive) integer(digits, sign string) string {
	if d.precision >= 0 {
		d.zero = false
		if n := d.precision - len(digits); n > 0 {
			digits = strings.Repeat("0", n) + digits
		} else if d.precision == 0 && digits == "0" {
			digits = ""
		}
	}
	return d.pad(digits, sign)
}

func (d directive) unsigned(n uint64) string {
	digits := strconv.FormatUint(n, map[byte]int{'o': 8, 'x': 16, 'X': 16}[d.verb])
	prefix := ""
	if d.alternate && n != 0 {
		prefix = map[byte]string{'o': "0", 'x': "0x", 'X': "0X"}[d.verb]
	}
	if d.verb == 'X' {
		digits = strings.ToUpper(digits)
	}
	return d.integer(digits, prefix)
}

func (d directive) float(f float64) string {
	sign := d.sign(math.Signbit(f))
	f = math.Abs(f)
	var s string
	switch {
	case math.IsInf(f, 0):
		s, d.zero = "inf", false
	case math.IsNaN(f):
		s, d.zero = "nan", false
	default:
		precision := d.precision
		if precision < 0 {
			precision = 6
		} else if precision == 0 && d.verb|0x20 == 'g' {
			precision = 1
		}
		s = strconv.FormatFloat(f, d.verb|0x20, precision, 64)
	}
	if isUpper(d.verb) {
		s = strings.ToUpper(s)
	}
	return d.pad(s, sign)
}

// quote formats %q: it returns a constant that Lua reads back.
func (c *call) quote(arg int) string {
	v := c.any(arg)
	switch v.kind {
	case Nil, Boolean, Integer:
		return plain(v)
	case Float:
		if v.float() == math.Floor(v.float()) && !math.IsInf(v.float(), 0) {
			return strconv.FormatInt(int64(v.float()), 10) + "e0"
		}
		mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(v.float(), 'x', -1, 64), "p")
		return mantissa + "p" + exponent[:1] + strings.TrimPrefix(exponent[1:], "0")
	case String:
		return quoteText(v.Text())
	}
	c.bad(arg, "value has no literal form")
	return ""
}

func quoteText(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(s) {
		switch ch := s[i]; {
		case ch == '"' || ch == '\\' || ch == '\n':
			b.WriteByte('\\')
			b.WriteByte(ch)
		case ch < ' ' || ch == 127:
			code := strconv.Itoa(int(ch))
			if i+1 < len(s) && isDigit(s[i+1]) {
				code = strings.Repeat("0", 3-len(code)) + code
			}
			b.WriteString("\\" + code)
		default:
			b.WriteByte(ch)
		}
	}
	return b.String() + "\""
}
