package lsp

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"
	"sync"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"luaflow/compile/source"
	"luaflow/lsp/session"
)

// This file is about messages that cannot be read. One of them may have been an edit: then nobody knows what is in the
// document any more. It counts as closed, and nothing is said of it, until all of its text is sent.

// head is what the beginning of a message says of it, as far as that goes.
type head struct {
	id     jsonrpc2.ID // not valid without one
	method string
	doc    protocol.TextDocumentIdentifier // of the parameters
}

// headOf returns what the beginning of a message says.
func headOf(text []byte) (h head) {
	h.read(json.NewDecoder(bytes.NewReader(text)), "")
	return h
}

// documentOf returns the document that parameters name first; an empty name without one.
func documentOf(params []byte) uri.URI {
	var h head
	h.read(json.NewDecoder(bytes.NewReader(params)), "params.")
	return h.doc.URI
}

// read reads an object whose members are under a path, and reports whether all of it is there.
func (h *head) read(dec *json.Decoder, path string) bool {
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return false
	}
	for dec.More() {
		name, err := dec.Token()
		if err != nil || !h.member(dec, path+name.(string)) {
			return false
		}
	}
	_, err := dec.Token()
	return err == nil
}

// member reads the member at a path, and reports whether all of it is there.
func (h *head) member(dec *json.Decoder, path string) bool {
	if path == "params" || path == "params.textDocument" {
		return h.read(dec, path+".")
	}
	var value json.RawMessage
	if dec.Decode(&value) != nil {
		return false
	}
	switch path {
	case "id":
		h.id = idFrom(value)
	case "method":
		_ = json.Unmarshal(value, &h.method) // without one it is no request
	case "params.textDocument.uri":
		_ = protocol.Unmarshal([]byte(`{"uri":`+string(value)+`}`), &h.doc) // without one it is any document
	}
	return true
}

// idFrom returns the id of a call as it is written; it is not valid if that is none.
func idFrom(value []byte) (id jsonrpc2.ID) {
	var number int64
	var text string
	if json.Unmarshal(value, &number) == nil {
		return jsonrpc2.NewNumberID(number)
	}
	if json.Unmarshal(value, &text) == nil {
		return jsonrpc2.NewStringID(text)
	}
	return id
}

// isEdit reports whether a method gives a document another text.
func isEdit(method string) bool {
	return method == protocol.MethodTextDocumentDidOpen || method == protocol.MethodTextDocumentDidChange
}

// lostDocuments are documents of which the client has a text that could not be read.
type lostDocuments struct {
	mu   sync.Mutex
	last map[string]*session.Snapshot // by key, as they were before
}

// of returns the last version of a lost document; nil if it is not lost.
func (l *lostDocuments) of(key string) *session.Snapshot {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.last[key]
}

// take returns what of does; the document is not lost any more.
func (l *lostDocuments) take(key string) *session.Snapshot {
	l.mu.Lock()
	defer l.mu.Unlock()
	last := l.last[key]
	delete(l.last, key)
	return last
}

// add notes that a document is lost.
func (l *lostDocuments) add(last *session.Snapshot) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.last == nil {
		l.last = map[string]*session.Snapshot{}
	}
	l.last[last.Key] = last
}

// all returns the last versions of all lost documents, in no order.
func (l *lostDocuments) all() (all []*session.Snapshot) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, last := range l.last {
		all = append(all, last)
	}
	return all
}

// skipped notes that a message was not read of which the beginning is known. It comes in wire order.
func (s *server) skipped(h *head) {
	isUnknown := h.method == "" && !h.id.IsValid()
	if s.accepts(h.method) && (isUnknown || isEdit(h.method)) {
		s.lose(h.doc.URI)
	}
}

// lose notes that the text of a document is not known any more; of all that are open if it has no name.
func (s *server) lose(doc uri.URI) {
	if doc == "" {
		for _, snap := range s.session.Snapshots() {
			s.loseOne(snap.Key)
		}
		return
	}
	name := key(doc)
	if s.lost.of(name) != nil {
		return
	}
	if !s.isOpen(doc) { // it was to be opened
		s.files.opened(s.session.Open(name, name, 0, source.NewFile(fileName(doc), "")))
		s.publisher.opened(name)
	}
	s.loseOne(name)
}

// loseOne loses an open document, and tells the user. What was said of it is taken back.
func (s *server) loseOne(name string) {
	last, ok := s.session.Snapshot(name)
	if !ok {
		return
	}
	s.lost.add(last)
	s.session.Close(name)
	s.colours.closed(name)
	s.savedTexts.forget(name)
	s.globals.closed(last)
	s.files.changed()
	s.publisher.again(name)
	file := filepath.Base(last.File.Name())
	s.spawn(func() {
		s.configuration.admit("an edit of " + file + " could not be read: open the file anew to see what is found in it")
	})
}

// regain opens a lost document again if changes say all that is in it.
func (s *server) regain(last *session.Snapshot, version int32, changes []protocol.TextDocumentContentChangeEvent) {
	for i, change := range changes {
		if isWhole(change) {
			file := applyChanges(source.NewFile(last.File.Name(), ""), s.client.encoding, changes[i:])
			s.lost.take(last.Key)
			s.files.opened(s.session.Open(last.Key, strings.Clone(last.URI), version, file))
			s.publisher.opened(last.Key)
			s.publisher.again(last.Key)
			return
		}
	}
}
