package modules

import (
	"slices"
	"strings"
)

// Programs of which all is known that starts them: what nothing in them comes to may go. So it counts too what is read under names that
// are not known.

// entries notes the only roots of the program, with all that they return.
func (p *Program) entries(paths []string) {
	for i, s := range p.summaries {
		p.knows[i] = true
		if !slices.Contains(paths, s.Path) {
			continue
		}
		p.root(i, entry)
		for k := range s.Exports {
			p.why[p.nodeOf(i, k)] = entry
		}
	}
}

// entry is why an Entry is a root.
const entry = "the program starts there"

// isAssignable reports whether an assignment to a field of what a file returns may do more than assign: its table goes where it is not
// followed, and something that is used has the name of the metamethod which is called then.
func (p *Program) isAssignable(file int) bool {
	const metamethod = "__newindex"
	if !p.closed || !p.open[file] {
		return false
	}
	return slices.ContainsFunc(p.texts.names[:len(p.words)], func(name string) bool {
		return p.isWord(name) && (name == metamethod || strings.Contains(name, "*") && matches(metamethod, strings.Split(name, "*")))
	})
}

// Blind is a place from which something may come to any field of a table that goes where it is not followed.
type Blind struct {
	File int `json:"-"` // by index in Files
	Place
}

// Blindly returns the places in what is used of the program that may come to all Exports of tables that go where they are not followed, one
// for each Part, by File and Line.
func (p *Program) Blindly() (all []Blind) {
	for i, s := range p.summaries {
		lines := []int{}
		for k := range s.Parts {
			if s.Parts[k].Blind > 0 && p.isPartUsed(i, k) {
				lines = append(lines, s.Parts[k].Blind)
			}
		}
		slices.Sort(lines)
		for _, line := range lines {
			all = append(all, Blind{i, Place{s.Path, line}})
		}
	}
	return all
}
