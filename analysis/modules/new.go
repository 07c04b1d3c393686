package modules

import "luaflow/analysis/summary"

// Link returns the program that files make up, and what of it its roots use.
func Link(all []*summary.Summary, more Roots) *Program {
	p := &Program{Graph: New(all)}
	p.summaries = make([]*summary.Summary, len(all))
	index := make(map[string]int, len(all))
	for i := range p.Files {
		index[p.Files[i].Path] = i
	}
	for _, s := range all {
		p.summaries[index[s.Path]] = s
	}
	p.number()
	p.findOpen()
	p.findRoots(more)
	p.search()
	for i := range p.Files {
		p.Files[i].Unused = !p.IsUsed(i)
	}
	return p
}
