package scip

import (
	"strings"

	"luaflow/compile/source"
)

// Document is a file of the index, with the symbols that other files know.
type Document struct {
	bytes message
	// defined is those that the document says something of, used those that it refers to, with what they are called.
	defined map[string]bool
	used    map[string]string
}

// document is a Document that is being made.
type document struct {
	namer
	lines   source.ByteLines
	found   map[place]*occurrence
	places  []place // of found, in the order in which they were added
	infos   map[string]*information
	defined map[string]bool // those of infos of which more is known than the name
	used    map[string]string
}

// place is a symbol at a place.
type place struct {
	at     source.Span
	symbol string
}

// define adds what is known of a symbol.
func (d *document) define(info *information) {
	d.infos[info.symbol], d.defined[info.symbol] = info, true
}

// use notes that the document refers to a symbol, and what that is called, in memory of its own: the text lies where the next one will.
func (d *document) use(symbol, name string) {
	if !isLocal(symbol) {
		d.used[symbol] = strings.Clone(clean(name))
	}
}

// span returns a range as SCIP writes it: three numbers on one line, else four.
func (d *document) span(s source.Span) []int32 {
	startLine, start := d.lines.At(s.Start)
	endLine, end := d.lines.At(s.End)
	if startLine == endLine {
		return []int32{int32(startLine), int32(start), int32(end)}
	}
	return []int32{int32(startLine), int32(start), int32(endLine), int32(end)}
}
