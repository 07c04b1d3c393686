package plan

import (
	"slices"
	"strings"

	"luaflow/compile"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// This file defines which comments go with what is deleted: those above a statement that
// speak of it, and those after a name in a list.

// withComments returns where the comments begin that stand right above statements which take
// whole lines up to end with them, and speak of the first. Without such comments that is
// start, where the line of the first begins.
func (s *Script) withComments(stat syntax.Stat, start, end source.Pos) source.Pos {
	lines := s.Unit.File.LuaLines()
	first := s.Unit.File.Line(start)
	for first > 1 {
		above, ok := s.commentEnding(first - 1)
		if !ok {
			break
		}
		first = above
	}
	from := max(lines[first-1], s.Unit.File.Body())
	if from >= start || !s.speaksOf(stat, s.text()[from:start], from, end) {
		return start
	}
	return from
}

// annotated returns where the comments right above a function name a parameter of it to say
// what it is, in the words of lua-language-server or LDoc.
func (s *Script) annotated(v *resolve.Binding) (at []source.Span) {
	if v.Stat != syntax.NoStat {
		return nil // of a loop
	}
	lines := s.Unit.File.LuaLines()
	below := s.Unit.File.Line(s.Unit.Tree.Funcs[v.Func].Start)
	first := below
	for first > 1 {
		above, ok := s.commentEnding(first - 1)
		if !ok {
			break
		}
		first = above
	}
	from, name := lines[first-1], s.Unit.Tree.Str(v.Sym)
	for _, m := range parameter().FindAllStringSubmatchIndex(s.text()[from:lines[below-1]], -1) {
		word := source.Span{Start: from + source.Pos(m[2]), End: from + source.Pos(m[3])}
		if s.Unit.File.Slice(word) == name {
			at = append(at, word)
		}
	}
	return at
}

// parameter matches what says something about a parameter, and its name.
var parameter = pattern(`(?m)^\s*(?:-+(?:\[=*\[-*)?)?\s*@(?:tparam(?:\[[^\]\n]*\])?[ \t]+(?:\{.*\}|\S+)|(?:param|string|number|int|bool|func|tab|thread)(?:\[[^\]\n]*\])?)[ \t]+(\w+)`)

// commentEnding returns the line that a comment begins which ends in a line, and beside which
// nothing stands in its lines.
func (s *Script) commentEnding(line int) (first int, ok bool) {
	lines := s.Unit.File.LuaLines()
	end := source.Pos(s.Unit.File.Len())
	if line < len(lines) {
		end = lines[line]
	}
	i := s.commentAt(end) - 1
	if i < 0 {
		return 0, false
	}
	c := s.Unit.Tree.Comments[i].Span
	_, isFirst := s.lineStart(c.Start)
	isLast := c.End >= lines[line-1] && c.End <= end && strings.Trim(s.text()[c.End:end], White) == ""
	return s.Unit.File.Line(c.Start), isFirst && isLast && c.Start >= s.Unit.File.Body()
}

var (
	// annotation begins a line that says something about the statement below it.
	annotation = pattern(`(?m)^\s*(---@(type|class|field|param|return|generic|overload|deprecated|private|protected|package|nodiscard|async|vararg|see|cast|as|enum|operator|diagnostic disable-next-line)\b|---[^-\n\r@]|--+\s*@(t?param|t?return|treturn|field|local|function|type|usage|see|raise|within)\b|--\[=*\[--)`)
	// lasting is what speaks of the whole file, or of what others refer to.
	lasting = pattern(`(?i)@(module|classmod|submodule|script|meta|alias|license|copyright|author|release)\b|copyright|spdx|licen[sc]e|#?(end)?region\b|luacheck:|selene:|stylua:|@diagnostic\s+(disable|enable)\s*:|@diagnostic\s+(disable|enable)\s*$|^\s*--+\s*$|[-=*#~]{6,}`)
)

// speaksOf reports whether the comments above a statement speak of it alone: they are
// written in the form of annotations or documentation, name what it gives a value to, or
// nothing stands below them any more. Those at the top of the file speak of the file, if
// they do not name it, and code in comments of nothing.
func (s *Script) speaksOf(stat syntax.Stat, text string, from, end source.Pos) bool {
	switch {
	case lasting().MatchString(text):
		return false
	case annotation().MatchString(text):
		return true
	}
	names := targetNames(s.Unit.Tree, stat)
	below := s.statementAt(s.Unit.Tree.After(end))
	if below != nil && s.Unit.File.Line(below.Span().Start) > s.Unit.File.Line(end) {
		below = nil
	}
	switch {
	case isCode(text), below != nil && (haveWord(text, targetNames(s.Unit.Tree, below)) || haveWord(s.Unit.File.Slice(below.Span()), names)):
		return false
	case haveWord(text, names):
		return true
	}
	return s.Unit.File.Line(from) > 1 && s.endsParagraph(stat, end)
}

// haveWord reports whether one of some names stands in a text.
func haveWord(text string, names []string) bool {
	words := strings.FieldsFunc(text, func(r rune) bool { return r >= 0x80 || !syntax.IsNameByte(byte(r)) })
	return slices.ContainsFunc(words, func(word string) bool { return slices.Contains(names, word) })
}

// endsParagraph reports whether a blank line, a comment or the end of the block around a
// statement follows in the line at p, or nothing.
func (s *Script) endsParagraph(stat syntax.Stat, p source.Pos) bool {
	line := s.Unit.File.Line(p)
	_, ends := s.blockLines(stat.Span().Start)
	at := s.skipBlanks(p)
	return int(p) >= s.Unit.File.Len() || s.isBlank(line) || strings.HasPrefix(s.text()[at:], "--") || line == ends
}

// targetNames returns what a statement gives values to, as it is written.
func targetNames(t *syntax.Tree, stat syntax.Stat) (names []string) {
	if a, ok := AsAssignment(stat); ok {
		for _, target := range a.Targets {
			if n, isName := target.(*syntax.Name); isName {
				names = append(names, t.Str(n.Sym))
			}
		}
	}
	if f, ok := stat.(*syntax.LocalFunction); ok {
		names = append(names, t.Str(f.Name.Sym))
	}
	return names
}

// isCode reports whether comments are code that was taken out.
func isCode(comments string) bool {
	var code strings.Builder
	for line := range strings.Lines(comments) {
		code.WriteString(strings.TrimLeft(strings.TrimLeft(line, White), "-"))
	}
	u := compile.Compile(source.NewFile("comment", code.String()))
	return len(u.Errors) == 0
}

// commentOf returns the comment after an item of a list that has its line for itself.
func (s *Script) commentOf(items []syntax.Expr, i int) (at source.Span, ok bool) {
	file, e := s.Unit.File, items[i].Span()
	line := file.Line(e.End)
	if i > 0 && file.Line(items[i-1].Span().End) == line || i+1 < len(items) && file.Line(items[i+1].Span().Start) == line {
		return at, false
	}
	lines := file.LuaLines()
	if line == len(lines) {
		return at, false
	}
	comments := s.commentsIn(e.End, lines[line])
	if len(comments) != 1 || strings.ContainsAny(file.Slice(comments[0].Span), "\n\r") {
		return at, false
	}
	between := strings.Trim(s.text()[e.End:comments[0].Span.Start], White)
	after := strings.Trim(s.text()[comments[0].Span.End:lines[line]], White)
	return comments[0].Span, (between == "" || between == ",") && after == "" && len(items) > 1
}
