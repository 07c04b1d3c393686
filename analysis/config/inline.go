package config

// This file defines what a reader of inline comments asks of a configuration.

// Rules is what options say about findings.
type Rules struct{ rules []rule }

// Rules returns what c says about findings.
func (c *Config) Rules() Rules { return Rules{c.rules} }

// Rules returns what a layer says about findings, on top of others.
func (l *Layer) Rules() Rules { return Rules{rulesOf([]*Layer{l})} }

// HasStandard reports whether a standard has that name: one of ours or a custom one.
func (c *Config) HasStandard(name string) bool { return isStandard(name, c.custom) }

// Pattern returns the findings that a switch stands for, ok if it is such a switch.
func (f Flag) Pattern() (p Pattern, ok bool) {
	for _, s := range switches {
		if s.flag == f {
			return s.pattern, true
		}
	}
	return p, false
}
