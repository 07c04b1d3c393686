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
}

// GlobalNames is names of globals.
type GlobalNames struct {
	Defined map[string]bool // for all files
	Read    map[string]bool // or a field of it is set
}

// Unless is what another file may do with a global.
type Unless uint8

// What it may do.
const (
	Always        Unless = iota // whatever it does
	UnlessDefined               // define it
	UnlessRead                  // read it
)

// Refutes reports whether what the files of a program do with a global is what a finding
// about it excepts.
func (n *GlobalNames) Refutes(global string, unless Unless) bool {
	switch unless {
	case UnlessDefined:
		return n.Defined[global]
	case UnlessRead:
		return n.Read[global]
	}
	return false
}

// Add adds names.
func (n *GlobalNames) Add(o *GlobalNames) {
	if n.Defined == nil {
		n.Defined, n.Read = map[string]bool{}, map[string]bool{}
	}
	maps.Copy(n.Defined, o.Defined)
	maps.Copy(n.Read, o.Read)
}

// GlobalNames is what the other files of a program need to know of this one. It is
// empty if nothing is known of globals.
func (p *Pass) GlobalNames() GlobalNames {
	names := GlobalNames{Defined: map[string]bool{}, Read: map[string]bool{}}
	if p.Globals == nil {
		return names
	}
	file := p.FileGlobals()
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
func (p *Pass) rulesOf(u *GlobalUse) GlobalRules { return p.Globals.At(p.Line(u.Span.Start)) }

// Defines reports whether the rules call an assignment to a global a definition.
func (p *Pass) Defines(u *GlobalUse) bool { return p.rulesOf(u).Defines(u.Func == 0) }

// GlobalStatus is what may be done with what a use is about.
func (p *Pass) GlobalStatus(u *GlobalUse) std.Status {
	return p.rulesOf(u).Global(u.Name, u.Indices...)
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
	Uses []GlobalUse // in the order of the text, those of a piece of text the outer first
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
