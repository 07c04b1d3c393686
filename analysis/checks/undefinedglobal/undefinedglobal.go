// Package undefinedglobal reports uses of globals, and of fields of standard globals,
// that nothing defines, and assignments to those that are not to be assigned.
package undefinedglobal

import (
	_ "embed"
	"fmt"

	"luaflow/analysis"
	"luaflow/analysis/config/std"
	"luaflow/analysis/fix/plan"
	"luaflow/analysis/globals"
)

//go:embed doc.md
var doc string

// Check is undefined-global.
var Check = plan.Check{
	Check: &analysis.Check{
		Code:      "undefined-global",
		Luacheck:  []string{"111", "112", "113", "121", "122", "142", "143"},
		Family:    "1",
		LuaLS:     []analysis.Diagnostic{{Name: "undefined-global", Group: "global"}, {Name: "global-in-nil-env", Group: "global"}, {Name: "lowercase-global", Group: "global", Part: "11[12]"}},
		Title:     "an undefined global is used, or a read-only one is set",
		Doc:       doc,
		Severity:  analysis.Warning,
		Off:       true,
		Elsewhere: analysis.DefinedElsewhere,
		Run:       run,
	},
}

func run(p *analysis.Pass) {
	if p.Globals == nil {
		return
	}
	r := reporter{p, p.Globals.File(), map[string]bool{}, map[string]bool{}}
	r.findDefinitions()
	for i := range r.file.Uses {
		if u := &r.file.Uses[i]; u.Span.Start < r.file.Moved || r.Globals.Strict {
			r.look(u)
		}
	}
}

// reporter is one run over one file.
type reporter struct {
	*analysis.Pass
	file *globals.File
	// defined is the globals that a definition in this file or another one is for.
	// modular is those of a file whose definitions are for itself.
	defined, modular map[string]bool
}

// findDefinitions finds the globals that the rules call defined.
func (r *reporter) findDefinitions() {
	for i := range r.file.Uses {
		u := &r.file.Uses[i]
		switch {
		case !u.IsSet() || !r.Globals.Defines(u):
		case r.Globals.IsFromModule(u):
			r.modular[u.Name] = true
		default:
			r.defined[u.Name] = true
		}
	}
}

func (r *reporter) isDefined(name string) bool {
	return r.defined[name] || r.Globals.Elsewhere != nil && r.Globals.Elsewhere.Defined[name]
}

func (r *reporter) look(u *globals.Use) {
	switch {
	case !u.IsSet():
		r.access(u)
	case r.Globals.IsFromModule(u):
		if !r.modular[u.Name] {
			r.report(u, "111", fmt.Sprintf("setting global `%s`, which this module does not define", u.Name))
		}
	case r.isDefined(u.Name) || r.Globals.Defines(u) || r.file.Declared[u.Name]:
	default:
		switch status := r.Globals.Status(u); {
		case status == std.Undefined && r.Globals.Scope(u) < std.OfServer:
			r.report(u, "111", fmt.Sprintf("setting undefined global `%s`", u.Name))
		case status == std.ReadOnly:
			r.report(u, "121", fmt.Sprintf("setting read-only global `%s`", u.Name))
		}
	}
}

// access looks at a read of a global, or at a use of a field.
func (r *reporter) access(u *globals.Use) {
	status := r.Globals.Status(u)
	switch {
	case r.isDefined(u.Name) || r.modular[u.Name] || r.isOwn(u.Name):
	case status == std.ReadOnly && u.Write:
		r.report(u, "122", fmt.Sprintf("setting read-only field `%s`", u.Path()))
	case status != std.Undefined || r.Globals.Scope(u) == std.Unknown || r.isSetElsewhere(u, u.Name, globals.UnlessSet):
	case u.Held > 0 && r.Globals.Status(r.held(u)) == std.Undefined:
		// That has been said where the local got its value.
	case r.Globals.Status(&globals.Use{Name: u.Name, Span: u.Span}) != std.Undefined:
		r.undefinedField(u)
	case !r.Globals.Strict && r.file.Opened:
	case u.Write:
		r.report(u, "112", fmt.Sprintf("setting a field of undefined global `%s`", u.Name))
	default:
		r.report(u, "113", fmt.Sprintf("undefined global `%s`", u.Name))
	}
}

// isOwn reports whether a global is the file's own, as far as reads of it are concerned.
func (r *reporter) isOwn(name string) bool {
	return r.file.Declared[name] || !r.Globals.Strict && r.file.Set[name]
}

// isSetElsewhere reports whether another file does what a finding about a use excepts, if
// other files count.
func (r *reporter) isSetElsewhere(u *globals.Use, name string, unless globals.Unless) bool {
	elsewhere := r.Globals.Elsewhere
	return elsewhere != nil && r.Globals.Scope(u) >= std.OfWorkspace && elsewhere.Refutes(name, unless)
}

// undefinedField looks at a use of a field that is not known of a global that is.
func (r *reporter) undefinedField(u *globals.Use) {
	switch {
	case u.Write && r.Globals.Scope(u) >= std.OfServer:
	case u.Write:
		r.report(u, "142", fmt.Sprintf("setting undefined field `%s`", u.Path()))
	case r.isSetElsewhere(u, u.Path(), globals.UnlessFieldSet):
	case r.Globals.Strict || !r.isSetHere(u):
		r.report(u, "143", fmt.Sprintf("undefined field `%s`", u.Path()))
	}
}

// isSetHere reports whether the file assigns a field, or what leads to it.
func (r *reporter) isSetHere(u *globals.Use) bool {
	return globals.AnyPrefix(u.Path(), func(prefix string) bool { return prefix != u.Name && r.file.Set[prefix] })
}

// held returns what the local variable holds that a use begins with.
func (r *reporter) held(u *globals.Use) *globals.Use {
	return &globals.Use{Name: u.Name, Indices: u.Indices[:u.Held-1], Span: u.Span}
}

// unless returns what makes a finding about a use go away when another file does it. What
// is assigned here is assigned by this file, whatever others do.
func (r *reporter) unless(u *globals.Use, luacheck string) globals.Unless {
	isShared := r.Globals.Scope(u) >= std.OfWorkspace
	switch {
	case u.IsSet() && r.Globals.IsFromModule(u):
		return globals.Always
	case isShared && (luacheck == "112" || luacheck == "113"):
		return globals.UnlessSet
	case isShared && luacheck == "143":
		return globals.UnlessFieldSet
	}
	return globals.UnlessDefined
}

func (r *reporter) report(u *globals.Use, luacheck, message string) {
	f := r.Finding(u.Func, u.Span)
	f.Luacheck = luacheck
	f.Subject.Global = u.Name
	f.Unless = r.unless(u, luacheck)
	if len(u.Indices) > 0 {
		f.Subject.Field = u.Path()[len(u.Name)+1:]
	}
	f.Message = message
	r.Report(f)
}
