package bytecode

import (
	"iter"
	"math"
	"slices"
	"sort"

	"luaflow/compile/slab"
)

// lines.go is the table of lines. Instructions that are neighbours stand on lines near
// each other, so that a byte is enough for one: its distance from a line that some
// instructions share. Lua 5.4 keeps its lineinfo likewise; here each distance is from the
// same line, so that no other one has to be looked at.

// Lines is the lines of the instructions of one function, by pc. The zero Lines, which
// is empty, is that of a stripped function.
type Lines struct {
	distances []int8  // by pc
	bases     []int32 // by pc/lineGroup: the line that the distances are from
	far       []farLine
}

// farLine is a line too far from the others of its group.
type farLine struct{ pc, line int32 }

const (
	lineGroup = 32
	// isFar is the distance that stands for "in far".
	isFar = math.MinInt8
)

// LinesOf returns a table of these lines.
func LinesOf(lines ...int32) (l Lines) {
	l.Grow(len(lines))
	for _, line := range lines {
		l.Append(line)
	}
	return l
}

// Len returns the number of instructions, 0 in a stripped function.
func (l *Lines) Len() int { return len(l.distances) }

// At returns the line of the instruction at pc.
func (l *Lines) At(pc int) int32 {
	if d := l.distances[pc]; d != isFar {
		return l.bases[pc/lineGroup] + int32(d)
	}
	i := sort.Search(len(l.far), func(i int) bool { return int(l.far[i].pc) >= pc })
	return l.far[i].line
}

// All yields every pc with its line.
func (l *Lines) All() iter.Seq2[int, int32] {
	return func(yield func(int, int32) bool) {
		for pc := range l.distances {
			if !yield(pc, l.At(pc)) {
				return
			}
		}
	}
}

// Append adds the line of the next instruction.
func (l *Lines) Append(line int32) {
	pc := len(l.distances)
	if pc%lineGroup == 0 {
		l.bases = append(l.bases, line)
	}
	d := line - l.bases[pc/lineGroup]
	if uint32(d+math.MaxInt8) > 2*math.MaxInt8 {
		l.far = append(l.far, farLine{int32(pc), line})
		d = isFar
	}
	l.distances = append(l.distances, int8(d))
}

// SetLast gives the last instruction another line.
func (l *Lines) SetLast(line int32) {
	if l.At(l.Len()-1) != line {
		l.DropLast()
		l.Append(line)
	}
}

// DropLast takes the line of the last instruction back.
func (l *Lines) DropLast() {
	pc := len(l.distances) - 1
	if l.distances[pc] == isFar {
		l.far = l.far[:len(l.far)-1]
	}
	if pc%lineGroup == 0 {
		l.bases = l.bases[:len(l.bases)-1]
	}
	l.distances = l.distances[:pc]
}

// Grow makes room for n more.
func (l *Lines) Grow(n int) {
	l.distances = slices.Grow(l.distances, n)
	l.bases = slices.Grow(l.bases, (n+lineGroup-1)/lineGroup)
}

// Reset empties l, whose memory it keeps.
func (l *Lines) Reset() {
	l.distances, l.bases, l.far = l.distances[:0], l.bases[:0], l.far[:0]
}

// MoveAll moves all lines.
func (l *Lines) MoveAll(by int32) {
	for i := range l.bases {
		l.bases[i] += by
	}
	for i := range l.far {
		l.far[i].line += by
	}
}

// Moved returns the table with those lines moved that come after one.
func (l *Lines) Moved(after, by int32, m *LineMemory) Lines {
	var out Lines
	out.Grow(l.Len())
	for _, line := range l.All() {
		if line > after {
			line += by
		}
		out.Append(line)
	}
	return m.Keep(&out)
}

// LineMemory is what tables of lines are kept in, each valid until Reset. The zero
// LineMemory is ready; it serves one goroutine at a time.
type LineMemory struct {
	distances slab.Slab[int8]
	bases     slab.Slab[int32]
	far       slab.Slab[farLine]
}

// Reset takes back all tables.
func (m *LineMemory) Reset() {
	m.distances.Reset()
	m.bases.Reset()
	m.far.Reset()
}

// Keep returns what is in a working table as one that will not change.
func (m *LineMemory) Keep(l *Lines) Lines {
	return Lines{
		distances: slab.Keep(&m.distances, &l.distances),
		bases:     slab.Keep(&m.bases, &l.bases),
		far:       slab.Keep(&m.far, &l.far),
	}
}
