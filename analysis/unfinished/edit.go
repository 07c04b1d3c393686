package unfinished

import (
	"strings"
	"unicode/utf8"

	"luaflow/compile/source"
)

// edit is what was typed since a base: the lines that differ.
type edit struct {
	old, text string      // of the base, and now
	was, now  source.Span // of these lines in them
	cursor    source.Pos  // where the text ends that is new
	lines     lines
}

// newEdit returns what was typed to make one text of another: the least that can stand between text
// that is the same, as whole lines.
func newEdit(old, text string) edit {
	e := edit{old: old, text: text}
	differs := source.Difference(old, text)
	start, was := int(differs.Span.Start), int(differs.Span.End)
	end := start + len(differs.New)
	// A line above one that begins like it may end in front of that beginning, or after it.
	begun := start - lineStart(e.text, start)
	if was == start && isLine(e.text, start, end, begun) || end == start && isLine(e.old, start, was, begun) {
		start, end, was = start-begun, end-begun, was-begun
	}
	e.cursor = source.Pos(end)
	if start < end && e.text[end-1] == '\n' {
		e.cursor--
	}
	start = lineStart(e.text, start)
	if end > lineStart(e.text, end) || was > lineStart(e.old, was) {
		rest := len(e.text) - end
		if n := strings.IndexByte(e.text[end:], '\n'); n >= 0 {
			rest = n + 1
		}
		end, was = end+rest, was+rest
	}
	e.now = source.Span{Start: source.Pos(start), End: source.Pos(end)}
	e.was = source.Span{Start: source.Pos(start), End: source.Pos(was)}
	e.lines = lines{
		last: 1 + strings.Count(e.old[:start], "\n"),
		more: strings.Count(e.text[start:end], "\n") - strings.Count(e.old[start:was], "\n"),
	}
	return e
}

// isLine reports whether the text from start to end, moved back by n bytes, is the same text and ends
// a line.
func isLine(text string, start, end, n int) bool {
	return text[start-n:start] == text[end-n:end] && strings.HasSuffix(text[:end-n], "\n")
}

// isAbove reports whether a span is in lines that were typed above that of the cursor.
func (e *edit) isAbove(at source.Span) bool {
	return e.now.Start <= at.Start && int(at.End) <= lineStart(e.text, int(e.cursor))
}

// lastWord returns the word, or the part of one, in front of the cursor; "" if there is none.
func (e *edit) lastWord() string {
	start := e.cursor
	for start > e.now.Start && isLetter(e.text[start-1]) {
		start--
	}
	return e.text[start:e.cursor]
}

// lineStart returns where the line begins in which pos is.
func lineStart(text string, pos int) int { return strings.LastIndexByte(text[:pos], '\n') + 1 }

// isLetter reports whether a byte is one of words.
func isLetter(c byte) bool {
	return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c >= utf8.RuneSelf
}
