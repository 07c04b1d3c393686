package suppress

import (
	"cmp"
	"slices"
	"sort"
)

// This file defines what the comments in force say about one finding.

// verdict is what comments say about a finding.
type verdict uint8

const (
	undecided verdict = iota
	hidden
	shown // whatever the configuration says
)

// decide asks the rules in force about a subject, the innermost first, and of one
// comment in the order of luacheck's documentation: macros, ignore, only, enable. by is
// the item that hides it, if one does.
//
// An `enable` that matches in either of its parts keeps later rules from hiding, which
// is broader than it says; so does luacheck.
func (t *track) decide(line int, s *subject) (v verdict, by *item) {
	e := decision{subject: s}
	for f := t.at(line); f != nil; f = f.outer {
		for _, r := range f.rules {
			if r.macro >= 0 && e.skipsMacro(r.macro) {
				continue
			}
			if v, by = e.ask(r); v != undecided {
				return v, by
			}
		}
	}
	if e.code || e.name {
		return shown, nil
	}
	return undecided, nil
}

// decision is what is known on the way through the rules.
type decision struct {
	*subject
	code, name bool // enabled by that part
	macros     uint8
}

// skipsMacro reports whether a macro has been asked already.
func (e *decision) skipsMacro(macro int) bool {
	known := e.macros>>macro&1 != 0
	e.macros |= 1 << macro
	return known
}

func (e *decision) ask(r *rule) (verdict, *item) {
	switch r.effect {
	case hides:
		if it := r.match(e.subject); it != nil && !e.code && !e.name {
			return hidden, it
		}
	case restricts:
		if !slices.ContainsFunc(r.items, e.isAmong) {
			return hidden, nil
		}
	case shows:
		for i := range r.items {
			p := &r.items[i].pattern
			e.code = e.code || e.name || p.hasCode() && p.matchesCode(e.subject)
			e.name = e.name || p.matchesName(e.subject)
			if e.code && e.name {
				return shown, nil
			}
		}
	}
	return undecided, nil
}

// isAmong reports whether an `only` with an item leaves the subject. What is enabled
// need not match by its code.
func (e *decision) isAmong(it item) bool {
	if e.code || e.name {
		return !it.name.given || it.matchesName(e.subject)
	}
	return it.matches(e.subject)
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

// decide is the item that hides a subject on a line; nil if none does.
func (s *serverSet) decide(line int, subj *subject) *item {
	at := sort.Search(len(s.lines), func(i int) bool { return s.lines[i].target() >= line })
	for ; at < len(s.lines) && s.lines[at].target() == line; at++ {
		if it := s.lines[at].rules[0].match(subj); it != nil {
			return it
		}
	}
	var hiding []*item
	for _, d := range s.open {
		if d.line >= line {
			break
		}
		it := d.rules[0].match(subj)
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
