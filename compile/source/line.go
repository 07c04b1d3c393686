package source

import (
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
)

// This file defines the two ways to count lines. The reference's inclinenumber
// (llex.c) takes '\n' or '\r' as a break, with a different one of the two right
// after it; the Language Server Protocol takes '\n', '\r\n' and '\r'. So they
// differ only in a text with '\n\r', and in a first line that begins with '#',
// which Lua skips up to '\n' whatever is in it. A terminal, whose messages name Lua's
// lines, sees those of Lua: see CountLikeLua.

// table is the starts of lines, made when somebody asks.
type table struct {
	once   sync.Once
	starts []Pos       // starts[0] == 0
	hasCR  bool        // a '\r' may stand after the body's beginning; only of Lua's lines
	isMade atomic.Bool // only of an editor's lines
}

// LuaLines returns the start of each line as Lua counts them: entry i is line i+1.
// The slice is shared and must not be changed.
func (f *File) LuaLines() []Pos {
	f.lua.once.Do(func() {
		f.lua.hasCR = strings.IndexByte(f.text[f.body:], '\r') >= 0
		f.lua.starts = lineStarts(f.lua.starts, f.text, int(f.body), f.lua.hasCR, true)
	})
	return f.lua.starts
}

// FollowLines makes the lines, if nobody has asked for them yet, out of those of another version of the text, of
// which an edit that is not in front of Body makes this one: Lua's, and those of an editor if they are known.
func (f *File) FollowLines(was *File, edit Edit) {
	lines := was.LuaLines()
	if strings.IndexByte(edit.New, '\r') >= 0 || was.lua.hasCR && was.changesBreak(edit) {
		return
	}
	f.lua.once.Do(func() {
		f.lua.hasCR = was.lua.hasCR
		f.lua.starts = edit.moveLines(f.lua.starts, lines)
	})
	if was.lua.hasCR && was.editor.isMade.Load() && !was.likeLua && !f.likeLua {
		f.editor.once.Do(func() {
			f.editor.starts = edit.moveLines(nil, was.editor.starts)
			f.editor.isMade.Store(true)
		})
	}
}

// moveLines returns where lines start after an edit that did, in the array of starts if that is long enough, where no line break
// of two bytes became or was a part of what was edited. A line begins after the byte that ends the one before.
func (e *Edit) moveLines(starts, lines []Pos) []Pos {
	start := sort.Search(len(lines), func(i int) bool { return lines[i] > e.Span.Start })
	rest := lines[sort.Search(len(lines), func(i int) bool { return lines[i] > e.Span.End }):]
	starts = slices.Grow(starts[:0], start+len(rest)+strings.Count(e.New, "\n"))
	starts = append(starts, lines[:start]...)
	for i := 0; ; {
		n := strings.IndexByte(e.New[i:], '\n')
		if n < 0 {
			break
		}
		i += n + 1
		starts = append(starts, e.Span.Start+Pos(i))
	}
	by := Pos(len(e.New) - e.Span.Len())
	for _, p := range rest {
		starts = append(starts, p+by)
	}
	return starts
}

// changesBreak reports whether an edit may put together or take apart a line break, which may be two bytes long, at its
// start or its end.
func (f *File) changesBreak(e Edit) bool {
	before, after := f.isBreak(int(e.Span.Start)-1), f.isBreak(int(e.Span.End))
	first, last := f.isBreak(int(e.Span.Start)), f.isBreak(int(e.Span.End)-1)
	if n := len(e.New); n > 0 {
		return before && (first || e.New[0] == '\n') || after && (last || e.New[n-1] == '\n')
	}
	return before && (first || after) || after && last
}

// isBreak reports whether the byte at i, which need not be in the text, is one of a line break.
func (f *File) isBreak(i int) bool {
	return 0 <= i && i < len(f.text) && (f.text[i] == '\n' || f.text[i] == '\r')
}

// CountLikeLua makes the lines that an editor sees those that Lua counts, for whoever
// prints places beside Lua's numbers of lines. It comes before the first question.
func (f *File) CountLikeLua() { f.likeLua = true }

// EditorLines returns the start of each line as an editor counts them: entry i is line
// i of the protocol, which counts from 0. The slice is shared and must not be
// changed.
func (f *File) EditorLines() []Pos {
	f.editor.once.Do(func() {
		lines := f.LuaLines()
		if f.likeLua || !f.lua.hasCR && strings.IndexByte(f.text[:f.body], '\r') < 0 {
			f.editor.starts = lines
		} else {
			f.editor.starts = lineStarts(nil, f.text, 0, true, false)
		}
		f.editor.isMade.Store(true)
	})
	return f.editor.starts
}

// lineStarts splits a text, and puts the starts into the array of the first argument if
// it is long enough. What stands before body is one line, whatever is in it; lfcr says
// that '\n\r' is one break.
func lineStarts(starts []Pos, text string, body int, hasCR, lfcr bool) []Pos {
	starts = append(slices.Grow(starts[:0], 2+strings.Count(text[body:], "\n")), 0)
	if !hasCR {
		return unixLineStarts(starts, text, body)
	}
	// The next '\n' and '\r' at or after i, found by vectorised searches.
	lf, cr := -1, -1
	for i := body; ; {
		if lf < i {
			lf = indexFrom(text, i, '\n')
		}
		if cr < i {
			cr = indexFrom(text, i, '\r')
		}
		at := min(lf, cr)
		if at == len(text) {
			return starts
		}
		i = at + 1
		if other := max(lf, cr); other == i && i < len(text) && (lfcr || text[i] == '\n') {
			i++
		}
		starts = append(starts, Pos(i))
	}
}

// unixLineStarts splits a text without '\r'.
func unixLineStarts(starts []Pos, text string, body int) []Pos {
	for i := body; ; {
		n := strings.IndexByte(text[i:], '\n')
		if n < 0 {
			return starts
		}
		i += n + 1
		starts = append(starts, Pos(i))
	}
}

// indexFrom returns the index of the first c at or after i, len(text) without one.
func indexFrom(text string, i int, c byte) int {
	if n := strings.IndexByte(text[i:], c); n >= 0 {
		return i + n
	}
	return len(text)
}

// Line returns the 1-based number of Lua's line that holds the byte at p; for the
// second byte of a two-byte line break, that of the line it ends.
func (f *File) Line(p Pos) int { return lineOf(f.LuaLines(), p) + 1 }

// lineOf returns the index of the line that holds the byte at p.
func lineOf(starts []Pos, p Pos) int {
	return sort.Search(len(starts), func(i int) bool { return starts[i] > p }) - 1
}

// NumLines returns the number of lines that an editor sees: one more than there are
// line breaks.
func (f *File) NumLines() int { return len(f.EditorLines()) }

// LineSpan returns the editor's line i, counted from 0, without its line break. There
// is nothing after the last line but the empty end of the text.
func (f *File) LineSpan(i int) Span {
	starts := f.EditorLines()
	end := Pos(len(f.text))
	switch {
	case i < 0:
		return Span{}
	case i >= len(starts):
		return Span{end, end}
	case i+1 < len(starts):
		end = starts[i+1] - 1
		if end > starts[i] && (f.text[end-1] == '\r' && f.text[end] == '\n' || f.likeLua && f.text[end-1] == '\n' && f.text[end] == '\r') {
			end--
		}
	}
	return Span{starts[i], end}
}

// LineText returns the text of the editor's line i, without its line break.
func (f *File) LineText(i int) string { return f.Slice(f.LineSpan(i)) }

// LineCursor answers Line for positions that come nearly in order, in constant
// time each. The zero value is not usable; see File.Cursor.
type LineCursor struct {
	starts []Pos
	line   int // index into starts
	// The bytes of the line that Line was last asked for: none at first.
	from, size Pos
}

// Cursor returns a cursor at the first line.
func (f *File) Cursor() LineCursor { return LineCursor{starts: f.LuaLines()} }

// Line returns what File.Line does, faster near the line of the last call.
func (c *LineCursor) Line(p Pos) int {
	if p-c.from >= c.size {
		c.seek(p)
	}
	return c.line + 1
}

// seek goes to the line of the byte at p, first step by step.
func (c *LineCursor) seek(p Pos) {
	starts, i := c.starts, c.line
	for n := 0; i+1 < len(starts) && p >= starts[i+1] && n < nearLines; n++ {
		i++
	}
	for n := 0; p < starts[i] && n < nearLines; n++ {
		i--
	}
	if p < starts[i] || p >= c.end(i) {
		i = lineOf(starts, p)
	}
	c.line, c.from, c.size = i, starts[i], c.end(i)-starts[i]
}

// end returns where the line after line i begins; the last one has no end.
func (c *LineCursor) end(i int) Pos {
	if i+1 < len(c.starts) {
		return c.starts[i+1]
	}
	return NoPos
}

// nearLines is how many lines are passed step by step.
const nearLines = 8
