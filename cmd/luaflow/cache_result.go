package main

import (
	"encoding/binary"
	"maps"
	"slices"

	"luaflow/analysis"
)

// Results as values of the cache: numbers as varints, texts with their lengths before
// them.

// resultWriter appends.
type resultWriter []byte

func (w *resultWriter) num(n int)     { *w = binary.AppendVarint(*w, int64(n)) }
func (w *resultWriter) text(s string) { w.num(len(s)); *w = append(*w, s...) }

func (w *resultWriter) place(at jsonRange) {
	for _, n := range []int{at.Line, at.Col, at.EndLine, at.EndCol} {
		w.num(n)
	}
}

func encodeResult(res result) string {
	var w resultWriter
	w.num(len(res.findings))
	for i := range res.findings {
		w.finding(&res.findings[i])
	}
	w.num(len(res.notes))
	for _, n := range res.notes {
		w.place(n.at)
		w.text(n.message)
	}
	w.names(res.names)
	return string(w)
}

// names is nothing for nil.
func (w *resultWriter) names(names *analysis.GlobalNames) {
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

func (w *resultWriter) finding(x *finding) {
	w.text(x.code)
	w.text(x.luacheck)
	w.text(x.message)
	w.text(x.global)
	w.num(int(x.unless))
	w.num(int(x.severity))
	w.place(x.at)
	w.num(x.lastCol)
	w.num(len(x.related))
	for _, rel := range x.related {
		w.place(rel.at)
		w.text(rel.message)
	}
	w.text(x.excerpt.text)
	w.num(x.excerpt.indent)
	w.num(x.excerpt.carets)
	*w = binary.LittleEndian.AppendUint64(*w, x.line)
	w.num(x.ordinal)
	w.num(len(x.fixes))
	for _, fx := range x.fixes {
		w.fix(fx)
	}
}

func (w *resultWriter) fix(fx jsonFix) {
	w.text(fx.Title)
	verified := 0
	if fx.Verified {
		verified = 1
	}
	w.num(verified)
	w.num(len(fx.Edits))
	for _, e := range fx.Edits {
		w.place(e.jsonRange)
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

// count is a number of things of which each takes a byte at least.
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

func (r *resultReader) place() jsonRange {
	return jsonRange{Line: r.num(), Col: r.num(), EndLine: r.num(), EndCol: r.num()}
}

// decodeResult reads what encodeResult made; not ok if it did not.
func decodeResult(value string) (res result, ok bool) {
	r := resultReader{rest: value}
	if n := r.count(); n > 0 {
		res.findings = make([]finding, n)
	}
	for i := range res.findings {
		r.finding(&res.findings[i])
	}
	for range r.count() {
		res.notes = append(res.notes, note{r.place(), r.text()})
	}
	if r.rest != "" {
		res.names = &analysis.GlobalNames{Defined: r.set(), Read: r.set(), Set: r.set()}
	}
	return res, !r.bad && r.rest == ""
}

func (r *resultReader) set() map[string]bool {
	set := map[string]bool{}
	for range r.count() {
		set[r.text()] = true
	}
	return set
}

func (r *resultReader) finding(x *finding) {
	x.code, x.luacheck, x.message, x.global = r.text(), r.text(), r.text(), r.text()
	x.unless = analysis.Unless(r.num())
	severity := r.num()
	if severity < 0 || severity > int(analysis.Hint) {
		r.bad, severity = true, 0
	}
	x.severity = analysis.Severity(severity)
	x.at, x.lastCol = r.place(), r.num()
	for range r.count() {
		x.related = append(x.related, relatedPlace{r.place(), r.text()})
	}
	x.excerpt = excerpt{r.text(), r.cells(), r.cells()}
	x.line = r.hash()
	x.ordinal = r.num()
	for range r.count() {
		x.fixes = append(x.fixes, r.fix())
	}
}

// cells is a number of cells on a terminal.
func (r *resultReader) cells() int {
	n := r.num()
	if n < 0 || n > 2*maxExcerpt*tabWidth {
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

func (r *resultReader) fix() jsonFix {
	fx := jsonFix{Title: r.text(), Verified: r.num() != 0, Edits: []jsonEdit{}}
	for range r.count() {
		fx.Edits = append(fx.Edits, jsonEdit{r.place(), r.text()})
	}
	return fx
}
