package config

import (
	"fmt"

	"luaflow/analysis/config/tree"
)

// This file defines settings: values that know where they come from.

// Origin says where a value comes from. The zero Origin is luaflow itself.
type Origin struct {
	Name string // a file, or in words: "--std", "the editor"; "" for a default
	Line int    // from 1; 0 if not known
}

// String returns FILE:LINE, as far as it is known; "default" if nobody says anything.
func (o Origin) String() string {
	switch {
	case o.Name == "":
		return "default"
	case o.Line == 0:
		return o.Name
	}
	return fmt.Sprintf("%s:%d", o.Name, o.Line)
}

// IsDefault reports whether nobody has said anything.
func (o Origin) IsDefault() bool { return o.Name == "" }

// Setting is a value and where it comes from.
type Setting[T any] struct {
	Value T // what the origin asks for
	Origin
}

// String returns the value and its origin.
func (s Setting[T]) String() string { return fmt.Sprintf("%v (%s)", s.Value, s.Origin) }

// List is a list that somebody has given, if only an empty one; nil says that nobody has.
type List[T any] struct {
	Items []Setting[T] // in the order written
	Origin
}

// Problem says what is wrong in a configuration file, where, and what to do.
type Problem = tree.Error
