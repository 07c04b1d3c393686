package value

import (
	"strconv"
	"strings"

	"luaflow/compile/syntax"
)

// This file prints values, for listings and messages.

var singleTypes = [...]string{"nil", "false", "true", "integer", "float", "string", "table", "function", "userdata or thread"}

// String lists the types: "integer|string", "boolean", "any", "nothing".
func (t Types) String() string {
	switch t {
	case 0:
		return "nothing"
	case Any:
		return "any"
	}
	var words []string
	if t&Boolean == Boolean {
		words = append(words, "boolean")
		t &^= Boolean
	}
	if t&Number == Number {
		words = append(words, "number")
		t &^= Number
	}
	for i, word := range singleTypes {
		if t>>i&1 != 0 {
			words = append(words, word)
		}
	}
	return strings.Join(words, "|")
}

// String returns the word for a Truth: "always", "never", "sometimes".
func (t Truth) String() string { return [...]string{"nothing", "never", "always", "sometimes"}[t] }

// Format prints what is known of a value: a constant as a listing shows it, a number
// as the oldest dialect prints it and, if that is an integer elsewhere, as the others do,
// else its types.
func (p *Pool) Format(v Value) string {
	switch v.is {
	case theFunc:
		return "function " + strconv.FormatUint(v.n, 10)
	case theTable:
		return "table " + strconv.FormatUint(v.n, 10)
	case theName:
		return v.Name().String()
	}
	if v.is == theFloat {
		return p.formatFloat(v.asFloat())
	}
	if k, ok := p.Constant(v); ok {
		return k.String()
	}
	if v.types&Number != 0 && p.dialects&withoutIntegers != 0 {
		return (v.types | Number).String()
	}
	return v.types.String()
}

func (p *Pool) formatFloat(f float64) string {
	oldest := string(appendFloat(nil, f, p.dialects))
	if later := p.dialects & syntax.WithIntegers; later != 0 && later != p.dialects {
		if text := string(appendFloat(nil, f, later)); text == oldest+".0" {
			return oldest + " (" + text + " since Lua 5.3)"
		}
	}
	return oldest
}
