package config

import (
	"strings"

	"luaflow/analysis/config/std"
)

// This file defines what assignments to globals mean, by luacheck's options.

// Defines reports whether an assignment to a global defines it. isTop: it stands outside
// of functions.
func (c *Config) Defines(isTop bool) bool {
	return c.Flag(AllowDefined).Value || isTop && c.Flag(AllowDefinedTop).Value
}

// IsModule reports whether what a file defines is for itself, and all that it may assign.
func (c *Config) IsModule() bool { return c.Flag(Module).Value }

// ForGlobal returns what With makes of c for one who asks of one global only, or with "" of
// what assignments mean.
func (c *Config) ForGlobal(name string, layers ...*Layer) *Config {
	one := c.With(layers...)
	one.only = name
	return one
}

// GlobalNames returns the globals that a layer is about, ok if what it says of globals is about
// these alone.
func (l *Layer) GlobalNames() (names []string, ok bool) {
	isGeneral := l.Std != nil || l.NewGlobals != nil || l.NewReadGlobals != nil || l.GlobalPatterns != nil
	for _, f := range []Flag{Compat, AllowDefined, AllowDefinedTop, Module} {
		_, isSet := l.Flags[f]
		isGeneral = isGeneral || isSet
	}
	add := func(name string) {
		root, _, _ := strings.Cut(name, ".")
		names = append(names, root)
	}
	for _, list := range []*List[std.Definition]{l.Globals, l.ReadGlobals} {
		for _, d := range values(list) {
			add(d.Name)
		}
	}
	for _, name := range values(l.NotGlobals) {
		add(name)
	}
	return names, !isGeneral
}

// SaysOfGlobals reports whether a layer says which globals there are, or what assignments
// to them mean.
func (l *Layer) SaysOfGlobals() bool {
	for _, f := range []Flag{Compat, AllowDefined, AllowDefinedTop, Module} {
		if _, ok := l.Flags[f]; ok {
			return true
		}
	}
	return l.Std != nil || l.Globals != nil || l.ReadGlobals != nil || l.NewGlobals != nil ||
		l.NewReadGlobals != nil || l.NotGlobals != nil || l.GlobalPatterns != nil
}
