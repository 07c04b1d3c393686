package suppress

import (
	"strings"

	"luaflow/analysis/suppress/pragma"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// This file defines how comments are put into a text that hide findings.

// InLine returns edits that hide the findings of a code in the line of a place: those to be tried first come
// first. Which of them do that depends on what the text is there; who makes them has to look.
func InLine(t *syntax.Tree, at source.Pos, code string) (ways []source.Edit) {
	f := t.File
	start := max(f.LuaLines()[f.Line(at)-1], f.Body())
	line := f.Text()[start:]
	if i := strings.IndexAny(line, "\r\n"); i >= 0 {
		line = line[:i]
	}
	end := start + source.Pos(len(strings.TrimRight(line, spaces)))
	option := "-- luaflow: ignore " + code
	last := shortCommentTo(t, end)
	switch {
	case last == nil:
		ways = append(ways, insertion(end, " "+option))
	case !pragma.Acts(t, last):
		ways = append(ways, insertion(last.Span.Start, option+" ")) // the comment is a remark then
	default:
		ways = extended(t, last, code)
	}
	indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
	return append(ways, insertion(start, indent+"---@diagnostic disable-next-line: "+code+breakOf(f)))
}

// InFile returns edits that hide the findings of a code in all of a text, as InLine does.
func InFile(t *syntax.Tree, code string) (ways []source.Edit) {
	f := t.File
	for i := range t.Comments {
		c := &t.Comments[i]
		if c.Span.Start >= t.After(f.Body()) {
			break
		}
		ways = append(ways, extended(t, c, code)...)
	}
	start := f.Body()
	if int(start) < len(f.Text()) && start > 0 && f.Line(start) == 1 { // the first line is not Lua, or a byte order mark
		start += source.Pos(lineBreakIn(f.Text()[start:]))
	}
	return append(ways, insertion(start, "-- luaflow: ignore "+code+breakOf(f)))
}

// shortCommentTo returns the short comment that ends at a place, nil if none does.
func shortCommentTo(t *syntax.Tree, end source.Pos) *syntax.Comment {
	for i := range t.Comments {
		c := &t.Comments[i]
		last := c.Span.Start + source.Pos(len(strings.TrimRight(t.File.Slice(c.Span), spaces)))
		if !c.Long && last == end {
			return c
		}
	}
	return nil
}

// extended returns the edit that adds a code to a comment of ours that hides findings by their codes; none if
// it is no such comment.
func extended(t *syntax.Tree, c *syntax.Comment, code string) []source.Edit {
	of, body, ok := pragma.Recognize(t, c)
	if !ok || of != pragma.OfLuaflow {
		return nil
	}
	words := split(withoutRemarks(t.File.Slice(source.Span{Start: body, End: c.Span.End})), body, spaces+",")
	for i, w := range words {
		if strings.HasPrefix(w.text, "--") {
			words = words[:i]
			break
		}
	}
	if len(words) < 2 || words[0].text != "ignore" {
		return nil
	}
	return []source.Edit{insertion(words[len(words)-1].span.End, ", "+code)}
}

func insertion(at source.Pos, text string) source.Edit {
	return source.Edit{Span: source.Span{Start: at, End: at}, New: text}
}

// lineBreakIn returns the length of the line break that a text begins with, 0 if it begins with none.
func lineBreakIn(text string) int {
	if text == "" || text[0] != '\n' && text[0] != '\r' {
		return 0
	}
	return lineBreak(text)
}

// breakOf returns what ends the first line of a text.
func breakOf(f *source.File) string {
	text := f.Text()
	i := strings.IndexAny(text, "\r\n")
	if i < 0 {
		return "\n"
	}
	if n := lineBreak(text[i:]); n == 2 && text[i+1] != text[i] && (text[i+1] == '\n' || text[i+1] == '\r') {
		return text[i : i+2]
	}
	return text[i : i+1]
}
