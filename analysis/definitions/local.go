package definitions

import (
	"slices"
	"strings"

	"luaflow/compile"
	"luaflow/compile/resolve"
	"luaflow/compile/syntax"
)

// This file finds what local variables hold that others have a name for:
//
//	local uv = {}
//	vim.uv = uv                                -- uv is vim.uv
//	local fs = vim.fs                          -- fs is vim.fs
//	local function extend(m) function m.f() end end
//	extend(uv)                                 -- m is vim.uv

// mostNames is how many names are kept for what a variable holds.
const mostNames = 4

// findNames finds the names for what local variables hold. One may come from another that stands after it, which mostSteps bounds.
func (r *reader) findNames() {
	for range mostSteps {
		if !r.namesIn(r.u.Tree.Main.Body) {
			return
		}
	}
}

// namesIn finds names in the statements of a block that is always executed, and reports whether any was new.
func (r *reader) namesIn(b *syntax.Block) (isNew bool) {
	for _, s := range b.Stats {
		switch s := s.(type) {
		case *syntax.Do:
			isNew = r.namesIn(s.Body) || isNew
		case *syntax.LocalFunction:
			r.bodies[r.declared(s.Name)] = s.Func
			isNew = r.isRun[s.Func] && r.namesIn(s.Func.Body) || isNew
		case *syntax.Local:
			for i, v := range s.Exprs() {
				if i < len(s.Names) {
					isNew = r.isNamed(r.declared(s.Names[i]), r.paths(v)) || isNew
				}
			}
		case *syntax.Assign:
			for i, v := range s.Values() {
				if name, ok := v.(*syntax.Name); ok && i < len(s.Targets()) {
					isNew = r.standsFor(name, r.paths(s.Targets()[i])...) || isNew
				}
			}
		case syntax.CallStat:
			isNew = r.called(syntax.CallIn(s)) || isNew
		}
	}
	return isNew
}

// called finds what the parameters of a local function stand for in a call of it.
func (r *reader) called(e syntax.Expr) (isNew bool) {
	call, ok := e.(*syntax.Call)
	if !ok {
		return false
	}
	name, ok := call.Fn.(*syntax.Name)
	if !ok {
		return false
	}
	fn := r.bodies[r.u.Res.Refs[name.ID].Binding]
	if fn == nil || r.u.Res.Bindings[r.u.Res.Refs[name.ID].Binding].Writes > 0 {
		return false
	}
	for i, arg := range call.Args() {
		if i < len(fn.Params) && r.isNamed(r.declared(fn.Params[i]), r.paths(arg)) {
			isNew, r.isRun[fn] = true, true
		}
	}
	return isNew
}

// standsFor notes names for what a variable holds, if that is a local one, and reports whether any was new.
func (r *reader) standsFor(name *syntax.Name, paths ...string) (isNew bool) {
	if ref := &r.u.Res.Refs[name.ID]; ref.Kind == resolve.ToLocal {
		return r.isNamed(ref.Binding, paths)
	}
	return false
}

// isNamed notes names for what a local variable holds, if that never changes, and reports whether any was new. One in what another one
// names, as `m.__index = m` makes, is left out.
func (r *reader) isNamed(id resolve.BindingID, paths []string) (isNew bool) {
	if id == 0 || r.u.Res.Bindings[id].Writes > 0 {
		return false
	}
	for _, path := range paths {
		known := r.locals[id]
		isIn := slices.ContainsFunc(known, func(name string) bool { return path == name || strings.HasPrefix(path, name+".") })
		if !isIn && len(known) < mostNames {
			r.locals[id] = append(known, path)
			isNew = true
		}
	}
	return isNew
}

// declared returns the variable that a name declares.
func (r *reader) declared(name *syntax.Name) resolve.BindingID { return r.u.Res.Refs[name.ID].Binding }

// Assigned returns the names, with dots, of the globals and their fields that a program assigns somewhere; "a.?" stands for any field of a.
// They keep no part of the text.
func Assigned(u *compile.Unit) (names []string) {
	r := newReader(u)
	r.findNames()
	add := func(target syntax.Expr) {
		for _, path := range r.paths(target) {
			names = append(names, strings.Clone(path))
		}
		if index, ok := target.(*syntax.Index); ok {
			if _, isKnown := index.Key.(*syntax.String); !isKnown {
				names = append(names, joined(r.paths(index.Obj), []string{"?"})...)
			}
		}
	}
	for _, s := range u.Tree.Stats {
		switch s := s.(type) {
		case *syntax.FunctionStat:
			add(s.Target)
		case *syntax.Assign:
			for _, target := range s.Targets() {
				add(target)
			}
		}
	}
	return names
}
