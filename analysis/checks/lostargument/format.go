package lostargument

import "luaflow/analysis/value"

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
	n, ok := value.FormatArguments(text)
	return n + 1, ok
}
