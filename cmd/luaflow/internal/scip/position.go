package scip

import (
	"sort"
	"strings"

	"luaflow/compile/source"
)

// lines finds places as SCIP counts them: lines end at line feeds alone, and columns are bytes of the file as it is, with its byte order mark.
// An editor's lines, which source.File knows, end at carriage returns too.
type lines []source.Pos // where each begins

func linesOf(text string) lines {
	starts := lines{0}
	for at := 0; ; {
		next := strings.IndexByte(text[at:], '\n')
		if next < 0 {
			return starts
		}
		at += next + 1
		starts = append(starts, source.Pos(at))
	}
}

// at returns the line and column of a position.
func (l lines) at(p source.Pos) (line, column int32) {
	i := sort.Search(len(l), func(i int) bool { return l[i] > p }) - 1
	return int32(i), int32(p - l[i])
}

// span returns a range: three numbers on one line, else four.
func (l lines) span(s source.Span) []int32 {
	startLine, start := l.at(s.Start)
	endLine, end := l.at(s.End)
	if startLine == endLine {
		return []int32{startLine, start, end}
	}
	return []int32{startLine, start, endLine, end}
}
