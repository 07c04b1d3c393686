package fix

import (
	"strings"

	"luaflow/analysis/value"
	"luaflow/compile/resolve"
	"luaflow/compile/syntax"
)

// This file defines which global names the standard says are there, so that
// reading one runs no metamethod: those that every dialect which the file may be
// written in has. A name that the file assigns is none of them.

// isStandardPath reports whether path is a standard name of some dialect: "print",
// "string.format".
func isStandardPath(path string) bool { return value.Lookup(path) != 0 }

// assigned collects what a file assigns of the standard names: "print" for
// `print = f`, `function print()` and `_G.print = f`, "string.format" for
// `string.format = f`. "*" stands for an assignment that may hit any: to `_ENV`,
// or to a field of `_G` that is not named.
func assigned(t *syntax.Tree, res *resolve.Info) map[string]bool {
	var found map[string]bool
	add := func(target syntax.Expr) {
		name, hit := standardPath(t, res, target)
		if !hit {
			return
		}
		if found == nil {
			found = make(map[string]bool)
		}
		found[name] = true
	}
	for _, s := range t.Stats {
		switch s := s.(type) {
		case *syntax.Assign:
			for _, target := range s.Targets() {
				add(target)
			}
		case *syntax.FunctionStat:
			add(s.Target)
		}
	}
	return found
}

// standardPath is the standard name that an assignment to target changes, or "*".
func standardPath(t *syntax.Tree, res *resolve.Info, target syntax.Expr) (name string, hit bool) {
	path, ok := globalPath(t, res, target)
	if !ok {
		return "", false
	}
	if path == "_ENV" {
		return "*", true
	}
	for _, env := range []string{"_ENV.", "_G."} {
		path = strings.TrimPrefix(path, env)
	}
	if path == "?" {
		return "*", true
	}
	if lib, isAny := strings.CutSuffix(path, ".?"); isAny {
		return lib, isStandardPath(lib)
	}
	return path, isStandardPath(path)
}

// globalPath writes a global, or fields of one, with dots: `string["format"]` is
// "string.format". A key that is no literal is "?".
func globalPath(t *syntax.Tree, res *resolve.Info, e syntax.Expr) (path string, ok bool) {
	switch e := e.(type) {
	case *syntax.Name:
		ref := &res.Refs[e.ID]
		return t.Str(e.Sym), ref.Binding == 0
	case *syntax.Field:
		obj, ok := globalPath(t, res, e.Obj)
		return obj + "." + t.Str(e.Key.Sym), ok
	case *syntax.Index:
		obj, ok := globalPath(t, res, e.Obj)
		if key, literal := e.Key.(*syntax.String); literal {
			return obj + "." + t.Str(key.Sym), ok
		}
		return obj + ".?", ok
	case *syntax.Paren:
		return globalPath(t, res, e.X)
	}
	return "", false
}

// isStandard reports whether e reads a standard name that the file leaves alone.
func (b *before) isStandard(e syntax.Expr) bool {
	path, ok := globalPath(b.unit.Tree, b.unit.Res, e)
	return ok && value.Lookup(path).In(b.unit.Dialects) && b.names().untouched(path)
}

// names is what the file assigns of the standard names.
func (b *before) names() standardNames {
	b.namesOnce.Do(func() { b.assigned = assigned(b.unit.Tree, b.unit.Res) })
	return b.assigned
}

// standardNames is the standard names but for those that a file assigns, which it
// holds.
type standardNames map[string]bool

// untouched reports whether the file leaves a standard name alone.
func (n standardNames) untouched(path string) bool {
	if n["*"] || n[path] {
		return false
	}
	lib, _, isField := strings.Cut(path, ".")
	return !isField || !n[lib]
}
