package refactor

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// This file defines how new text is laid out as the text around it is.

const blanks = " \t\v\f"

// indentOf returns the white space in front of a place in its line; isFirst if nothing else is there.
func (b *book) indentOf(p source.Pos) (indent string, isFirst bool) {
	start := max(b.Unit.File.LuaLines()[b.line(p)-1], b.Unit.File.Body())
	before := b.text()[start:p]
	indent = before[:len(before)-len(strings.TrimLeft(before, blanks))]
	return indent, indent == before
}

// lineOf returns the lines of a span with the break after the last; isWhole if nothing else but a comment
// of one line after it stands in them, and a line follows.
func (b *book) lineOf(at source.Span) (lines source.Span, isWhole bool) {
	starts := b.Unit.File.LuaLines()
	first, last := b.line(at.Start), b.line(at.End)
	if last == len(starts) {
		return at, false
	}
	lines = source.Span{Start: starts[first-1], End: starts[last]}
	_, isFirst := b.indentOf(at.Start)
	after := at.End + source.Pos(len(b.text()[at.End:lines.End])-len(strings.TrimLeft(b.text()[at.End:lines.End], blanks)))
	if i := b.commentAt(after); i >= 0 {
		after = b.Unit.Tree.Comments[i].Span.End
	}
	return lines, isFirst && after <= lines.End && strings.Trim(b.text()[after:lines.End], blanks+"\r\n") == ""
}

// commentAt returns the index of the comment that begins at a place, -1 if none does.
func (b *book) commentAt(p source.Pos) int {
	for i, c := range b.Unit.Tree.Comments {
		if c.Span.Start == p {
			return i
		}
	}
	return -1
}

// indentUnit returns by how much the lines of a block are further in than those around it: the least
// indentation in the text, or two blanks.
func (b *book) indentUnit() string {
	unit := ""
	for _, start := range b.Unit.File.LuaLines() {
		line := b.text()[start:]
		indent := line[:len(line)-len(strings.TrimLeft(line, blanks))]
		rest := line[len(indent):]
		if indent == "" || rest == "" || strings.IndexByte("\r\n", rest[0]) >= 0 || unit != "" && len(indent) >= len(unit) {
			continue
		}
		if indent[0] == '\t' {
			return "\t"
		}
		unit = indent
	}
	if unit == "" || len(unit) > 8 {
		return "  "
	}
	return unit
}

// indented returns a piece of the text whose lines begin with another indentation than that in front of
// it. Lines that begin inside a string or a comment of several lines stay as they are.
func (b *book) indented(at source.Span, was, now string) string {
	var out strings.Builder
	from := at.Start
	long := longStrings(b.Unit.Tree.Main, at)
	for _, c := range b.Unit.Tree.Comments {
		long = append(long, c.Span)
	}
	slices.SortFunc(long, func(a, b source.Span) int { return cmp.Compare(a.Start, b.Start) })
	isInside := func(p source.Pos) bool { // for places in order
		for len(long) > 0 && long[0].End <= p {
			long = long[1:]
		}
		return len(long) > 0 && long[0].Start < p
	}
	for _, start := range b.Unit.File.LuaLines() {
		if start <= at.Start || start > at.End || isInside(start) {
			continue
		}
		out.WriteString(b.text()[from:start])
		from = start
		line := b.text()[start:at.End]
		switch {
		case strings.TrimLeft(line, blanks) == "" || strings.IndexByte("\r\n", strings.TrimLeft(line, blanks)[0]) >= 0:
		case strings.HasPrefix(line, was):
			out.WriteString(now)
			from += source.Pos(len(was))
		default: // further out than the first line
			out.WriteString(now)
			from += source.Pos(len(line) - len(strings.TrimLeft(line, blanks)))
		}
	}
	out.WriteString(b.text()[from:at.End])
	return out.String()
}

// longStrings returns the strings in a part of a tree.
func longStrings(n syntax.Node, in source.Span) (strings []source.Span) {
	syntax.Inspect(n, func(n syntax.Node) bool {
		isIn := n.Span().Overlaps(in)
		if s, ok := n.(*syntax.String); ok && isIn {
			strings = append(strings, s.Span())
		}
		return isIn
	})
	return strings
}

// unusedName returns a name, with a number if need be, that stands nowhere in the text, nor in
// taken: so it captures nothing, and nothing captures it.
func (b *book) unusedName(name string, taken ...string) string {
	used := make(map[string]bool)
	for n := range b.Unit.Tree.Names.All() {
		used[b.Unit.Tree.Str(n.Sym)] = true
	}
	for _, t := range taken {
		used[t] = true
	}
	stem := strings.TrimRight(name, "0123456789")
	for i := 2; used[name]; i++ {
		name = stem + strconv.Itoa(i)
	}
	return name
}
