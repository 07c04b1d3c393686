package modules

import (
	"slices"
	"strings"

	"luaflow/analysis/summary"
)

// Programs of which all is known that starts them: what nothing in them comes to may go. So it counts too what is read under names that
// are not known.

// entries notes the only roots of the program, with all that they return.
func (p *Program) entries(paths []string) {
	p.listed = make([]bool, len(p.summaries))
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

// counts reports whether what a Part of a file does counts: it is used, or it is not known what starts the program.
func (p *Program) counts(file, part int) bool { return !p.closed || p.isPartUsed(file, part) }

// opens reports whether a table that goes elsewhere in a file, that of one of its Requires or the own one, does so where it counts.
func (p *Program) opens(file, of int) bool {
	if !p.closed {
		return true
	}
	for k := range p.summaries[file].Parts {
		if slices.Contains(p.summaries[file].Parts[k].Opens, of) && p.isPartUsed(file, k) {
			return true
		}
	}
	return false
}

// isPartUsed reports whether some root leads to a Part of a file.
func (p *Program) isPartUsed(file, part int) bool {
	k := -1
	if part > 0 {
		k = p.export(file, p.summaries[file].Parts[part].Export)
	}
	return p.before[p.nodeOf(file, k)] >= 0
}

// blindly goes on to all Exports of open tables, if a Part of the program may come to any field.
func (s *search) blindly(node int32, part *summary.Part) {
	if s.blind || part.Blind == 0 {
		return
	}
	s.blind = true
	for name := range s.named {
		s.reachAll(node, uint32(name), Any)
	}
}

// loaded notes that the Exports of a file, of which the table is open, are there for words from now on, and goes on to those that a word which
// has been met means, or that none can mean.
func (s *search) loaded(node int32, file int) {
	s.index = nil
	for k, number := range s.names[file].exports {
		name, export := s.texts.names[number], s.nodeOf(file, k)
		switch {
		case s.blind || !summary.IsWord(name):
			s.reach(node, export, Any)
		case s.words[number] || slices.ContainsFunc(s.patterns, func(word string) bool { return matches(name, strings.Split(word, "*")) }):
			s.reach(node, export, Mentioned)
		default:
			s.named[number] = append(s.named[number], export)
		}
	}
}
