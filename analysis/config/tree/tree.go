// Package tree defines what a configuration file says, in one form for all kinds of
// files: values with the lines they stand on. It reads JSON with comments.
package tree

import "fmt"

// Kind is the kind of a value.
type Kind uint8

// The kinds.
const (
	Null Kind = iota
	Bool
	Number
	String
	Table
	// Other is what a configuration has no use for: a function, a thread.
	Other
)

// Node is a value. A table of Lua has fields and items; an object of JSON has fields
// only, an array items only.
type Node struct {
	Kind   Kind    // which of the fields below has the value
	Bool   bool    `json:",omitempty"` // whether it is true
	Number float64 `json:",omitempty"` // the value of a numeral
	Text   string  `json:",omitempty"` // of a String; of an Other the name of its type
	Items  []*Node `json:",omitempty"` // of a Table: the values under 1, 2, …
	Fields []Field `json:",omitempty"` // of a Table: the values under strings
	Line   int     `json:",omitempty"` // from 1; 0 if not known
}

// Field is a named value of a table.
type Field struct {
	Name  string // the key
	Line  int    `json:",omitempty"` // of the name; from 1, 0 if not known
	Value *Node  // never nil
}

// DropLines forgets the lines of all that is in a tree.
func (n *Node) DropLines() {
	n.Line = 0
	for _, item := range n.Items {
		item.DropLines()
	}
	for i := range n.Fields {
		n.Fields[i].Line = 0
		n.Fields[i].Value.DropLines()
	}
}

// Get returns the value of a field, nil if there is none. Of several of the same name it is
// the last.
func (n *Node) Get(name string) *Node {
	for i := len(n.Fields) - 1; i >= 0; i-- {
		if n.Fields[i].Name == name {
			return n.Fields[i].Value
		}
	}
	return nil
}

// TypeName returns the kind of the value in words.
func (n *Node) TypeName() string {
	switch n.Kind {
	case Other:
		return n.Text
	case Table:
		switch {
		case len(n.Items) == 0:
			return "table"
		case len(n.Fields) == 0:
			return "list"
		}
	}
	return [...]string{"null", "boolean", "number", "string", "table", "other"}[n.Kind]
}

// Error says what is wrong in a configuration file, where, and what to do.
type Error struct {
	File    string // its path, as it was named
	Line    int    // from 1; 0 if not known
	Message string // what is wrong and what to do, without a full stop
}

// Error returns FILE:LINE: MESSAGE, or FILE: MESSAGE if the line is not known.
func (e *Error) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %s", e.File, e.Message)
	}
	return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Message)
}
