package value

import "strings"

// This file defines what the rows of the table say about functions.

// function is what is known of a standard function.
type function struct {
	params  []param
	repeats bool     // the last of params stands for any number
	results [3]Types // of the first ones; nothing is nil
	count   int      // how many there are, -1 for any number
	impact  Impact   // if the arguments will do
	rule    rule

	uniform      bool // see isUniform
	takesNumbers bool // a string may stand for one
}

// param is one letter of the table.
type param struct {
	wants    byte // in lower case
	optional bool
}

// function reads what a row says of a function with some parameters.
func (r *row) function(params string) function {
	f := function{impact: r.impact, rule: r.rule}
	f.uniform = r.rule.looksAtTypes() && !strings.ContainsAny(params, "iI")
	f.takesNumbers = strings.ContainsAny(params, "nN")
	params, f.repeats = strings.CutSuffix(params, "*")
	f.params = make([]param, len(params))
	for i := range f.params {
		letter := params[i]
		f.params[i] = param{letter | 0x20, letter < 'a'}
	}
	for i := range r.results {
		switch letter := r.results[i]; letter {
		case '?':
			f.results[f.count-1] |= Nil
		case '*':
			f.results[f.count-1] |= Nil
			for k := f.count; k < len(f.results); k++ {
				f.results[k] = Any
			}
			f.count = -1
			return f
		default:
			f.results[f.count] = typesOf(letter)
			f.count++
		}
	}
	for i := f.count; i < len(f.results); i++ {
		f.results[i] = Nil
	}
	return f
}

// typesOf returns the types that a letter stands for among results.
func typesOf(letter byte) Types {
	switch letter {
	case 'n':
		return Number
	case 'i':
		return Integer
	case 'd':
		return Float
	case 's':
		return String
	case 'b':
		return Boolean
	case 't':
		return Table
	case 'f':
		return Function
	case 'o':
		return Other
	}
	return Any
}

// isUniform reports whether a call with these arguments comes out alike in all dialects that have
// the function, but for integers among its results being floats in some. Rules that look at values,
// or compute any, are not taken to be; nor are numbers that are known, which are other values
// elsewhere.
func (f *function) isUniform(args []Value) bool {
	if !f.uniform {
		return false
	}
	for _, v := range args {
		if v.is == theInt || v.is == theFloat || v.is == theText && f.takesNumbers {
			return false
		}
	}
	return true
}
