package value

import (
	"iter"

	"luaflow/compile/syntax"
)

// This file lists the standard names, for those who ask which names a dialect has.

// NamesOf returns the standard names of at least one of some dialects, a table before its
// fields.
func NamesOf(d syntax.Dialect) iter.Seq[Name] {
	return func(yield func(Name) bool) {
		for _, row := range library {
			if row.dialects&d != 0 && !yield(Lookup(row.name)) {
				return
			}
		}
	}
}
