package explore

import (
	"sort"
	"unicode/utf8"

	"luaflow/compile/source"
)

// offsets goes between bytes of a text and UTF-16 code units. A byte that is no UTF-8 is one unit.
type offsets struct {
	text string
	// marks is a rune for each stride bytes, the first that does not begin before them; nil in a text of ASCII, where
	// bytes are units.
	marks []mark
	size  int // of the text, in units
}

// mark is where a rune begins.
type mark struct{ at, units int }

// stride is how many bytes of the text lie between two marks.
const stride = 256

// offsetsOf returns the offsets of a text.
func offsetsOf(text string) *offsets {
	o := &offsets{text: text, size: len(text)}
	isASCII := true
	for i := 0; i < len(text) && isASCII; i++ {
		isASCII = text[i] < utf8.RuneSelf
	}
	if isASCII {
		return o
	}
	o.size = 0
	for at, r := range text {
		for len(o.marks)*stride <= at {
			o.marks = append(o.marks, mark{at, o.size})
		}
		o.size += width(r)
	}
	return o
}

// width returns the number of code units of a rune.
func width(r rune) int {
	if r > 0xffff {
		return 2
	}
	return 1
}

// unit returns the number of units in front of a byte; those of a rune that it is inside of do not count.
func (o *offsets) unit(pos source.Pos) int {
	if int(pos) >= len(o.text) {
		return o.size
	}
	if o.marks == nil {
		return int(pos)
	}
	return o.walk(func(m mark) bool { return m.at > int(pos) }).units
}

// pos returns the byte at a number of units, the end of the text for more; that of the rune for one inside it.
func (o *offsets) pos(unit int) source.Pos {
	unit = max(unit, 0)
	if unit >= o.size {
		return source.Pos(len(o.text))
	}
	if o.marks == nil {
		return source.Pos(unit)
	}
	return source.Pos(o.walk(func(m mark) bool { return m.units > unit }).at)
}

// walk returns the last rune of which is not true that it is after some place, which the first one is not.
func (o *offsets) walk(isAfter func(mark) bool) mark {
	m := o.marks[sort.Search(len(o.marks), func(i int) bool { return isAfter(o.marks[i]) })-1]
	for {
		r, n := utf8.DecodeRuneInString(o.text[m.at:])
		next := mark{m.at + n, m.units + width(r)}
		if n == 0 || isAfter(next) {
			return m
		}
		m = next
	}
}

// span returns a piece of the text in units; an empty one at its begin for none.
func (o *offsets) span(s source.Span) Span {
	if !s.Valid() {
		return Span{}
	}
	return Span{o.unit(s.Start), o.unit(s.End)}
}
