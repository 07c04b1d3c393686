package config

import (
	"slices"

	"luaflow/analysis"
	"luaflow/analysis/checks"
	"luaflow/analysis/config/std"
)

// This file defines which files of a project define globals for which.

// Scope returns whose assignments have a global be there for those who read it: those of the file
// itself where a .luacheckrc is the strongest file that says which globals there are, as in
// luacheck; else those of the whole workspace, and with .luarc.json each of them is a definition.
// The command line and comments add to what files say, and do not change that.
func (c *Config) Scope() std.Scope {
	scope := std.OfWorkspace
	for _, l := range c.layers {
		switch {
		case !l.SaysOfGlobals() && !l.enablesGlobals():
		case l.Luacheck:
			scope = std.OfFile
		case l.Server:
			scope = std.OfServer
		case l.Folder != "" && !l.ByHand:
			scope = std.OfWorkspace
		}
	}
	if scope != std.OfFile && slices.ContainsFunc(c.layers, func(l *Layer) bool { return l.UnknownLibraries }) {
		return std.Unknown
	}
	return scope
}

// enablesGlobals reports whether a layer has a check run that asks which globals are defined.
func (l *Layer) enablesGlobals() bool {
	return slices.ContainsFunc(checks.All, func(c *analysis.Check) bool {
		return c.Elsewhere == analysis.DefinedElsewhere && l.enables(c)
	})
}

// enables reports whether a layer has a check run.
func (l *Layer) enables(c *analysis.Check) bool {
	return slices.ContainsFunc(l.Levels, func(s Setting[CodeLevel]) bool { return s.Value.Code == c.Code && s.Value.Level != Off }) ||
		l.Enable != nil && slices.ContainsFunc(l.Enable.Items, func(p Setting[Pattern]) bool { return p.Value.names(c) })
}

// Libraries returns the folders and files outside of the project whose globals count as defined,
// absolute.
func (c *Config) Libraries() (paths []Setting[string]) {
	for _, l := range c.layers {
		if l.Libraries != nil {
			paths = append(paths, l.Libraries.Items...)
		}
	}
	return paths
}
