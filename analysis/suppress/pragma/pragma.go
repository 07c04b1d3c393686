// Package pragma knows the comments that tools act on: those of luaflow, luacheck and
// lua-language-server. What stands in them is for package suppress to read.
package pragma

import (
	"strings"

	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// Family is the tool that a comment speaks to.
type Family uint8

// The families.
const (
	OfLuacheck Family = iota
	OfLuaflow
	OfServer // lua-language-server
)

const (
	luacheckWord = "luacheck:"
	luaflowWord  = "luaflow:"
	serverWord   = "@diagnostic"
)

// Recognize returns whose comment c is and where the text after the word begins that
// says so. ok is false for most comments, which are nobody's.
func Recognize(t *syntax.Tree, c *syntax.Comment) (of Family, body source.Pos, ok bool) {
	text := t.File.Slice(c.Span)
	inside := text[2:]
	switch {
	case c.Long:
		inside = strings.TrimLeft(inside, "[=")
	case strings.HasPrefix(inside, "-"):
		inside = trimFront(inside[1:])
	default:
		inside = trimFront(inside)
		if !strings.HasPrefix(inside, "lua") {
			return 0, 0, false
		}
		if of, body, ok = startsWith(c, inside, luacheckWord, OfLuacheck); ok {
			return of, body, ok
		}
		return startsWith(c, inside, luaflowWord, OfLuaflow)
	}
	return startsWith(c, inside, serverWord, OfServer)
}

// Acts reports whether a comment is one that a tool acts on.
func Acts(t *syntax.Tree, c *syntax.Comment) bool {
	_, _, ok := Recognize(t, c)
	return ok
}

// trimFront returns a text without the white space that it begins with.
func trimFront(text string) string {
	for i := range len(text) {
		if c := text[i]; c != ' ' && (c < '\t' || c > '\r') {
			return text[i:]
		}
	}
	return ""
}

// startsWith returns what Recognize does if text, the end of c, starts with a word of a family;
// ok is false if it does not, or if the word of the server is only the beginning of a longer one.
func startsWith(c *syntax.Comment, text, word string, of Family) (Family, source.Pos, bool) {
	rest, ok := strings.CutPrefix(text, word)
	if !ok || of == OfServer && rest != "" && syntax.IsNameByte(rest[0]) {
		return 0, 0, false
	}
	return of, c.Span.End - source.Pos(len(rest)), true
}
