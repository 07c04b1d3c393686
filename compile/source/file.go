package source

import (
	"sort"
	"strings"
	"sync"
)

// Pos is a byte offset into a File, 0-based. Len(text) is a valid Pos: the end.
type Pos uint32

// NoPos stands for "no such token".
const NoPos = ^Pos(0)

// Valid reports whether p is a position at all.
func (p Pos) Valid() bool { return p != NoPos }

// Span is the half-open byte range [Start, End).
type Span struct{ Start, End Pos }

// NoSpan stands for "nowhere in the text".
var NoSpan = Span{NoPos, NoPos}

// Valid reports whether s lies in a text at all.
func (s Span) Valid() bool { return s.Start != NoPos }

// Len is the number of bytes.
func (s Span) Len() int { return int(s.End - s.Start) }

// Empty reports whether the span holds no byte.
func (s Span) Empty() bool { return s.Start >= s.End }

// Contains reports whether the byte at p lies in s.
func (s Span) Contains(p Pos) bool { return s.Start <= p && p < s.End }

// Touches reports whether p lies in s or at its end: where an editor's cursor
// counts as being on a word.
func (s Span) Touches(p Pos) bool { return s.Start <= p && p <= s.End }

// Covers reports whether o lies wholly in s.
func (s Span) Covers(o Span) bool { return s.Start <= o.Start && o.End <= s.End }

// Overlaps reports whether the two share a byte.
func (s Span) Overlaps(o Span) bool { return s.Start < o.End && o.Start < s.End }

// File is one immutable text with its name. Its methods are safe for concurrent
// use.
type File struct {
	name string
	text string
	body Pos

	once  sync.Once
	lines []Pos // start of each of Lua's lines; lines[0] == 0
}

// NewFile makes a file of a text. Texts of 4 GiB and more are not supported.
func NewFile(name, text string) *File {
	return &File{name: name, text: text, body: bodyOf(text)}
}

// Name is what the file was called when it was made: a path or "stdin".
func (f *File) Name() string { return f.name }

// Text is the whole text, byte order mark included.
func (f *File) Text() string { return f.text }

// Len is the number of bytes.
func (f *File) Len() int { return len(f.text) }

// Slice is the text of a span.
func (f *File) Slice(s Span) string { return f.text[s.Start:s.End] }

// Body is where Lua starts to read: behind a byte order mark, and at the line
// feed that ends a first line beginning with '#', which Lua keeps so that lines
// are numbered right (luaL_loadfilex).
func (f *File) Body() Pos { return f.body }

const bom = "\xEF\xBB\xBF"

func bodyOf(text string) Pos {
	start := 0
	if strings.HasPrefix(text, bom) {
		start = len(bom)
	}
	if start < len(text) && text[start] == '#' {
		nl := strings.IndexByte(text[start:], '\n')
		if nl < 0 {
			return Pos(len(text))
		}
		return Pos(start + nl)
	}
	return Pos(start)
}

// Line is the 1-based number of Lua's line that holds the byte at p; for the
// second byte of a two-byte line break, that of the line it ends.
func (f *File) Line(p Pos) int {
	t := f.LuaLines()
	return sort.Search(len(t), func(i int) bool { return t[i] > p })
}

// LuaLines is the start of each line as Lua counts them: entry i is line i+1.
// The slice is shared and must not be changed.
func (f *File) LuaLines() []Pos {
	f.once.Do(func() { f.lines = luaLines(f.text, f.body) })
	return f.lines
}

// luaLines splits as llex.c's inclinenumber does: a break is '\n' or '\r', and a
// different one of the two right behind belongs to it. What stands before body
// is one line, whatever is in it.
func luaLines(text string, body Pos) []Pos {
	lines := make([]Pos, 1, 16+len(text)/32)
	for i := int(body); i < len(text); i++ {
		c := text[i]
		if c != '\n' && c != '\r' {
			continue
		}
		if i+1 < len(text) && (text[i+1] == '\n' || text[i+1] == '\r') && text[i+1] != c {
			i++
		}
		lines = append(lines, Pos(i+1))
	}
	return lines
}

// LineCursor answers Line for positions that come nearly in order, in constant
// time each. The zero value is not usable; see File.Cursor.
type LineCursor struct {
	starts []Pos
	line   int // index into starts
}

// Cursor returns a cursor at the first line.
func (f *File) Cursor() LineCursor { return LineCursor{starts: f.LuaLines()} }

// Line is File.Line, faster near the line of the last call.
func (c *LineCursor) Line(p Pos) int {
	for i := 0; i < 8; i++ {
		switch {
		case p < c.starts[c.line]:
			c.line--
		case c.line+1 < len(c.starts) && p >= c.starts[c.line+1]:
			c.line++
		default:
			return c.line + 1
		}
	}
	c.line = sort.Search(len(c.starts), func(i int) bool { return c.starts[i] > p }) - 1
	return c.line + 1
}
