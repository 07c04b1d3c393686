package summary

// What is known of functions in fields of modules, and of the calls of such functions, as data.

// Function is what is known of the function of an Export, as far as nobody else puts another one into its field.
type Function struct {
	Params int `json:"params,omitempty"` // self among them
	Needed int `json:"needed,omitempty"` // the parameters that must not be nil, by bit, as calls.IsNeeded has them
	Asked  int `json:"asked,omitempty"`  // those of which branches depend, as calls.IsAsked has them
	// IsVararg: it takes any number of arguments after the parameters.
	IsVararg bool `json:"isVararg,omitempty"`
	// IsMethod: its first parameter is self, so that what the file does with that is among its Uses.
	IsMethod bool `json:"isMethod,omitempty"`
	// IsStub: it stands in the place of others: it is empty, takes nothing and does nothing but return, or never returns.
	IsStub bool `json:"isStub,omitempty"`
	// Returns: it may return values of its own, from Least to Most; Most is calls.Unbounded if they may be any number.
	Returns bool `json:"returns,omitempty"`
	Least   int  `json:"least,omitempty"`
	Most    int  `json:"most,omitempty"`
	// On is the functions of other files of which it returns all results as its own.
	On []Field `json:"on,omitempty"`
	// Error is the line on which it first returns nil or false and something that tells why; 0 if it does not, or returns nothing else.
	Error int `json:"error,omitempty"`
	// NilError is the line on which it first returns nil so; 0 if it does not.
	NilError int `json:"nilError,omitempty"`
	// IsKept: the file uses it otherwise than in this field and by calls, so that others may come to call it.
	IsKept bool `json:"isKept,omitempty"`
}

// Field is a field of the table that a file returns, or that it requires.
type Field struct {
	Of   int    `json:"of"`   // which of the Requires; Own for the own table
	Name string `json:"name"` // the key
}

// Called is the calls of the function in one field, all together.
type Called struct {
	Field
	// Escapes: the file hands it on, so that others may call it.
	Escapes bool `json:"escapes,omitempty"`
	Calls   int  `json:"calls,omitempty"` // how many there are, in code that is executed
	Line    int  `json:"line,omitempty"`  // of the first call
	// Given is how many arguments a call gives at most; calls.Unbounded if that may be any number.
	Given int `json:"given,omitempty"`
	// Arguments is what all calls give of the first parameters on; those behind get what is not known, or nil from Given on.
	Arguments []Argument `json:"arguments,omitempty"`
	IsUsed    bool       `json:"isUsed,omitempty"` // some call does not drop all results

	// What follows counts only the calls that call nothing else.

	Written int `json:"written,omitempty"` // the most arguments that one gives, but for nil at the end and what may be any number
	Wanted  int `json:"wanted,omitempty"`  // the most results that one asks for, but for those that hand all on, and loops
	Looking int `json:"looking,omitempty"` // how many look at a result
	// Needs: the first result of some call is indexed, called, measured or computed with.
	Needs bool `json:"needs,omitempty"`
	Not   int  `json:"not,omitempty"` // how many look at none, and do not hand them on
}

// Argument is what calls give for a parameter. The zero Argument is anything.
type Argument struct {
	// Is is the constant that all calls give, as Lua writes it; "" if they give different ones, or some give what is no constant.
	Is string `json:"is,omitempty"`
	// Of is the parameters of functions of Exports that are handed on, in their order.
	Of []Parameter `json:"of,omitempty"`
}

func (a *Argument) isAny() bool { return a.Is == "" && len(a.Of) == 0 }

// Parameter is one of the function of an Export.
type Parameter struct {
	Export string `json:"export"`
	Index  int    `json:"index"` // from 0 on, self among them
}
