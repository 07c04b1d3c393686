package symbols

import (
	"luaflow/compile/resolve"
	"luaflow/compile/source"
)

// ID numbers the things of a file from 1 on. 0 stands for what nothing is known of.
type ID int32

// Kind says what a thing is.
type Kind uint8

// The kinds.
const (
	None   Kind = iota
	Local       // the local variable Binding
	Global      // the global variable Name
	Field       // the field Name of Owner
	Table       // what a constructor makes, or a call gives, at one place of the file, each time
	Module      // what `require` gives for Name
	Self        // what the file gives to who requires it
)

// Form says what a thing is by its definition.
type Form uint8

// The forms.
const (
	Variable Form = iota
	Constant      // a variable that is declared `<const>`
	Parameter
	SelfParameter // that a colon declares
	Function
	Method // a function with a colon in its name
	Class  // a table that is the `__index` of itself
)

// Thing is something that names stand for.
type Thing struct {
	Kind    Kind              // what it is
	Name    string            // of a Local too; a Table has none
	Owner   ID                // of a Field
	Binding resolve.BindingID // of a Local

	// What its first definition in the file tells, if there is one:

	Form       Form        // what it is by that
	Head       string      // of a function, with its name and parameters: "function M.f(a, b)"
	Comment    string      // written right above, without dashes
	DefinedAt  source.Span // the name there; NoSpan without one
	InFunction ID          // the function that a local variable is declared in, if that has a name
	Captured   bool        // functions inside that one use the local variable

	// Holds is what it is given once and for all, as far as the file goes: a Module, or a Field of one. None if that is not known, and for what
	// other files may give a value, a Global.
	Holds ID
	// Overrides is the field that Lua would find if this one were not there: of the table that is the `__index` of the metatable of Owner. If
	// that table is a Module it is not known here whether it has the field.
	Overrides ID

	inherits ID   // of a table: the one in which Lua looks for what it does not have
	writes   int  // how often the text gives it a value
	place    site // of a Table
}

// Role says what an occurrence does with what it stands for.
type Role uint8

// The roles. Several may come together: an assignment may be the definition too.
const (
	Definition Role = 1 << iota // the first one that gives it a value here, or declares it
	Import                      // it is required
	Write
	Read
)

// Occurrence is one place where something is named.
type Occurrence struct {
	Span  source.Span // the name alone: of a field the key, of a method the name after the colon
	Thing ID          // what the name stands for
	Roles Role        // what is done with it there
	// Whole is the statement or field that defines a function; NoSpan elsewhere.
	Whole source.Span
}

// File is what the names in a file stand for.
type File struct {
	Things      []Thing      // by ID; not all have occurrences
	Occurrences []Occurrence // by place; two at one place stand for two things
	// Comment is what is written at the top of the file, without dashes; "" without a comment there.
	Comment string
	// Returned is what the file gives to who requires it: Self, or what else it returns, a Module or a Global; None if that is not known.
	Returned ID
}

// site is an instruction: of a function by its number, at a pc.
type site struct{ fn, pc int32 }

// identity tells things apart.
type identity struct {
	kind  Kind
	name  string
	owner ID
	local resolve.BindingID
	place site
}

// things numbers the things of a file.
type things struct {
	all []Thing // by ID
	ids map[identity]ID
	// is says of a table under which name it is known: that of what it is put into, or of what it is an object of.
	is map[ID]ID
	// holds says of a field which module it is given once and for all: what is in the field is in the module.
	holds map[ID]ID
}

func newThings() things {
	return things{all: make([]Thing, 1), ids: map[identity]ID{}, is: map[ID]ID{}, holds: map[ID]ID{}}
}

// the returns the number of a thing.
func (t *things) the(x Thing) ID {
	key := identity{x.Kind, x.Name, x.Owner, x.Binding, x.place}
	id, ok := t.ids[key]
	if !ok {
		id = ID(len(t.all))
		x.DefinedAt = source.NoSpan
		t.all = append(t.all, x)
		t.ids[key] = id
	}
	return id
}

// maxFields bounds how many fields lead on from a thing: a list may be linked at any length.
const maxFields = 16

// field returns the field of a thing with a name; 0 of what nothing is known of.
func (t *things) field(owner ID, name string) ID {
	if owner == 0 || t.depth(owner) >= maxFields {
		return 0
	}
	return t.the(Thing{Kind: Field, Owner: owner, Name: name})
}

// depth returns how many fields lead to a thing.
func (t *things) depth(id ID) (n int) {
	for ; t.all[id].Kind == Field; id = t.all[id].Owner {
		n++
	}
	return n
}

// canonical returns the thing that stands for one, with all tables in it under the names by which they are known.
func (t *things) canonical(id ID) ID {
	for as, ok := t.is[id]; ok; as, ok = t.is[id] {
		id = as
	}
	if x := t.all[id]; x.Kind == Field {
		owner := t.canonical(x.Owner)
		if module := t.holds[owner]; module != 0 {
			owner = module
		}
		if owner != x.Owner {
			return t.canonical(t.the(Thing{Kind: Field, Owner: owner, Name: x.Name}))
		}
	}
	return id
}

// identify notes that a table is known as something else, unless it is already, or that something stands in the table itself.
func (t *things) identify(table, as ID) {
	if t.all[table].Kind != Table || t.is[table] != 0 || as == 0 {
		return
	}
	if as = t.canonical(as); t.isIn(as, table) || t.depth(as) >= maxFields/2 {
		return
	}
	t.is[table] = as
}

// isIn reports whether a thing is a table or leads on from it.
func (t *things) isIn(id, table ID) bool {
	for ; t.all[id].Kind == Field; id = t.all[id].Owner {
	}
	return id == table
}
