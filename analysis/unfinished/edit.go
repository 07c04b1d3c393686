package unfinished

import (
	"unicode/utf8"

	"luaflow/compile/source"
)

// edit is what was typed since a base.
type edit struct {
	source.LineDifference
	old, text string // of the base, and now
	lines     lines
}

// newEdit returns what was typed to make one text of another.
func newEdit(old, now *source.File) edit {
	e := edit{LineDifference: source.DifferentLines(old.Text(), now.Text()), old: old.Text(), text: now.Text()}
	e.lines = lines{first: old.Line(e.Was.End), more: now.Line(e.Now.End) - old.Line(e.Was.End)}
	return e
}

// isAbove reports whether a span is in lines that were typed above that of the cursor.
func (e *edit) isAbove(at source.Span) bool { return e.Now.Start <= at.Start && at.End <= e.Line }

// lastWord returns the word, or the part of one, in front of the cursor; "" if there is none.
func (e *edit) lastWord() string {
	start := e.Cursor
	for start > e.Now.Start && isLetter(e.text[start-1]) {
		start--
	}
	return e.text[start:e.Cursor]
}

// isLetter reports whether a byte is one of words.
func isLetter(c byte) bool {
	return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c >= utf8.RuneSelf
}
