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

// This file defines how the changes of one fix are noted, and what a script knows of the text.

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

// loss is an expression that goes but for the calls in it.
type loss struct {
	syntax.Expr
	calls []syntax.Expr
}

// localForm says what becomes of values that cannot stand as statements.
type localForm uint8

const (
	plainLocal  localForm = iota // local _ = value, if nothing is in the way
	scopedLocal                  // do local _ = value end
	noLocal                      // they go, but for the calls in them
)

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
	at := s.Places()[stat.ID()]
	if at.Index+1 < len(at.Block.Stats) {
		next, isEmpty := at.Block.Stats[at.Index+1].(*syntax.Empty)
		if isEmpty && s.onlyBlanks(span.End, next.Start) {
			span.End = next.End
			s.changes[next.ID()] = statChange{gone: true}
		}
	}
	s.cuts = append(s.cuts, cut{Span: span})
}

// CutBare deletes a statement and leaves the comment after it.
func (s *Script) CutBare(stat syntax.Stat) {
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

// Replace puts text in the place of [from, to).
func (s *Script) Replace(from, to source.Pos, text string) {
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
		s.Replace(from, end, text)
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
	s.Replace(from, to, text)
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
