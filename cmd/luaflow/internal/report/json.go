package report

import (
	"bytes"
	"encoding/json"

	"luaflow/analysis/printable"
)

// The json format: lines and columns from 1, ends exclusive, columns in code
// points. The field names are an interface to other programs.

type jsonFinding struct {
	File string `json:"file"`
	Range
	Code     string        `json:"code"`
	Severity string        `json:"severity"`
	Message  string        `json:"message"`
	Luacheck string        `json:"luacheck"`
	Related  []jsonRelated `json:"related"`
	Fixes    []Fix         `json:"fixes"`
}

type jsonRelated struct {
	File string `json:"file"`
	Range
	Message string `json:"message"`
}

// appendJSON prints the findings of a file as elements of an array, each on a line
// of its own.
func appendJSON(b []byte, r *File) []byte {
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
	for i := range r.Findings {
		add(jsonOf(r.Name, &r.Findings[i]))
	}
	for i := range r.Notes {
		add(jsonFinding{
			File: r.Name, Range: r.Notes[i].place(), Code: incomplete, Severity: "note", Message: r.Notes[i].Message,
			Related: []jsonRelated{}, Fixes: []Fix{},
		})
	}
	return b
}

func jsonOf(name string, x *Finding) jsonFinding {
	f := jsonFinding{
		File: name, Range: x.At,
		Code: x.Code, Severity: x.Severity.String(), Message: x.Message, Luacheck: x.Luacheck,
		Related: []jsonRelated{}, Fixes: append([]Fix{}, x.Fixes...),
	}
	for _, rel := range x.Related {
		f.Related = append(f.Related, jsonRelated{name, rel.At, rel.Message})
	}
	return f
}

// AppendJSONLine prints data, which must be text and numbers, on one line.
func AppendJSONLine(b []byte, data any) []byte {
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(data) // cannot fail
	return append(b, printable.JSON(text.Bytes())...)
}
