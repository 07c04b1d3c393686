package suppress

import (
	"cmp"
	"slices"
	"sort"

	"luaflow/analysis/config"
)

// This file defines what the comments in force on a line say about a finding. What
// luacheck's say is for the rules of package config.

// layers is what comments in force set, the outermost first.
func (f *frame) layers() []*config.Layer {
	var all []*config.Layer
	for ; f != nil; f = f.outer {
		if f.layer != nil {
			all = append(all, f.layer)
		}
	}
	slices.Reverse(all)
	return all
}

// match is the first item in force, of the innermost comment, that is about a finding.
func (f *frame) match(s config.Subject) *item {
	for ; f != nil; f = f.outer {
		if it := f.directive.match(s); it != nil {
			return it
		}
	}
	return nil
}

// source is the item in force that a pattern comes from which hides a finding; nil if it
// comes from no comment.
func (f *frame) source(by config.Setting[config.Pattern]) *item {
	for ; f != nil && by.Name == comment; f = f.outer {
		if f.line == by.Line {
			return f.withText(by.Value.String())
		}
	}
	return nil
}

// forgives reports whether a comment in force hides findings of a code that it names.
func (f *frame) forgives(code string) bool {
	for ; f != nil; f = f.outer {
		if f.directive.forgives(code) {
			return true
		}
	}
	return false
}

// serverSet is the comments of lua-language-server.
type serverSet struct {
	lines []*directive // that act on one line, by that line
	open  []*directive // that act on what follows, in the order of the text
}

func newServerSet(comments []*directive) serverSet {
	var s serverSet
	for _, d := range comments {
		switch {
		case d.of != ofServer:
		case d.act&(onLine|onNextLine) != 0:
			s.lines = append(s.lines, d)
		default:
			s.open = append(s.open, d)
		}
	}
	slices.SortStableFunc(s.lines, func(a, b *directive) int { return cmp.Compare(a.target(), b.target()) })
	return s
}

// target is the line that a comment acts on which acts on one.
func (d *directive) target() int {
	if d.act&onNextLine != 0 {
		return d.line + 1
	}
	return d.line
}

// hides is the item that hides a finding on a line; nil if none does.
func (s *serverSet) hides(line int, subj config.Subject) *item {
	at := sort.Search(len(s.lines), func(i int) bool { return s.lines[i].target() >= line })
	for ; at < len(s.lines) && s.lines[at].target() == line; at++ {
		if it := s.lines[at].match(subj); it != nil {
			return it
		}
	}
	var hiding []*item
	for _, d := range s.open {
		if d.line >= line {
			break
		}
		it := d.match(subj)
		switch {
		case it == nil:
		case d.act&ends == 0:
			hiding = append(hiding, it)
		case len(hiding) > 0:
			hiding = hiding[:len(hiding)-1]
		}
	}
	if len(hiding) == 0 {
		return nil
	}
	return hiding[len(hiding)-1]
}

// forgives reports whether a comment hides findings of a code on a line, and names it.
func (s *serverSet) forgives(line int, code string) bool {
	it := s.hides(line, config.Subject{Code: code})
	return it != nil && it.names(code)
}
