package lsp

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// packed is diagnostics of one document as the server keeps them of files that are not open, of which there may be
// very many: in a fraction of what they take in JSON. Equal diagnostics are packed alike, so that what is packed also
// tells whether the client knows them.
type packed []byte

// What the first number of a diagnostic has: its rank, and which tag it has, if any.
const (
	isFaded  = 1 << 0
	severity = 7 << 1
	isStruck = 1 << 4
)

// append appends a diagnostic of a document that s.diagnostic or s.notes has made.
func (p packed) append(doc string, d *protocol.Diagnostic) packed {
	code, _ := d.Code.(protocol.String)
	message, _ := d.Message.(protocol.String)
	first := uint32(d.Severity) << 1
	for _, tag := range d.Tags.Slice() {
		switch tag {
		case protocol.DiagnosticTagUnnecessary:
			first |= isFaded
		case protocol.DiagnosticTagDeprecated:
			first |= isStruck
		}
	}
	p = p.number(first)
	p = p.text(string(code)).place(d.Range).text(string(message)).text(string(d.Data))
	p = p.number(uint32(len(d.RelatedInformation)))
	for i := range d.RelatedInformation {
		r := &d.RelatedInformation[i]
		other := string(r.Location.URI)
		if other == doc {
			other = ""
		}
		p = p.text(other).place(r.Location.Range).text(r.Message)
	}
	return p
}

func (p packed) number(n uint32) packed { return binary.AppendUvarint(p, uint64(n)) }

func (p packed) text(text string) packed { return append(p.number(uint32(len(text))), text...) }

func (p packed) place(r protocol.Range) packed {
	p = p.number(r.Start.Line).number(r.Start.Character)
	return p.number(r.End.Line).number(r.End.Character)
}

// idOf returns a name for diagnostics: of equal ones the same. They are given in one piece or in several.
func idOf(parts ...packed) string {
	sum := fnv.New128a()
	for _, part := range parts {
		_, _ = sum.Write(part) // never fails
	}
	return fmt.Sprintf("%x", sum.Sum(nil))
}

// noneID is the id of no diagnostics.
var noneID = idOf()

// packedOf packs diagnostics of a document.
func packedOf(doc string, list []protocol.Diagnostic) (p packed) {
	for i := range list {
		p = p.append(doc, &list[i])
	}
	return p
}

// unpacking takes apart what was packed.
type unpacking struct {
	rest packed
	doc  string // whose diagnostics these are
}

// diagnostics appends all that is left.
func (u *unpacking) diagnostics(s *server, to []protocol.Diagnostic) []protocol.Diagnostic {
	for len(u.rest) > 0 {
		to = append(to, u.diagnostic(s))
	}
	return to
}

func (u *unpacking) diagnostic(s *server) protocol.Diagnostic {
	first := u.number()
	code := u.text()
	d := protocol.Diagnostic{
		Severity: protocol.DiagnosticSeverity(first & severity >> 1), Code: protocol.String(code), Source: protocol.NewOptional(diagnosticSource),
		Range: u.place(), Message: protocol.String(u.text()),
	}
	switch {
	case first&isFaded != 0:
		d.Tags = protocol.NewDiagnosticTags(protocol.DiagnosticTagUnnecessary)
	case first&isStruck != 0:
		d.Tags = protocol.NewDiagnosticTags(protocol.DiagnosticTagDeprecated)
	}
	if code != incomplete {
		d.CodeDescription.Href = uri.URI(s.pages.href(code))
	}
	if data := u.text(); data != "" {
		d.Data = protocol.LSPAny(data)
	}
	for range u.number() {
		doc := u.text()
		if doc == "" {
			doc = u.doc
		}
		at := protocol.Location{URI: uri.URI(doc), Range: u.place()}
		d.RelatedInformation = append(d.RelatedInformation, protocol.DiagnosticRelatedInformation{Location: at, Message: u.text()})
	}
	return d
}

func (u *unpacking) number() uint32 {
	n, size := binary.Uvarint(u.rest)
	u.rest = u.rest[size:]
	return uint32(n)
}

func (u *unpacking) text() string { return string(u.take(int(u.number()))) }

// take returns some bytes.
func (u *unpacking) take(n int) (part packed) {
	part, u.rest = u.rest[:n], u.rest[n:]
	return part
}

func (u *unpacking) place() (r protocol.Range) {
	r.Start.Line, r.Start.Character = u.number(), u.number()
	r.End.Line, r.End.Character = u.number(), u.number()
	return r
}
