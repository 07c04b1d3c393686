package main

import (
	"bytes"
	"encoding/json"

	"luaflow/analysis"
	"luaflow/analysis/checker"
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
	fixer := fix.New(checker.Check)
	for i, x := range r.findings {
		if i > 0 {
			b = append(b, ',')
		}
		buf.Reset()
		_ = enc.Encode(jsonOf(r, fixer, x)) // strings and numbers into memory: cannot fail
		b = append(append(b, '\n'), bytes.TrimRight(buf.Bytes(), "\n")...)
	}
	return b
}

func jsonOf(r *report, fixer *fix.Fixer, x analysis.Finding) jsonFinding {
	at := func(s source.Span) jsonRange { return jsonRangeOf(r.file.Range(s, source.UTF32)) }
	f := jsonFinding{
		File: r.name, jsonRange: at(x.Span),
		Code: x.Code, Severity: x.Severity.String(), Message: x.Message, Luacheck: x.Luacheck,
		Related: []jsonRelated{}, Fixes: []jsonFix{},
	}
	for _, rel := range x.Related {
		f.Related = append(f.Related, jsonRelated{r.name, at(rel.Span), rel.Message})
	}
	for _, fx := range fixer.For(r.unit, x) {
		edits := []jsonEdit{}
		for _, e := range fx.Edits {
			edits = append(edits, jsonEdit{at(e.Span), e.New})
		}
		f.Fixes = append(f.Fixes, jsonFix{fx.Title, fx.Verified, edits})
	}
	return f
}

func jsonRangeOf(r source.Range) jsonRange {
	return jsonRange{r.Start.Line + 1, r.Start.Col + 1, r.End.Line + 1, r.End.Col + 1}
}
