package source

import (
	"sync"
	"unicode/utf8"
)

// This file defines columns: how far after the start of its line a byte stands,
// in the units of an encoding. A text that is all ASCII needs no table for that;
// for others there are marks at regular distances, so that a question costs no
// more on a line of a megabyte.

// Encoding says what a column counts.
type Encoding uint8

// The encodings of the Language Server Protocol. A byte that is no valid UTF-8
// counts as one unit in each of them.
const (
	UTF8  Encoding = iota // bytes
	UTF16                 // a code point beyond U+FFFF is two
	UTF32                 // code points
)

// Point is a place as an editor names it. Line and Col count from 0, Col in units of an Encoding.
type Point struct{ Line, Col int }

// Point returns where an editor sees the byte at p, or the end of the text for a p
// after it. A p inside a code point or a line break counts as its start.
func (f *File) Point(p Pos, enc Encoding) Point {
	p = f.floor(min(p, Pos(len(f.text))))
	line := lineOf(f.EditorLines(), p)
	sp := f.LineSpan(line)
	p = min(p, sp.End)
	if enc == UTF8 {
		return Point{line, int(p - sp.Start)}
	}
	if p-sp.Start <= countedAtMost {
		return Point{line, f.count(sp.Start, p).units(enc)}
	}
	return Point{line, f.units(p, enc) - f.units(sp.Start, enc)}
}

// Pos returns the byte at a point. A column after the line's end means that end, in
// front of the line break; one inside a code point, its start; a line after the
// last, the end of the text; a negative number, 0.
func (f *File) Pos(pt Point, enc Encoding) Pos {
	if pt.Line < 0 {
		return 0
	}
	sp := f.LineSpan(pt.Line)
	col := max(pt.Col, 0)
	if enc != UTF8 && sp.Len() <= countedAtMost {
		return f.advance(sp.Start, sp.End, mark{}, col, enc)
	}
	if enc == UTF8 || f.markTable().ascii {
		if col >= sp.Len() {
			return sp.End
		}
		return f.floor(sp.Start + Pos(col))
	}
	return f.seek(sp, f.units(sp.Start, enc)+col, enc)
}

// Units returns the number of units of an encoding in front of the byte at p, or in all of the text for a p after it.
// A p inside a code point counts as its start.
func (f *File) Units(p Pos, enc Encoding) int {
	p = f.floor(min(p, Pos(len(f.text))))
	if enc == UTF8 {
		return int(p)
	}
	return f.units(p, enc)
}

// AtUnit returns the byte in front of which there are n units of an encoding: for an n inside a code point its start, for
// more units than there are the end of the text, for a negative n 0.
func (f *File) AtUnit(n int, enc Encoding) Pos {
	n = max(n, 0)
	if enc == UTF8 || f.markTable().ascii {
		return f.floor(Pos(min(n, len(f.text))))
	}
	return f.seek(Span{0, Pos(len(f.text))}, n, enc)
}

// Range is what lies between two points, from Start (inclusive) to End (exclusive).
type Range struct{ Start, End Point }

// Range returns where an editor sees a span.
func (f *File) Range(s Span, enc Encoding) Range {
	return Range{f.Point(s.Start, enc), f.Point(s.End, enc)}
}

// Span returns the text in a range; empty at its start if it ends before that.
func (f *File) Span(r Range, enc Encoding) Span {
	start := f.Pos(r.Start, enc)
	return Span{start, max(start, f.Pos(r.End, enc))}
}

// floor returns the start of the code point that the byte at p belongs to. A byte that
// can begin a code point always does: none holds another such byte.
func (f *File) floor(p Pos) Pos {
	text := f.text
	if int(p) >= len(text) || utf8.RuneStart(text[p]) {
		return p
	}
	for back := Pos(1); back < utf8.UTFMax && back <= p; back++ {
		if utf8.RuneStart(text[p-back]) {
			if _, n := utf8.DecodeRuneInString(text[p-back:]); Pos(n) > back {
				return p - back
			}
			break
		}
	}
	return p
}

// markEvery is the distance of the marks, in bytes.
const markEvery = 256

// countedAtMost is how many bytes are counted one by one rather than by marks, for which all of a text
// has to be looked at: nobody does that for one place in it.
const countedAtMost = 1 << 10

// mark counts what begins in front of one multiple of markEvery.
type mark struct {
	points uint32 // code points
	pairs  uint32 // those of them that take two units of UTF-16
}

func (m mark) units(enc Encoding) int {
	if enc == UTF16 {
		return int(m.points + m.pairs)
	}
	return int(m.points)
}

// markTable is the marks of a text, made when somebody asks.
type markTable struct {
	once  sync.Once
	ascii bool   // every byte is a unit, whatever the encoding
	marks []mark // marks[i] is for the byte i*markEvery
}

func (f *File) markTable() *markTable {
	f.marks.once.Do(func() {
		if f.marks.ascii = isASCII(f.text); f.marks.ascii {
			return
		}
		f.marks.marks = make([]mark, 0, len(f.text)/markEvery+1)
		var m mark
		for i, next := 0, 0; ; {
			if i >= next {
				f.marks.marks = append(f.marks.marks, m)
				next += markEvery
				continue
			}
			if i >= len(f.text) {
				return
			}
			n := f.pointLen(i)
			m.add(n)
			i += n
		}
	})
	return &f.marks
}

// add counts a code point of n bytes.
func (m *mark) add(n int) {
	m.points++
	if n == utf8.UTFMax {
		m.pairs++
	}
}

// pointLen returns the number of bytes of the code point at i.
func (f *File) pointLen(i int) int {
	if f.text[i] < utf8.RuneSelf {
		return 1
	}
	_, n := utf8.DecodeRuneInString(f.text[i:])
	return n
}

func isASCII(text string) bool {
	for len(text) >= 8 {
		// One load: the compiler joins the bytes.
		w := uint64(text[0]) | uint64(text[1])<<8 | uint64(text[2])<<16 | uint64(text[3])<<24 |
			uint64(text[4])<<32 | uint64(text[5])<<40 | uint64(text[6])<<48 | uint64(text[7])<<56
		if w&0x8080808080808080 != 0 {
			return false
		}
		text = text[8:]
	}
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// units returns the number of units in front of p, the start of a code point or the
// end of the text.
func (f *File) units(p Pos, enc Encoding) int {
	t := f.markTable()
	if t.ascii {
		return int(p)
	}
	k := int(p) / markEvery
	more := f.count(Pos(f.firstFrom(k*markEvery)), p)
	return t.marks[k].units(enc) + more.units(enc)
}

// count counts what begins from a code point on in front of p, which is the start of another or the
// end of the text.
func (f *File) count(from, p Pos) (m mark) {
	for i := int(from); i < int(p); {
		n := f.pointLen(i)
		m.add(n)
		i += n
	}
	return m
}

// advance returns the start of the last code point before end, or end, in front of which there are no
// more units than want, from one in front of which there are those of m.
func (f *File) advance(from, end Pos, m mark, want int, enc Encoding) Pos {
	i := int(from)
	for i < int(end) {
		n := f.pointLen(i)
		m.add(n)
		if m.units(enc) > want {
			break
		}
		i += n
	}
	return Pos(i)
}

// firstFrom returns the start of the first code point that begins at i or after it.
func (f *File) firstFrom(i int) int {
	start := int(f.floor(Pos(i)))
	if start < i {
		return start + f.pointLen(start)
	}
	return i
}

// seek returns the start of the code point in sp, or sp.End, in front of which there
// are as many units as want, or the last with fewer.
func (f *File) seek(sp Span, want int, enc Encoding) Pos {
	t := f.markTable()
	// The last mark in the line with no more units than want.
	low, high := int(sp.Start)/markEvery, int(sp.End)/markEvery
	for low < high {
		if mid := (low + high + 1) / 2; t.marks[mid].units(enc) <= want {
			low = mid
		} else {
			high = mid - 1
		}
	}
	return f.advance(Pos(f.firstFrom(low*markEvery)), sp.End, t.marks[low], want, enc)
}
