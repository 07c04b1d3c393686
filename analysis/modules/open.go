package modules

import (
	"slices"

	"luaflow/analysis/summary"
)

// Which tables go where they are not followed.

// findOpen finds the tables that go where they are not followed. What is loaded by a name that is put together and goes anywhere is kept: it
// is one of many that somebody goes through, and so is what is loaded by a name of which nothing is known, if nobody names it. Of a program
// of which all is known that starts it what is not used does not count: what is open decides that, so it is to be found again after a search.
// It reports whether a search is needed, as there has been none or more is open than at the last one.
func (p *Program) findOpen() (changed bool) {
	wasOpen, wasKept := slices.Clone(p.open), slices.Clone(p.kept)
	p.findHandedOut()
	p.findHanded()
	p.findLoaded()
	isNew := p.words == nil
	return isNew || p.closed && (!slices.Equal(p.open, wasOpen) || !slices.Equal(p.kept, wasKept))
}

// goingThrough returns, by file, whether it, or one that it requires, goes through all fields of tables that may be any, so that what it
// requires and hands on may be among these. Of a program of which all is known that starts it another search tells: see search.blindly.
func (p *Program) goingThrough() []bool {
	own, all := make([]bool, len(p.summaries)), make([]bool, len(p.summaries))
	for i, s := range p.summaries {
		own[i] = !p.closed && slices.ContainsFunc(s.Parts, func(part summary.Part) bool { return part.Through })
	}
	for i := range p.Files {
		all[i] = own[i] || slices.ContainsFunc(p.Files[i].Requires, func(e Edge) bool {
			return !e.IsPattern && slices.ContainsFunc(e.To, func(to int) bool { return own[to] })
		})
	}
	return all
}

// findHandedOut finds the tables that go elsewhere than into variables and accesses.
func (p *Program) findHandedOut() {
	isEvery, isKept := false, false
	through := p.goingThrough()
	for i, s := range p.summaries {
		p.open[i] = p.open[i] || s.Open && p.opens(i, summary.Own)
		for k := range s.Requires {
			if !s.Requires[k].Open || !p.opens(i, k) {
				continue
			}
			if p.isEvery(i, k) {
				isEvery, isKept = true, isKept || s.Requires[k].IsPattern
				continue
			}
			for _, to := range p.targets(i, k) {
				p.open[to] = true
				p.kept[to] = p.kept[to] || s.Requires[k].IsPattern || through[i]
			}
		}
	}
	for i := range p.open {
		p.open[i] = p.open[i] || isEvery
		p.kept[i] = p.kept[i] || isKept && len(p.Files[i].RequiredBy) == 0
	}
}

// loaded is the field of package in which the tables of all modules are.
const loaded = "loaded"

// findLoaded notes, of a program of which all is known, that the tables of all files are open if some file uses a field `loaded`, which may
// be that of package.
func (p *Program) findLoaded() {
	isUsed := p.closed && p.words != nil && p.isWord(loaded)
	for i := range p.open {
		p.open[i] = p.open[i] || isUsed
	}
}
