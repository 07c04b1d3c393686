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

// hasNewIndex reports whether something that is used of a program of which all is known has the name of the metamethod that is called where
// a field is assigned, so that an assignment to a field of an open table may do more than that.
func (p *Program) hasNewIndex() bool {
	const metamethod = "__newindex"
	for number, isUsed := range p.words {
		name := p.texts.names[number]
		if p.closed && isUsed && (name == metamethod || strings.Contains(name, "*") && matches(metamethod, strings.Split(name, "*"))) {
			return true
		}
	}
	return false
}

// Blind is a line that reads a field under a name which is not known, of a table that may be that of any file whose table is open.
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
