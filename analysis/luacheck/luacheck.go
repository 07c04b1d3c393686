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

	"luaflow/analysis"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// Operators is the syntax beyond Lua's that luacheck reads everywhere, to report what is not
// configured: compound assignment.
const Operators = (syntax.ConcatAssign<<1 - 1) &^ syntax.BXorAssign

// Own returns what this package itself finds in a file: in its lines, its names, its compound
// assignments and the complexity of its functions. It looks at p.Part alone, and only for the codes that
// isSought reports.
func Own(p *analysis.Pass, rules Rules, isSought func(code string) bool) []analysis.Finding {
	o := owner{Pass: p, rules: rules}
	for _, look := range []struct {
		run   func()
		codes []string
	}{
		{o.lines, []string{"611", "612", "613", "614", "621", "631"}},
		{o.hints, []string{"211", "214"}},
		{o.operators, []string{"033"}},
		{o.complexity, []string{"561"}},
	} {
		if slices.ContainsFunc(look.codes, isSought) {
			look.run()
		}
	}
	return o.found
}

// Warnings returns findings as luacheck prints them, in its order: by line, column and code. Of a
// text that Lua rejects it returns the first error alone.
func Warnings(p *analysis.Pass, rules Rules, found []analysis.Finding) []Warning {
	w := writer{Pass: p, rules: rules, encoding: encodingOf(isUTF8(p))}
	if i := slices.IndexFunc(found, func(f analysis.Finding) bool { return f.Luacheck == syntaxError }); i >= 0 {
		f := found[i] // which may stand elsewhere, and say more
		f.Span, f.Message = p.Unit.Errors[0].Span, p.Unit.Errors[0].Msg
		w.finding(&f)
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
