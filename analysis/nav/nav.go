// Package nav answers an editor's questions about one place in the text: what the name there
// is and where its value comes from or goes (a hover), the code of the function around it, and
// the text of a slice. What a place stands for is found by package place, and why things are as
// they are by package witness.
package nav

import (
	"strings"

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
	// Function is the function that the name has there, without a Head if it has another value, or nobody can
	// tell.
	Function Function
	// Export is the field of the table that the file returns which is given a value there, as ExportAt has it.
	Export Export
}

// At describes the name that touches pos, or the function whose head does, or that the field has whose name does, or
// that field if it is an Export; all but the first have no Name. ok is false elsewhere. What is found out to answer, here and
// below, stays in p for the next question.
func At(p *waste.Parts, pos source.Pos) (info Info, ok bool) {
	info, ok = namedAt(p, pos)
	if info.Export = ExportAt(p.Text, pos); info.Export.Name != "" && !ok {
		info.Span = info.Export.At
		return info, true
	}
	return info, ok
}

// namedAt does what At does, of what is no Export.
func namedAt(p *waste.Parts, pos source.Pos) (info Info, ok bool) {
	q := place.At(p, pos)
	if q.Name == nil {
		if fn, at := functionHeadAt(p, pos); fn != nil {
			info.Span = at
			_, name, _ := strings.Cut(p.Unit.File.Slice(at), " ")
			info.Function = describe(p, fn, strings.TrimSpace(name))
			return info, true
		}
		return functionOfField(p, pos)
	}
	answer(q)
	info = Info{Info: q.Info, Notes: witness.Notes(q)}
	if fn := functionOf(q); fn != nil {
		info.Function = describe(p, fn, q.Info.Name)
	}
	return info, true
}

// functionOfField describes the function that the field has whose name touches pos; ok is false if it has another
// value, or nobody can tell.
func functionOfField(p *waste.Parts, pos source.Pos) (info Info, ok bool) {
	q := fieldAt(p, pos)
	if q == nil {
		return Info{}, false
	}
	fn := q.function()
	if fn == nil {
		return Info{}, false
	}
	info.Span = q.at.key.Span()
	info.Function = describe(p, fn, place.Shorten(witness.OneLine(q.at.name(p, fn.HasSelf))))
	return info, true
}
