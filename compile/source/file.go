package source

import (
	"strings"
	"sync/atomic"
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

// Len returns the number of bytes.
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

// File is one text with its name, which do not change but by Reset. Its other methods
// are safe for concurrent use.
type File struct {
	name string
	text string
	body Pos

	lua     table // Lua's lines
	editor  table // an editor's
	marks   markTable
	likeLua bool // see CountLikeLua

	number atomic.Uint64 // of the text as a version, 0 without one
	before []common      // the versions that it was made of, the last one last
}

// NewFile makes a file of a text. Texts of 4 GiB and more are not supported.
func NewFile(name, text string) *File {
	return &File{name: name, text: text, body: bodyOf(text)}
}

// Reset makes f the file of another text, in memory that it has. Nothing may use any more
// what it was before.
func (f *File) Reset(name, text string) {
	*f = File{name: name, text: text, body: bodyOf(text), lua: table{starts: f.lua.starts}}
}

// Name returns what the file was called when it was made: a path or "stdin".
func (f *File) Name() string { return f.name }

// Text returns the whole text, byte order mark included.
func (f *File) Text() string { return f.text }

// Len returns the number of bytes.
func (f *File) Len() int { return len(f.text) }

// Slice returns the text of a span.
func (f *File) Slice(s Span) string { return f.text[s.Start:s.End] }

// Body returns where Lua starts to read: after a byte order mark, and at the line
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
