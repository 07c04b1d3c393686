package value

// Impact says who can tell that an instruction was executed, its result aside. A
// greater Impact tells more.
type Impact uint8

const (
	// None: nobody can tell. It raises no error and runs no code.
	None Impact = iota
	// Operators: nobody, but for operands that its types do not exclude: a
	// metamethod of one may run, or an error be raised because of one.
	Operators
	// Effects: it may run other code, raise an error, or change what others see.
	Effects
)

// String returns the word for an Impact in listings.
func (i Impact) String() string { return [...]string{"none", "operators", "effects"}[i] }
