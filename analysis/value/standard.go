package value

// This file defines what the standard libraries are known for.

// Name is the number of a standard name: "print", "string", "string.format". The
// zero Name is none.
type Name uint16

// Role is what a function does with an argument that is a table without a
// metatable, or that holds such tables. It is a set.
type Role uint8

const (
	// Reads: it looks at fields of the table, or at its length.
	Reads Role = 1 << iota
	// Writes: it changes fields of the table.
	Writes
	// Stored: the argument becomes a field of the table that is the first one.
	Stored
	// Returned: the argument itself may be among the results.
	Returned
	// Contents: what is in the table may be among the results.
	Contents
	// Kept: anything may happen to it from now on.
	Kept
)

// Outcome is what is known of a call.
type Outcome struct {
	Result  Value // the first result; nil where there is none
	Impact  Impact
	Returns bool // false: it never returns, but raises an error or ends the program
}

// Global is the standard name of a global variable.
func Global(name string) Name { return 0 }

// Field is the standard name of a field of n, `_G` included.
func (n Name) Field(key string) Name { return 0 }

// Method is the standard name of a method of strings.
func Method(key string) Name { return 0 }

// String is the name as it is written: "string.format".
func (n Name) String() string { return "" }

// OfName is the value of a standard name: a function, a table, or a constant like
// math.maxinteger.
func (p *Pool) OfName(n Name) Value { return Unknown }

// Name is the standard name whose value v is; 0 if there is none.
func (v Value) Name() Name {
	if v.is != theName {
		return 0
	}
	return Name(v.n)
}

// Role is what the function n does with its argument number arg, counted from 0.
func (n Name) Role(arg int) Role { return Kept }

// Call is what a call of n does with these arguments, and any number of unknown
// ones behind them if open.
func (p *Pool) Call(n Name, args []Value, open bool) Outcome {
	return Outcome{Result: Unknown, Impact: Effects, Returns: true}
}
