package summary

import (
	"slices"
	"strings"

	"luaflow/analysis/definitions"
	"luaflow/analysis/facts"
	"luaflow/analysis/flow"
	"luaflow/analysis/outline"
)

// Of returns the summary of the unit of some facts, under a path.
func Of(path string, f *facts.Facts) *Summary { return Locate(path, f).Summary }

// Locate returns what Of does, with its places.
func Locate(path string, f *facts.Facts) *Located {
	u := f.Unit
	text := u.File.Text()
	s := &Located{File: u.File, UsedAt: map[Use][]flow.Site{}, CalledAt: map[Field][]flow.Site{}, SetAt: map[string][]flow.Site{}, Summary: &Summary{
		Path: path, Lines: linesOf(text), Bytes: len(text), Broken: len(u.Errors) > 0, Script: strings.HasPrefix(text, "#!"),
		Meta: definitions.IsMeta(u.Tree), Returns: Other, Requires: []Require{},
	}}
	known := f.Constants()
	if known == nil {
		s.Open, s.Filled, s.Acts, s.System = true, true, true, true
		s.Parts = []Part{{Words: wordsOf(u.Tree), Blind: 1}}
		for _, link := range outline.Links(u) {
			if link.IsModule {
				s.Requires = append(s.Requires, Require{Name: strings.Clone(link.Name), Line: u.File.Line(link.Span.Start), Open: true})
				s.RequiredAt = append(s.RequiredAt, link.Span)
			}
		}
		for of := Own; of < len(s.Requires); of++ {
			s.Parts[0].Opens = append(s.Parts[0].Opens, of)
		}
		return s
	}
	newFinder(f, known, s).all()
	for i := range s.Parts {
		s.Parts[i].finish()
	}
	slices.Sort(s.Provides)
	s.Provides = slices.Compact(s.Provides)
	return s
}

// linesOf returns how many lines a text has: the last one need not be ended.
func linesOf(text string) int {
	n := strings.Count(text, "\n")
	if text != "" && !strings.HasSuffix(text, "\n") {
		n++
	}
	return n
}

// all finds everything: first what the file returns, which tells the Parts.
func (d *finder) all() {
	d.out.Parts = []Part{{}}
	own := d.module()
	d.divide()
	if own != nil {
		d.useOwn(own)
	}
	d.writes()
	d.out.Functions = slices.Repeat([]int{-1}, len(d.out.Exports))
	d.require()
	d.functions()
	d.selves()
	d.findCalled()
	d.findOfSelf()
	d.words()
	d.findBlind()
	d.noteOfSelf()
	d.out.Acts = d.acts()
	for _, sites := range d.out.UsedAt {
		slices.SortFunc(sites, flow.Site.Compare)
	}
	for _, sites := range d.out.CalledAt {
		slices.SortFunc(sites, flow.Site.Compare)
	}
}
