package report

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"unicode"

	"luaflow/analysis"
	"luaflow/analysis/fix"
	"luaflow/analysis/globals"
	"luaflow/analysis/nav"
	"luaflow/analysis/summary"
	"luaflow/compile/source"
)

// Findings as the formats of luaflow check print them. They say by themselves where
// they are and what stands there, so that whoever prints them needs no text: that of a
// file whose results come from the cache is never read.

// Finding is a finding without its file.
type Finding struct {
	// Code is ours, Luacheck the code of luacheck, "" for none; Message is as in analysis.Finding.
	Code, Luacheck, Message string
	Severity                analysis.Severity // as the configuration has it
	At                      Range             // what is underlined
	LastCol                 int               // of the part on the first line, inclusive, from 1
	Related                 []Related         // in the order of analysis.Finding
	Path                    []Related         // if WantsPaths: what leads to it and on from it, itself included; nil if nothing does
	Excerpt                 Excerpt           // if WantsExcerpts
	Line                    uint64            // hash of the text of the first line, if WantsLines
	Fixes                   []Fix             // if WantsFixes
	Global                  string            // the global variable that it is about, "" for none
	Unless                  globals.Unless    // what another file may do so that it is not reported
	Ordinal                 int               // among findings of the same code and line text
}

// Related is a further place that a finding names.
type Related struct {
	At      Range  // in the same file, or the beginning of a line of Other
	Message string // what happens there: lower case, without a full stop
	Other   string // the path from the top of the program of another file, with slashes; "" for the same file
}

// Range is a part of a file: lines and columns from 1, ends exclusive, columns in code points.
type Range struct {
	Line    int `json:"line"`    // where it begins
	Col     int `json:"col"`     // of its first code point
	EndLine int `json:"endLine"` // where it ends
	EndCol  int `json:"endCol"`  // one past its last code point
}

// Fix is a fix of a finding.
type Fix struct {
	Title string         `json:"title"` // what it does, in the words of a menu
	Level analysis.Level `json:"level"` // what is known of the program that is left
	Edits []Edit         `json:"edits"` // in order of position, not overlapping
}

// Edit is a part of a fix: what takes the place of what.
type Edit struct {
	Range
	Text string `json:"text"` // what takes the place of the range; "" deletes it
}

// Wants says what a format prints beside the places and messages of findings.
type Wants uint8

// What formats want.
const (
	WantsExcerpts  Wants = 1 << iota // lines of source
	WantsLines                       // fingerprints
	WantsFixes                       // of warnings and errors
	WantsHintFixes                   // of hints too
	WantsPaths                       // how control or values come to findings
	WantsSummary                     // what other files need to know of the file
)

// Result is what check finds in one file. It does not depend on the file's name.
type Result struct {
	Findings []Finding // in the order of the text
	Notes    []Note    // in the order of the text; nil if all was looked at
	// Names is what the file does with globals; nil if nothing asks for that.
	Names *globals.Names
	// Summary is what other files need to know of the file, but for its path; nil if nothing asks for that.
	Summary *summary.Summary
}

// Note is a part of a file that was not looked at, and why.
type Note struct {
	At      Range  // zero for the whole file
	Message string // why: lower case, without a full stop
}

// incomplete is the code of notes where there must be one.
const incomplete = "incomplete"

// place returns the place of a note where there must be one.
func (n *Note) place() Range {
	if n.At.Line == 0 {
		return Range{1, 1, 1, 1}
	}
	return n.At
}

// PlaceIn names the place of a note in a file.
func (n *Note) PlaceIn(name string) string {
	if n.At.Line == 0 {
		return name
	}
	return fmt.Sprintf("%s:%d:%d", name, n.At.Line, n.At.Col)
}

// NotesOf makes omissions stand for themselves.
func NotesOf(f *source.File, omitted []analysis.Omission) (notes []Note) {
	for _, o := range omitted {
		n := Note{Message: o.What}
		if o.Span.Valid() {
			n.At = RangeOf(f, o.Span)
		}
		notes = append(notes, n)
	}
	return notes
}

// Locate makes what a pass found in a file stand for itself; check is for what fixes leave.
func Locate(p *analysis.Pass, found []analysis.Finding, want Wants, check analysis.CheckFunc) (res Result) {
	if len(found) == 0 {
		return res
	}
	u := p.Unit
	res.Findings = make([]Finding, len(found))
	for i := range found {
		res.Findings[i] = FindingOf(u.File, &found[i], want)
	}
	if want&WantsLines != 0 {
		NumberLines(u.File, res.Findings)
	}
	if want&WantsPaths != 0 {
		if left := addPaths(res.Findings, p, found); left > 0 {
			res.Notes = append(res.Notes, Note{Message: "the paths of " + Plural(left, "finding") + " not looked for: the file is large"})
		}
	}
	if want&WantsFixes != 0 {
		left := mend(res.Findings, p, found, want, check)
		if left > 0 {
			res.Notes = append(res.Notes, Note{Message: fmt.Sprintf(
				"not all fixes looked for, for %s: the file is large, and fixes are verified by compiling it", Plural(left, "finding"))})
		}
	}
	return res
}

// mostFollowed bounds the bytes that are looked at for the paths of a file: each may take its whole text.
const mostFollowed = 1 << 28

// addPaths adds the paths of what is found, and returns for how many findings they were not looked for.
func addPaths(findings []Finding, p *analysis.Pass, found []analysis.Finding) (left int) {
	n := min(len(found), mostFollowed/max(p.Unit.File.Len(), 1))
	for i := range found[:n] {
		path := nav.PathOf(p.Waste, &found[i])
		for k := range path {
			findings[i].Path = append(findings[i].Path, relatedOf(p.Unit.File, &path[k]))
		}
	}
	return len(found) - n
}

// mend adds the fixes of what is found and wanted, and returns for how many findings not
// all were looked for.
func mend(findings []Finding, p *analysis.Pass, found []analysis.Finding, want Wants, check analysis.CheckFunc) (left int) {
	n := 0
	for i := range found {
		if wantsFix(&found[i], want) {
			n++
		}
	}
	wanted, asked := make([]int, 0, n), make([]analysis.Finding, 0, n)
	for i := range found {
		if wantsFix(&found[i], want) {
			wanted, asked = append(wanted, i), append(asked, found[i])
		}
	}
	fixer := fix.New(check)
	fixer.Know(p.Unit, found, p)
	fixes, left := fixer.Each(p.Unit, asked)
	for k, i := range wanted {
		findings[i].Fixes = fixesOf(p.Unit.File, fixes[k])
	}
	return left
}

// wantsFix reports whether the fixes of a finding are wanted.
func wantsFix(x *analysis.Finding, want Wants) bool {
	return x.Severity < analysis.Hint || want&WantsHintFixes != 0
}

// FindingOf makes a finding in a file stand for itself.
func FindingOf(file *source.File, x *analysis.Finding, want Wants) Finding {
	f := Finding{
		Code: x.Code, Luacheck: x.Luacheck, Message: x.Message, Severity: x.Severity,
		At: RangeOf(file, x.Span), Global: strings.Clone(x.Refutable()), Unless: x.Unless,
	}
	// The end of a range is exclusive from 1; lastCol is inclusive.
	f.LastCol = f.At.EndCol - 1
	if f.At.EndLine > f.At.Line {
		f.LastCol = file.Point(file.LineSpan(f.At.Line-1).End, source.UTF32).Col
	}
	f.LastCol = max(f.LastCol, f.At.Col)
	for i := range x.Related {
		f.Related = append(f.Related, relatedOf(file, &x.Related[i]))
	}
	if want&WantsExcerpts != 0 {
		f.Excerpt = ExcerptOf(file, x.Span, file.LineSpan(f.At.Line-1))
	}
	return f
}

// relatedOf makes a further place of a finding in a file stand for itself.
func relatedOf(file *source.File, rel *analysis.Related) Related {
	if rel.IsElsewhere() {
		return Related{At: Range{rel.Other.Line, 1, rel.Other.Line, 1}, Message: rel.Message, Other: rel.Other.Path}
	}
	return Related{At: RangeOf(file, rel.Span), Message: rel.Message}
}

// NumberLines sets what the fingerprints of findings are made of.
func NumberLines(file *source.File, findings []Finding) {
	type key struct {
		code string
		line uint64
	}
	counts := map[key]int{}
	for i := range findings {
		f := &findings[i]
		if i > 0 && findings[i-1].At.Line == f.At.Line {
			f.Line = findings[i-1].Line // a line of megabytes may have thousands of findings
		} else {
			f.Line = hashLine(file.Slice(file.LineSpan(f.At.Line - 1)))
		}
		k := key{f.Code, f.Line}
		f.Ordinal = counts[k]
		counts[k]++
	}
}

// hashLine returns FNV-1a of the words of a line with one space between, so that it is the
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

// RangeOf returns a span in lines and columns.
func RangeOf(f *source.File, s source.Span) Range {
	at := f.Range(s, source.UTF32)
	return Range{at.Start.Line + 1, at.Start.Col + 1, at.End.Line + 1, at.End.Col + 1}
}

// fixesOf makes fixes of a file stand for themselves.
func fixesOf(f *source.File, fixes []analysis.Fix) []Fix {
	out := []Fix{}
	for _, fx := range fixes {
		edits := []Edit{}
		for _, e := range fx.Edits {
			edits = append(edits, Edit{RangeOf(f, e.Span), e.New})
		}
		out = append(out, Fix{fx.Title, fx.Level, edits})
	}
	return out
}

// Fingerprint names a finding in a file over changes elsewhere in it: it is made of the
// file, the code, the words of the line, and how many findings of the code stand above
// in lines of the same words. Where the line stands, how it is indented and what the
// message says of other lines is not in it.
func (x *Finding) Fingerprint(file string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%016x\x00%d", file, x.Code, x.Line, x.Ordinal))
	return hex.EncodeToString(sum[:16])
}

// PlainCode returns luacheck's code of a finding with the letter of its rank, or ours where it
// has none.
func (x *Finding) PlainCode() string {
	switch {
	case x.Luacheck == "":
		return x.Code
	case x.Severity == analysis.Error:
		return "E" + x.Luacheck
	}
	return "W" + x.Luacheck
}
