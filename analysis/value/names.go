package value

import "iter"

// This file lists the standard names, for those who ask which names a version has.

// NamesOf is the standard names of at least one of some versions, a table before its
// fields.
func NamesOf(v Versions) iter.Seq[Name] {
	return func(yield func(Name) bool) {
		for _, row := range library {
			if row.versions&v != 0 && !yield(Lookup(row.name)) {
				return
			}
		}
	}
}
