package optimize

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"luaflow/compile/bytecode"
)

// WriteText writes main and its optimised form side by side: each instruction
// beside the one that it was made from. Functions are named by their paths in main.
// It returns the error of w.
func WriteText(w io.Writer, main *bytecode.Proto) error {
	var b bytes.Buffer
	writeFunction(&b, main, Program(main), "0")
	_, err := w.Write(b.Bytes())
	return err
}

// column is how wide the left side is at least, and at most.
const (
	minColumn = 28
	maxColumn = 56
)

func writeFunction(b *bytes.Buffer, old *bytecode.Proto, f *Function, path string) {
	fmt.Fprintf(b, "\nfunction %s <%s:%d,%d>: %s\n", path, bytecode.SourceName(old.Source),
		old.LineDefined, old.LastLineDefined, change(old, f))
	left := make([]string, len(old.Code))
	width := minColumn
	for pc := range old.Code {
		left[pc] = numbered(old, pc)
		width = max(width, utf8.RuneCountInString(left[pc]))
	}
	width = min(width, maxColumn)
	next := 0 // in f.From
	for pc := range old.Code {
		text := left[pc]
		if f == nil || next == len(f.From) || int(f.From[next]) != pc {
			fmt.Fprintf(b, "%s\n", text)
			continue
		}
		for ; next < len(f.From) && int(f.From[next]) == pc; next++ {
			fmt.Fprintf(b, "%s  %s\n", padded(text, width), numbered(f.Proto, next))
			text = ""
		}
	}
	for k, child := range old.Protos {
		var to *Function
		if f != nil {
			to = f.Children[k]
		}
		writeFunction(b, child, to, fmt.Sprintf("%s/%d", path, k))
	}
}

// change returns a line about what became of a function.
func change(old *bytecode.Proto, f *Function) string {
	was := fmt.Sprintf("%d instructions, %d slots", len(old.Code), old.MaxStack)
	if f == nil {
		return was + "; gone, no closure of it is made"
	}
	return fmt.Sprintf("%s; now %d, %d", was, len(f.Proto.Code), f.Proto.MaxStack)
}

// numbered returns an instruction after its number, which counts from 1.
func numbered(p *bytecode.Proto, pc int) string {
	return fmt.Sprintf("%4d  %s", pc+1, bytecode.Format(p, pc))
}

// padded returns s with spaces after it, or cut, to a width in runes; what is cut ends with an
// ellipsis.
func padded(s string, width int) string {
	n := utf8.RuneCountInString(s)
	if n > width {
		runes := []rune(s)
		return string(runes[:width-1]) + "…"
	}
	return s + strings.Repeat(" ", width-n)
}
