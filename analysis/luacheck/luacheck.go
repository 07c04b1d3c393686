// Package luacheck says what is found in the words, and at the places, of luacheck
// (github.com/lunarmodules/luacheck, 1.1.0): for programs that read its output.
//
// The findings are luaflow's, of a pedantic run (see textmap.Text), together with
// those of this package: what luacheck alone looks for, in lines and names. What luacheck
// has no code for is left out.
package luacheck

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"luaflow/analysis"
	"luaflow/analysis/config"
	"luaflow/analysis/globals"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// Warning is a line of luacheck's output.
type Warning struct {
	Code string // "211"
	// Line and the columns, from 1, in characters, or in bytes if the text is no UTF-8. The
	// last column is inclusive, and on the same line.
	Line, Column, EndColumn int
	// Message names names between Open and Shut.
	Message string
	// Global is the global variable that it is about, "" for none, and Unless what another
	// file may do with it, so that it is none.
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

// Operators is the syntax beyond Lua's that luacheck reads everywhere, to report what is not
// configured: compound assignment.
const Operators = (syntax.ConcatAssign<<1 - 1) &^ syntax.BXorAssign

// Rules is the configuration on a line, comments counted in.
type Rules func(line int) *config.Config

// Warnings is findings as luacheck prints them, in its order. Of a text that Lua rejects
// the first error is all there is.
func Warnings(p *analysis.Pass, rules Rules, found []analysis.Finding) []Warning {
	w := writer{Pass: p, rules: rules, encoding: encodingOf(isUTF8(p))}
	if i := slices.IndexFunc(found, func(f analysis.Finding) bool { return f.Luacheck == syntaxError }); i >= 0 {
		w.finding(&found[i])
		return w.out
	}
	w.findSuperfluous()
	for i := range found {
		w.finding(&found[i])
	}
	slices.SortStableFunc(w.out, func(a, b Warning) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column), cmp.Compare(a.Code, b.Code))
	})
	return w.out
}

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

// finding adds a finding, for each of the places that luacheck gives it.
func (w *writer) finding(f *analysis.Finding) {
	if f.NotInLuacheck {
		return
	}
	message := w.words(f)
	if message == "" {
		return
	}
	w.add(f, w.place(f), message)
	if f.Luacheck == "321" || f.Luacheck == "341" {
		for _, also := range f.Related {
			if also.Also {
				w.add(f, also.Span, message)
			}
		}
	}
}

// add adds a warning at a place, of which the first line counts.
func (w *writer) add(f *analysis.Finding, at source.Span, message string) {
	file := w.Unit.File
	start := file.Point(at.Start, w.encoding)
	line := file.LineSpan(start.Line)
	last := max(at.End, at.Start+1)
	warning := Warning{
		Code: f.Luacheck, Line: start.Line + 1, Column: start.Col + 1, Message: message,
		Global: f.Subject.Global, Unless: f.Unless,
	}
	width := file.Point(line.End, w.encoding).Col
	warning.EndColumn = width
	if last <= line.End {
		warning.EndColumn = file.Point(last, w.encoding).Col
	}
	warning.EndColumn = max(warning.EndColumn, 1)
	if f.Luacheck != syntaxError {
		warning.Column = max(min(warning.Column, width), 1)
	}
	w.out = append(w.out, warning)
}
