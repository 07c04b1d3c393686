package suppress

import (
	"strings"

	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// This file defines the words in comments.

const spaces = " \t\v\f\r\n"

// word is a piece of a comment's text.
type word struct {
	text string
	span source.Span
}

// split returns the words of a text that begins at pos, which are between bytes of sep.
func split(text string, pos source.Pos, sep string) []word {
	var words []word
	for i := 0; i < len(text); {
		if strings.IndexByte(sep, text[i]) >= 0 {
			i++
			continue
		}
		n := strings.IndexAny(text[i:], sep)
		if n < 0 {
			n = len(text) - i
		}
		words = append(words, word{text[i : i+n], source.Span{Start: pos + source.Pos(i), End: pos + source.Pos(i+n)}})
		i += n
	}
	return words
}

// join returns words as a message shows them.
func join(words []word, by string) string {
	var b strings.Builder
	for i, w := range words {
		if i > 0 {
			b.WriteString(by)
		}
		b.WriteString(w.text)
	}
	return b.String()
}

// spanOf returns the span from the first of some words to the last.
func spanOf(words []word) source.Span {
	return source.Span{Start: words[0].span.Start, End: words[len(words)-1].span.End}
}

// withoutRemarks returns a text with blanks in place of what stands in balanced
// parentheses.
func withoutRemarks(text string) string {
	if strings.IndexByte(text, '(') < 0 {
		return text
	}
	out := []byte(text)
	for i, end := range remarks(text) {
		for k := i; k < end; k++ {
			out[k] = ' '
		}
	}
	return string(out)
}

// remarks finds the outermost balanced parentheses: where each one ends, by where it
// begins.
func remarks(text string) map[int]int {
	ends := make(map[int]int)
	var open []int
	for i := range len(text) {
		switch text[i] {
		case '(':
			open = append(open, i)
		case ')':
			if len(open) == 0 {
				continue
			}
			ends[open[len(open)-1]] = i + 1
			open = open[:len(open)-1]
		}
	}
	return ends
}

// hasCodeBefore reports whether code stands on the line of a comment, in front of it.
func hasCodeBefore(t *syntax.Tree, comment int) bool {
	text := t.File.Text()
	pos := t.Comments[comment].Span.Start
	for i := comment - 1; ; i-- {
		from := min(t.File.Body(), pos)
		if i >= 0 {
			from = t.Comments[i].Span.End
		}
		between, isStart := lastLine(text[from:pos])
		if strings.Trim(between, spaces) != "" {
			return true
		}
		if isStart || i < 0 {
			return false
		}
		if _, isStart = lastLine(t.File.Slice(t.Comments[i].Span)); isStart {
			return false
		}
		pos = t.Comments[i].Span.Start
	}
}

// lastLine returns what stands after the last line break of a text, or all of it if there
// is none.
func lastLine(text string) (last string, isStart bool) {
	at := strings.LastIndexAny(text, "\r\n")
	return text[at+1:], at >= 0
}
