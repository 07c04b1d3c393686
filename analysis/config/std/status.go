package std

import (
	"maps"
	"slices"
)

// This file defines what a tree answers.

// Status is what may be done with a global variable or a field.
type Status uint8

// The statuses.
const (
	Undefined Status = iota
	ReadOnly
	Writable
)

// String returns the status in words.
func (s Status) String() string {
	return [...]string{"undefined", "read-only", "writable"}[s]
}

// Index is what a global variable, or a field of one, is indexed with.
type Index struct {
	Name string    // if it is a constant string
	Kind IndexKind // how much of the index is known
}

// IndexKind is how much is known of an index.
type IndexKind uint8

// The kinds of indices.
const (
	Constant  IndexKind = iota // the string Name
	Anything                   // it may be a string
	NotString                  // it is certainly no string
)

// Status returns what may be done with name, or with the field of it that the indices lead
// to. The tree is sealed.
func (f *Field) Status(name string, indices ...Index) Status {
	only := true
	for i := -1; i < len(indices); i++ {
		index := Index{Name: name}
		if i >= 0 {
			index = indices[i]
		}
		child := f.fields[index.Name]
		switch {
		case index.Kind == Anything && !f.open && len(f.fields) == 0:
			return Undefined
		case index.Kind == Anything:
			return status(f.sealed)
		case (index.Kind == NotString || child == nil) && !f.open:
			return Undefined
		case index.Kind == NotString || child == nil:
			return status(only)
		}
		f = child
		if f.access != inherited {
			only = f.access == readOnly
		}
	}
	return status(only)
}

func status(only bool) Status {
	if only {
		return ReadOnly
	}
	return Writable
}

// Names returns the names of the fields that are known, in alphabetical order.
func (f *Field) Names() []string { return slices.Sorted(maps.Keys(f.fields)) }

// Field returns what is known of a field, nil if nothing is.
func (f *Field) Field(name string) *Field { return f.fields[name] }

// IsOpen reports whether fields may be used that are not known.
func (f *Field) IsOpen() bool { return f.open }

// Scope says whose assignments have a global be there for those who read it.
type Scope uint8

// The scopes.
const (
	// OfFile: those of the file itself, and those that options call definitions, as
	// luacheck has it.
	OfFile Scope = iota
	// OfWorkspace: those of all files of the workspace.
	OfWorkspace
	// OfServer: the same, and all of them are definitions, as lua-language-server has it.
	OfServer
	// Unknown: there are libraries besides that are not known.
	Unknown
)
