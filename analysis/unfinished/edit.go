package unfinished

import (
	"strings"

	"luaflow/compile/source"
)

// edit is what was typed since a base.
type edit struct {
	source.LineDifference
	was, now *source.File // the base, and what became of it
	lines    lines
}

// newEdit returns what was typed to make one file of another, at cursor if something stands in front of that.
func newEdit(old, now *source.File, cursor source.Pos) edit {
	e := edit{LineDifference: now.DifferentLines(old), was: old, now: now}
	if cursor != source.NoPos && e.Now.Touches(cursor) && inFront(e.now.Text(), cursor) != "" {
		e.Cursor, e.Line = cursor, lineStart(e.now.Text(), cursor)
	}
	e.lines = lines{first: old.Line(e.Was.End), more: now.Line(e.Now.End) - old.Line(e.Was.End)}
	return e
}

// hasComments reports whether there may be comments in the lines that were typed, or lines may have come to stand below
// another comment.
func (e *edit) hasComments() bool {
	return e.lines.more != 0 || strings.Contains(e.now.Slice(e.Now), "--")
}

// isAbove reports whether a span is in lines that were typed above that of the cursor.
func (e *edit) isAbove(at source.Span) bool { return e.Now.Start <= at.Start && at.End <= e.Line }

// lineStart returns where the line begins in which pos is.
func lineStart(text string, pos source.Pos) source.Pos {
	return source.Pos(strings.LastIndexByte(text[:pos], '\n') + 1)
}

// inFront returns what stands in front of pos in its line, without white space around it.
func inFront(text string, pos source.Pos) string {
	return strings.TrimSpace(text[lineStart(text, pos):pos])
}
