package scip

import (
	"io"
	"maps"
	"slices"
)

// Writer writes an index, of which it keeps nothing but the names of symbols: a message is the fields in it one after the other, so that each
// document is written by itself.
type Writer struct {
	to      io.Writer
	err     error
	defined map[string]bool
	used    map[string]string // what is not defined so far
}

// NewWriter begins an index of a program that a version of luaflow makes. The root is the URI of its folder; "" for where that is.
func NewWriter(to io.Writer, root, version string, p *Program) *Writer {
	if root == "" {
		root = uri(p.folder)
	}
	w := &Writer{to: to, defined: map[string]bool{}, used: map[string]string{}}
	w.field(indexMetadata, metadata(root, version))
	return w
}

// Add writes a document, unless it is nil.
func (w *Writer) Add(d *Document) {
	if d == nil {
		return
	}
	w.field(indexDocuments, d.bytes)
	for symbol := range d.defined {
		w.defined[symbol] = true
		delete(w.used, symbol)
	}
	for symbol, name := range d.used {
		if !w.defined[symbol] {
			w.used[symbol] = name
		}
	}
}

// Close writes what is used and nowhere defined, and returns the first error of all.
func (w *Writer) Close() error {
	for _, symbol := range slices.Sorted(maps.Keys(w.used)) {
		w.field(indexExternal, stub(symbol, w.used[symbol]).encode())
	}
	return w.err
}

// field writes one field of the index.
func (w *Writer) field(field uint64, m message) {
	if w.err == nil {
		_, w.err = w.to.Write(message(nil).embed(field, m))
	}
}
