package modules

import (
	"cmp"
	"slices"
	"strings"

	"luaflow/analysis/spelling"
	"luaflow/analysis/summary"
)

// Fields of modules that are read and that nothing sets.

// Unset is a field of what the file returns, or requires, that it reads and that nothing in the program sets.
type Unset struct {
	Of      int    `json:"of"`                // which of the Requires; summary.Own for what it returns
	Field   string `json:"field"`             // the key, a string
	Similar string `json:"similar,omitempty"` // a field that is set and differs by a slip; "" if there is no such field
	SetAt   Place  `json:"setAt,omitzero"`    // where Similar first gets its value; zero without one
}

// findWritten finds what files set of what others return, and methods of their self, which may be what the file returns.
func (p *Program) findWritten() {
	p.written = make([]map[string]bool, len(p.summaries)+1)
	anyFile := []int{len(p.summaries)}
	for i, s := range p.summaries {
		for _, part := range s.Parts {
			for _, u := range part.Uses {
				if u.How != summary.Writes {
					continue
				}
				targets := p.targets(i, u.Of)
				if p.isEvery(i, u.Of) {
					targets = anyFile
				}
				for _, to := range targets {
					if p.written[to] == nil {
						p.written[to] = map[string]bool{}
					}
					p.written[to][u.Field] = true
				}
			}
		}
	}
}

// unset returns the fields of what a file returns, or requires, that it reads and that nothing sets. Of a table that goes where it is not
// followed, or may have a metatable, nothing is known, nor of one that others than the files of the program may require: a field of that
// is among them only if one that is set differs by a slip.
func (p *Program) unset(file int) (all []Unset) {
	seen := map[Unset]bool{}
	for _, part := range p.summaries[file].Parts {
		for _, u := range part.Uses {
			of, ok := p.only(file, u.Of)
			if !ok || u.How != summary.Reads || strings.Contains(u.Field, "*") || !p.isUnset(of, u.Field) {
				continue
			}
			x := Unset{Of: u.Of, Field: u.Field}
			x.Similar, x.SetAt = p.similar(of, u.Field)
			if !seen[x] && (p.knows[of] || x.Similar != "") {
				seen[x] = true
				all = append(all, x)
			}
		}
	}
	slices.SortFunc(all, func(a, b Unset) int { return cmp.Or(cmp.Compare(a.Of, b.Of), cmp.Compare(a.Field, b.Field)) })
	return all
}

// only returns the file whose table a Use is of, if it is of no other.
func (p *Program) only(file, of int) (to int, ok bool) {
	if of == summary.Own {
		return file, true
	}
	e := &p.Files[file].Requires[of]
	if len(e.To) != 1 || e.IsPattern {
		return 0, false
	}
	return e.To[0], true
}

// isUnset reports whether nothing sets a field of what a file returns.
func (p *Program) isUnset(file int, field string) bool {
	s := p.summaries[file]
	if s.Returns != summary.ATable || s.Filled || s.Broken || p.open[file] || p.export(file, field) >= 0 {
		return false
	}
	return !p.isWritten(file, field)
}

// Slip is a read of a field that nothing sets, under a name that differs from that of an Export by a slip.
type Slip struct {
	Index int    `json:"index"` // in Exports
	Field string `json:"field"` // the key that is read
	At    Place  `json:"at"`    // where the file that reads it requires this one
}

// slips returns the reads in other files that may mean one of some Exports of a file.
func (p *Program) slips(file int, exports []int) (all []Slip) {
	for _, k := range exports {
		if s, ok := p.slip(file, k); ok {
			all = append(all, s)
		}
	}
	return all
}

// slip returns the first read in another file that may mean an Export of a file; ok is false if there is none.
func (p *Program) slip(file, export int) (s Slip, ok bool) {
	for _, by := range p.Files[file].RequiredBy {
		for i := range p.summaries[by].Parts {
			for _, u := range p.summaries[by].Parts[i].Uses {
				of, isOnly := p.only(by, u.Of)
				if by == file || !isOnly || of != file || u.How != summary.Reads || !spelling.IsSlip(u.Field, p.summaries[file].Exports[export].Name) || !p.isUnset(file, u.Field) {
					continue
				}
				return Slip{export, u.Field, Place{p.Files[by].Path, p.Files[by].Requires[u.Of].Line}}, true
			}
		}
	}
	return s, false
}

// similar returns a field of what a file returns that differs from a name by a slip, and where it first gets its value; "" if there is no
// such field.
func (p *Program) similar(file int, name string) (field string, at Place) {
	for _, e := range p.summaries[file].Exports {
		if spelling.IsSlip(name, e.Name) {
			return e.Name, Place{p.Files[file].Path, e.Line}
		}
	}
	return "", Place{}
}

// isWritten reports whether some other file may write a field of what a file returns, or a method of that one.
func (p *Program) isWritten(file int, field string) bool {
	for _, written := range []map[string]bool{p.written[file], p.written[len(p.summaries)]} { // of the file, and of any
		for name := range written {
			if name == field || strings.Contains(name, "*") {
				return true
			}
		}
	}
	return false
}
