package checker

import (
	"slices"

	"luaflow/analysis"
	"luaflow/analysis/config"
	"luaflow/analysis/luacheck"
	"luaflow/analysis/suppress"
	"luaflow/compile"
)

// This file defines what is found in a file for those who read luacheck's output.

// LikeLuacheck returns what luacheck would print of a file: all findings that it has
// codes for and neither the configuration nor a comment hides, in its words and order.
// Selection counts for nothing, as luacheck has all on by default.
func (c *Checker) LikeLuacheck(u *compile.Unit) []luacheck.Warning {
	rules := c.rules()
	comments := suppress.Parse(u.Tree, rules)
	var found []analysis.Finding
	p := analysis.NewPass(u, hosts(rules, comments, u), &c.mem, func(f analysis.Finding) { found = append(found, f) })
	p.Globals = c.globals(rules, comments)
	p.Globals.Strict = true
	runOutspoken(p, func(int) bool { return true })
	onLine := luacheckRules(rules, comments)
	found = append(found, luacheck.Own(p, onLine)...)
	found = append(found, comments.Invalid()...)
	r := suppress.Filter(rules, comments, u, found, suppress.Checks{Runs: func(string) bool { return false }})
	names := p.GlobalNames()
	c.Names, c.Omitted = &names, p.Omissions()
	return luacheck.Warnings(p, onLine, r.Kept)
}

// runOutspoken runs those checks, by their indices, that luacheck has codes for, and has them
// report what they pass over by choice.
func runOutspoken(p *analysis.Pass, has func(check int) bool) {
	p.Outspoken = true
	for i, check := range checks {
		if has(i) && len(check.Luacheck) > 0 && !check.Comments {
			p.Run(check)
		}
	}
}

// luacheckRules is the configuration on each line.
func luacheckRules(rules *config.Config, comments *suppress.Set) luacheck.Rules {
	here := rules
	var last []*config.Layer
	return func(line int) *config.Config {
		layers := comments.Switches(line)
		if !slices.Equal(layers, last) {
			here, last = rules.With(layers...), layers
		}
		return here
	}
}
