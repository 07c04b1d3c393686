package lsp

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"luaflow/compile/source"
)

// The handlers of this file run on the reader, in wire order, and only note what
// has changed.

// didOpen takes over a document.
func (s *server) didOpen(raw jsonrpc2.RawMessage) error {
	var params protocol.DidOpenTextDocumentParams
	if err := decode(raw, &params); err != nil {
		s.lose(documentOf(raw))
		return err
	}
	doc := params.TextDocument
	s.lost.take(key(doc.URI))
	file := source.NewFile(fileName(doc.URI), doc.Text)
	snap := s.session.Open(key(doc.URI), spelling(raw, doc.URI), doc.Version, file)
	s.savedTexts.saved(snap.Key, file)
	s.files.opened(snap)
	s.publisher.opened(key(doc.URI))
	return nil
}

// didChange edits a document.
func (s *server) didChange(raw jsonrpc2.RawMessage) error {
	var params protocol.DidChangeTextDocumentParams
	if err := decodeChanges(raw, &params); err != nil {
		s.lose(documentOf(raw))
		return err
	}
	doc := params.TextDocument
	if last := s.lost.of(key(doc.URI)); last != nil {
		s.regain(last, doc.Version, params.ContentChanges)
		return nil
	}
	_, err := s.session.ChangeOrRead(key(doc.URI), doc.Version, func(f *source.File) *source.File {
		return applyChanges(f, s.client.encoding, params.ContentChanges)
	}, func(was, now *source.File) bool { return s.isReload(doc.URI, was, now, params.ContentChanges) })
	if err != nil {
		return err
	}
	s.publisher.changed(key(doc.URI), params.ContentChanges)
	return nil
}

// maxChanges is how many changes a message may hold: each takes two thousand bytes while it is read.
const maxChanges = 100_000

// namesOfDocument is how many members at most the name of a document has beside the changes in a message.
const namesOfDocument = 10

// decodeChanges decodes the parameters of a change. What the protocol's decoder takes for all of a text although it has a range,
// which cannot be read then, is an error.
func decodeChanges(raw jsonrpc2.RawMessage, params *protocol.DidChangeTextDocumentParams) error {
	if len(raw) > maxChanges*len(`{"text":""},`) && holdsMore(raw, 2, maxChanges+namesOfDocument) {
		return jsonrpc2.Errorf(jsonrpc2.InvalidParams, "more than %d changes", maxChanges)
	}
	if err := decode(raw, params); err != nil {
		return err
	}
	if !slices.ContainsFunc(params.ContentChanges, isWhole) {
		return nil
	}
	var written struct {
		ContentChanges []struct{ Range *json.RawMessage }
	}
	if err := json.Unmarshal(raw, &written); err != nil {
		return err
	}
	for i, change := range written.ContentChanges {
		if change.Range != nil && isWhole(params.ContentChanges[i]) {
			return jsonrpc2.Errorf(jsonrpc2.InvalidParams, "change %d has no range that can be read", i)
		}
	}
	return nil
}

// isWhole reports whether a change gives a document another text as a whole.
func isWhole(change protocol.TextDocumentContentChangeEvent) bool {
	_, ok := change.(*protocol.TextDocumentContentChangeWholeDocument)
	return ok
}

// didSave checks a document without waiting for the editor to be quiet.
func (s *server) didSave(params *protocol.DidSaveTextDocumentParams) error {
	if snap, ok := s.session.Snapshot(key(params.TextDocument.URI)); ok {
		s.session.Saved(snap.Key)
		s.savedTexts.saved(snap.Key, snap.File)
		if s.session.Settle(snap) {
			s.publisher.again(snap.Key)
		}
	}
	s.publisher.saved(key(params.TextDocument.URI))
	if !s.configuration.watching {
		s.files.changed()
		s.definitions.changed()
	}
	return nil
}

// didClose forgets a document and clears its diagnostics.
func (s *server) didClose(params *protocol.DidCloseTextDocumentParams) error {
	last, ok := s.session.Close(key(params.TextDocument.URI))
	if lost := s.lost.take(key(params.TextDocument.URI)); lost != nil {
		last, ok = lost, true
	}
	s.colours.closed(key(params.TextDocument.URI))
	if ok {
		s.savedTexts.forget(last.Key)
		s.globals.closed(last)
		s.links.closed(last.File.Name())
		s.publisher.closed(last)
		if !s.files.knows(last.File.Name()) { // it may be a file by now
			s.files.changed()
		}
		s.rest()
	}
	return nil
}

// key names a document in the session. The decoder has made its URI canonical, so
// that two spellings of one name are one document. It is copied: the decoder's
// strings may keep the whole message alive.
func key(u uri.URI) string { return strings.Clone(string(u)) }

// spelling returns the URI of an opened document as the client wrote it. What is said of
// the document must be said under that name: some clients compare. It is read apart,
// for the decoder keeps the canonical form only; the text is skipped if it comes
// later.
func spelling(raw jsonrpc2.RawMessage, canonical uri.URI) string {
	var written string
	dec := json.NewDecoder(bytes.NewReader(raw))
	if enter(dec, "textDocument") && enter(dec, "uri") && dec.Decode(&written) == nil {
		return written
	}
	return key(canonical)
}

// enter goes into the object that comes next, up to the value of a member, and reports whether
// the object has it.
func enter(dec *json.Decoder, member string) bool {
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return false
	}
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return false
		}
		if name == member {
			return true
		}
		var skipped json.RawMessage
		if dec.Decode(&skipped) != nil {
			return false
		}
	}
	return false
}

// fileName returns what people call the document.
func fileName(u uri.URI) string {
	if u.IsFile() {
		return strings.Clone(u.FsPath())
	}
	return key(u)
}
