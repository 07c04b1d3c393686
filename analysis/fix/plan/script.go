package plan

import (
	"cmp"
	"slices"
	"sort"
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

// Script collects the changes of one fix.
type Script struct {
	*Original
	cuts    []cut
	edits   []source.Edit
	changes map[syntax.StatID]statChange

	extent Extent // see Plan
	form   localForm
	spared []syntax.Expr // what stands in `local _ = …`
	locals int           // see Plan
	lost   []loss        // what goes that may have an effect
	// isStuck: there is a call that can neither go nor stand alone.
	isStuck     bool
	LeavesEmpty bool // a branch is left that holds nothing; see Plan.ByHand
	moves       bool // see Plan
	// interprocedural: it asks the marking what has no effect, and not the text alone.
	interprocedural bool
	alive           map[syntax.StatID][]source.Span // see live
}

// statChange is what becomes of a statement that a script changes.
type statChange struct {
	gone  bool
	start source.Pos // where what is left begins
	open  bool       // what is left ends so that a `(` would continue it
}

// cut is a deletion of whole statements.
type cut struct {
	source.Span
	bare bool // the comment after it stays
}

// NewScript returns a script that changes nothing yet.
func (b *Original) NewScript() *Script {
	return &Script{Original: b, changes: make(map[syntax.StatID]statChange)}
}

func (s *Script) text() string { return s.Unit.File.Text() }

// Cut deletes a statement.
func (s *Script) Cut(stat syntax.Stat) {
	if s.changes[stat.ID()].gone {
		return
	}
	s.changes[stat.ID()] = statChange{gone: true}
	span := stat.Span()
	at := s.Places[stat.ID()]
	if at.Index+1 < len(at.Block.Stats) {
		next, isEmpty := at.Block.Stats[at.Index+1].(*syntax.Empty)
		if isEmpty && s.onlyBlanks(span.End, next.Start) {
			span.End = next.End
			s.changes[next.ID()] = statChange{gone: true}
		}
	}
	s.cuts = append(s.cuts, cut{Span: span})
}

// cutBare deletes a statement and leaves the comment after it.
func (s *Script) cutBare(stat syntax.Stat) {
	s.Cut(stat)
	s.cuts[len(s.cuts)-1].bare = true
}

// onlyBlanks reports whether nothing but blanks stands in [from, to).
func (s *Script) onlyBlanks(from, to source.Pos) bool {
	return strings.Trim(s.text()[from:to], blanks) == ""
}

// blanks is the white space that does not end a line, white all of it.
const (
	blanks = " \t\v\f"
	White  = blanks + "\n\r"
)

// keep notes what is left of a statement that is changed but not deleted.
func (s *Script) keep(stat syntax.Stat, start source.Pos, open bool) {
	s.changes[stat.ID()] = statChange{start: start, open: open}
}

// replace puts text in the place of [from, to).
func (s *Script) replace(from, to source.Pos, text string) {
	s.edits = append(s.edits, source.Edit{Span: source.Span{Start: from, End: to}, New: text})
}

// strike deletes the tokens in [from, to), both at the edge of a token, and puts
// text in front of what is left of it: the comments that are not inside whole.
func (s *Script) strike(from, to source.Pos, text string, whole ...source.Span) {
	glued := false // what is left would stand right after a comment
	for _, c := range s.commentsIn(from, to) {
		isInside := func(w source.Span) bool { return w.Covers(c.Span) }
		if c.Span.Start < from || slices.ContainsFunc(whole, isInside) || pragma.Acts(s.Unit.Tree, &c) {
			continue
		}
		end := c.Span.Start
		if text == "" && from > 0 && !isSpace(s.text()[from-1]) {
			end = from + source.Pos(len(strings.TrimRight(s.text()[from:end], blanks)))
		}
		s.replace(from, end, text)
		text = ""
		from = c.Span.End
		if !c.Long { // the line break that ends it stays, and comments after that
			from = min(s.Unit.Tree.After(from), to)
		}
		glued = c.Long && int(to) < len(s.text()) && !isSpace(s.text()[to])
	}
	if glued {
		to = from + source.Pos(len(strings.TrimRight(s.text()[from:to], blanks)))
	}
	s.replace(from, to, text)
}

// commentsIn returns the comments that begin in [from, to).
func (s *Script) commentsIn(from, to source.Pos) []syntax.Comment {
	comments := s.Unit.Tree.Comments
	first, last := s.commentAt(from), s.commentAt(to)
	return comments[first:last]
}

// commentAt returns the index of the first comment that begins at or after p.
func (s *Script) commentAt(p source.Pos) int {
	i, _ := slices.BinarySearchFunc(s.Unit.Tree.Comments, p, func(c syntax.Comment, p source.Pos) int {
		return cmp.Compare(c.Span.Start, p)
	})
	return i
}

func isSpace(c byte) bool { return strings.IndexByte(White, c) >= 0 }

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
	if IsWord(s.text()[c.Start-1]) && IsWord(s.text()[c.End]) {
		return source.Edit{Span: c.Span, New: " "}
	}
	return source.Edit{Span: c.Span}
}

// statementAt returns the outermost statement that begins at p, nil if none does.
func (s *Script) statementAt(p source.Pos) syntax.Stat {
	stats := s.Unit.Tree.Stats
	i := sort.Search(len(stats), func(i int) bool { return stats[i].Span().Start >= p })
	if i == len(stats) || stats[i].Span().Start != p {
		return nil
	}
	return stats[i]
}

// lineStart returns the start of p's line, and whether only blanks stand between.
func (s *Script) lineStart(p source.Pos) (start source.Pos, isFirst bool) {
	lines := s.Unit.File.LuaLines()
	start = max(lines[s.Unit.File.Line(p)-1], s.Unit.File.Body())
	return start, s.onlyBlanks(start, p)
}

func (s *Script) skipBlanks(p source.Pos) source.Pos {
	for int(p) < len(s.text()) && strings.IndexByte(blanks, s.text()[p]) >= 0 {
		p++
	}
	return p
}

// commentEnd returns the end of the comment that begins at p, blanks after it
// included, or p.
func (s *Script) commentEnd(p source.Pos) source.Pos {
	comments := s.Unit.Tree.Comments
	i := s.commentAt(p)
	if i == len(comments) || comments[i].Span.Start != p || strings.ContainsAny(s.Unit.File.Slice(comments[i].Span), "\n\r") {
		return p
	}
	return s.skipBlanks(comments[i].Span.End)
}

func (s *Script) isLineEnd(p source.Pos) bool {
	return int(p) == len(s.text()) || s.text()[p] == '\n' || s.text()[p] == '\r'
}

// wholeLines returns the lines from start to the one that ends at end, with the line
// break after them; with the one before them if they are the last.
func (s *Script) wholeLines(start, end source.Pos) source.Span {
	text := s.text()
	lines := s.Unit.File.LuaLines()
	if int(end) < len(text) {
		return source.Span{Start: start, End: lines[s.Unit.File.Line(end)]}
	}
	if n := s.Unit.File.Line(start); n > 1 && start == lines[n-1] {
		for start > lines[n-2] && start > s.Unit.File.Body() && strings.IndexByte("\n\r", text[start-1]) >= 0 {
			start--
		}
	}
	return source.Span{Start: start, End: end}
}

// IsWord reports whether a byte may be part of a name.
func IsWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// indent returns the white space in front of a statement that is the first on its line;
// ok is false if it is not.
func (s *Script) indent(stat syntax.Stat) (indent string, ok bool) {
	start := stat.Span().Start
	line, isFirst := s.lineStart(start)
	return s.text()[line:start], isFirst
}

// separator returns what stands between a statement and one that is added after it: a
// line break and the indentation, or a semicolon on a line with other statements.
func (s *Script) separator(stat syntax.Stat) string {
	indent, ok := s.indent(stat)
	if !ok {
		return "; "
	}
	return s.lineBreak(stat.Span().Start) + indent
}

// lineBreak returns the line break that ends the line of p, or else the one in front.
func (s *Script) lineBreak(p source.Pos) string {
	lines := s.Unit.File.LuaLines()
	n := s.Unit.File.Line(p)
	if n == len(lines) {
		n--
	}
	if n == 0 {
		return "\n"
	}
	line := s.text()[lines[n-1]:lines[n]]
	return line[len(strings.TrimRight(line, "\n\r")):]
}

// separate puts semicolons between what is left of statements where the text would
// be read as one.
func (s *Script) separate() {
	joined := make(map[syntax.StatID]bool)
	for id := range s.changes {
		at := s.Places[id]
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
		s.replace(start, start, ";")
	}
}

// ByPlace orders edits by where they are made.
func ByPlace(a, b source.Edit) int {
	return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Span.End, b.Span.End))
}
