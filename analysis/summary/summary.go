// Package summary says what one file has to do with the other files of its program: what it requires, and when. It is made of
// the facts of one file alone, and is a value that can be written and read again, so that a program of any size is put together of the
// summaries of its files (package modules).
//
// What a call requires is known from the values of the file, not from its words: `require` may stand in a local variable,
// be called by pcall, or be handed a name that is put together. In text that is not understood words have to do.
package summary

import (
	"cmp"
	"slices"
	"strings"

	"luaflow/analysis/consts"
	"luaflow/analysis/effect"
	"luaflow/analysis/facts"
	"luaflow/analysis/flow"
	"luaflow/analysis/names"
	"luaflow/analysis/outline"
	"luaflow/analysis/ssa"
	"luaflow/analysis/value"
	"luaflow/compile/source"
)

// Summary is what other files need to know of a file.
type Summary struct {
	Path  string `json:"path"`  // with slashes, from wherever the program is put together
	Lines int    `json:"lines"` // the last one need not be ended
	Bytes int    `json:"bytes"` // of its text
	// Broken: some of the text is not understood, so that there may be more.
	Broken   bool      `json:"broken,omitempty"`
	Requires []Require `json:"requires"` // in the order of the text
}

// Require is a call of require.
type Require struct {
	// Name is what is required. Each star in it stands for a piece that is not known, if IsPattern says so.
	Name      string `json:"name"`
	IsPattern bool   `json:"pattern,omitempty"`
	Line      int    `json:"line"` // from 1 on
	// Loading: it is called while the file is loaded, and not by a function that somebody calls later.
	Loading bool `json:"loading,omitempty"`
	// Protected: by pcall or xpcall, so that the program goes on without what is required.
	Protected bool `json:"protected,omitempty"`
}

var require = value.Global("require")

// Of returns the summary of the unit of some facts, under a path.
func Of(path string, f *facts.Facts) *Summary {
	u := f.Unit
	s := &Summary{Path: path, Lines: linesOf(u.File.Text()), Bytes: u.File.Len(), Broken: len(u.Errors) > 0, Requires: []Require{}}
	known := f.Constants()
	if known == nil {
		for _, link := range outline.Links(u) {
			if link.IsModule {
				s.Requires = append(s.Requires, Require{Name: strings.Clone(link.Name), Line: u.File.Line(link.Span.Start)})
			}
		}
		return s
	}
	finder := finder{Facts: f, constants: known, requires: make(map[source.Pos]Require)}
	for i := range f.Code.Funcs {
		finder.function(&f.Code.Funcs[i])
	}
	places := make([]source.Pos, 0, len(finder.requires))
	for at := range finder.requires {
		places = append(places, at)
	}
	slices.SortFunc(places, cmp.Compare[source.Pos])
	for _, at := range places {
		s.Requires = append(s.Requires, finder.requires[at])
	}
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

// finder finds calls of require.
type finder struct {
	*facts.Facts
	constants *consts.Constants
	requires  map[source.Pos]Require // by the place of the call
}

func (d *finder) function(f *flow.Func) {
	if f.IsLarge || !f.Opcodes.HasAny(effect.Callers) {
		return
	}
	for pc, ins := range f.Proto.Code {
		if effect.ReferenceOf(ins) == effect.Calls && d.constants.Executable(f, pc) {
			d.call(f, pc)
		}
	}
}

// call notes the call at pc, if it is one of require.
func (d *finder) call(f *flow.Func, pc int) {
	s := d.Code.SSA(f)
	argument := 1
	callee := d.constants.Operand(f, pc, 0).Name()
	switch {
	case callee == names.Pcall && len(s.Uses(pc)) > 1:
		callee, argument = d.constants.Operand(f, pc, 1).Name(), 2
	case callee == names.Xpcall && len(s.Uses(pc)) > 2:
		callee, argument = d.constants.Operand(f, pc, 1).Name(), 3
	}
	if callee != require || len(s.Uses(pc)) <= argument {
		return
	}
	name, known := d.text(f, pc, argument, maxPieces)
	if name == "" || strings.Trim(name, "*") == "" && !known {
		name, known = "*", false
	}
	at := d.Unit.Funcs[f.Number].Map.Origins.At(pc).Span().Start
	d.requires[at] = Require{
		Name: strings.Clone(name), IsPattern: !known, Line: d.Unit.File.Line(at), Loading: f.Number == 0, Protected: argument > 1,
	}
}

// maxPieces is how many copies and concatenations a name is followed back through.
const maxPieces = 16

// text returns the string that operand i of the instruction at pc is, with a star for each piece of it that is not known; all is known if
// there is none.
func (d *finder) text(f *flow.Func, pc, i, steps int) (text string, known bool) {
	if text, ok := d.constants.Pool().Text(d.constants.Operand(f, pc, i)); ok {
		return text, true
	}
	s := d.Code.SSA(f)
	v := s.Uses(pc)[i]
	if steps == 0 || v < 0 || s.UseByClosure(pc, i) || s.Values[v].Kind != ssa.DefValue {
		return "*", false
	}
	from := int(s.Values[v].PC)
	switch ins := f.Proto.Code[from]; {
	case effect.ReferenceOf(ins) == effect.Copies:
		return d.text(f, from, 0, steps-1)
	case effect.Concatenates(ins):
		return d.joined(f, from, steps-1), false
	}
	return "*", false
}

// joined returns the string that the concatenation at pc gives, as text does. Pieces that are not known and stand side by side are one.
func (d *finder) joined(f *flow.Func, pc, steps int) string {
	var all strings.Builder
	for i := range d.Code.SSA(f).Uses(pc) {
		piece, _ := d.text(f, pc, i, steps)
		if strings.HasSuffix(all.String(), "*") && strings.HasPrefix(piece, "*") {
			piece = piece[1:]
		}
		all.WriteString(piece)
	}
	return all.String()
}
