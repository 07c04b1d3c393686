package main

import (
	"fmt"
	"strings"
	"unicode"

	"luaflow/analysis"
	"luaflow/analysis/fix"
	"luaflow/compile/source"
)

// Findings as the formats of luaflow check print them. They say by themselves where
// they are and what stands there, so that whoever prints them needs no text: that of a
// file whose results come from the cache is never read.

// finding is a finding without its file.
type finding struct {
	code, luacheck, message string
	severity                analysis.Severity
	at                      jsonRange
	lastCol                 int // of the part on the first line, inclusive, from 1
	related                 []relatedPlace
	excerpt                 excerpt   // if wantsExcerpts
	line                    uint64    // hash of the text of the first line, if wantsLines
	fixes                   []jsonFix // if wantsFixes
	global                  string    // the global variable that it is about, "" for none
	unless                  analysis.Unless
	ordinal                 int // among findings of the same code and line text
}

type relatedPlace struct {
	at      jsonRange
	message string
}

// wants says what a format prints beside the places and messages of findings.
type wants uint8

const (
	wantsExcerpts  wants = 1 << iota // lines of source
	wantsLines                       // fingerprints
	wantsFixes                       // of warnings and errors
	wantsHintFixes                   // of hints too
)

// result is what check finds in one file. It does not depend on the file's name.
type result struct {
	findings []finding
	notes    []note
	// names is what the file does with globals; nil if nothing asks for that.
	names *analysis.GlobalNames
}

// note is a part of a file that was not looked at, and why.
type note struct {
	at      jsonRange // zero for the whole file
	message string
}

// incomplete is the code of notes where there must be one.
const incomplete = "incomplete"

// place returns the place of a note where there must be one.
func (n *note) place() jsonRange {
	if n.at.Line == 0 {
		return jsonRange{1, 1, 1, 1}
	}
	return n.at
}

// placeIn names the place of a note in a file.
func (n *note) placeIn(name string) string {
	if n.at.Line == 0 {
		return name
	}
	return fmt.Sprintf("%s:%d:%d", name, n.at.Line, n.at.Col)
}

// notesOf makes omissions stand for themselves.
func (r *report) notesOf(omitted []analysis.Omission) (notes []note) {
	for _, o := range omitted {
		n := note{message: o.What}
		if o.Span.Valid() {
			n.at = r.rangeOf(o.Span)
		}
		notes = append(notes, n)
	}
	return notes
}

// locate makes what a pass found in a file stand for itself; check is for what fixes leave.
func locate(p *analysis.Pass, found []analysis.Finding, want wants, check analysis.CheckFunc) (res result) {
	if len(found) == 0 {
		return res
	}
	u := p.Unit
	res.findings = make([]finding, len(found))
	v := report{file: u.File}
	for i := range found {
		res.findings[i] = v.finding(&found[i], want)
	}
	if want&wantsLines != 0 {
		v.numberLines(res.findings)
	}
	if want&wantsFixes != 0 {
		left := v.mend(res.findings, p, found, want, check)
		if left > 0 {
			res.notes = append(res.notes, note{message: fmt.Sprintf(
				"not all fixes looked for, for %s: the file is large, and fixes are verified by compiling it", plural(left, "finding"))})
		}
	}
	return res
}

// mend adds the fixes of what is found and wanted, and returns for how many findings not
// all were looked for.
func (r *report) mend(findings []finding, p *analysis.Pass, found []analysis.Finding, want wants, check analysis.CheckFunc) (left int) {
	var wanted []int
	var asked []analysis.Finding
	for i := range found {
		if found[i].Severity < analysis.Hint || want&wantsHintFixes != 0 {
			wanted, asked = append(wanted, i), append(asked, found[i])
		}
	}
	fixer := fix.New(check)
	fixer.Know(p.Unit, found, p)
	fixes, left := fixer.Each(p.Unit, asked)
	for k, i := range wanted {
		findings[i].fixes = r.fixesOf(fixes[k])
	}
	return left
}

func (r *report) finding(x *analysis.Finding, want wants) finding {
	f := finding{
		code: x.Code, luacheck: x.Luacheck, message: x.Message, severity: x.Severity,
		at: r.rangeOf(x.Span), global: strings.Clone(x.Refutable()), unless: x.Unless,
	}
	// The end of a range is exclusive from 1; lastCol is inclusive.
	f.lastCol = f.at.EndCol - 1
	if f.at.EndLine > f.at.Line {
		f.lastCol = r.file.Point(r.file.LineSpan(f.at.Line-1).End, source.UTF32).Col
	}
	f.lastCol = max(f.lastCol, f.at.Col)
	for _, rel := range x.Related {
		f.related = append(f.related, relatedPlace{r.rangeOf(rel.Span), rel.Message})
	}
	if want&wantsExcerpts != 0 {
		f.excerpt = excerptOf(r.file, x.Span, r.file.LineSpan(f.at.Line-1))
	}
	return f
}

// numberLines sets what the fingerprints of findings are made of.
func (r *report) numberLines(findings []finding) {
	type key struct {
		code string
		line uint64
	}
	seen := map[key]int{}
	for i := range findings {
		f := &findings[i]
		if i > 0 && findings[i-1].at.Line == f.at.Line {
			f.line = findings[i-1].line // a line of megabytes may have thousands of findings
		} else {
			f.line = hashLine(r.file.Slice(r.file.LineSpan(f.at.Line - 1)))
		}
		k := key{f.code, f.line}
		f.ordinal = seen[k]
		seen[k]++
	}
}

// hashLine is FNV-1a of the words of a line with one space between, so that it is the
// same however the line is indented.
func hashLine(text string) uint64 {
	const offset, prime = 14695981039346656037, 1099511628211
	h := uint64(offset)
	space := false
	for _, b := range []byte(strings.TrimFunc(text, unicode.IsSpace)) {
		if b == ' ' || b == '\t' || b == '\r' || b == '\n' {
			space = true
			continue
		}
		if space {
			h = (h ^ ' ') * prime
			space = false
		}
		h = (h ^ uint64(b)) * prime
	}
	return h
}

// rangeOf is a span in lines and columns.
func (r *report) rangeOf(s source.Span) jsonRange {
	at := r.file.Range(s, source.UTF32)
	return jsonRange{at.Start.Line + 1, at.Start.Col + 1, at.End.Line + 1, at.End.Col + 1}
}

func (r *report) fixesOf(fixes []analysis.Fix) []jsonFix {
	out := []jsonFix{}
	for _, fx := range fixes {
		edits := []jsonEdit{}
		for _, e := range fx.Edits {
			edits = append(edits, jsonEdit{r.rangeOf(e.Span), e.New})
		}
		out = append(out, jsonFix{fx.Title, fx.Verified, edits})
	}
	return out
}
