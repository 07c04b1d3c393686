package suppress

import (
	"slices"

	"luaflow/analysis/config"
	"luaflow/analysis/suppress/pragma"
	"luaflow/analysis/value"
	"luaflow/compile"
)

// This file defines what comments of luacheck's say of the hosts of a file.

// Hosts returns the hosts whose functions a file may call: those that a configuration chooses,
// with `-- luacheck: std` on top. What is known of values holds in the whole file, so that
// a host counts that is chosen wherever there is code: by a comment above it, not by one
// inside of a function.
func (s *Set) Hosts(c *config.Config, u *compile.Unit) value.Hosts {
	stats := u.Tree.Main.Body.Stats
	if s == nil || len(stats) == 0 || !slices.ContainsFunc(s.tracks[pragma.OfLuacheck].frames, choosesStandard) {
		return c.Hosts()
	}
	first, last := u.File.Line(stats[0].Span().Start), u.File.Line(stats[len(stats)-1].Span().End)
	track := &s.tracks[pragma.OfLuacheck]
	hosts := chosenIn(c, track.at(first))
	for _, change := range track.changes {
		if first < change.line && change.line <= last {
			hosts &= chosenIn(c, change.inForce)
		}
	}
	return hosts
}

func choosesStandard(f *frame) bool { return f.layer != nil && f.layer.Std != nil }

// chosenIn returns the hosts that are chosen where a comment is in force, nil for none.
func chosenIn(c *config.Config, inner *frame) value.Hosts {
	var layers []*config.Layer
	for f := inner; f != nil; f = f.outer {
		if choosesStandard(f) {
			layers = append(layers, f.layer)
		}
	}
	if len(layers) == 0 {
		return c.Hosts()
	}
	slices.Reverse(layers)
	return c.With(layers...).Hosts()
}
