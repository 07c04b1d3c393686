package lostargument

import (
	"strings"

	"luaflow/analysis/value"
)

var stringFormat = value.Global("string").Field("format")

// formatted returns how many arguments string.format takes, the format among them, if the call at pc calls it with a constant one.
func (r *reporter) formatted(pc int) (taken int, ok bool) {
	if r.constants.Operand(r.Flow, pc, 0).Name() != stringFormat {
		return 0, false
	}
	text, ok := r.constants.Pool().Text(r.constants.Operand(r.Flow, pc, 1))
	if !ok {
		return 0, false
	}
	n, ok := conversions(text)
	return n + 1, ok
}

// conversions returns how many arguments a format asks for. ok is false if it has something that is no conversion of Lua.
func conversions(format string) (n int, ok bool) {
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
