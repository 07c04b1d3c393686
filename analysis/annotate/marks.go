package annotate

import (
	"cmp"
	"slices"
	"sort"

	"luaflow/analysis"
	"luaflow/analysis/checks"
	"luaflow/compile/source"
)

// Modifiers is a set of bits, one for each thing that may be true of a name; 0 if nothing is known.
type Modifiers uint16

// The modifiers. Unused, Dead, Unreachable and Obsolete are what analysis.Mark says.
const (
	Declaration    Modifiers = 1 << iota // the name is declared here
	Modification                         // the variable or field gets another value here
	ReadOnly                             // the declaration has an attribute, so that nobody may assign to it
	DefaultLibrary                       // a global of the standard library, or of a host
	Global                               // a global variable
	Captured                             // a function inside that of the variable refers to it
	Mutated                              // something assigns to the variable after its declaration
	Constant                             // the variable is always the same constant where it is read here
	Unused
	Dead
	Unreachable
	Obsolete
)

// modifierOf is what a Mark says of a name.
var modifierOf = [...]Modifiers{analysis.NoMark: 0, analysis.Unused: Unused, analysis.Dead: Dead, analysis.Unreachable: Unreachable, analysis.Obsolete: Obsolete}

// Marks holds, for one text, the modifiers that its findings give names, and the code that they call
// unreachable. It is immutable.
type Marks struct {
	named       map[source.Pos][]marked // by where the name ends
	unreachable []source.Span           // in order, apart
}

// marked is a place that a finding says something of, which ends with the name that it is about.
type marked struct {
	at source.Span
	is Modifiers
}

// MarksOf returns the marks of findings.
func MarksOf(found []analysis.Finding) *Marks {
	marks := make(map[string]analysis.Mark, len(checks.All))
	for _, check := range checks.All {
		marks[check.Code] = check.Mark
	}
	m := &Marks{named: make(map[source.Pos][]marked)}
	for i := range found {
		f := &found[i]
		switch mark := marks[f.Code]; mark {
		case analysis.NoMark:
		case analysis.Unreachable:
			m.unreachable = append(m.unreachable, f.Fade)
		default:
			m.mark(f.Span, mark)
			for _, other := range f.Related {
				if other.Also {
					m.mark(other.Span, mark)
				}
			}
		}
	}
	m.join()
	return m
}

func (m *Marks) mark(at source.Span, mark analysis.Mark) {
	m.named[at.End] = append(m.named[at.End], marked{at, modifierOf[mark]})
}

// join puts the unreachable places in order, and makes one of those that overlap.
func (m *Marks) join() {
	slices.SortFunc(m.unreachable, func(a, b source.Span) int { return cmp.Compare(a.Start, b.Start) })
	apart := m.unreachable[:0]
	for _, at := range m.unreachable {
		if last := len(apart) - 1; last >= 0 && at.Start <= apart[last].End {
			apart[last].End = max(apart[last].End, at.End)
		} else if at.Valid() {
			apart = append(apart, at)
		}
	}
	m.unreachable = apart
}

// at returns what the findings say of a name.
func (m *Marks) at(name source.Span) (is Modifiers) {
	for _, mark := range m.named[name.End] {
		if mark.at.Covers(name) {
			is |= mark.is
		}
	}
	i := sort.Search(len(m.unreachable), func(i int) bool { return m.unreachable[i].End > name.Start })
	if i < len(m.unreachable) && m.unreachable[i].Covers(name) {
		is |= Unreachable
	}
	return is
}
