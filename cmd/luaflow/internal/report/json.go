package report

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"

	"luaflow/analysis/printable"
)

// The json format: lines and columns from 1, ends exclusive, columns in code
// points. The field names are an interface to other programs.

// appendJSON prints the findings of a file as elements of an array, each on a line
// of its own. A file may have as many as it has operands, so that they are written without
// reflection: by jsonWriter.
func appendJSON(b []byte, r *File) []byte {
	w := jsonWriter{name: string(appendJSONString(nil, r.Name))}
	w.b = slices.Grow(b, len(r.Findings)*(len(w.name)+jsonPerFinding))
	for i := range r.Findings {
		x := &r.Findings[i]
		w.begin(i == 0, x.At, x.Code, x.Severity.String(), x.Message, x.Luacheck)
		for k := range x.Related {
			w.related(k == 0, &x.Related[k], r)
		}
		w.add(`],"fixes":[`)
		for k := range x.Fixes {
			w.fix(k == 0, &x.Fixes[k])
		}
		w.add(`]}`)
	}
	for i := range r.Notes {
		n := &r.Notes[i]
		w.begin(i == 0 && len(r.Findings) == 0, n.place(), incomplete, "note", n.Message, "")
		w.add(`],"fixes":[]}`)
	}
	return w.b
}

// jsonPerFinding is how many bytes most findings take, without the name of their file.
const jsonPerFinding = 256

// jsonWriter appends parts of findings to b.
type jsonWriter struct {
	b    []byte
	name string // of the file, as a JSON string
}

func (w *jsonWriter) add(text string) { w.b = append(w.b, text...) }

// next appends a comma in front of all elements of a list but the first.
func (w *jsonWriter) next(isFirst bool) {
	if !isFirst {
		w.b = append(w.b, ',')
	}
}

// begin appends what a finding has in front of its related places.
func (w *jsonWriter) begin(isFirst bool, at Range, code, severity, message, luacheck string) {
	w.next(isFirst)
	w.add("\n{\"file\":")
	w.add(w.name)
	w.add(",")
	w.place(at)
	w.text(`,"code":`, code)
	w.text(`,"severity":`, severity)
	w.text(`,"message":`, message)
	w.text(`,"luacheck":`, luacheck)
	w.add(`,"related":[`)
}

func (w *jsonWriter) related(isFirst bool, x *Related, of *File) {
	w.next(isFirst)
	w.add(`{"file":`)
	if x.Other == "" {
		w.add(w.name)
	} else {
		w.b = appendJSONString(w.b, of.nameOf(x))
	}
	w.add(",")
	w.place(x.At)
	w.text(`,"message":`, x.Message)
	w.add("}")
}

func (w *jsonWriter) fix(isFirst bool, x *Fix) {
	w.next(isFirst)
	w.text(`{"title":`, x.Title)
	w.text(`,"level":`, x.Level.String())
	w.add(`,"edits":[`)
	for i := range x.Edits {
		w.next(i == 0)
		w.add("{")
		w.place(x.Edits[i].Range)
		w.text(`,"text":`, x.Edits[i].Text)
		w.add("}")
	}
	w.add("]}")
}

// place appends the fields of a range.
func (w *jsonWriter) place(at Range) {
	w.number(`"line":`, at.Line)
	w.number(`,"col":`, at.Col)
	w.number(`,"endLine":`, at.EndLine)
	w.number(`,"endCol":`, at.EndCol)
}

func (w *jsonWriter) number(field string, n int) {
	w.add(field)
	w.b = strconv.AppendInt(w.b, int64(n), 10)
}

func (w *jsonWriter) text(field, text string) {
	w.add(field)
	w.b = appendJSONString(w.b, text)
}

// appendJSONString appends a text as a JSON string in which nothing is harmful (package printable).
func appendJSONString(b []byte, text string) []byte {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' || c == '"' || c == '\\' || c == '#' {
			return append(b, bytes.TrimRight(AppendJSONLine(nil, text), "\n")...)
		}
	}
	return append(append(append(b, '"'), text...), '"')
}

// AppendJSONLine prints data, which must be text and numbers, on one line.
func AppendJSONLine(b []byte, data any) []byte {
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(data) // cannot fail
	return append(b, printable.JSON(text.Bytes())...)
}
