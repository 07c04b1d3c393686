package unfinished

import (
	"maps"
	"strings"

	"luaflow/analysis"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// blockWords are the words that open, close or leave a block, and the marks of a label.
var blockWords = map[string]bool{
	"do": true, "then": true, "else": true, "elseif": true, "repeat": true, "until": true, "end": true,
	"function": true, "while": true, "for": true, "return": true, "break": true, "goto": true, "::": true,
}

// words is the words on the lines that were typed, and on those that they replaced. They are those
// of strings and comments too: in a text that is not finished nobody knows which those are.
type words struct {
	*edit
	all map[string]bool
	// shifts: they open, close or leave other blocks than before, so that what follows may belong
	// elsewhere.
	shifts bool
}

// words returns the words of an edit.
func (e *edit) words() words {
	w := words{edit: e, all: make(map[string]bool)}
	opened, before := make(map[string]int), make(map[string]int)
	for word := range eachWord(e.was.Slice(e.Was)) {
		w.note(word, before)
	}
	for word, end := range eachWord(e.now.Slice(e.Now)) {
		if e.Now.Start+source.Pos(end) == e.Cursor && blockWords[word] {
			continue // it may become another word
		}
		w.note(word, opened)
	}
	w.shifts = !maps.Equal(opened, before)
	return w
}

// note adds a word, and counts it if it is one of blocks.
func (w *words) note(word string, ofBlocks map[string]int) {
	if blockWords[word] {
		ofBlocks[word]++
	} else {
		w.all[word] = true
	}
}

// eachWord yields the words of a text, and the marks of labels, with where they end.
func eachWord(text string) func(yield func(word string, end int) bool) {
	return func(yield func(string, int) bool) {
		for at := 0; at < len(text); {
			n := 0
			for at+n < len(text) && syntax.IsNameByte(text[at+n]) {
				n++
			}
			if n == 0 && strings.HasPrefix(text[at:], "::") {
				n = 2
			}
			if n > 0 && !yield(text[at:at+n], at+n) {
				return
			}
			at += max(n, 1)
		}
	}
}

// refute reports whether the words may refute a finding of the base: one of them is a name that it
// is about, which stands in its places and in the backquotes of its messages.
func (w *words) refute(f *analysis.Finding) bool {
	if w.shifts || w.in(w.was.Slice(f.Span)) || w.inQuotes(f.Message) || w.all[f.Subject.Global] {
		return true
	}
	for _, r := range f.Related {
		if r.Also && w.in(w.was.Slice(r.Span)) || w.inQuotes(r.Message) {
			return true
		}
	}
	return false
}

// in reports whether one of the words is in a text.
func (w *words) in(text string) bool {
	for word := range eachWord(text) {
		if w.all[word] {
			return true
		}
	}
	return false
}

// inQuotes reports whether one of the words is between backquotes in a message.
func (w *words) inQuotes(message string) bool {
	for {
		_, quoted, ok := strings.Cut(message, "`")
		if !ok {
			return false
		}
		quoted, message, _ = strings.Cut(quoted, "`")
		if w.in(quoted) {
			return true
		}
	}
}
