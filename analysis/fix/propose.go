package fix

import (
	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
	"luaflow/compile"
)

// This file defines what can be said of fixes before they are verified: their titles, for a menu.

// Propose returns what may be done about each of some findings of the unit, the preferred first: the plan of
// each choice that For tries first. Level says what it will be once For has verified it, and the edits are not
// to be made before that. It compiles nothing: the time is that of the statements that the findings are about.
func (x *Fixer) Propose(u *compile.Unit, findings []analysis.Finding) [][]analysis.Fix {
	proposals := make([][]analysis.Fix, len(findings))
	if !isFixable(u) {
		for i := range findings {
			proposals[i] = respelled(u, &findings[i])
		}
		return proposals
	}
	was := x.original(u)
	for i := range findings {
		proposals[i] = proposed(plansFor(was, &findings[i]))
	}
	return proposals
}

// proposed returns the first plan of each choice. What is done by hand is for those about which nothing else
// can be done that loses nothing.
func proposed(choices []plan.Choice) (proposals []analysis.Fix) {
	isMended := false
	for _, byHand := range []bool{false, true} {
		if byHand && isMended {
			break
		}
		for _, c := range choices {
			if len(c) == 0 || c[0].ByHand != byHand {
				continue
			}
			p := &c[0]
			proposals = append(proposals, analysis.Fix{
				Title: p.Title, Edits: p.Edits, Level: p.Level(), Preferred: !p.Lossy && !byHand && !isMended,
			})
			isMended = isMended || !p.Lossy
		}
	}
	return proposals
}
