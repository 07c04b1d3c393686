// Package globals finds what a file does with global variables, and puts beside it what is
// known of them from outside of the file: from configurations, comments and other files. The
// uses are found in the text, but for what locals hold, so that it stands above package facts
// and not beside the standard names of the data flow.
package globals

import (
	"maps"

	"luaflow/analysis/config/std"
	"luaflow/analysis/definitions"
	"luaflow/analysis/facts"
	"luaflow/analysis/textmap"
)

// Outside is what is known of global variables from outside of a file.
type Outside struct {
	// At returns what holds on a line.
	At func(line int) Rules
	// Elsewhere is what the other files of the program do with globals; nil if that is
	// not known.
	Elsewhere *Names
	// Strict: only assignments that the rules call definitions define a global for the
	// rest of the file, as for luacheck. Otherwise all do.
	Strict bool
	// Definitions says what definition files describe; nil if there are none.
	Definitions *definitions.Table
}

// Rules is what somebody has said about globals.
type Rules interface {
	// Global returns what may be done with a global, or with the field of it that the
	// indices lead to.
	Global(name string, indices ...std.Index) std.Status
	// Defines reports whether an assignment to a global defines it. isTop: it stands
	// outside of functions.
	Defines(isTop bool) bool
	// IsModule reports whether what the file defines is for itself, and all that it may
	// assign.
	IsModule() bool
	// Scope returns whose assignments have a global be there for those who read it.
	Scope() std.Scope
}

// Names is names of globals.
type Names struct {
	Defined map[string]bool // for all files, by the options that call an assignment that
	Read    map[string]bool // or a field of it is set
	Set     map[string]bool // by whatever assignment; with dots, fields of globals
}

// Unless is what another file may do with a global.
type Unless uint8

// What it may do.
const (
	Always         Unless = iota // whatever it does
	UnlessDefined                // define it
	UnlessRead                   // read it
	UnlessSet                    // assign it, in whatever file of the workspace
	UnlessFieldSet               // assign it, the field of it, or what leads there
)

// AsksWorkspace reports whether all files of the workspace have to be looked at, and not only
// those that are checked together.
func (u Unless) AsksWorkspace() bool { return u == UnlessSet || u == UnlessFieldSet }

// Refutes reports whether what the files of a program do with what is Refutable is what a
// finding about it excepts.
func (n *Names) Refutes(name string, unless Unless) bool {
	in := func(names map[string]bool) func(string) bool {
		return func(name string) bool { return names[name] }
	}
	return Refutes(name, unless, in(n.Defined), in(n.Read), in(n.Set))
}

// Refutes reports what Names.Refutes does, for names that are kept in some other way: each
// function says whether a name is in the set.
func Refutes(name string, unless Unless, isDefined, isRead, isSet func(name string) bool) bool {
	switch unless {
	case UnlessDefined:
		return isDefined(name)
	case UnlessRead:
		return isRead(name)
	case UnlessSet:
		return isSet(name)
	case UnlessFieldSet:
		return AnyPrefix(name, isSet)
	}
	return false
}

// AnyPrefix reports whether something holds for a name with dots, or for what leads to it.
func AnyPrefix(name string, holds func(prefix string) bool) bool {
	for at := 0; at < len(name); at++ {
		if name[at] == '.' && holds(name[:at]) {
			return true
		}
	}
	return holds(name)
}

// Globals is the globals of a file, for one who asks, as facts.Facts are: what it does with them, and
// what is known of them from outside.
type Globals struct {
	Outside

	facts  *facts.Facts
	text   *textmap.Text
	file   *facts.Fact[File]            // see File
	filled *facts.Fact[map[string]bool] // see findFilled
}

// Of returns the globals of the unit of some facts.
func Of(f *facts.Facts, outside Outside) *Globals {
	return &Globals{outside, f, f.Text, new(facts.Fact[File]), new(facts.Fact[map[string]bool])}
}

// In returns the globals for one who asks f, which facts.Facts.In has made of the facts of g.
func (g *Globals) In(f *facts.Facts) *Globals {
	return &Globals{g.Outside, f, f.Text, g.file, g.filled}
}

// File returns what the file does with globals, as far as its text is understood. It is found
// when the first one asks, and kept for all whose Globals In makes of one another.
func (g *Globals) File() *File { return g.file.Get(func() *File { return find(g.facts) }) }

// Names returns what the other files of a program need to know of this one. It is empty if g
// is nil.
func (g *Globals) Names() Names {
	names := Names{Defined: map[string]bool{}, Read: map[string]bool{}, Set: map[string]bool{}}
	if g == nil {
		return names
	}
	file := g.File()
	maps.Copy(names.Set, file.Set)
	for name := range file.Read {
		names.Read[name] = true
	}
	for i := range file.Uses {
		if u := &file.Uses[i]; u.IsSet() && g.Defines(u) && !g.rulesOf(u).IsModule() {
			names.Defined[u.Name] = true
		}
	}
	return names
}

// rulesOf returns the rules for the line of a use.
func (g *Globals) rulesOf(u *Use) Rules { return g.At(g.text.Line(u.Span.Start)) }

// Defines reports whether the rules call an assignment to a global a definition.
func (g *Globals) Defines(u *Use) bool { return g.rulesOf(u).Defines(u.Func == 0) }

// Status returns what may be done with what a use is about.
func (g *Globals) Status(u *Use) std.Status { return g.rulesOf(u).Global(u.Name, u.Indices...) }

// Scope returns whose assignments have what a use is about be there.
func (g *Globals) Scope(u *Use) std.Scope {
	if g.Strict {
		return std.OfFile
	}
	return g.rulesOf(u).Scope()
}

// IsFromModule reports whether a use stands in a file that may assign nothing but what
// it defines.
func (g *Globals) IsFromModule(u *Use) bool { return g.rulesOf(u).IsModule() }
