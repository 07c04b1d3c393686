package symbols

import (
	"sort"
	"strings"

	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// commentAtTop returns what the comments say that a text begins with, after a first line for the system: "" without any.
func commentAtTop(t *syntax.Tree) string {
	text, at := t.File.Text(), t.File.Body()
	if len(t.Comments) == 0 {
		return ""
	}
	if strings.HasPrefix(text[at:], "#") {
		at += source.Pos(strings.IndexByte(text[at:]+"\n", '\n'))
	}
	last := at
	for _, c := range t.Comments {
		between := text[last:c.Span.Start]
		if strings.TrimSpace(between) != "" || last > at && strings.Count(between, "\n") > 1 {
			break
		}
		last = c.Span.End
	}
	return commentAbove(t, last)
}

// commentAbove returns what the comments say that end right above a statement or field, without dashes and brackets: "" without any. A comment
// after a statement on the same line belongs to that.
func commentAbove(t *syntax.Tree, at source.Pos) string {
	text, comments := t.File.Text(), t.Comments
	i := sort.Search(len(comments), func(i int) bool { return comments[i].Span.Start >= at })
	var lines []string
	for i--; i >= 0; i-- {
		c := comments[i].Span
		between := text[c.End:at]
		before := text[max(strings.LastIndexByte(text[:c.Start], '\n')+1, int(t.File.Body())):c.Start]
		if strings.TrimSpace(between) != "" || strings.Count(between, "\n") > 1 || strings.TrimSpace(before) != "" {
			break
		}
		lines = append(lines, withoutDashes(t.File.Slice(c), comments[i].Long))
		at = c.Start
	}
	var all strings.Builder
	for i := len(lines) - 1; i >= 0; i-- {
		all.WriteString(lines[i] + "\n")
	}
	return strings.TrimSpace(all.String())
}

// withoutDashes returns what a comment says.
func withoutDashes(text string, isLong bool) string {
	text = strings.TrimLeft(text, "-")
	if isLong {
		text = strings.Trim(strings.TrimLeft(text, "[="), "]=")
	}
	return strings.TrimSuffix(strings.TrimPrefix(text, " "), "\r")
}
