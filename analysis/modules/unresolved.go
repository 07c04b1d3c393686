package modules

import (
	"path"
	"slices"
	"strings"

	"luaflow/analysis/spelling"
	"luaflow/analysis/summary"
)

// Names to which no file answers, though one should.

// least is how many modules of a family have to be files of the program for a single one that is missing to be one of the program. If more
// are missing, something else gives modules to the family: a library in C, another package.
const least = 5

// unresolved reports whether no file answers to a name that a file requires, though one of the program should. Similar is the name of one
// that differs by a slip, and at where that begins; zero if there is no such name. A library may have one part in C that is built and kept elsewhere, so that it has
// to be known what starts the program.
func (p *Program) unresolved(file int, name string) (is bool, similar string, at Place) {
	front, last, ok := cutLast(name)
	if !ok || p.families[front] == nil {
		return false, "", Place{}
	}
	f := p.families[front]
	for other := range f.found {
		if spelling.IsSlip(last, other) && (similar == "" || other < similar) {
			similar = other
		}
	}
	if similar != "" {
		return true, name[:len(front)+1] + similar, Place{p.Files[f.found[similar]].Path, 1}
	}
	return p.knows[file] && len(f.found) >= least && len(f.missing) == 1 && !p.isForeign(name, last), "", Place{}
}

// isForeign reports whether a file that is no Lua seems to be a module, of which last is the last part of the name: it has that name, or
// what a library in C has for it.
func (p *Program) isForeign(name, last string) bool {
	entry := "luaopen_" + strings.ReplaceAll(dotted(name), ".", "_")
	return slices.ContainsFunc(p.summaries, func(s *summary.Summary) bool {
		base := path.Base(s.Path)
		if !s.Foreign {
			return false
		}
		_, has := slices.BinarySearch(s.Parts[0].Words, entry)
		return has || strings.TrimSuffix(base, path.Ext(base)) == last
	})
}

// cutLast cuts a name of a module in front of what comes after its last dot.
func cutLast(name string) (front, last string, ok bool) {
	name = dotted(name)
	at := strings.LastIndexByte(name, '.')
	if at < 0 {
		return "", "", false
	}
	return name[:at], name[at+1:], true
}

// findFamilies finds the families of all names that are required.
func (p *Program) findFamilies() {
	p.families = make(map[string]*family)
	for i := range p.Files {
		for k := range p.Files[i].Requires {
			p.families.add(&p.Files[i].Requires[k])
		}
	}
}

func (all families) add(e *Edge) {
	front, last, ok := cutLast(e.Name)
	if !ok || e.IsPattern || e.File {
		return
	}
	if all[front] == nil {
		all[front] = &family{map[string]int{}, map[string]bool{}}
	}
	if len(e.To) > 0 {
		all[front].add(last, e.To[0])
	} else {
		all[front].missing[last] = true
	}
}

// add adds a module that is found in a file; of several the first file counts.
func (f *family) add(last string, file int) {
	if was, isKnown := f.found[last]; !isKnown || file < was {
		f.found[last] = file
	}
}
