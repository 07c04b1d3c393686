package definitions

import (
	"path/filepath"
	"slices"
	"strings"

	"luaflow/compile"
	"luaflow/compile/resolve"
	"luaflow/compile/syntax"
)

// This file finds the names, with dots, that expressions stand for.

// reader reads one file.
type reader struct {
	u     *compile.Unit
	file  string
	named map[string]Definition
	*aliases
	// locals is the names that others have for what local variables hold, at most mostNames of each.
	locals map[resolve.BindingID][]string
	// bodies is the local functions, by their variables, and isRun those that the file calls.
	bodies map[resolve.BindingID]*syntax.Function
	isRun  map[*syntax.Function]bool
}

func newReader(u *compile.Unit) *reader {
	return &reader{
		u: u, file: strings.Clone(filepath.Base(u.File.Name())), named: map[string]Definition{}, aliases: readAliases(u.Tree),
		locals: map[resolve.BindingID][]string{}, bodies: map[resolve.BindingID]*syntax.Function{}, isRun: map[*syntax.Function]bool{},
	}
}

// paths returns the names, with dots, of the global, or what the file returns, or field of one that an expression leads to by constant keys;
// a local variable that holds one stands for it.
func (r *reader) paths(e syntax.Expr) []string {
	var keys []string
	for {
		switch x := e.(type) {
		case *syntax.Field:
			keys = append(keys, r.u.Tree.Str(x.Key.Sym))
			e = x.Obj
			continue
		case *syntax.Index:
			key, ok := x.Key.(*syntax.String)
			if !ok {
				return nil
			}
			keys = append(keys, r.u.Tree.Str(key.Sym))
			e = x.Obj
			continue
		case *syntax.Name:
			slices.Reverse(keys)
			if id := r.u.Res.Refs[x.ID].Binding; id != 0 {
				return joined(r.locals[id], keys)
			}
			if r.u.Res.Refs[x.ID].Kind != resolve.ToGlobal {
				return nil
			}
			keys = slices.Insert(keys, 0, r.u.Tree.Str(x.Sym))
			for len(keys) > 1 && keys[0] == "_G" {
				keys = keys[1:]
			}
			return []string{strings.Join(keys, ".")}
		}
		return nil
	}
}

// joined returns names with keys after each.
func joined(names, keys []string) (paths []string) {
	after := strings.Join(keys, ".")
	for _, name := range names {
		if after != "" {
			name += "." + after
		}
		paths = append(paths, name)
	}
	return paths
}
