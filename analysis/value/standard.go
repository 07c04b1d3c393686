package value

import (
	"strings"

	"luaflow/compile/syntax"
)

// This file defines the known names: the standard ones, which are the globals and the
// fields of the standard tables of the reference manuals of Lua 5.1 to 5.5, section 6,
// and those of hosts (host.go). The table of the standard ones is in library.go, what
// functions do when they are called in call.go.

// Name is the number of a known name: "print", "string", "string.format",
// "love.graphics.getWidth". The zero Name is none.
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
	names       map[path]Name
}

// standard is the standard names, with that of what ipairs returns in the end.
var standard = readLibrary()

func readLibrary() *vocabulary {
	v := &vocabulary{make([]definition, 1, len(library)+2), make(map[path]Name, len(library))}
	v.definitions[0].value = Unknown
	for i := range library {
		v.add(library[i].name, &library[i], 0, nil)
	}
	n := Name(len(v.definitions))
	v.definitions = append(v.definitions, ipairsIterator.define(ipairsIterator.name, n))
	return v
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
		v.names[at] = v.lookup(other, below)
		return
	}
	n := first + Name(len(v.definitions))
	v.definitions = append(v.definitions, r.define(name, n))
	v.names[at] = n
}

// lookup returns the name that is written with dots, whose parts may be among those of below;
// 0 if there is none.
func (v *vocabulary) lookup(dotted string, below *vocabulary) (n Name) {
	for more := true; more; {
		var key string
		key, dotted, more = strings.Cut(dotted, ".")
		at := path{n, key}
		if n = v.names[at]; n == 0 && below != nil {
			n = below.names[at]
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

func roleOf(word string) (r Role) {
	for i := range len(word) {
		if at := strings.IndexByte("rwspckf", word[i]); at >= 0 {
			r |= 1 << at
		}
	}
	return r
}

// Global returns the standard name of a global variable; 0 if it is not one.
func Global(name string) Name { return standard.names[path{key: name}] }

// Field returns the standard name of a field of n, `_G` included; 0 if it is not one.
func (n Name) Field(key string) Name {
	if n == nameG {
		return Global(key)
	}
	return standard.names[path{n, key}]
}

// Lookup returns the standard name that is written with dots; 0 if there is none.
func Lookup(dotted string) Name { return standard.lookup(dotted, nil) }

var (
	nameG    = Global("_G")
	nameNext = Global("next")
	// nameIpairsNext is what ipairs returns, which no variable holds.
	nameIpairsNext = Name(len(standard.definitions) - 1)
)

// definition returns what is known of n.
func (n Name) definition() *definition {
	if n < 1<<hostShift {
		return &standard.definitions[n]
	}
	return &hosts[n>>hostShift-1].names.definitions[n&(1<<hostShift-1)]
}

// String returns the name as it is written: "string.format".
func (n Name) String() string { return n.definition().name }

// In reports whether n is a name in all these dialects.
func (n Name) In(d syntax.Dialect) bool { return n != 0 && n.definition().dialects&d == d }

// MayBeTable reports whether n may stand for a table.
func (n Name) MayBeTable() bool { return n.definition().value.MayBe(Table) }

// IsCallable reports whether n stands for a table that is called.
func (n Name) IsCallable() bool { return n.definition().callable }

// Role returns what the function n does with its argument number arg, counted from 0.
func (n Name) Role(arg int) Role {
	roles := n.definition().roles
	if len(roles) == 0 {
		return Kept
	}
	return roles[min(arg, len(roles)-1)]
}

// OfName returns the value of a name: a function, a table, or a constant like
// math.maxinteger. A function or table may be nil, for a program that asks whether it
// is there has been written for other versions of Lua as well, or for an environment
// that keeps it away. It is Unknown if n is 0, or a name that one of
// the dialects does not have.
func (p *Pool) OfName(n Name) Value {
	s, _ := p.single()
	d := n.definition()
	if in := s.orDefault(); d.dialects&in != in {
		return Unknown
	}
	return s.own(d.value)
}

// Name returns the name whose function or table v is; 0 if there is none.
func (v Value) Name() Name {
	if v.is != theName {
		return 0
	}
	return Name(v.n)
}
