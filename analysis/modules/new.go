package modules

import "luaflow/analysis/summary"

// Link returns the program that files make up, and what of it its roots use.
func Link(all []*summary.Summary, more Roots) *Program { return new(Linker).Link(all, more) }

// Linker links a program again and again while its files are edited: what depends on the paths of the files alone, or on a single summary, it
// finds once. It serves one goroutine at a time; the zero Linker is ready.
type Linker struct {
	last  *layout
	texts texts
}

// Link returns what the function Link does. A summary that it was given must not be changed, nor a Program asked for its Slices after the
// next call.
func (l *Linker) Link(all []*summary.Summary, more Roots) *Program {
	all = byPath(all)
	if l.last == nil || !l.last.isOf(all) {
		l.last = newLayout(all)
	}
	p := &Program{Graph: newGraph(all, l.last, more), summaries: all, texts: &l.texts, names: l.texts.of(all)}
	p.number()
	p.closed = more.Entries != nil
	p.findWritten()
	p.findRoots(more)
	p.open, p.kept = make([]bool, len(all)), make([]bool, len(all))
	for p.findOpen() {
		p.search()
	}
	for i := range p.Files {
		p.Files[i].Unused = !p.IsUsed(i)
	}
	return p
}
