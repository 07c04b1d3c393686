package value

import (
	"iter"

	"luaflow/compile/syntax"
)

// This file defines the standard names: the globals and the fields of the standard tables of
// the reference manuals of Lua 5.1 to 5.5, section 6. Their table is in library.go.

// standard is the standard names, with that of what ipairs returns in the end.
var standard = readLibrary()

// readLibrary returns the names of the table, then that of what ipairs returns.
func readLibrary() *vocabulary {
	v := newVocabulary(len(library) + 2)
	v.definitions[0].value = Unknown
	for i := range library {
		v.add(library[i].name, &library[i], 0, nil)
	}
	n := Name(len(v.definitions))
	v.definitions = append(v.definitions, ipairsIterator.define(ipairsIterator.name, n))
	return v
}

// Global returns the standard name of a global variable; 0 if it is not one.
func Global(name string) Name { return standard.globals[name] }

// Field returns the standard name of a field of n, `_G` included; 0 if it is not one.
func (n Name) Field(key string) Name {
	if n == nameG {
		return Global(key)
	}
	return standard.at(path{n, key})
}

// Lookup returns the standard name that is written with dots; 0 if there is none.
func Lookup(dotted string) Name { return standard.lookup(dotted, nil) }

var (
	nameG    = Global("_G")
	nameNext = Global("next")
	// nameIpairsNext is what ipairs returns, which no variable holds.
	nameIpairsNext = Name(len(standard.definitions) - 1)
)

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
