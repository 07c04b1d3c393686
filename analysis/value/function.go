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
	for _, letter := range []byte(strings.TrimSuffix(params, "*")) {
		f.params = append(f.params, param{letter | 0x20, letter < 'a'})
	}
	f.repeats = strings.HasSuffix(params, "*")
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

// accept returns the Impact of handing v to a parameter.
func (s semantics) accept(wants byte, v Value) Impact {
	switch wants {
	case 'a':
		return None
	case 'm':
		return among(v, Any&^(Table|Other), Any)
	case 'n':
		return among(s.numeral(v), Number, Number|String)
	case 'i':
		return among(s.whole(v), Integer, Number|String)
	case 's':
		return among(v, Number|String, Number|String)
	case 'q':
		return among(v, String, String)
	case 'c':
		return among(v, Number, Number)
	case 'b':
		return among(v, Boolean, Boolean)
	case 'u':
		return Operators
	case 't':
		return among(v, 0, Table|Other)
	case 'r':
		return among(v, Table, Table)
	case 'l':
		return among(v, Table|String, Table|String)
	}
	return among(v, Function, Function)
}

// among: values of the types sure will do, as will tables without a metatable where
// other tables may; those of the types maybe can; others are an error.
func among(v Value, sure, maybe Types) Impact {
	switch {
	case v.types&^sure == 0, v.is == theTable && maybe&Table != 0:
		return None
	case v.types&maybe != 0:
		return Operators
	}
	return Effects
}

// fits returns the Impact of handing the arguments to the parameters.
func (c *call) fits(f *function) Impact {
	impact := None
	n := len(f.params)
	if f.repeats {
		n = max(n, len(c.args))
	}
	for i := range n {
		of := f.params[min(i, len(f.params)-1)]
		impact = max(impact, c.fit(of, i))
	}
	return impact
}

// fit returns the Impact of handing argument number i, or none, to a parameter.
func (c *call) fit(of param, i int) Impact {
	if i >= len(c.args) {
		switch {
		case c.open:
			return Operators
		case of.optional:
			return None
		}
		return Effects
	}
	v := c.args[i]
	if of.optional {
		if v = v.Only(Any &^ Nil); v.types == 0 {
			return None
		}
	}
	impact := c.pool.accept(of.wants, v)
	if impact == Effects && v.types != c.args[i].types {
		return Operators // nil will do
	}
	return impact
}
