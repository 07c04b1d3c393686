package value

import (
	"strings"

	"luaflow/compile/syntax"
)

// This file defines the standard names: the globals and the fields of the standard
// tables of the reference manuals of Lua 5.1 to 5.5, section 6. The table of them is
// in library.go, what their functions do when they are called in call.go.

// Name is the number of a standard name: "print", "string", "string.format". The
// zero Name is none.
type Name uint16

// Role is what a function does with an argument that is a table without a
// metatable, or that holds such tables. It is a set.
type Role uint8

const (
	// Reads: it looks at fields of the table, or at its length.
	Reads Role = 1 << iota
	// Writes: it changes fields of the table, to what it held, nil or what is Stored.
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

// definition is what is known of one name.
type definition struct {
	name     string // with dots
	dialects syntax.Dialect
	value    Value
	roles    []Role // by argument; the last one is also that of all further ones
	function function
}

// path is where a name is looked up: in which table, 0 for the globals.
type path struct {
	in  Name
	key string
}

// definitions is by Name what is known of it; names is the way there.
var definitions, names = define()

func define() ([]definition, map[path]Name) {
	defs := make([]definition, 1, len(library)+2)
	defs[0].value = Unknown
	index := make(map[path]Name, len(library))
	for i := range library {
		n := Name(len(defs))
		defs = append(defs, library[i].define(n))
		at := path{key: library[i].name}
		if in, key, isField := strings.Cut(at.key, "."); isField {
			at = path{in: index[path{key: in}], key: key}
		}
		index[at] = n
	}
	defs = append(defs, ipairsIterator.define(Name(len(defs))))
	return defs, index
}

// define reads a row of the table.
func (r *row) define(n Name) definition {
	d := definition{name: r.name, dialects: r.dialects, value: Unknown}
	switch r.params {
	case table:
		d.value = Value{Table | Nil, theName, uint64(n)}
	case constant:
		d.value = constants[r.name]
	case variable:
	default:
		d.value = Value{Function | Nil, theName, uint64(n)}
		d.function = r.function()
		for word := range strings.FieldsSeq(r.roles) {
			d.roles = append(d.roles, roleOf(word))
		}
	}
	return d
}

func roleOf(word string) (r Role) {
	for i := range len(word) {
		if at := strings.IndexByte("rwspck", word[i]); at >= 0 {
			r |= 1 << at
		}
	}
	return r
}

// Global is the standard name of a global variable; 0 if it is none.
func Global(name string) Name { return names[path{key: name}] }

// Field is the standard name of a field of n, `_G` included; 0 if it is none.
func (n Name) Field(key string) Name {
	if n == nameG {
		return Global(key)
	}
	return names[path{n, key}]
}

// Method is the standard name of a method of strings; 0 if it is none.
func Method(key string) Name { return nameString.Field(key) }

// Lookup is the standard name that is written with dots; 0 if there is none.
func Lookup(dotted string) Name {
	if in, key, isField := strings.Cut(dotted, "."); isField {
		return names[path{Global(in), key}]
	}
	return Global(dotted)
}

var (
	nameG      = Global("_G")
	nameString = Global("string")
	nameNext   = Global("next")
	// nameIpairsNext is what ipairs returns, which no variable holds.
	nameIpairsNext = Name(len(definitions) - 1)
)

// String is the name as it is written: "string.format".
func (n Name) String() string { return definitions[n].name }

// In reports whether n is a standard name of all these dialects.
func (n Name) In(d syntax.Dialect) bool { return n != 0 && definitions[n].dialects&d == d }

// Role is what the function n does with its argument number arg, counted from 0.
func (n Name) Role(arg int) Role {
	roles := definitions[n].roles
	if len(roles) == 0 {
		return Kept
	}
	return roles[min(arg, len(roles)-1)]
}

// OfName is the value of a standard name: a function, a table, or a constant like
// math.maxinteger. A function or table may be nil, for a program that asks whether it
// is there has been written for other versions of Lua as well, or for an environment
// that keeps it away. It is Unknown if n is 0, or a name that one of
// the dialects does not have.
func (p *Pool) OfName(n Name) Value {
	s, _ := p.single()
	if in := s.orDefault(); definitions[n].dialects&in != in {
		return Unknown
	}
	return s.own(definitions[n].value)
}

// Name is the standard name whose function or table v is; 0 if there is none.
func (v Value) Name() Name {
	if v.is != theName {
		return 0
	}
	return Name(v.n)
}
