package suppress

import (
	"cmp"
	"slices"
	"sort"

	"luaflow/analysis/config"
	"luaflow/analysis/suppress/pragma"
)

// This file defines what comments of lua-language-server say about findings.

// serverSet is the comments of lua-language-server.
type serverSet struct {
	lines []*directive // that act on one line, by that line
	open  []*directive // that act on what follows, in the order of the text
}

func newServerSet(comments []*directive) serverSet {
	var s serverSet
	for _, d := range comments {
		switch {
		case d.of != pragma.OfServer:
		case d.act&(onLine|onNextLine) != 0:
			s.lines = append(s.lines, d)
		default:
			s.open = append(s.open, d)
		}
	}
	slices.SortStableFunc(s.lines, func(a, b *directive) int { return cmp.Compare(a.target(), b.target()) })
	return s
}

// target returns the line that a comment acts on which acts on one.
func (d *directive) target() int {
	if d.act&onNextLine != 0 {
		return d.line + 1
	}
	return d.line
}

// onLine returns the item of a comment for one line that hides a finding there; nil if none
// does.
func (s *serverSet) onLine(line int, subj config.Subject) *item {
	at := sort.Search(len(s.lines), func(i int) bool { return s.lines[i].target() >= line })
	for ; at < len(s.lines) && s.lines[at].target() == line; at++ {
		if it := s.lines[at].match(subj); it != nil {
			return it
		}
	}
	return nil
}

// cursors is what is in force of a serverSet for subjects, each after one of the lines.
type cursors struct {
	set *serverSet
	at  map[config.Subject]*cursor
}

// cursor is what is in force for a subject.
type cursor struct {
	line   int
	next   int     // in open: the first comment that has not been read
	hiding []*item // of a `disable` without its `enable`, the outermost first
}

// hides returns the item that hides a finding on a line; nil if none does. It is cheap if the
// lines never decrease.
func (c *cursors) hides(line int, subj config.Subject) *item {
	if it := c.set.onLine(line, subj); it != nil || len(c.set.open) == 0 {
		return it
	}
	k := c.at[subj]
	if k == nil || k.line > line {
		k = new(cursor)
		c.at[subj] = k
	}
	k.advance(c.set.open, line, subj)
	if len(k.hiding) == 0 {
		return nil
	}
	return k.hiding[len(k.hiding)-1]
}

// advance reads the comments in front of a line.
func (k *cursor) advance(open []*directive, line int, subj config.Subject) {
	for k.line = line; k.next < len(open) && open[k.next].line < line; k.next++ {
		it := open[k.next].match(subj)
		switch {
		case it == nil:
		case open[k.next].act&ends == 0:
			k.hiding = append(k.hiding, it)
		case len(k.hiding) > 0:
			k.hiding = k.hiding[:len(k.hiding)-1]
		}
	}
}

// forgives reports whether a comment hides findings of a code on a line, and names it.
func (c *cursors) forgives(line int, code string) bool {
	it := c.hides(line, config.Subject{Code: code})
	return it != nil && it.names(code)
}
