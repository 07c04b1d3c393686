package source

import "strings"

// ByteLines finds places as programs count them that know no editor: lines end at line feeds alone, and columns are bytes of the file as
// it is, with its byte order mark.
type ByteLines struct {
	starts []Pos // where each begins
}

// ByteLinesOf returns the lines of a text.
func ByteLinesOf(text string) ByteLines {
	l := ByteLines{starts: []Pos{0}}
	for at := 0; ; {
		next := strings.IndexByte(text[at:], '\n')
		if next < 0 {
			return l
		}
		at += next + 1
		l.starts = append(l.starts, Pos(at))
	}
}

// At returns the line and the column of a position, both from 0.
func (l ByteLines) At(p Pos) (line, column int) {
	line = lineOf(l.starts, p)
	return line, int(p - l.starts[line])
}
