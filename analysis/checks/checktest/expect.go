package checktest

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"luaflow/analysis"
	"luaflow/compile"
	"luaflow/compile/source"
)

// Expectations: how they are read from the text, and how they are compared.

// line is a line of code with what its comments expect.
type line struct {
	number int
	start  source.Pos
	wants  []want
	spans  []source.Span // marked with ^ or |
	fades  []source.Span // marked with ~
}

// want is one expected finding.
type want struct {
	message  *regexp.Regexp
	code     string
	luacheck string
	rank     string
	related  string // lines
	fade     string // lines
	imposed  bool
}

const wantComment = "-- want "

// parse finds the lines of a text that expect something.
func parse(text string) ([]line, error) {
	var lines []line
	var code line // the last line that is no line of marks
	flush := func() {
		if len(code.wants) > 0 || len(code.fades) > 0 {
			lines = append(lines, code)
		}
	}
	start := source.Pos(0)
	number := 0
	for content := range strings.SplitAfterSeq(text, "\n") {
		number++
		if isMarks(content) {
			code.mark(content)
		} else {
			flush()
			code = line{number: number, start: start}
			if _, after, ok := strings.Cut(content, wantComment); ok {
				wants, err := parseWants(unparenthesized(after))
				if err != nil {
					return nil, fmt.Errorf("line %d: %w", number, err)
				}
				code.wants = wants
			}
		}
		start += source.Pos(len(content))
	}
	flush()
	for i := range lines {
		if l := &lines[i]; len(l.spans) != len(l.wants) {
			return nil, fmt.Errorf("line %d expects %d findings and %d ranges are marked", l.number, len(l.wants), len(l.spans))
		}
	}
	return lines, nil
}

// unparenthesized returns the expectations of a comment that is in parentheses.
func unparenthesized(text string) string { return strings.TrimSuffix(strings.TrimSpace(text), ")") }

// isMarks reports whether a line is a comment that holds nothing but marks.
func isMarks(content string) bool {
	rest, ok := strings.CutPrefix(strings.TrimSpace(content), "--")
	return ok && strings.Trim(rest, " \t^~|") == "" && strings.ContainsAny(rest, "^~|")
}

// mark adds the ranges that a line of marks shows.
func (l *line) mark(content string) {
	for i := 0; i < len(content); {
		c := content[i]
		end := i + 1
		for c != '|' && end < len(content) && content[end] == c {
			end++
		}
		at := source.Span{Start: l.start + source.Pos(i), End: l.start + source.Pos(end)}
		switch c {
		case '^':
			l.spans = append(l.spans, at)
		case '|':
			l.spans = append(l.spans, source.Span{Start: at.Start, End: at.Start})
		case '~':
			l.fades = append(l.fades, at)
		}
		i = end
	}
	slices.SortFunc(l.spans, func(a, b source.Span) int { return cmp.Compare(a.Start, b.Start) })
}

func parseWants(text string) ([]want, error) {
	var wants []want
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		if text[0] != '"' {
			word, rest, _ := strings.Cut(text, " ")
			text = rest
			if len(wants) == 0 {
				return nil, fmt.Errorf("%q stands in front of the first message", word)
			}
			wants[len(wants)-1].option(word)
			continue
		}
		quoted, err := strconv.QuotedPrefix(text)
		if err != nil {
			return nil, err
		}
		text = text[len(quoted):]
		pattern, err := strconv.Unquote(quoted)
		if err != nil {
			return nil, err
		}
		message, err := regexp.Compile(pattern)
		if err != nil {
			return nil, err
		}
		wants = append(wants, want{message: message})
	}
	return wants, nil
}

var number = regexp.MustCompile(`^\d+$`)

func (w *want) option(word string) {
	switch name, value, _ := strings.Cut(word, "="); {
	case name == "related":
		w.related = value
	case name == "fade":
		w.fade = value
	case name == "hint" || name == "warning" || name == "error":
		w.rank = name
	case name == "imposed":
		w.imposed = true
	case number.MatchString(name):
		w.luacheck = name
	default:
		w.code = name
	}
}

// compare lists what differs between the findings on a line and what it expects.
func (l *line) compare(u *compile.Unit, found []analysis.Finding, lookup func(string) *analysis.Check) (errs []error) {
	for i := range found {
		f := &found[i]
		if i >= len(l.wants) {
			errs = append(errs, fmt.Errorf("unexpected %s", describe(u, f)))
			continue
		}
		w := l.wants[i]
		w.complete(lookup, f)
		if got := observed(u, f); !w.message.MatchString(f.Message) || got != w.String() {
			errs = append(errs, fmt.Errorf("found %s %q, expected %s matching %q", got, f.Message, w, w.message))
		}
		if f.Span != l.spans[i] {
			errs = append(errs, fmt.Errorf("%q is about `%s`, marked is `%s`", f.Message, u.File.Slice(f.Span), u.File.Slice(l.spans[i])))
		}
		if f.Fade.Valid() && f.Fade != f.Span && w.fade == "" && !slices.Contains(l.fades, f.Fade) {
			errs = append(errs, fmt.Errorf("%q fades `%s`, which is not marked", f.Message, u.File.Slice(f.Fade)))
		}
	}
	for i := len(found); i < len(l.wants); i++ {
		errs = append(errs, fmt.Errorf("nothing found that matches %q", l.wants[i].message))
	}
	return errs
}

// compareFades lists the marked fades that no finding of the file asks for, and those
// in other places than its own that are not marked.
func compareFades(u *compile.Unit, lines []line, found []analysis.Finding) (errs []error) {
	var marked, more []source.Span
	for i := range lines {
		marked = append(marked, lines[i].fades...)
	}
	for i := range found {
		more = append(more, found[i].Fades...)
	}
	for _, fade := range more {
		if !slices.Contains(marked, fade) {
			errs = append(errs, fmt.Errorf("line %d: `%s` fades, which is not marked", u.File.Line(fade.Start), u.File.Slice(fade)))
		}
	}
	for _, fade := range marked {
		if !slices.Contains(more, fade) && !slices.ContainsFunc(found, func(f analysis.Finding) bool { return f.Fade == fade }) {
			errs = append(errs, fmt.Errorf("line %d: nothing fades `%s`", u.File.Line(fade.Start), u.File.Slice(fade)))
		}
	}
	return errs
}

// complete fills in what need not be written.
func (w *want) complete(lookup func(string) *analysis.Check, f *analysis.Finding) {
	if w.code == "" {
		w.code = f.Code
	}
	check := lookup(w.code)
	if check == nil {
		return
	}
	if w.rank == "" {
		w.rank = check.Severity.String()
	}
	if w.luacheck == "" && len(check.Luacheck) == 1 {
		w.luacheck = check.Luacheck[0]
	}
}

// String returns the part of an expectation that must be met to the letter.
func (w want) String() string {
	text := strings.TrimSpace(fmt.Sprintf("%s %s %s related=%s fade=%s", w.code, w.rank, w.luacheck, w.related, w.fade))
	if w.imposed {
		text += " imposed"
	}
	return text
}

// observed returns a finding in the form of want.String.
func observed(u *compile.Unit, f *analysis.Finding) string {
	w := want{code: f.Code, rank: f.Severity.String(), luacheck: f.Luacheck, imposed: f.Imposed}
	var related []string
	for _, r := range f.Related {
		related = append(related, whereIs(u, &r))
	}
	w.related = strings.Join(related, ",")
	if first, last := u.File.Line(f.Fade.Start), u.File.Line(f.Fade.End); f.Fade.Valid() && first != last {
		w.fade = fmt.Sprintf("%d-%d", first, last)
	}
	return w.String()
}

// whereIs returns the line of a related place, after its path if that is in another file.
func whereIs(u *compile.Unit, r *analysis.Related) string {
	if r.IsElsewhere() {
		return fmt.Sprintf("%s:%d", r.Other.Path, r.Other.Line)
	}
	return strconv.Itoa(u.File.Line(r.Span.Start))
}

// describe returns a finding as a person needs it to write the comment.
func describe(u *compile.Unit, f *analysis.Finding) string {
	var related []string
	for _, r := range f.Related {
		related = append(related, whereIs(u, &r))
	}
	text := fmt.Sprintf("%s at line %d: %s %s %q on `%s`", f.Code, u.File.Line(f.Span.Start),
		f.Severity, f.Luacheck, f.Message, u.File.Slice(f.Span))
	if len(related) > 0 {
		text += " related=" + strings.Join(related, ",")
	}
	if f.Imposed {
		text += " imposed"
	}
	if f.Fade.Valid() && f.Fade != f.Span {
		text += fmt.Sprintf(" fades `%s`", u.File.Slice(f.Fade))
	}
	return text
}
