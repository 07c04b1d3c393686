package suppress

import (
	"sort"
	"strings"

	"luaflow/analysis/suppress/pragma"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// This file defines how what is useless is taken out of the text.

// Remove returns the edit that takes away what a finding of a useless comment is about: a comment, with
// its line if nothing else stands there; an option; or a word of one. ok is false if
// there is no such thing at that place.
func Remove(t *syntax.Tree, at source.Span) (edit source.Edit, ok bool) {
	i := sort.Search(len(t.Comments), func(i int) bool { return t.Comments[i].Span.End > at.Start })
	if i == len(t.Comments) || !t.Comments[i].Span.Covers(at) {
		return edit, false
	}
	if t.Comments[i].Span == at {
		return removeComment(t, &t.Comments[i]), true
	}
	of, body, ok := pragma.Recognize(t, &t.Comments[i])
	if !ok {
		return edit, false
	}
	d, err := parseComment(nil, t, i, of, body)
	if err != nil {
		return edit, false
	}
	return d.remove(at)
}

// remove takes away an option, or a word of one that has several.
func (d *directive) remove(at source.Span) (edit source.Edit, ok bool) {
	options := make([]source.Span, len(d.options))
	for i := range d.options {
		options[i] = d.options[i].span
	}
	head := source.Span{Start: d.head, End: d.head}
	if edit, ok = removeFrom(options, at, head); ok {
		return edit, true
	}
	for i := range d.options {
		o := &d.options[i]
		if len(o.items) < 2 {
			continue
		}
		items := make([]source.Span, len(o.items))
		for k := range o.items {
			items[k] = o.items[k].span
		}
		if edit, ok = removeFrom(items, at, source.NoSpan); ok {
			return edit, true
		}
	}
	return edit, false
}

// removeFrom takes one of several spans away with what separates it from the one in
// front of it, or after it if it is the first; an only one with what separates it from
// head.
func removeFrom(list []source.Span, at, head source.Span) (source.Edit, bool) {
	for i, s := range list {
		switch {
		case s != at:
		case i > 0:
			return source.Edit{Span: source.Span{Start: list[i-1].End, End: s.End}}, true
		case len(list) > 1:
			return source.Edit{Span: source.Span{Start: s.Start, End: list[1].Start}}, true
		case head.Valid():
			return source.Edit{Span: source.Span{Start: head.End, End: s.End}}, true
		}
	}
	return source.Edit{}, false
}

// removeComment takes a comment away with the blanks in front of it; with its line if
// that holds nothing else.
func removeComment(t *syntax.Tree, c *syntax.Comment) source.Edit {
	text := t.File.Text()
	from, to := int(c.Span.Start), int(c.Span.End)
	front := strings.TrimRight(text[:from], " \t")
	back := strings.TrimLeft(text[to:], " \t")
	startsLine := len(front) <= int(t.File.Body()) || strings.HasSuffix(front, "\n") || strings.HasSuffix(front, "\r")
	endsLine := back == "" || back[0] == '\n' || back[0] == '\r'
	edit := source.Edit{Span: source.Span{Start: source.Pos(len(front)), End: c.Span.End}}
	switch {
	case startsLine && endsLine:
		edit.Span.End = source.Pos(len(text) - len(back) + lineBreak(back))
	case startsLine:
		edit.Span.Start = c.Span.Start
	case endsLine:
	default:
		edit.New = " "
		edit.Span.End = source.Pos(len(text) - len(back))
	}
	return edit
}

// lineBreak returns the length of the line break that a text begins with.
func lineBreak(text string) int {
	switch {
	case strings.HasPrefix(text, "\r\n"), strings.HasPrefix(text, "\n\r"):
		return 2
	case text != "":
		return 1
	}
	return 0
}
