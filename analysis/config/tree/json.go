package tree

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"

	"github.com/tailscale/hujson"
)

// This file reads JSON with comments and trailing commas.

// maxDepth is how deep values may be nested: the reader is recursive.
const maxDepth = 100

// ParseJSON reads a file of JSON with comments and trailing commas.
func ParseJSON(file string, src []byte) (*Node, *Error) {
	src = bytes.TrimPrefix(src, []byte("\uFEFF"))
	if at := tooDeep(src); at >= 0 {
		return nil, &Error{file, lineOf(src, at), fmt.Sprintf("nested deeper than %d levels", maxDepth)}
	}
	value, err := hujson.Parse(src)
	if err != nil {
		return nil, syntaxError(file, src, err)
	}
	r := reader{src: src, line: 1}
	return r.node(&value), nil
}

// tooDeep returns the offset of the bracket that is nested too deep, -1 if none is.
func tooDeep(src []byte) int {
	depth := 0
	for i := 0; i < len(src); i++ {
		switch src[i] {
		case '"':
			i = endOfString(src, i)
		case '/':
			i = endOfComment(src, i)
		case '[', '{':
			if depth++; depth > maxDepth {
				return i
			}
		case ']', '}':
			depth--
		}
	}
	return -1
}

// endOfString returns the offset of the quote that ends the string at an offset.
func endOfString(src []byte, at int) int {
	for at++; at < len(src) && src[at] != '"'; at++ {
		if src[at] == '\\' {
			at++
		}
	}
	return at
}

// endOfComment returns the offset of the last byte of the comment at an offset, if it is one.
func endOfComment(src []byte, at int) int {
	for start, stop := range map[string]string{"//": "\n", "/*": "*/"} {
		rest, is := bytes.CutPrefix(src[at:], []byte(start))
		if !is {
			continue
		}
		if length := bytes.Index(rest, []byte(stop)); length >= 0 {
			return at + len(start) + length + len(stop) - 1
		}
		return len(src)
	}
	return at
}

func lineOf(src []byte, at int) int { return 1 + bytes.Count(src[:at], []byte("\n")) }

// syntaxError puts the library's message into our form.
func syntaxError(file string, src []byte, err error) *Error {
	line, message := 0, err.Error()
	position := regexp.MustCompile(`^hujson: line (\d+), column \d+: (?s:(.*))$`)
	if m := position.FindStringSubmatch(message); m != nil {
		line, _ = strconv.Atoi(m[1]) // the expression admits digits only
		message = m[2]
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		message = "the file ends too early: a bracket, quote or comment is not closed"
		line = lineOf(src, len(bytes.TrimRight(src, " \t\r\n")))
	}
	return &Error{file, line, message}
}

// reader makes nodes of values. Values come in the order of the text, so that lines
// are counted once.
type reader struct {
	src      []byte
	at, line int
}

// lineAt returns the line of an offset, which is not before the one asked for last.
func (r *reader) lineAt(offset int) int {
	if offset > r.at {
		r.line += bytes.Count(r.src[r.at:offset], []byte("\n"))
		r.at = offset
	}
	return r.line
}

func (r *reader) node(v *hujson.Value) *Node {
	n := &Node{Line: r.lineAt(v.StartOffset)}
	switch v := v.Value.(type) {
	case *hujson.Object:
		n.Kind = Table
		for i := range v.Members {
			m := &v.Members[i]
			line := r.lineAt(m.Name.StartOffset)
			n.Fields = append(n.Fields, Field{text(m.Name.Value.(hujson.Literal)), line, r.node(&m.Value)})
		}
	case *hujson.Array:
		n.Kind = Table
		for i := range v.Elements {
			n.Items = append(n.Items, r.node(&v.Elements[i]))
		}
	case hujson.Literal:
		n.literal(v)
	}
	return n
}

func (n *Node) literal(l hujson.Literal) {
	switch l.Kind() {
	case 't', 'f':
		n.Kind, n.Bool = Bool, l.Kind() == 't'
	case '"':
		n.Kind, n.Text = String, text(l)
	case '0':
		n.Kind = Number
		n.Number, _ = strconv.ParseFloat(string(l), 64) // out of range is infinite, which no option takes
	}
}

// text returns the value of a string. Half of a surrogate pair becomes U+FFFD.
func text(l hujson.Literal) (s string) {
	if json.Unmarshal(l, &s) != nil {
		return string(l)
	}
	return s
}
