package mcp

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"luaflow/analysis/printable"
	"luaflow/cmd/luaflow/internal/report"
	"luaflow/compile/source"
)

const (
	// maxAnswer is how long an answer may be, in bytes: its text and its structure together. Agents have
	// room for some ten thousand words; this is two to four thousand.
	maxAnswer = 24 << 10
	// maxItem is how long an item of an answer may be, in bytes of its text, and maxMessage a message in it.
	maxItem    = 4 << 10
	maxMessage = 1 << 10
)

// location is a place in a file, and what is so there. Lines and columns begin at 1, columns count code points, and
// ends are exclusive; all are 0 where nothing stands in the text.
type location struct {
	File string `json:"file" jsonschema:"the file"`
	report.Range
	Message  string `json:"message" jsonschema:"what is so there"`
	Code     string `json:"code,omitempty" jsonschema:"of a finding: its check, which explain tells more of"`
	Severity string `json:"severity,omitempty" jsonschema:"of a finding: error, warning or hint"`
	Depth    int    `json:"depth,omitempty" jsonschema:"how many of the places before it it stands below: of a step, or in a tree"`
	Text     string `json:"text" jsonschema:"the line of source"`
}

// remainder says what an answer has left out.
type remainder struct {
	Total int `json:"total" jsonschema:"how many items there are"`
	Left  int `json:"left" jsonschema:"how many of them come after the last one shown"`
	Next  int `json:"next,omitempty" jsonschema:"what to ask for as from to be shown those; absent if none are left"`
}

// pager makes one answer out of items: those from some item on, as many as there is room for.
type pager struct {
	text []byte
	from int // the first item that is wanted, from 1
	used int // bytes of the structure
	rest remainder
	next int // the first item that did not fit; 0 if all did
}

// newPager returns a pager for an answer that begins with some text and shows the items from a number on.
func newPager(from int, head string) *pager { return &pager{from: max(from, 1), text: []byte(head)} }

// take offers the next item, its text and its part of the structure, and reports whether it is shown.
func (p *pager) take(text []byte, data any) bool {
	p.rest.Total++
	if p.rest.Total < p.from {
		return false
	}
	if p.next == 0 {
		text = []byte(clip(string(text), maxItem))
		encoded, _ := json.Marshal(data) // of texts and numbers
		if size := len(text) + len(encoded); len(p.text)+p.used+size <= maxAnswer || p.rest.Total == p.from {
			p.text = append(p.text, text...)
			p.used += len(encoded)
			return true
		}
		p.next = p.rest.Total
	}
	p.rest.Left++
	return false
}

// wants reports whether an item that is offered next may be shown, so that it pays to make its text.
func (p *pager) wants() bool { return p.rest.Total+1 >= p.from && p.next == 0 }

// skip counts an item that is not wanted.
func (p *pager) skip() { p.take(nil, nil) }

// end adds a last line, and what was left out.
func (p *pager) end(last, noun string) (string, remainder) {
	p.text = append(p.text, last...)
	if p.rest.Left > 0 {
		p.rest.Next = p.next
		p.text = fmt.Appendf(p.text, "%s left out: ask again with from = %d\n", report.Plural(p.rest.Left, "more "+noun), p.next)
	}
	return string(p.text), p.rest
}

// clip cuts a text to some bytes, and says that it did.
func clip(text string, most int) string {
	if len(text) <= most {
		return text
	}
	cut := most
	for cut > 0 && !utf8.RuneStart(text[cut]) {
		cut--
	}
	left := fmt.Sprintf("… (%d bytes left out)", len(text)-cut)
	if strings.HasSuffix(text, "\n") {
		left += "\n"
	}
	return text[:cut] + left
}

// placeAt returns a place in a file.
func placeAt(f *source.File, at source.Span, message string) location {
	p := location{File: printable.Text(f.Name()), Message: clip(printable.Text(message), maxMessage)}
	if at.Valid() {
		p.Range = report.RangeOf(f, at)
		p.Text = excerpt(f, at)
	}
	return p
}

// excerpt returns the line that a span begins in, cut around it if it is long.
func excerpt(f *source.File, at source.Span) string {
	return report.ExcerptOf(f, at, f.LineSpan(f.Point(at.Start, source.UTF8).Line)).Text
}
