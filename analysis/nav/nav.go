// Package nav answers an editor's questions about one place in the text: which
// definitions reach this use, who uses this definition, and why.
package nav

import (
	"luaflow/compile"
	"luaflow/compile/source"
)

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
	Name string
	Kind Kind
	// IsUse: Defs are the definitions that reach it. Else it is a definition, and
	// Uses are what its value reaches.
	IsUse bool
	Defs  []Place
	Uses  []Place
	// Dead: this definition has no use; Why says what happens to its value.
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
	Span source.Span // of the name; NoSpan for the implicit nil
	Line int         // 1-based, as Lua counts
	Text string      // one line of source, or a description: "parameter `n`"
	May  bool        // only if a closure runs in between
}

// At describes the name that touches pos; ok is false where there is none.
func At(u *compile.Unit, pos source.Pos) (info Info, ok bool) { return Info{}, false }
