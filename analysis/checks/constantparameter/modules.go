package constantparameter

import (
	"strconv"
	"strings"

	"luaflow/analysis"
	"luaflow/analysis/modules"
	"luaflow/analysis/value"
	"luaflow/compile/bytecode"
)

// Functions that other files call.

// calledElsewhere looks at the parameters of a function of which all calls are known, in this file and others.
func (r *reporter) calledElsewhere(v *modules.Receiver) {
	for _, given := range v.Constants {
		is, ok := r.valueOf(given.Is)
		if k := given.Parameter - r.hidden(); ok && k >= 0 && !r.Flow.IsLarge {
			r.parameter(&constant{
				r.Func.Params[k], given.Parameter, is, given.Times, v.Times, given.IsWritten,
				analysis.PointElsewhere(v.Calls, "called here"), "; it is called " + analysis.InPlaces(v.Calls...),
			})
		}
	}
}

// valueOf returns the value of a constant as Lua writes it.
func (r *reporter) valueOf(text string) (v value.Value, ok bool) {
	switch text {
	case "nil":
		return value.Of(value.Nil), true
	case "true":
		return value.Of(value.True), true
	case "false":
		return value.Of(value.False), true
	}
	if name, isString := strings.CutPrefix(text, `"`); isString {
		return r.constants.Pool().OfString(strings.TrimSuffix(name, `"`)), true
	}
	i, err := strconv.ParseInt(text, 10, 64)
	return r.constants.Pool().OfConstant(bytecode.Int(i)), err == nil
}
