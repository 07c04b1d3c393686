package luacheck

import (
	"strings"
	"unicode/utf8"

	"luaflow/analysis"
	"luaflow/analysis/config"
	"luaflow/analysis/globals"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// This file defines what warnings are, and what those who find and write them share.

// Warning is a line of luacheck's output.
type Warning struct {
	Code string // "211"
	// Line and the columns, from 1, in characters, or in bytes if the text is no UTF-8. The
	// last column is inclusive, and on the same line.
	Line, Column, EndColumn int
	// Message names names between Open and Shut.
	Message string
	// Global is the global variable that it is about, "" for none, and Unless what another
	// file may do with it, so that the warning does not hold.
	Global string
	Unless globals.Unless
}

// The characters around a name in a message.
const (
	Open = "\x01"
	Shut = "\x02"
)

// IsError reports whether a warning counts as an error.
func (w *Warning) IsError() bool { return IsError(w.Code) }

// IsError reports whether what has a code counts as an error.
func IsError(code string) bool { return strings.HasPrefix(code, "0") }

// Rules is the configuration on a line, comments counted in.
type Rules func(line int) *config.Config

func isUTF8(p *analysis.Pass) bool { return utf8.ValidString(p.Unit.File.Text()) }

// encodingOf returns what columns count.
func encodingOf(isUTF8 bool) source.Encoding {
	if isUTF8 {
		return source.UTF32
	}
	return source.UTF8 // bytes
}

// syntaxError is luacheck's code for what Lua rejects.
const syntaxError = "011"

// writer makes the warnings of one file.
type writer struct {
	*analysis.Pass
	rules    Rules
	encoding source.Encoding
	out      []Warning
	// rings says of the unused functions that luacheck reports what they are called there.
	rings map[source.Pos]string
}

// owner is one run over a file.
type owner struct {
	*analysis.Pass
	rules  Rules
	isUTF8 bool
	tokens []token
	names  map[*syntax.Function]string // see describe
	limits lineLimits                  // of the last line
	found  []analysis.Finding
}

// lineLimits is how long lines may be by some rules, by what they end in.
type lineLimits struct {
	by    *config.Config // nil if nobody has asked yet
	most  [3]int         // config.NoLimit if there is none
	least int            // of those that are limits; a line that is no longer is not too long
}

// token is a comment, or a string that goes over the end of a line.
type token struct {
	source.Span
	kind    ending
	isShort bool // a comment up to the end of its line
}

// ending is what a line ends in.
type ending uint8

const (
	inCode ending = iota
	inString
	inComment
)

func (o *owner) report(code string, at source.Span, message string) {
	o.found = append(o.found, analysis.Finding{
		Luacheck: code, Severity: analysis.Warning, Span: at, Fade: source.NoSpan, Message: message, Subject: analysis.About(0),
	})
}
