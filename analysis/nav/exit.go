package nav

import (
	"cmp"
	"slices"

	"luaflow/analysis/flow"
	"luaflow/analysis/summary"
	"luaflow/analysis/waste"
	"luaflow/compile/source"
)

// How values go from file to file: through the fields of what files return, the parameters of functions in these, and what they return.
// A walk in one file ends at an Exit; from there it goes on in other files at the sites that Enter finds for it.
//
//	file m                       other files
//	M.f = v                  →   m.f                  ReadElsewhere      ← StoredElsewhere
//	function M.f(p)          ←   m.f(v)               GivenElsewhere     → TakenElsewhere
//	  return v               →   m.f()                CalledElsewhere    ← ReturnedElsewhere

// ExitKind says how a value leaves a file, or comes into it.
type ExitKind uint8

// The kinds of exit: three back, to where a value comes from, and three forth.
const (
	StoredElsewhere   ExitKind = iota // a field is read: to the assignments to it
	ReturnedElsewhere                 // the function in a field is called: to what it returns
	GivenElsewhere                    // a parameter of the function in a field: to the arguments of its calls
	ReadElsewhere                     // a field is assigned to: to what reads it
	TakenElsewhere                    // the function in a field is called with the value: to its parameter
	CalledElsewhere                   // the function in a field returns the value: to its calls
)

// Exit is where a walk leaves a file: by a field of what a file returns.
type Exit struct {
	Kind   ExitKind // says how the value leaves
	Module string   // by which name the file is required; "" if it is the file itself
	Field  string   // the key
	Index  int      // of a parameter, or a result, from 0 on
	More   bool     // results after that one count too
	// Where is where the value leaves, if the walk goes forth, or the call that leads to a function; else NoSpan.
	Where source.Span
}

// Exports is what is known of the fields of what the files of a program return.
type Exports interface {
	// Export reports whether some file gives a value to a field of what a file returns that a text requires by a name, the file itself for
	// "", and whether the field holds one function.
	Export(module, field string) (isSet, isFunction bool)
	// IsFixed reports whether the field holds one function, and no file is known to give it another value.
	IsFixed(module, field string) bool
}

// inProgram is a file, with what is known of those that it has to do with.
type inProgram struct {
	parts   *waste.Parts
	exports Exports  // nil if no walk leaves the file
	known   *modules // nil until somebody asks
}

// modules returns what the file has to do with other files; nil if the walks do not leave it.
func (i *inProgram) modules() *modules {
	if i.exports != nil && i.known == nil {
		i.known = newModules(i.parts)
	}
	return i.known
}

// modules is what a file has to do with fields of what files return.
type modules struct {
	*summary.Located
	read, written, called map[flow.Site]summary.Field // which field an instruction is about
}

// newModules returns what a file has to do with fields of what files return.
func newModules(p *waste.Parts) *modules {
	m := &modules{summary.Locate("", p.Facts), map[flow.Site]summary.Field{}, map[flow.Site]summary.Field{}, map[flow.Site]summary.Field{}}
	for use, sites := range m.UsedAt {
		switch field := (summary.Field{Of: use.Of, Name: use.Field}); use.How {
		case summary.Reads, summary.Hands:
			note(m.read, sites, field)
		case summary.Writes:
			note(m.written, sites, field)
		}
	}
	for k, sites := range m.WrittenAt {
		note(m.written, sites, summary.Field{Of: summary.Own, Name: m.Exports[k].Name})
	}
	for field, sites := range m.CalledAt {
		note(m.called, sites, field)
	}
	return m
}

// note notes that instructions are about a field, or the least one if they may be about several.
func note(about map[flow.Site]summary.Field, sites []flow.Site, field summary.Field) {
	for _, at := range sites {
		was, isKnown := about[at]
		if !isKnown || cmp.Or(cmp.Compare(field.Of, was.Of), cmp.Compare(field.Name, was.Name)) < 0 {
			about[at] = field
		}
	}
}

// nameOf returns by which name a text requires a table. ok is false if there may be others.
func (m *modules) nameOf(of int) (name string, ok bool) {
	if of == summary.Own {
		return "", true
	}
	r := &m.Requires[of]
	return r.Name, !r.IsPattern && !r.File
}

// sites returns the instructions that are about a field under some name of its table, in the order of functions and pcs.
func (m *modules) sites(about map[flow.Site]summary.Field, field string, is func(name string) bool) (sites []flow.Site) {
	for at, of := range about {
		if name, ok := m.nameOf(of.Of); ok && of.Name == field && is(name) {
			sites = append(sites, at)
		}
	}
	slices.SortFunc(sites, flow.Site.Compare)
	return sites
}

// function returns the number of the function in a field of the table that the file returns; -1 if it is not known.
func (m *modules) function(field string) int {
	for i := range m.Exports {
		if m.Exports[i].Name == field {
			return m.Functions[i]
		}
	}
	return -1
}

// fields returns the fields of the table that the file returns that hold a function.
func (m *modules) fields(function int) (names []string) {
	for i, fn := range m.Functions {
		if fn == function {
			names = append(names, m.Exports[i].Name)
		}
	}
	return names
}
