package main

import (
	"bytes"
	"encoding/json"
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
	for i := range r.findings {
		if i > 0 {
			b = append(b, ',')
		}
		buf.Reset()
		_ = enc.Encode(jsonOf(r.name, &r.findings[i])) // strings and numbers into memory: cannot fail
		b = append(append(b, '\n'), bytes.TrimRight(buf.Bytes(), "\n")...)
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
