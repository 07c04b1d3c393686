package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tailscale/hujson"

	texts "luaflow/compile/source"
)

// This file edits a .luaflow.json as people would.

// FileName names the configuration files of luaflow, in any folder.
const FileName = ".luaflow.json"

// SwitchOff returns the edit of a .luaflow.json that switches off the findings of a code, or an error if the text,
// which may be empty, is no such file. All else in it stays as it is written.
func SwitchOff(text, code string) (texts.Edit, error) {
	if strings.TrimSpace(text) == "" {
		end := texts.Pos(len(text))
		return texts.Edit{Span: texts.Span{End: end}, New: fmt.Sprintf("{\n  \"severity\": {\n    %q: \"off\"\n  }\n}\n", code)}, nil
	}
	edit, err := switchOff(text, code)
	if err != nil {
		return edit, err
	}
	after := text[:edit.Span.Start] + edit.New + text[edit.Span.End:]
	layer, problems := ParseSettings(FileName, "/", []byte(after))
	_, before := ParseSettings(FileName, "/", []byte(text))
	isOff := func(l Setting[CodeLevel]) bool { return l.Value.Code == code && l.Value.Level == Off }
	if len(problems) > len(before) || !slices.ContainsFunc(layer.Levels, isOff) {
		return edit, errors.New("the file cannot be understood as a whole")
	}
	return edit, nil
}

func switchOff(text, code string) (texts.Edit, error) {
	if strings.HasPrefix(text, "\uFEFF") {
		return texts.Edit{}, errors.New("the file begins with a byte order mark")
	}
	root, err := hujson.Parse([]byte(text))
	if err != nil {
		return texts.Edit{}, err
	}
	top, ok := root.Value.(*hujson.Object)
	if !ok {
		return texts.Edit{}, errors.New("the file holds no object in braces")
	}
	severity := memberOf(top, "severity")
	if severity == nil {
		return added(text, &root, top, func(indent, unit string) string {
			return "\"severity\": {\n" + indent + unit + quoted(code) + ": \"off\"\n" + indent + "}"
		}), nil
	}
	levels, ok := severity.Value.(*hujson.Object)
	if !ok {
		return texts.Edit{}, errors.New("`severity` is no object in braces")
	}
	if level := memberOf(levels, code); level != nil {
		return texts.Edit{Span: spanOfValue(level), New: `"off"`}, nil
	}
	return added(text, severity, levels, func(string, string) string { return quoted(code) + ": \"off\"" }), nil
}

func quoted(name string) string {
	text, _ := json.Marshal(name) // of a string
	return string(text)
}

func spanOfValue(v *hujson.Value) texts.Span {
	return texts.Span{Start: texts.Pos(v.StartOffset), End: texts.Pos(v.EndOffset)}
}

// memberOf returns the value of the last member of o with a name, which is the one that counts; nil if there is none.
func memberOf(o *hujson.Object, name string) *hujson.Value {
	for i := len(o.Members) - 1; i >= 0; i-- {
		var is string
		if l, ok := o.Members[i].Name.Value.(hujson.Literal); ok && json.Unmarshal(l, &is) == nil && is == name {
			return &o.Members[i].Value
		}
	}
	return nil
}

// added returns the edit that adds a member to an object, the last one, on a line of its own that is indented as
// the others are.
func added(text string, v *hujson.Value, o *hujson.Object, member func(indent, unit string) string) texts.Edit {
	outer := indentAt(text, v.StartOffset)
	if len(o.Members) == 0 {
		unit := "  "
		at := texts.Pos(v.StartOffset + 1)
		return texts.Edit{Span: texts.Span{Start: at, End: at}, New: "\n" + outer + unit + member(outer+unit, unit) + "\n" + outer}
	}
	last := &o.Members[len(o.Members)-1]
	indent := indentAt(text, last.Name.StartOffset)
	unit, isDeeper := strings.CutPrefix(indent, outer)
	if !isDeeper || unit == "" {
		indent, unit = outer+"  ", "  "
	}
	at, comma := last.Value.EndOffset, ","
	if last.Value.AfterExtra != nil { // a comma is there
		at += len(last.Value.AfterExtra) + 1
		comma = ""
	}
	pos := texts.Pos(at)
	return texts.Edit{Span: texts.Span{Start: pos, End: pos}, New: comma + "\n" + indent + member(indent, unit)}
}

// indentAt returns the white space that the line of a place begins with.
func indentAt(text string, at int) string {
	line := text[bytes.LastIndexByte([]byte(text[:at]), '\n')+1:]
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}
