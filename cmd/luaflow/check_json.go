package main

import (
	"bytes"
	"encoding/json"

	"luaflow/analysis"
	"luaflow/analysis/fix"
	"luaflow/compile/source"
)

// The json format: lines and columns from 1, ends exclusive, columns in code
// points. The field names are an interface to other programs.

type jsonRange struct {
	Line    int `json:"line"`
	Col     int `json:"col"`
	EndLine int `json:"endLine"`
	EndCol  int `json:"endCol"`
}

type jsonFinding struct {
	File string `json:"file"`
	jsonRange
	Code     string        `json:"code"`
	Severity string        `json:"severity"`
	Message  string        `json:"message"`
	Luacheck string        `json:"luacheck"`
	Related  []jsonRelated `json:"related"`
	Fixes    []jsonFix     `json:"fixes"`
}

type jsonRelated struct {
	File string `json:"file"`
	jsonRange
	Message string `json:"message"`
}

type jsonFix struct {
	Title    string     `json:"title"`
	Verified bool       `json:"verified"`
	Edits    []jsonEdit `json:"edits"`
}

type jsonEdit struct {
	jsonRange
	Text string `json:"text"`
}

// appendJSON prints the findings of a file as elements of an array, each on a line
// of its own.
func appendJSON(b []byte, r *report) []byte {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	fixes, left := fix.New(r.check).Each(r.unit, r.findings)
	r.withoutFixes = left
	for i, x := range r.findings {
		if i > 0 {
			b = append(b, ',')
		}
		f := jsonOf(r, x)
		f.Fixes = r.fixesOf(fixes[i])
		buf.Reset()
		_ = enc.Encode(f) // strings and numbers into memory: cannot fail
		b = append(append(b, '\n'), bytes.TrimRight(buf.Bytes(), "\n")...)
	}
	return b
}

func jsonOf(r *report, x analysis.Finding) jsonFinding {
	f := jsonFinding{
		File: r.name, jsonRange: r.rangeOf(x.Span),
		Code: x.Code, Severity: x.Severity.String(), Message: x.Message, Luacheck: x.Luacheck,
		Related: []jsonRelated{}, Fixes: []jsonFix{},
	}
	for _, rel := range x.Related {
		f.Related = append(f.Related, jsonRelated{r.name, r.rangeOf(rel.Span), rel.Message})
	}
	return f
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

func (r *report) rangeOf(s source.Span) jsonRange {
	at := r.file.Range(s, source.UTF32)
	return jsonRange{at.Start.Line + 1, at.Start.Col + 1, at.End.Line + 1, at.End.Col + 1}
}
