package config

import (
	"slices"
	"strings"

	"luaflow/analysis/config/luapattern"
	"luaflow/analysis/config/std"
)

// This file merges what layers say of globals, by luacheck's rules.

// chosen returns the standards that layers choose, the base first. Names that nobody defines,
// as an inline comment may have them, are left out.
func chosen(layers []*Layer, custom map[string]*std.Standard, byDefault string) []*std.Standard {
	var base *std.Standard
	var added []*std.Standard
	compat, complete := true, false
	for i := len(layers) - 1; i >= 0 && !complete; i-- {
		l := layers[i]
		if flag, ok := l.Flags[Compat]; ok && flag.Value && compat {
			base, complete = standard("max", custom), true
			break
		} else if ok && !flag.Value {
			compat = false
		}
		if l.Std == nil {
			continue
		}
		if table := l.Std.Value.Table; table != nil {
			base, complete = table, true
			continue
		}
		for _, name := range l.Std.Value.Names {
			if s := standard(name, custom); s != nil {
				added = append(added, s)
			}
		}
		if !l.Std.Value.Adds {
			base, complete = &std.Standard{}, true
		}
	}
	if base == nil {
		base = standard(byDefault, custom)
	}
	for _, l := range layers {
		for _, name := range l.LibraryStds {
			added = append(added, standard(name, custom))
		}
	}
	return append([]*std.Standard{base}, added...)
}

// standard returns the standard of a name, a custom one before one of ours; nil if there is
// none.
func standard(name string, custom map[string]*std.Standard) *std.Standard {
	if s := custom[name]; s != nil {
		return s
	}
	s, _ := std.Lookup(name)
	return s
}

// isStandard reports whether there is a standard of that name.
func isStandard(name string, custom map[string]*std.Standard) bool {
	return custom[name] != nil || std.Has(name)
}

// globalsOf returns the tree of all globals that layers define.
//
// Where only one name is asked for, the others may be missing.
func globalsOf(layers []*Layer, custom map[string]*std.Standard, byDefault, only string) *std.Field {
	root := &std.Field{}
	if only != "" {
		root.Restrict(only)
	}
	for _, s := range chosen(layers, custom, byDefault) {
		root.Add(s)
	}
	lastNew, lastNewRead := 0, 0
	for i, l := range layers {
		if l.NewGlobals != nil {
			lastNew = i
		}
		if l.NewReadGlobals != nil {
			lastNewRead = i
		}
	}
	for i, l := range layers {
		var globals, readGlobals *List[std.Definition]
		if i >= lastNew {
			globals = orElse(l.NewGlobals, l.Globals)
		}
		if i >= lastNewRead {
			readGlobals = orElse(l.NewReadGlobals, l.ReadGlobals)
		}
		define(root, globals, readGlobals)
		if l.NotGlobals != nil {
			for _, name := range l.NotGlobals.Items {
				root.Remove(strings.Split(name.Value, "."))
			}
		}
	}
	root.Seal()
	return root
}

func orElse[T any](a, b *List[T]) *List[T] {
	if a != nil {
		return a
	}
	return b
}

// listed is a name that stands in a list, with its dots.
type listed struct {
	path     []string
	readOnly bool
}

// define merges the globals of one layer. If both kinds are given, the general comes
// before the special: otherwise x would undo x.y.
func define(root *std.Field, globals, readGlobals *List[std.Definition]) {
	var lists []listed
	var tables [2][]std.Definition
	for kind, list := range []*List[std.Definition]{globals, readGlobals} {
		if list == nil {
			continue
		}
		for _, d := range list.Items {
			tables[kind] = append(tables[kind], d.Value)
			if d.Value.Listed {
				lists = append(lists, listed{strings.Split(d.Value.Name, "."), kind == 1})
			}
		}
	}
	if globals != nil && readGlobals != nil {
		slices.SortStableFunc(lists, func(a, b listed) int { return slices.Compare(a.path, b.path) })
	}
	for _, l := range lists {
		root.Replace(l.path, l.readOnly)
	}
	root.Define(tables[0], false)
	root.Define(tables[1], true)
}

// globalPatternsOf compiles the patterns of names that are globals.
func globalPatternsOf(layers []*Layer) (patterns []*luapattern.Pattern) {
	for _, l := range layers {
		if l.GlobalPatterns == nil {
			continue
		}
		for _, text := range l.GlobalPatterns.Items {
			if p, err := luapattern.Compile(text.Value); err == nil { // others were complained of
				patterns = append(patterns, p)
			}
		}
	}
	return patterns
}
