package source

import "strings"

// Difference returns the edit that makes the text of a file of that of another: the shortest that is one. Where text was
// only put in, or only taken out, that may have been at several places, as `local x` before another `local`: then it is at
// the beginning of a line, if that is one of them. It takes time in proportion to the texts, but to what was edited where f
// is one of the next versions of was that Replace has made.
func (f *File) Difference(of *File) Edit {
	was, text := of.text, f.text
	head, tail := f.inCommon(of)
	start := head + commonPrefix(was[head:], text[head:])
	tail = min(tail, len(was)-start, len(text)-start)
	same := tail + commonSuffix(was[start:len(was)-tail], text[start:len(text)-tail])
	end, now := len(was)-same, len(text)-same
	if start == end || start == now {
		line := strings.LastIndexByte(was[:start], '\n') + 1
		if k := start - line; k <= max(end, now)-start && was[line:start] == was[end-k:end] && was[line:start] == text[now-k:now] {
			start, end, now = line, end-k, now-k
		}
	}
	return Edit{Span{Pos(start), Pos(end)}, text[start:now]}
}

// LineDifference is where two texts differ, in whole lines.
type LineDifference struct {
	Was, Now Span // the lines that differ, with their ends: of the first text, and of the second one
	Cursor   Pos  // where what differs ends in the second text, in front of a line end
	Line     Pos  // where the line of the cursor begins
}

// DifferentLines returns the least lines of which the text of a file can be made from that of another. It takes the time
// that Difference does.
func (f *File) DifferentLines(of *File) LineDifference {
	was, text := of.text, f.text
	differs := f.Difference(of)
	start, old := int(differs.Span.Start), int(differs.Span.End)
	end := start + len(differs.New)
	// A line above one that begins like it may end in front of that beginning, or after it.
	begun := start - lineStart(text, start)
	if old == start && isLine(text, start, end, begun) || end == start && isLine(was, start, old, begun) {
		start, end, old = start-begun, end-begun, old-begun
	}
	d := LineDifference{Cursor: Pos(end)}
	if start < end && text[end-1] == '\n' {
		d.Cursor--
	}
	d.Line = Pos(lineStart(text, int(d.Cursor)))
	start = lineStart(text, start)
	if end > lineStart(text, end) || old > lineStart(was, old) {
		rest := len(text) - end
		if n := strings.IndexByte(text[end:], '\n'); n >= 0 {
			rest = n + 1
		}
		end, old = end+rest, old+rest
	}
	d.Was, d.Now = Span{Pos(start), Pos(old)}, Span{Pos(start), Pos(end)}
	return d
}

// isLine reports whether the text from start to end, moved back by n bytes, is the same text and ends
// a line.
func isLine(text string, start, end, n int) bool {
	return text[start-n:start] == text[end-n:end] && strings.HasSuffix(text[:end-n], "\n")
}

// lineStart returns where the line begins in which pos is.
func lineStart(text string, pos int) int { return strings.LastIndexByte(text[:pos], '\n') + 1 }

// block is how many bytes are compared at once, which is much faster than one after the other.
const block = 1 << 10

// commonPrefix returns how many bytes two texts have in common at their beginnings.
func commonPrefix(a, b string) (n int) {
	for n+block <= min(len(a), len(b)) && a[n:n+block] == b[n:n+block] {
		n += block
	}
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// commonSuffix returns how many bytes two texts have in common at their ends.
func commonSuffix(a, b string) (n int) {
	for n+block <= min(len(a), len(b)) && a[len(a)-n-block:len(a)-n] == b[len(b)-n-block:len(b)-n] {
		n += block
	}
	for n < min(len(a), len(b)) && a[len(a)-n-1] == b[len(b)-n-1] {
		n++
	}
	return n
}
