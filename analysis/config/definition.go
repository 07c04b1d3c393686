package config

import "slices"

// This file defines what assignments to globals mean, by luacheck's options.

// Defines reports whether an assignment to a global defines it. isTop: it stands outside
// of functions.
func (c *Config) Defines(isTop bool) bool {
	return c.Flag(AllowDefined).Value || isTop && c.Flag(AllowDefinedTop).Value
}

// IsModule reports whether what a file defines is for itself, and all that it may assign.
func (c *Config) IsModule() bool { return c.Flag(Module).Value }

// ForGlobals is what With makes of c as far as globals are concerned: c itself if the
// layers say nothing of them.
func (c *Config) ForGlobals(layers ...*Layer) *Config {
	if !slices.ContainsFunc(layers, (*Layer).SaysOfGlobals) {
		return c
	}
	return c.With(layers...)
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
