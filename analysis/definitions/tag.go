package definitions

import (
	"strings"
	"unicode"

	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// tagOf returns the tag of a comment, with the @, and what follows it; "" and the text of the comment if it has none. A
// comment that is no annotation has neither.
func tagOf(file *source.File, c syntax.Comment) (tag, rest string) {
	text, ok := strings.CutPrefix(file.Slice(c.Span), "---")
	if !ok || c.Long {
		return "", ""
	}
	if text = strings.TrimSpace(text); !strings.HasPrefix(text, "@") {
		return "", text
	}
	end := strings.IndexFunc(text[1:], func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if end < 0 {
		return text, ""
	}
	return text[:end+1], strings.TrimSpace(text[end+1:])
}
