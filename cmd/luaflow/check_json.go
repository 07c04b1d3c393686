package main

import (
	"bytes"
	"encoding/json"

	"luaflow/analysis/printable"
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
	add := func(x jsonFinding) {
		if buf.Len() > 0 {
			b = append(b, ',')
		}
		buf.Reset()
		_ = enc.Encode(x) // strings and numbers into memory: cannot fail
		b = append(append(b, '\n'), printable.JSON(bytes.TrimRight(buf.Bytes(), "\n"))...)
	}
	for i := range r.findings {
		add(jsonOf(r.name, &r.findings[i]))
	}
	for i := range r.notes {
		add(jsonFinding{
			File: r.name, jsonRange: r.notes[i].place(), Code: incomplete, Severity: "note", Message: r.notes[i].message,
			Related: []jsonRelated{}, Fixes: []jsonFix{},
		})
	}
	return b
}

func jsonOf(name string, x *finding) jsonFinding {
	f := jsonFinding{
		File: name, jsonRange: x.at,
		Code: x.code, Severity: x.severity.String(), Message: x.message, Luacheck: x.luacheck,
		Related: []jsonRelated{}, Fixes: append([]jsonFix{}, x.fixes...),
	}
	for _, rel := range x.related {
		f.Related = append(f.Related, jsonRelated{name, rel.at, rel.message})
	}
	return f
}
