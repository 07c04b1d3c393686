package report

import (
	"strings"
	"testing"

	"luaflow/analysis"
	"luaflow/compile/source"
)

// Each case is a text in which « and » stand around the span, and how it is shown.
var excerptCases = []struct{ name, text, want string }{
	{"plain", "local «x» = 1", `
local x = 1
      ^`},
	{"tabs become spaces up to the next stop", "\tlocal «x»\t= 1", `
    local x = 1
          ^`},
	{"a tab in the span", "x«\ty»", `
x   y
 ^^^^`},
	{"wide characters take two cells", "s = '界' «x» = '世界'", `
s = '界' x = '世界'
         ^`},
	{"wide characters in the span", "«'世界'» = x", `
'世界' = x
^^^^^^`},
	{"combining marks take none", "'e\u0301' «x»", "\n'e\u0301' x\n    ^"},
	{"control characters are made visible", "'\x1b[31m' «x»", "\n'\\x1B[31m' x\n           ^"},
	{"what turns text around is made visible", "--[[\u202e]] «x»", "\n--[[\\u{202E}]] x\n               ^"},
	{"what GitHub takes for a command is none", "-- ##[error] «x»", "\n-- #\\x23[error] x\n                ^"},
	{"a byte of invalid UTF-8 is one cell", "'\xff' «x»", "\n'\uFFFD' x\n    ^"},
	{"an empty span has a caret", "f(«»", `
f(
  ^`},
	{"a span of several lines shows its first", "x = «function()\nend»", `
x = function()
    ^^^^^^^^^^`},
	{"CRLF is no part of the line", "«x» = 1\r\ny = 2", `
x = 1
^`},
	{"a long line is cut around the span",
		strings.Repeat("a", 200) + "«x»" + strings.Repeat("b", 200),
		"\n…" + strings.Repeat("a", 60) + "x" + strings.Repeat("b", 99) + "…\n" + strings.Repeat(" ", 61) + "^"},
	{"a long line of wide characters is cut between them",
		strings.Repeat("界", 100) + "«x»" + strings.Repeat("界", 100),
		"\n…" + strings.Repeat("界", 20) + "x" + strings.Repeat("界", 33) + "…\n" + strings.Repeat(" ", 41) + "^"},
}

func TestExcerpt(t *testing.T) {
	for _, c := range excerptCases {
		before, rest, _ := strings.Cut(c.text, "«")
		in, after, _ := strings.Cut(rest, "»")
		f := source.NewFile("a.lua", before+in+after)
		start := source.Pos(len(before))
		span := source.Span{Start: start, End: start + source.Pos(len(in))}
		e := ExcerptOf(f, span, f.LineSpan(f.Point(start, source.UTF8).Line))
		got := "\n" + e.Text + "\n" + strings.Repeat(" ", e.Indent) + strings.Repeat("^", max(e.Carets, 1))
		if got != c.want {
			t.Errorf("%s: got%s\nwant%s", c.name, got, c.want)
		}
	}
}

func TestTextInColour(t *testing.T) {
	r := File{Name: "a.lua", Color: true}
	r.Findings = []Finding{FindingOf(source.NewFile("a.lua", "x = y"), &analysis.Finding{
		Code: "dead-store", Severity: analysis.Warning, Span: source.Span{End: 1}, Message: "it is dead",
	}, WantsExcerpts)}
	got := string(AppendText(nil, &r))
	const want = "\x1b[1ma.lua:1:1\x1b[0m: \x1b[1;33mwarning\x1b[0m: it is dead \x1b[2m[dead-store]\x1b[0m\n" +
		"\x1b[2m    1 |\x1b[0m x = y\n" +
		"\x1b[2m      |\x1b[0m \x1b[1;33m^\x1b[0m\n"
	if got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}
