package std

// This file defines trees of global names, and how definitions are merged into them.

// Field is what is known of a global variable or of a field: a node of a tree. The
// root stands for the globals.
type Field struct {
	access access
	// open: all other fields may be used as well.
	open   bool
	fields map[string]*Field
	// only is the one field that definitions are merged for, "" for all.
	only string
	// sealed: nothing below may be written. It is set by seal.
	sealed bool
}

// access says whether a field may be written.
type access uint8

const (
	inherited access = iota // as what it is a field of
	readOnly
	writable
)

// Definition says what is to be known of a name, in the form of luacheck's tables.
type Definition struct {
	Name string // one name without dots: fields of a field are in its own Fields
	// Listed: it was an item of a list, so that nothing is said of its fields and all
	// of them may be used.
	Listed bool
	// ReadOnly and OtherFields are nil where nothing is said.
	ReadOnly, OtherFields *bool
	Fields                []Definition // of the table that the name holds, in any order; nil if nothing is said of them
}

// Standard is a set of globals.
type Standard struct {
	Globals     []Definition // which may be written unless they say otherwise
	ReadGlobals []Definition // which may not
}

var (
	yes, no        = true, false
	always, denied = &yes, &no
)

// Add merges a standard into the tree: what one of the two allows is allowed.
func (f *Field) Add(s *Standard) {
	f.merge(s.Globals, denied, false)
	f.merge(s.ReadGlobals, always, false)
}

// Restrict drops all definitions that are merged from now on but those of one field.
func (f *Field) Restrict(only string) { f.only = only }

// Define merges the definitions of a configuration into the tree, in place of what it
// has said of these names. Those that are listed are for Replace.
func (f *Field) Define(defs []Definition, isReadOnly bool) {
	var named []Definition
	for _, d := range defs {
		if !d.Listed {
			named = append(named, d)
		}
	}
	f.merge(named, &isReadOnly, true)
}

// merge adds definitions. The access that is not given is byDefault, if not nil.
func (f *Field) merge(defs []Definition, byDefault *bool, overwrite bool) {
	for i := range defs {
		d := &defs[i]
		if f.only != "" && f.only != d.Name {
			continue
		}
		field := f.child(d.Name)
		only, other := d.ReadOnly, d.OtherFields
		if only == nil {
			only = byDefault
		}
		if d.Listed {
			other = always
		}
		if only != nil && (overwrite || !*only) {
			field.access = accessOf(*only)
		}
		if other != nil && (overwrite || *other) {
			field.open = *other
		}
		field.merge(d.Fields, nil, overwrite)
	}
}

func accessOf(only bool) access {
	if only {
		return readOnly
	}
	return writable
}

// child returns the field of a name, made if there is none.
func (f *Field) child(name string) *Field {
	if f.fields == nil {
		f.fields = map[string]*Field{}
	}
	child := f.fields[name]
	if child == nil {
		child = &Field{}
		f.fields[name] = child
	}
	return child
}

// Replace forgets what is known of a field and lets everything be done with it, or
// everything but writing. On the way there, fields that are not known yet are made
// with the same access.
func (f *Field) Replace(path []string, isReadOnly bool) {
	for _, name := range path {
		if f.fields[name] == nil {
			f.child(name).access = accessOf(isReadOnly)
		}
		f = f.fields[name]
	}
	*f = Field{access: accessOf(isReadOnly), open: true}
}

// Remove forgets a field.
func (f *Field) Remove(path []string) {
	for i, name := range path {
		child := f.fields[name]
		if child == nil {
			return
		}
		if i == len(path)-1 {
			delete(f.fields, name)
		}
		f = child
	}
}

// Seal finishes a tree: nothing is to be merged into it any more, and Status may be
// asked.
func (f *Field) Seal() { f.seal(true) }

func (f *Field) seal(only bool) {
	f.sealed = !f.open || only
	for _, child := range f.fields {
		here := only
		if child.access != inherited {
			here = child.access == readOnly
		}
		child.seal(here)
		f.sealed = f.sealed && here && child.sealed
	}
}
