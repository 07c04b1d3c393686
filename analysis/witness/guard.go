package witness

import (
	"slices"

	"luaflow/analysis/flow"
	"luaflow/analysis/guards"
	"luaflow/analysis/waste"
)

// Branches that tests in front of them decide.

// Deciders finds them, function by function.
type Deciders struct {
	walker guards.Walker
	found  []guards.Decision
}

// DecidersIn returns what finds them in a program of which nothing is missing.
func DecidersIn(p *waste.Parts) *Deciders {
	d := &Deciders{}
	d.walker = guards.Walker{Program: p.Facts.Code.Guards(), Visitor: guards.Visitor{
		Decision: func(found *guards.Decision) { d.found = append(d.found, *found) },
	}}
	return d
}

// Of returns the branches of f that tests decide. They last until the next call.
func (d *Deciders) Of(f *flow.Func) Decisions {
	d.found = d.found[:0]
	d.walker.Function(f)
	slices.SortFunc(d.found, func(a, b guards.Decision) int { return a.PC - b.PC })
	return d.found
}

// Decisions is branches of a function, by pc.
type Decisions []guards.Decision

// At returns the one at pc; nil if there is none.
func (d Decisions) At(pc int) *guards.Decision {
	k, ok := slices.BinarySearchFunc(d, pc, func(at guards.Decision, pc int) int { return at.PC - pc })
	if !ok {
		return nil
	}
	return &d[k]
}

// HowDecided returns the word for what a piece of evidence is: "tested".
func HowDecided(way guards.Way) string {
	return [...]string{guards.Tested: "tested", guards.Asserted: "asserted", guards.Used: "used", guards.Made: "set", guards.Counted: "set by the loop"}[way]
}
