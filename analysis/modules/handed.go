package modules

import (
	"strings"

	"luaflow/analysis/summary"
)

// Tables that are handed to functions as their self.

// findHanded finds the tables that a call hands, as self, to a function that is not seen to be a method of the file: nobody knows what
// that does with them.
func (p *Program) findHanded() {
	anywhere := map[string]bool{} // the names of such methods of what may be any file
	for i, s := range p.summaries {
		for k, part := range s.Parts {
			for _, u := range part.Uses {
				switch {
				case u.How != summary.Hands || !p.counts(i, k):
				case p.isEvery(i, u.Of):
					anywhere[u.Field] = true
				default:
					for _, to := range p.targets(i, u.Of) {
						p.open[to] = p.open[to] || p.isHanded(to, u.Field)
					}
				}
			}
		}
	}
	for name := range anywhere {
		for to := range p.open {
			p.open[to] = p.open[to] || p.isHanded(to, name)
		}
	}
}

// isHanded reports whether a call of a method under a name, which may be a pattern, may hand what a file returns to another function than
// a method of that file.
func (p *Program) isHanded(file int, name string) bool {
	if strings.Contains(name, "*") || p.isWritten(file, name) {
		return true
	}
	k := p.export(file, name)
	if k < 0 {
		return false
	}
	is := p.summaries[file].Exports[k].Is
	return is == nil || !is.IsMethod
}
