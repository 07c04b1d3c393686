package main

import (
	"strings"

	"luaflow/cmd/luaflow/internal/report"
)

// Pages about checks on a terminal. They are markdown, of which they use headings,
// tables of two columns without a head, quotations, lists and blocks of code: what is
// only there for a program is taken off, the rest can be read as it is.

// unescaped takes the backslashes off that keep markdown from reading a letter.
var unescaped = strings.NewReplacer("\\`", "`", `\<`, "<", `\>`, ">")

// appendPage prints a page.
func appendPage(b []byte, page string, paint func(color, s string) string) []byte {
	code := false
	for line := range strings.Lines(page) {
		line = strings.TrimRight(line, "\n")
		switch {
		case strings.HasPrefix(line, "```"):
			code = !code
			continue
		case code:
			if line != "" {
				line = "    " + paint(report.Dim, line)
			}
		case strings.HasPrefix(line, "#"):
			line = paint(report.Bold, strings.TrimLeft(line, "# "))
		case strings.HasPrefix(line, "|"):
			if line = row(line); line == "" {
				continue
			}
		case strings.HasPrefix(line, ">"):
			line = strings.TrimRight("  > "+unescaped.Replace(strings.TrimSpace(line[1:])), " ")
		}
		b = append(append(b, line...), '\n')
	}
	return b
}

// row returns a row of a table, "" if there is nothing in it.
func row(line string) string {
	cells := strings.Split(strings.Trim(line, "|"), "|")
	for i := range cells {
		cells[i] = strings.TrimSpace(cells[i])
	}
	if len(cells) < 2 || strings.Trim(strings.Join(cells, ""), "-:") == "" {
		return ""
	}
	return cells[0] + ": " + strings.Join(cells[1:], ", ")
}
