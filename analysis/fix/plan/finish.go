package plan

import (
	"cmp"
	"slices"
	"strings"

	"luaflow/analysis/suppress/pragma"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// This file defines how the changes of one fix become edits of the text.
//
//   - A statement that is alone on its lines takes them with it, line break and all;
//     one of several on a line takes the blanks up to its neighbour, and the
//     semicolon after it. Between blank lines, those after it go too.
//   - Comments right above that speak of it go with it (above.go).
//   - A comment after a statement that takes its line with it speaks of the
//     statement, and goes too, unless what it declares lives on. Comments inside what
//     is deleted go; those between deleted pieces of a statement that stays stay, but for
//     one after a name in a list that goes. But one that suppresses findings of its
//     line goes: on a line of its own it would suppress others.
//   - Where what follows would continue the expression in front of it, because it
//     begins with `(`, a semicolon comes in between.

// Finish makes the edits of the script, in order.
func (s *Script) Finish() []source.Edit {
	s.sweep()
	return s.WithBlankLinesAround(s.Ordered())
}

// Ordered returns the edits but for the blank lines that go with them.
func (s *Script) Ordered() []source.Edit {
	s.separate()
	cuts := s.mergedCuts()
	out := make([]source.Edit, 0, len(s.edits)+len(cuts))
	for _, e := range s.edits {
		s.Unit.Meter.Step()
		inside := func(c cut) bool { return c.Covers(e.Span) && c.Contains(e.Span.Start) }
		if !slices.ContainsFunc(cuts, inside) && (e.New != "" || !e.Span.Empty()) {
			out = append(out, e)
		}
	}
	for _, c := range cuts {
		s.Unit.Meter.Step()
		out = append(out, s.tidy(c))
	}
	slices.SortStableFunc(out, ByPlace)
	return out
}

// mergedCuts returns the cuts in order, those in others left out, and those with only
// blanks between them made one.
func (s *Script) mergedCuts() []cut {
	slices.SortFunc(s.cuts, func(a, b cut) int { return cmp.Compare(a.Start, b.Start) })
	var out []cut
	for _, c := range s.cuts {
		s.Unit.Meter.Step()
		if n := len(out); n > 0 && (c.Start < out[n-1].End || s.onlyBlanks(out[n-1].End, c.Start)) {
			out[n-1].End = max(out[n-1].End, c.End)
			continue
		}
		out = append(out, c)
	}
	return out
}

// tidy returns the edit that deletes c with the white space, and the comment, that
// would be left over.
func (s *Script) tidy(c cut) source.Edit {
	line, isFirst := s.lineStart(c.Start)
	rest := s.skipBlanks(c.End)
	if isFirst {
		end := rest
		if i := s.commentAt(rest); !c.bare || i < len(s.Unit.Tree.Comments) && pragma.Acts(s.Unit.Tree, &s.Unit.Tree.Comments[i]) {
			end = s.commentEnd(rest)
		}
		if s.isLineEnd(end) {
			span := s.wholeLines(line, end)
			if stat := s.statementAt(c.Start); stat != nil && !c.bare && span.Start == line {
				span.Start = s.withComments(stat, line, span.End)
			}
			return source.Edit{Span: span}
		}
		return source.Edit{Span: source.Span{Start: c.Start, End: rest}}
	}
	if s.isLineEnd(rest) {
		for strings.IndexByte(blanks, s.text()[c.Start-1]) >= 0 {
			c.Start--
		}
		return source.Edit{Span: c.Span}
	}
	c.End = rest
	if syntax.IsNameByte(s.text()[c.Start-1]) && syntax.IsNameByte(s.text()[c.End]) {
		return source.Edit{Span: c.Span, New: " "}
	}
	return source.Edit{Span: c.Span}
}

// separate puts semicolons between what is left of statements where the text would
// be read as one.
func (s *Script) separate() {
	joined := make(map[syntax.StatID]bool)
	for id := range s.changes {
		at := s.Places()[id]
		prev, next := at.Index-1, at.Index+1
		if !s.changes[id].gone {
			s.join(at.Block, at.Index, next, joined) // its end may be new
		}
		s.join(at.Block, prev, at.Index, joined)
	}
}

// join looks at the first statements that are left from index i backwards and from
// index k forwards.
func (s *Script) join(b *syntax.Block, i, k int, joined map[syntax.StatID]bool) {
	for i >= 0 && s.changes[b.Stats[i].ID()].gone {
		i--
	}
	for k < len(b.Stats) && s.changes[b.Stats[k].ID()].gone {
		k++
	}
	if i < 0 || k == len(b.Stats) || joined[b.Stats[k].ID()] {
		return
	}
	joined[b.Stats[k].ID()] = true
	open := statEndsOpen(b.Stats[i])
	if f, ok := s.changes[b.Stats[i].ID()]; ok {
		open = f.open
	}
	start := b.Stats[k].Span().Start
	if f, ok := s.changes[b.Stats[k].ID()]; ok {
		start = f.start
	}
	if open && s.text()[start] == '(' {
		s.Replace(start, start, ";")
	}
}

// ByPlace orders edits by where they are made.
func ByPlace(a, b source.Edit) int {
	return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Span.End, b.Span.End))
}
