package waste

import (
	"cmp"
	"slices"

	"luaflow/analysis/depend"
	"luaflow/analysis/effect"
	"luaflow/analysis/facts"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
	"luaflow/analysis/tables"
	"luaflow/analysis/textmap"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// File is what all searches begin with: one file, and what is known of it.
type File struct {
	Unit  *compile.Unit // the file, compiled
	Text  *textmap.Text // its lines and words
	Facts *facts.Facts  // of which a search asks for no more than it needs
}

// Memory is what Parts are found in, to be used again for those of the next file. The zero
// Memory is ready.
type Memory struct{ holders, tables holderMemory }

// holderMemory is what holders are made of.
type holderMemory struct{ at, of []int32 }

// Relation returns what needs what in the file; nil if text that is missing could refute it.
func (f *File) Relation() *depend.Relation {
	if f.Facts.Objects() == nil {
		return nil
	}
	return f.Facts.Code.Relation()
}

// Member is a store that something is found about: of a cascade, or of a table into a variable.
type Member struct {
	Fn    syntax.FuncID // the function that the store stands in
	Store int           // index into the Stores of Fn's map
	// Read: something reads the value.
	Read bool
	// Dead: nothing needs the value, whatever metamethods do.
	Dead bool

	// Site is an instruction that puts the value into the variable.
	Site  flow.Site
	Value ssa.ValueID // NoValue for a store to an upvalue
}

// StoreOf returns the store of a member.
func (f *File) StoreOf(m Member) *srcmap.StoreRec { return &f.Unit.Funcs[m.Fn].Map.Stores[m.Store] }

// IsTable reports whether the value of a member is a new table.
func (f *File) IsTable(m Member) bool {
	return m.Value != ssa.NoValue && effect.ReferenceOf(f.Facts.Code.Funcs[m.Fn].Proto.Code[m.Site.PC]) == effect.Makes
}

// IsItem reports whether the instruction at pc, which uses the table of a member, fills
// it in its constructor.
func (f *File) IsItem(m Member, pc int) bool {
	how := effect.ReferenceOf(f.Facts.Code.Funcs[m.Fn].Proto.Code[pc])
	origins := &f.Unit.Funcs[m.Fn].Map.Origins
	return (how == effect.WritesField || how == effect.Fills) && origins.At(int(m.Site.PC)).Span().Covers(origins.At(pc).Span())
}

// UnusedTable is a variable that holds a table of functions which nothing can call.
type UnusedTable struct {
	// Holder is the store that puts the table into its variable.
	Holder Member
	// Fills is where the fields are assigned that the table has beside those of its
	// constructor, and Reads is where the variable is read for something else, both in the
	// order of the text. There is one of Reads at least.
	Fills, Reads []source.Span
}

// sort puts members into the order of the text.
func (f *File) sort(members []Member) {
	slices.SortFunc(members, func(a, b Member) int { return cmp.Compare(f.StoreOf(a).Name, f.StoreOf(b).Name) })
}

// UnreadField is a field, under one key, of the tables of one object.
type UnreadField struct {
	Stores []UnreadStore // in the order of the text, those in constructors too
	// Read: something reads the field, for nothing.
	Read bool
	// HasMetatable: one of the tables may have one, as the objects of a class do.
	HasMetatable bool
	// Meant is the name of a field that something reads, if the name of this one differs from it by a slip only: it is likely meant.
	// "" if there is no such field.
	Meant string

	object tables.ObjectID
}

// UnreadStore is a store to an unread field.
type UnreadStore struct {
	textmap.FieldStore
	Fn syntax.FuncID // the function that it stands in
}
