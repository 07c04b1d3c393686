package config

import "slices"

// This file defines what a reader of inline comments asks of a configuration.

// Rules is what options say about findings: those of a Config, and of inline comments on
// top.
type Rules struct{ rules []rule }

// Rules is c's rules with those of further layers on top: only what With would make of
// them, for less.
func (c *Config) Rules(inline ...*Layer) Rules {
	return Rules{rulesOf(append(slices.Clone(c.layers), inline...))}
}

// Passes reports whether the rules let a finding through. by is the disabling pattern
// that holds it back; the zero Setting if none does, or an `only`.
func (r Rules) Passes(s Subject) (ok bool, by Setting[Pattern]) { return passes(r.rules, s) }

// HasStandard reports whether a standard has that name: one of ours or a custom one.
func (c *Config) HasStandard(name string) bool { return standard(name, c.custom) != nil }

// Pattern is the findings that a switch stands for, ok if it is such a switch.
func (f Flag) Pattern() (p Pattern, ok bool) {
	for _, s := range switches {
		if s.flag == f {
			return s.pattern, true
		}
	}
	return p, false
}
