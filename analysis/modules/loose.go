package modules

import (
	"cmp"
	"slices"
	"strings"
)

// By which names files are required, and which are not known.

// RequiredAs returns the names under which what is used of a program requires a file, sorted; of names that are known in part, all that the
// file has. byPath is where it is loaded by its path, the first such place; the zero Place if it is not.
func (p *Program) RequiredAs(file int) (names []string, byPath Place) {
	for i := range p.Files {
		for k := range p.Files[i].Requires {
			e := &p.Files[i].Requires[k]
			switch {
			case !slices.Contains(p.targets(i, k), file) || !p.isPartUsed(i, e.Part):
			case e.File && e.Reason != NotKnown:
				if byPath == (Place{}) {
					byPath = Place{p.Files[i].Path, e.Line}
				}
			case e.IsPattern:
				names = append(names, p.resolver.namesOf(file, dotted(e.Name))...)
			default:
				names = append(names, e.Name)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names), byPath
}

// namesOf returns the names to which a file answers that a pattern matches.
func (l *layout) namesOf(file int, pattern string) (names []string) {
	for name, answers := range l.named {
		isOf := slices.ContainsFunc(answers, func(a answer) bool { return a.file == file })
		if isOf && matches(name, strings.Split(pattern, "*")) {
			names = append(names, name)
		}
	}
	return names
}

// Loose is a call in what is used of a program that requires a name which is not known as a whole, or of which no file is known.
type Loose struct {
	Place
	Name  string `json:"name"`  // with a star for each piece that is not known
	Files int    `json:"files"` // how many it may load
}

// Loosely returns these calls, by Place and Name.
func (p *Program) Loosely() (all []Loose) {
	for i := range p.Files {
		for k := range p.Files[i].Requires {
			e := &p.Files[i].Requires[k]
			if p.isPartUsed(i, e.Part) && (e.IsPattern || e.Reason == NotFound) {
				all = append(all, Loose{Place{p.Files[i].Path, e.Line}, e.Name, len(p.targets(i, k))})
			}
		}
	}
	slices.SortFunc(all, func(a, b Loose) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Name, b.Name))
	})
	return slices.Compact(all)
}
