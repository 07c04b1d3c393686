package modules

import (
	"path"
	"slices"
	"strings"
)

// What is noted of a root.

// root notes that a file is loaded by others than those of the program.
func (p *Program) root(file int, why string) {
	if node := p.nodeOf(file, -1); p.why[node] == "" {
		p.why[node] = why
	}
}

// library notes that others may use a file, and its Exports unless they are private.
func (p *Program) library(file int, why string) {
	p.root(file, why)
	for k, e := range p.summaries[file].Exports {
		if node := p.nodeOf(file, k); !isPrivate(e.Name) && p.why[node] == "" {
			p.why[node] = why
		}
	}
}

// isPrivate reports whether the name of a field says that it is not for others: `_parse`, but not `_VERSION`, nor `__index`.
func isPrivate(name string) bool {
	return len(name) > 1 && name[0] == '_' && 'a' <= name[1] && name[1] <= 'z'
}

// setKnown notes whether all is known of what starts the files in a folder.
func (p *Program) setKnown(folder string, is bool) {
	from, to := p.resolver.below(folder)
	for i := from; i < to; i++ {
		p.knows[i] = is
	}
}

// folderOf returns the folder that a file at a path is for, "" for the top: the one above if its own has one of some names.
func folderOf(file string, below ...string) string {
	folder := path.Dir(file)
	if slices.Contains(below, path.Base(folder)) {
		folder = path.Dir(folder)
	}
	return strings.TrimPrefix(folder, ".")
}
