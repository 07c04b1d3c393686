package suppress

import (
	"strings"

	"luaflow/compile/source"
)

// This file defines how what is useless is taken out of the text.

// removalOfItem returns the edit that takes a word away from an option that has several.
func (o *option) removalOfItem(i int) source.Edit {
	if i == 0 {
		return cut(o.items[0].span.Start, o.items[1].span.Start)
	}
	return cut(o.items[i-1].span.End, o.items[i].span.End)
}

// removalOfOption returns the edit that takes an option away, with what separates it from the one in
// front of it, or after it if it is the first.
func (d *directive) removalOfOption(i int) source.Edit {
	switch {
	case i > 0:
		return cut(d.options[i-1].span.End, d.options[i].span.End)
	case len(d.options) > 1:
		return cut(d.options[0].span.Start, d.options[1].span.Start)
	}
	return cut(d.head, d.options[0].span.End)
}

func cut(start, end source.Pos) source.Edit {
	return source.Edit{Span: source.Span{Start: start, End: end}}
}

// removal returns the edit that takes a comment away with the blanks in front of it; with its line
// if that holds nothing else.
func (d *directive) removal(f *source.File) source.Edit {
	text := f.Text()
	from, to := int(d.span.Start), int(d.span.End)
	front := strings.TrimRight(text[:from], " \t")
	back := strings.TrimLeft(text[to:], " \t")
	startsLine := len(front) <= int(f.Body()) || strings.HasSuffix(front, "\n") || strings.HasSuffix(front, "\r")
	endsLine := back == "" || back[0] == '\n' || back[0] == '\r'
	edit := cut(source.Pos(len(front)), d.span.End)
	switch {
	case startsLine && endsLine:
		edit.Span.End = source.Pos(len(text) - len(back) + lineBreak(back))
	case startsLine:
		edit.Span.Start = d.span.Start
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
