package tree

import (
	"fmt"
	"strings"
	"testing"
)

// show returns a node in one line, with the lines it stands on.
func show(n *Node) string {
	switch n.Kind {
	case Bool:
		return fmt.Sprintf("%v@%d", n.Bool, n.Line)
	case Number:
		return fmt.Sprintf("%v@%d", n.Number, n.Line)
	case String:
		return fmt.Sprintf("%q@%d", n.Text, n.Line)
	case Table:
		var parts []string
		for _, f := range n.Fields {
			parts = append(parts, fmt.Sprintf("%s@%d=%s", f.Name, f.Line, show(f.Value)))
		}
		for _, item := range n.Items {
			parts = append(parts, show(item))
		}
		return fmt.Sprintf("{%s}@%d", strings.Join(parts, " "), n.Line)
	}
	return fmt.Sprintf("null@%d", n.Line)
}

func TestParseJSON(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{}`, `{}@1`},
		{"\uFEFF[1, true, null, \"x\"]", `{1@1 true@1 null@1 "x"@1}@1`},
		{"// first\r\n{\r\n \"a\": [\r\n  1, // one\r\n  2,\r\n ],\r\n}", `{a@3={1@4 2@5}@3}@2`},
		{"{\"a\":\n 1,\n\"a\": 2}", `{a@1=1@2 a@3=2@3}@1`},
		{`["\u00e9\ud83d\ude00"]`, `{"é😀"@1}@1`},
		{`{"/*": "//", "x": "\"["}`, `{/*@1="//"@1 x@1="\"["@1}@1`},
		{"", "f.json:1: the file ends too early: a bracket, quote or comment is not closed"},
		{"{\n\"a\": 1\n\n\n", "f.json:2: the file ends too early: a bracket, quote or comment is not closed"},
		{"{\n\"a\" 1}", "f.json:2: invalid character '1' after object name"},
		{"{}\n{}", "f.json:2: invalid character '{' after top-level value"},
		{"[\n" + strings.Repeat("[", 200), "f.json:2: nested deeper than 100 levels"},
		{"/* \" */" + strings.Repeat("[", 1<<18), "f.json:1: nested deeper than 100 levels"},
		{"// \" \n" + strings.Repeat("[", 1<<18), "f.json:2: nested deeper than 100 levels"},
		{"\"\\\" \" " + strings.Repeat("[", 1<<18), "f.json:1: nested deeper than 100 levels"},
	} {
		n, err := ParseJSON("f.json", []byte(c.text))
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = show(n)
		}
		if got != c.want {
			t.Errorf("%.40q: %s, want %s", c.text, got, c.want)
		}
	}
}

func TestGet(t *testing.T) {
	n, err := ParseJSON("f", []byte(`{"a": 1, "b": true, "a": "x"}`))
	if err != nil {
		t.Fatal(err)
	}
	if n.Get("a").Text != "x" || n.Get("c") != nil {
		t.Error("the last of several values is not the one")
	}
	for name, want := range map[string]string{"a": "string", "b": "boolean"} {
		if got := n.Get(name).TypeName(); got != want {
			t.Errorf("%s is a %s", name, got)
		}
	}
	list := &Node{Kind: Table, Items: []*Node{n}}
	if n.TypeName() != "table" || list.TypeName() != "list" || (&Node{Kind: Other, Text: "thread"}).TypeName() != "thread" {
		t.Error("names of types")
	}
}

func TestErrorWithoutLine(t *testing.T) {
	if got := (&Error{File: "f", Message: "m"}).Error(); got != "f: m" {
		t.Error(got)
	}
}
