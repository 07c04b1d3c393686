package cache

import (
	"encoding/binary"
	"maps"
	"slices"

	"luaflow/analysis"
	"luaflow/analysis/globals"
	"luaflow/analysis/summary"
	"luaflow/cmd/luaflow/internal/report"
)

// Results as values of the cache: numbers as varints, texts with their lengths before
// them.

// resultWriter appends.
type resultWriter []byte

func (w *resultWriter) num(n int)     { *w = binary.AppendVarint(*w, int64(n)) }
func (w *resultWriter) text(s string) { w.num(len(s)); *w = append(*w, s...) }

func (w *resultWriter) place(at report.Range) {
	for _, n := range []int{at.Line, at.Col, at.EndLine, at.EndCol} {
		w.num(n)
	}
}

func encodeResult(res report.Result) string {
	var w resultWriter
	w.num(len(res.Findings))
	for i := range res.Findings {
		w.finding(&res.Findings[i])
	}
	w.num(len(res.Notes))
	for _, n := range res.Notes {
		w.place(n.At)
		w.text(n.Message)
	}
	w.summary(res.Summary)
	w.names(res.Names)
	return string(w)
}

// summary writes a summary as a text, "" for nil.
func (w *resultWriter) summary(s *summary.Summary) {
	var b []byte
	if s != nil {
		b, _ = s.AppendBinary(nil) // never fails
	}
	w.text(string(b))
}

// names writes the sets of names, each sorted; nothing for nil.
func (w *resultWriter) names(names *globals.Names) {
	if names == nil {
		return
	}
	for _, set := range []map[string]bool{names.Defined, names.Read, names.Set} {
		w.num(len(set))
		for _, name := range slices.Sorted(maps.Keys(set)) {
			w.text(name)
		}
	}
}

func (w *resultWriter) finding(x *report.Finding) {
	w.text(x.Code)
	w.text(x.Luacheck)
	w.text(x.Message)
	w.text(x.Global)
	w.num(int(x.Unless))
	w.num(int(x.Severity))
	w.place(x.At)
	w.num(x.LastCol)
	w.places(x.Related)
	w.places(x.Path)
	w.text(x.Excerpt.Text)
	w.num(x.Excerpt.Indent)
	w.num(x.Excerpt.Carets)
	*w = binary.LittleEndian.AppendUint64(*w, x.Line)
	w.num(x.Ordinal)
	w.num(len(x.Fixes))
	for _, fx := range x.Fixes {
		w.fix(fx)
	}
}

func (w *resultWriter) places(list []report.Related) {
	w.num(len(list))
	for _, x := range list {
		w.place(x.At)
		w.text(x.Message)
		w.text(x.Other)
	}
}

func (w *resultWriter) fix(fx report.Fix) {
	w.text(fx.Title)
	w.num(int(fx.Level))
	w.num(len(fx.Edits))
	for _, e := range fx.Edits {
		w.place(e.Range)
		w.text(e.Text)
	}
}

// resultReader takes off what resultWriter appends. What is not there is zero, and then
// it is bad.
type resultReader struct {
	rest string
	bad  bool
}

func (r *resultReader) num() int {
	n, size := binary.Varint([]byte(r.rest[:min(len(r.rest), binary.MaxVarintLen64)]))
	if size <= 0 {
		r.bad, r.rest = true, ""
		return 0
	}
	r.rest = r.rest[size:]
	return int(n)
}

// level returns the level of a fix.
func (r *resultReader) level() analysis.Level {
	n := r.num()
	if n < 0 || n >= len(analysis.Levels) {
		r.bad, n = true, 0
	}
	return analysis.Level(n)
}

// count returns a number of things of which each takes a byte at least.
func (r *resultReader) count() int {
	n := r.num()
	if n < 0 || n > len(r.rest) {
		r.bad, r.rest = true, ""
		return 0
	}
	return n
}

func (r *resultReader) text() string {
	n := r.count()
	s := r.rest[:n]
	r.rest = r.rest[n:]
	return s
}

func (r *resultReader) place() report.Range {
	return report.Range{Line: r.num(), Col: r.num(), EndLine: r.num(), EndCol: r.num()}
}

// decodeResult reads what encodeResult made; not ok if it did not.
func decodeResult(value string) (res report.Result, ok bool) {
	r := resultReader{rest: value}
	if n := r.count(); n > 0 {
		res.Findings = make([]report.Finding, n)
	}
	for i := range res.Findings {
		r.finding(&res.Findings[i])
	}
	for range r.count() {
		res.Notes = append(res.Notes, report.Note{At: r.place(), Message: r.text()})
	}
	res.Summary = r.summary()
	if r.rest != "" {
		res.Names = &globals.Names{Defined: r.set(), Read: r.set(), Set: r.set()}
	}
	return res, !r.bad && r.rest == ""
}

func (r *resultReader) summary() *summary.Summary {
	text := r.text()
	if text == "" {
		return nil
	}
	s := new(summary.Summary)
	if s.UnmarshalBinary([]byte(text)) != nil {
		r.bad = true
	}
	return s
}

func (r *resultReader) set() map[string]bool {
	set := map[string]bool{}
	for range r.count() {
		set[r.text()] = true
	}
	return set
}

func (r *resultReader) finding(x *report.Finding) {
	x.Code, x.Luacheck, x.Message, x.Global = r.text(), r.text(), r.text(), r.text()
	x.Unless = globals.Unless(r.num())
	severity := r.num()
	if severity < 0 || severity > int(analysis.Hint) {
		r.bad, severity = true, 0
	}
	x.Severity = analysis.Severity(severity)
	x.At, x.LastCol = r.place(), r.num()
	x.Related, x.Path = r.places(), r.places()
	x.Excerpt = report.Excerpt{Text: r.text(), Indent: r.cells(), Carets: r.cells()}
	x.Line = r.hash()
	x.Ordinal = r.num()
	for range r.count() {
		x.Fixes = append(x.Fixes, r.fix())
	}
}

func (r *resultReader) places() (list []report.Related) {
	for range r.count() {
		list = append(list, report.Related{At: r.place(), Message: r.text(), Other: r.text()})
	}
	return list
}

// cells returns a number of cells on a terminal.
func (r *resultReader) cells() int {
	n := r.num()
	if n < 0 || n > report.MaxCells {
		r.bad = true
		return 0
	}
	return n
}

func (r *resultReader) hash() uint64 {
	if len(r.rest) < 8 {
		r.bad, r.rest = true, ""
		return 0
	}
	h := binary.LittleEndian.Uint64([]byte(r.rest[:8]))
	r.rest = r.rest[8:]
	return h
}

func (r *resultReader) fix() report.Fix {
	fx := report.Fix{Title: r.text(), Level: r.level(), Edits: []report.Edit{}}
	for range r.count() {
		fx.Edits = append(fx.Edits, report.Edit{Range: r.place(), Text: r.text()})
	}
	return fx
}
