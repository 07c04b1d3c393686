package value

import (
	"strings"

	"luaflow/compile/syntax"
)

// This file reads tables of names: the rows of one become the definitions of a vocabulary.

// Name is the number of a known name: "print", "string", "string.format",
// "love.graphics.getWidth". The zero Name is that of no name.
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
	// Called: of a function nothing but calls, now or later: nobody else gets hold of it.
	Called
)

// definition is what is known of one name.
type definition struct {
	name     string // with dots
	dialects syntax.Dialect
	value    Value
	roles    []Role // by argument; the last one is also that of all further ones
	function function
	// callable: it is a table that is called.
	callable bool
}

// path is where a name is looked up: in which table, 0 for the globals.
type path struct {
	in  Name
	key string
}

// vocabulary is the names of one table.
type vocabulary struct {
	definitions []definition // by Name, without the bits of the host
	// globals and fields are the names by where they are looked up: most of what a program asks for is
	// a global, and a map of strings hashes no more than the key.
	globals map[string]Name
	fields  map[path]Name
}

// newVocabulary returns one without names, with room for about so many.
func newVocabulary(room int) *vocabulary {
	return &vocabulary{make([]definition, 1, room), make(map[string]Name), make(map[path]Name, room)}
}

// at returns the name that is found in one place; 0 if there is none.
func (v *vocabulary) at(p path) Name {
	if p.in == 0 {
		return v.globals[p.key]
	}
	return v.fields[p]
}

// set makes n the name that is found in one place.
func (v *vocabulary) set(p path, n Name) {
	if p.in == 0 {
		v.globals[p.key] = n
	} else {
		v.fields[p] = n
	}
}

// add adds a name with dots, of which a row says what it is. first is the number of no
// name, the bits of the host in it. What it is a field of is there already, or among the
// names of below, nil if there are none.
func (v *vocabulary) add(name string, r *row, first Name, below *vocabulary) {
	at := path{key: name}
	if dot := strings.LastIndexByte(name, '.'); dot >= 0 {
		at = path{v.lookup(name[:dot], below), name[dot+1:]}
		if at.in == 0 {
			panic("no table for " + name) // it is part of the program
		}
	}
	if other, ok := strings.CutPrefix(r.params, sameAs); ok {
		v.set(at, v.lookup(other, below))
		return
	}
	n := first + Name(len(v.definitions))
	v.definitions = append(v.definitions, r.define(name, n))
	v.set(at, n)
}

// lookup returns the name that is written with dots, whose parts may be among those of below;
// 0 if there is none.
func (v *vocabulary) lookup(dotted string, below *vocabulary) (n Name) {
	for more := true; more; {
		var key string
		key, dotted, more = strings.Cut(dotted, ".")
		at := path{n, key}
		if n = v.at(at); n == 0 && below != nil {
			n = below.at(at)
		}
		if n == 0 {
			return 0
		}
	}
	return n
}

// define reads what a row of the table says of a name.
func (r *row) define(name string, n Name) definition {
	d := definition{name: name, dialects: r.dialects, value: Unknown}
	switch r.params {
	case table:
		d.value = Value{Table | Nil, theName, uint64(n)}
	case constant:
		d.value = constants[name]
	case variable:
	default:
		d.value = Value{Function | Nil, theName, uint64(n)}
		params, callable := strings.CutPrefix(r.params, calledWith)
		if d.callable = callable; callable {
			d.value.types = Table | Nil
		}
		d.function = r.function(params)
		for word := range strings.FieldsSeq(r.roles) {
			d.roles = append(d.roles, roleOf(word))
		}
	}
	return d
}

// roleOf returns the roles whose letters are in a word of a row.
func roleOf(word string) (r Role) {
	for i := range len(word) {
		if at := strings.IndexByte("rwspckf", word[i]); at >= 0 {
			r |= 1 << at
		}
	}
	return r
}
