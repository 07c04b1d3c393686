package analysis

import (
	"maps"

	"luaflow/analysis/config/std"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// Global variables: what is known of them from outside of a file, and what the file
// itself does with them (globaluse.go).

// Globals is what is known of global variables from outside of a file.
type Globals struct {
	// At is what holds on a line.
	At func(line int) GlobalRules
	// Elsewhere is what the other files of the program do with globals; nil if that is
	// not known.
	Elsewhere *GlobalNames
	// Strict: only assignments that the rules call definitions define a global for the
	// rest of the file, as for luacheck. Otherwise all do.
	Strict bool
}

// GlobalRules is what somebody has said about globals.
type GlobalRules interface {
	// Global is what may be done with a global, or with the field of it that the
	// indices lead to.
	Global(name string, indices ...std.Index) std.Status
	// Defines reports whether an assignment to a global defines it. isTop: it stands
	// outside of functions.
	Defines(isTop bool) bool
	// IsModule reports whether what the file defines is for itself, and all that it may
	// assign.
	IsModule() bool
	// Scope is whose assignments have a global be there for those who read it.
	Scope() std.Scope
}

// GlobalNames is names of globals.
type GlobalNames struct {
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

// Refutable returns the name of what other files may do something with so that the finding is
// none: a global, or with dots a field of one.
func (f *Finding) Refutable() string {
	if f.Unless == UnlessFieldSet && f.Subject.Field != "" {
		return f.Subject.Global + "." + f.Subject.Field
	}
	return f.Subject.Global
}

// Refutes reports whether what the files of a program do with what is Refutable is what a
// finding about it excepts.
func (n *GlobalNames) Refutes(name string, unless Unless) bool {
	in := func(names map[string]bool) func(string) bool {
		return func(name string) bool { return names[name] }
	}
	return Refutes(name, unless, in(n.Defined), in(n.Read), in(n.Set))
}

// Refutes is GlobalNames.Refutes for names that are kept in some other way.
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

// GlobalNames is what the other files of a program need to know of this one. It is
// empty if nothing is known of globals.
func (p *Pass) GlobalNames() GlobalNames {
	names := GlobalNames{Defined: map[string]bool{}, Read: map[string]bool{}, Set: map[string]bool{}}
	if p.Globals == nil {
		return names
	}
	file := p.FileGlobals()
	maps.Copy(names.Set, file.Set)
	for name := range file.Read {
		names.Read[name] = true
	}
	for i := range file.Uses {
		if u := &file.Uses[i]; u.IsSet() && p.Defines(u) && !p.rulesOf(u).IsModule() {
			names.Defined[u.Name] = true
		}
	}
	return names
}

// rulesOf is the rules for the line of a use.
func (p *Pass) rulesOf(u *GlobalUse) GlobalRules { return p.Globals.At(p.Text.Line(u.Span.Start)) }

// Defines reports whether the rules call an assignment to a global a definition.
func (p *Pass) Defines(u *GlobalUse) bool { return p.rulesOf(u).Defines(u.Func == 0) }

// GlobalStatus is what may be done with what a use is about.
func (p *Pass) GlobalStatus(u *GlobalUse) std.Status {
	return p.rulesOf(u).Global(u.Name, u.Indices...)
}

// Scope is whose assignments have what a use is about be there.
func (p *Pass) Scope(u *GlobalUse) std.Scope {
	if p.Globals.Strict {
		return std.OfFile
	}
	return p.rulesOf(u).Scope()
}

// IsFromModule reports whether a use stands in a file that may assign nothing but what
// it defines.
func (p *Pass) IsFromModule(u *GlobalUse) bool { return p.rulesOf(u).IsModule() }

// GlobalUse is a place at which a global, or a field of one, is read or assigned.
type GlobalUse struct {
	Name string
	// Indices lead from the global to what is read or assigned.
	Indices []std.Index
	// Held is how many of the names, the first included, lead to what a local variable
	// holds that stands in the text in their place; 0 if the global itself does.
	Held  int
	Write bool
	Span  source.Span
	Func  syntax.FuncID
}

// IsSet reports whether the global itself is assigned.
func (u *GlobalUse) IsSet() bool { return u.Write && len(u.Indices) == 0 }

// FileGlobals is what a file does with globals.
type FileGlobals struct {
	// Uses is in the order of the text, those of a piece of text the outer first. It has none
	// of those where the text is not understood, which the rest has.
	Uses []GlobalUse
	// Set is the globals that the file assigns, under their names or by `_G.x = v` and
	// `rawset(_G, "x", v)`; with dots, the fields of globals that it assigns.
	Set map[string]bool
	// Declared is the globals that the file declares, in Lua 5.5.
	Declared map[string]bool
	// Read is the globals of which something is done but to assign them.
	Read map[string]bool
	// Opened: it may define any global: `_G[k] = v`, `setmetatable(_G, t)`.
	Opened bool
	// Leaks: the table of globals may be read by names that are not known.
	Leaks bool
	// Moved is where the names of globals cease to mean fields of that table, by the
	// functions of Lua 5.1 or an assignment to _ENV; the end of the file if they do not.
	Moved source.Pos
}
