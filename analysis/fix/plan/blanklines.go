package plan

import (
	"regexp"
	"strings"
	"sync"

	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// This file defines which blank lines go with what is deleted, and the marks of a region around
// nothing.

// WithBlankLinesAround returns edits, in order, that delete the blank lines too which would part
// nothing any more.
func (b *Original) WithBlankLinesAround(edits []source.Edit) []source.Edit {
	edits = JoinDeletions(edits)
	for i := range edits {
		if edits[i].New == "" {
			edits[i].Span = b.withBlankLines(b.withRegions(edits[i].Span))
		}
	}
	return JoinDeletions(edits)
}

// withBlankLines returns what is deleted, with the blank lines around it that would part
// nothing any more if it is whole lines: those after it, if there are blank ones or
// nothing in front too, or if a block begins there; and those in front, if a block ends
// after, or the file.
func (b *Original) withBlankLines(deleted source.Span) source.Span {
	lines := b.Unit.File.LuaLines()
	first, after, ok := b.wholeLines(deleted)
	if !ok {
		return deleted
	}
	begins, ends := b.blockLines(deleted.Start)
	if first > 1 && first-1 != begins && !b.isBlank(first-1) {
		return deleted
	}
	for after < len(lines) && b.isBlank(after) {
		after++
	}
	if after == ends {
		for first > begins+1 && b.isBlank(first-1) {
			first--
		}
	}
	return source.Span{Start: b.lineStart(first), End: b.lineStart(after)}
}

// wholeLines returns the first line of a span and the one after its last; ok is false if the span is
// not made of whole lines.
func (b *Original) wholeLines(s source.Span) (first, after int, ok bool) {
	first, after = b.Unit.File.Line(s.Start), b.Unit.File.Line(s.End)
	return first, after, s.Start == b.lineStart(first) && s.End == b.lineStart(after)
}

// lineStart returns where line n begins, after a byte order mark and a first line with `#`.
func (b *Original) lineStart(n int) source.Pos {
	return max(b.Unit.File.LuaLines()[n-1], b.Unit.File.Body())
}

// blockLines returns the lines in which the block around the statement at p, or after it,
// begins and ends. That of the chunk begins in none, and ends in the last line if nothing
// is in that.
func (b *Original) blockLines(p source.Pos) (begins, ends int) {
	id := StatAt(b.Unit.Tree, b.Places(), b.Unit.Tree.After(p))
	if id == syntax.NoStat || b.Places()[id].Block == b.Unit.Tree.Main.Body {
		if last := len(b.Unit.File.LuaLines()); b.isBlank(last) {
			return 0, last
		}
		return 0, 0
	}
	block := b.Places()[id].Block
	return b.Unit.File.Line(block.Start), b.Unit.File.Line(block.End)
}

// isBlank reports whether nothing but white space is in line n.
func (b *Original) isBlank(n int) bool {
	lines := b.Unit.File.LuaLines()
	line := b.Unit.File.Text()[lines[n-1]:]
	if n < len(lines) {
		line = line[:lines[n]-lines[n-1]]
	}
	return strings.Trim(line, White) == ""
}

// JoinDeletions merges deletions that touch, or overlap as two lines do that both take
// the line break between them, and leaves out what is changed inside of what is deleted.
func JoinDeletions(edits []source.Edit) []source.Edit {
	out := edits[:0]
	for _, e := range edits {
		n := len(out)
		if n == 0 || e.Span.Start > out[n-1].Span.End {
			out = append(out, e)
			continue
		}
		switch last := &out[n-1]; {
		case e.New == "" && last.New == "":
			last.Span.End = max(last.Span.End, e.Span.End)
		case e.Span.Start == last.Span.End:
			out = append(out, e)
		case last.Span.Covers(e.Span):
		case e.Span.Covers(last.Span):
			*last = e
		default:
			out = append(out, e) // which cannot be
		}
	}
	return out
}

// pattern returns a function that returns a compiled expression. It is compiled when it is
// first needed: most runs of the program plan no fix.
func pattern(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}

var (
	regionStart = pattern(`^--\s*#?region\b`)
	regionEnd   = pattern(`^--\s*#?endregion\b`)
)

// withRegions returns whole lines that are deleted, with the marks of regions that hold nothing
// else, line by line.
func (b *Original) withRegions(deleted source.Span) source.Span {
	lines := b.Unit.File.LuaLines()
	first, after, ok := b.wholeLines(deleted)
	if !ok {
		return deleted
	}
	text := func(line int) string {
		end := source.Pos(b.Unit.File.Len())
		if line < len(lines) {
			end = lines[line]
		}
		return strings.Trim(b.Unit.File.Text()[b.lineStart(line):end], White)
	}
	for {
		above, below := first-1, after
		for above >= 1 && b.isBlank(above) {
			above--
		}
		for below < len(lines) && b.isBlank(below) {
			below++
		}
		if above < 1 || below >= len(lines) || !regionStart().MatchString(text(above)) || !regionEnd().MatchString(text(below)) {
			return source.Span{Start: b.lineStart(first), End: b.lineStart(after)}
		}
		first, after = above, below+1
	}
}
