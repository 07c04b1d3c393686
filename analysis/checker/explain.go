package checker

import (
	"luaflow/analysis"
	"luaflow/analysis/nav"
	"luaflow/analysis/waste"
	"luaflow/analysis/witness"
	"luaflow/compile"
	"luaflow/compile/source"
)

// Explain returns the reasons for what is known of a place in a file: first the findings there, those of
// checks that are off by default too, each with the witness that explains it, then the other witnesses. If there are
// none the error says why.
func (c *Checker) Explain(u *compile.Unit, pos source.Pos) ([]nav.Reason, error) {
	defer func(all bool) { c.All = all }(c.All)
	c.All = true
	var parts *waste.Parts // which the checks know of the file
	found, _ := c.CheckIn(u, nil, func(p *analysis.Pass) error { parts = p.Waste; return nil })
	witnesses, err := witness.Explain(parts, pos)
	return nav.WithFindings(parts, witnesses, found, pos), err
}
