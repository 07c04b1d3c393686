// Package nav answers an editor's questions about one place in the text: what the name there
// is and where its value comes from or goes (a hover), the code of the function around it, and
// the text of a slice. What a place stands for is found by package place, and why things are as
// they are by package witness.
package nav

import (
	"luaflow/analysis/place"
	"luaflow/analysis/waste"
	"luaflow/analysis/witness"
	"luaflow/compile/source"
)

// Info is what is known of the occurrence of a name.
type Info struct {
	place.Info
	// Notes is what else is known of the value or of the place, a sentence each: that
	// nothing needs it, that it is always the same, that it is never executed.
	Notes []string
}

// At describes the name that touches pos; ok is false where there is none. Here and below, what
// is found out to answer stays in p for the next question.
func At(p *waste.Parts, pos source.Pos) (info Info, ok bool) {
	q := place.At(p, pos)
	if q.Name == nil {
		return Info{}, false
	}
	q.Answer()
	notes := witness.Notes(q)
	return Info{q.Info, notes}, true
}
