package source

import (
	"cmp"
	"slices"
)

// Pieces tells what is left of a text after edits, and where it stands: a piece table, after
// J S. Moore (Crowley, Data Structures for Text Sequences, 1998), without what was inserted, which stands
// in the edited text.
type Pieces struct {
	size int     // of the edited text
	left []piece // of the text before the edits; in order, none empty
}

// piece is text that stands in both texts.
type piece struct {
	was Pos // where it begins in the text before the edits
	now Pos // and after them
	n   int
}

// end returns where a piece ends in the edited text.
func (p *piece) end() Pos { return p.now + Pos(p.n) }

// Unedited returns the Pieces of a text of so many bytes that nobody has edited.
func Unedited(size int) *Pieces {
	p := &Pieces{size: size}
	if size > 0 {
		p.left = []piece{{n: size}}
	}
	return p
}

// Edited returns the Pieces after edits of the edited text, which are in order and do not overlap. It
// takes time in proportion to both.
func (p *Pieces) Edited(edits []Edit) *Pieces {
	out := &Pieces{size: p.size}
	for _, e := range edits {
		out.size += len(e.New) - e.Span.Len()
	}
	moved := 0 // how far what follows the edits has moved that were passed
	for _, l := range p.left {
		for at := l.now; at < l.end(); {
			for len(edits) > 0 && edits[0].Span.End <= at {
				moved += len(edits[0].New) - edits[0].Span.Len()
				edits = edits[1:]
			}
			next := l.end()
			if len(edits) > 0 {
				next = min(next, max(at, edits[0].Span.Start))
			}
			if next > at {
				out.left = append(out.left, piece{l.was + at - l.now, Pos(int(at) + moved), int(next - at)})
			}
			at = next
			if len(edits) > 0 && at < l.end() {
				at = min(edits[0].Span.End, l.end())
			}
		}
	}
	out.join()
	return out
}

// join joins pieces between which there is nothing, as what was inserted there has gone.
func (p *Pieces) join() {
	joined := p.left[:0]
	for _, next := range p.left {
		if n := len(joined); n > 0 && joined[n-1].end() == next.now && joined[n-1].was+Pos(joined[n-1].n) == next.was {
			joined[n-1].n += next.n
			continue
		}
		joined = append(joined, next)
	}
	p.left = joined
}

// Now returns where a span stands in the edited text; ok is false if some of it was edited, or text was
// inserted in it.
func (p *Pieces) Now(s Span) (now Span, ok bool) {
	i, found := slices.BinarySearchFunc(p.left, s.Start, func(p piece, pos Pos) int { return cmp.Compare(p.was, pos) })
	if !found {
		i--
	}
	if i < 0 || s.End > p.left[i].was+Pos(p.left[i].n) {
		return NoSpan, false
	}
	move := p.left[i].now - p.left[i].was
	return Span{s.Start + move, s.End + move}, true
}

// Was returns where a span of the edited text stood in the text before the edits; ok is false if some of it
// was not there, or not in one piece.
func (p *Pieces) Was(s Span) (was Span, ok bool) {
	i, found := slices.BinarySearchFunc(p.left, s.Start, func(p piece, pos Pos) int { return cmp.Compare(p.now, pos) })
	if !found {
		i--
	}
	if i < 0 || s.End > p.left[i].end() {
		return NoSpan, false
	}
	move := p.left[i].was - p.left[i].now
	return Span{s.Start + move, s.End + move}, true
}

// Put returns what of the edited text was not in the text of was bytes before it, in order. A span is empty
// where something was only taken out.
func (p *Pieces) Put(was int) (spans []Span) {
	p.gaps(was, func(_, now Span) { spans = append(spans, now) })
	return spans
}

// Edits returns the least edits that make text, the edited one, of the text of was bytes before it: one for
// each place that was edited. They are in order and do not touch.
func (p *Pieces) Edits(was int, text string) (edits []Edit) {
	p.gaps(was, func(was, now Span) { edits = append(edits, Edit{was, text[now.Start:now.End]}) })
	return edits
}

// gaps calls edited for each place that was edited, in order: where it stands in the text of was bytes before the
// edits, and where after them.
func (p *Pieces) gaps(was int, edited func(was, now Span)) {
	at, now := Pos(0), Pos(0)
	add := func(end, nowEnd Pos) {
		if end > at || nowEnd > now {
			edited(Span{at, end}, Span{now, nowEnd})
		}
	}
	for i := range p.left {
		l := &p.left[i]
		add(l.was, l.now)
		at, now = l.was+Pos(l.n), l.end()
	}
	add(Pos(was), Pos(p.size))
}
