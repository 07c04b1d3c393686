// Package place says what a place in a text stands for: the name there and what it means, the
// instructions that were made for it, and where values go between definitions and uses, in
// terms of the text. What is known of the code (package facts) is carried back to the text by
// the map: a definition in the code becomes the store that it belongs to, an instruction that
// reads a variable the occurrence of the name. In a function whose code does not stand for its
// text, all that is told is what the names mean.
//
// It is a package of its own, below witness and nav, since both begin with it: a witness tells
// why a definition reaches, and a hover tells the reasons of witnesses.
package place

import "luaflow/compile/source"

// Kind says what the name under the cursor is.
type Kind uint8

// The kinds of name.
const (
	Local Kind = iota
	Parameter
	LoopVariable
	Upvalue
	Global
)

// Info is what is known of the occurrence of a name.
type Info struct {
	Span source.Span // the occurrence
	Name string      // of the variable, as written
	Kind Kind        // of variable
	// IsUse: Defs are the definitions that reach it. Else it is a definition, and
	// Uses are what its value reaches.
	IsUse bool
	Defs  []Place
	Uses  []Place
	// Dead: this definition has no use; Why says what happens to its value, or why
	// nothing reaches a use.
	Dead bool
	Why  string
	// Overwritten: the stores that replace the value of a dead definition.
	Overwritten []Place
	// Cell: the variable is captured by a function, so that a call may read or
	// write it.
	Cell bool
}

// Place is a definition or a use.
type Place struct {
	Span source.Span // of the name; NoSpan for the implicit nil and the implicit self
	// Site is Span where that is valid; else the name that is declared, and for the implicit self the
	// colon of the method.
	Site source.Span
	Line int    // 1-based, as Lua counts
	Text string // one line of source, or a description: "parameter `n`"
	// IsSource: Text is source. In a description what is of the program is quoted, as Quote
	// does it.
	IsSource bool
	May      bool   // only if a closure runs in between
	If       string // the conditions on the way there: "if `a` is true"; "" without any
}

// NothingError says that there is nothing at a place of what is asked for.
type NothingError struct {
	Reason  string      // in words, for people: lower case, without a full stop
	Nearest source.Span // the nearest name; NoSpan if there is none
}

// Error returns Reason.
func (e *NothingError) Error() string { return e.Reason }

// Unreachable is why nothing can be told of a value.
const Unreachable = "never executed"

// maxText is how many bytes of a line are shown.
const maxText = 120
