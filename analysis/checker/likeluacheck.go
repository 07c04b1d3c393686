package checker

import (
	"slices"

	"luaflow/analysis"
	"luaflow/analysis/checks"
	"luaflow/analysis/config"
	"luaflow/analysis/globals"
	"luaflow/analysis/luacheck"
	"luaflow/analysis/suppress"
	"luaflow/compile"
)

// This file defines what is found in a file for those who read luacheck's output.

// LikeLuacheck returns what luacheck would print of a file: all findings that it has
// codes for and neither the configuration nor a comment hides, in its words and order.
// All counts for nothing, as luacheck has all on by default.
func (c *Checker) LikeLuacheck(u *compile.Unit) []luacheck.Warning {
	rules := c.rules()
	comments := suppress.Parse(u.Tree, rules)
	p, found := likeLuacheck(analysis.NewPass(u, hosts(rules, comments, u), &c.mem, nil), c.outside(rules, comments), rules, comments, nil)
	found = append(found, comments.Invalid()...)
	r := suppress.Filter(rules, comments, u, found, suppress.Checks{Runs: func(string) bool { return false }})
	names := p.Globals.Names()
	c.Names, c.Omitted = &names, p.Omissions()
	return luacheck.Warnings(p, luacheckRules(rules, comments), r.Kept)
}

// likeLuacheck returns what is sought of all that luacheck has codes for, what the checks pass over by choice
// included, whatever comments hide, and perhaps some of the rest; and the pass that found it, which shares with
// another what is known of the code.
func likeLuacheck(of *analysis.Pass, outside globals.Outside, rules *config.Config, comments *suppress.Set, sought *suppress.Sought) (*analysis.Pass, []analysis.Finding) {
	var found collected
	var part analysis.Part
	if sought != nil {
		part = sought.Part
	}
	p := of.Pedantic(part, found.add)
	outside.Strict = true
	p.Globals = globals.Of(p.Facts, outside)
	var run []*analysis.Check
	for _, check := range checks.All {
		if len(check.Luacheck) > 0 && check.Comments == analysis.NoComments && sought.MayBeOf(check) {
			run = append(run, check)
		}
	}
	p.Run(run...)
	return p, append(found.all(), luacheck.Own(p, luacheckRules(rules, comments), sought.MayHave)...)
}

// luacheckRules returns the configuration on each line.
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
