package nav

import (
	"luaflow/analysis/place"
	"luaflow/analysis/textmap"
	"luaflow/analysis/waste"
	"luaflow/compile"
	"luaflow/compile/source"
)

// HasAnswer reports whether there may be an answer to what At, DeclarationOf, DefinitionsOf, FlowOf and OccurrencesOf say of a
// place: whether the name of a variable, a field or a label is there, or the head of a function. It asks the text alone.
func HasAnswer(u *compile.Unit, pos source.Pos) bool {
	p := &waste.Parts{File: &waste.File{Unit: u, Text: textmap.New(u)}}
	if fn, _ := functionHeadAt(p, pos); fn != nil || place.At(p, pos).Name != nil {
		return true
	}
	if _, label := labelAt(u, pos); label != 0 {
		return true
	}
	s := searchAt(p.Text, pos)
	return s.root != nil || ExportAt(p.Text, pos).Name != ""
}
