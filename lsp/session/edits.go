package session

import (
	"slices"

	"luaflow/compile/source"
)

// maxRecent is how many edits of a document are kept, so that places are found that were not in the text
// that was opened.
const maxRecent = 100

// edits is the last edits of a document, in order.
type edits []edit

// edit is what one version of a document differs by from the one before it.
type edit struct {
	version int32       // of the text before
	gone    source.Span // in the text before
	length  int32       // of what stands there after
}

// and returns the last edits after one more, of the text of a version.
func (e edits) and(version int32, change source.Edit) edits {
	last := e[max(0, len(e)-maxRecent+1):]
	return append(slices.Clone(last), edit{version, change.Span, int32(len(change.New))})
}

// follow returns where a place of a version stands after the edits; not ok if one of them touched what is in
// it, not isRecent if the version is older than they are.
func (e edits) follow(version int32, at source.Span) (now source.Span, ok, isRecent bool) {
	first := slices.IndexFunc(e, func(e edit) bool { return e.version == version })
	if first < 0 {
		return source.NoSpan, false, false
	}
	for _, e := range e[first:] {
		switch {
		case e.gone.End <= at.Start:
			moved := source.Pos(e.length) - (e.gone.End - e.gone.Start)
			at.Start, at.End = at.Start+moved, at.End+moved
		case e.gone.Start < at.End:
			return source.NoSpan, false, true
		}
	}
	return at, true, true
}
