package lsp

import (
	"bytes"
	"sync/atomic"

	"go.lsp.dev/protocol"

	"luaflow/analysis"
	"luaflow/analysis/globals"
	"luaflow/compile/source"
)

// said is diagnostics as the client gets them, each in JSON.
type said []protocol.LSPAny

// saidOf returns diagnostics in JSON.
func saidOf(list []protocol.Diagnostic) (said, error) {
	var text []byte
	ends := make([]int, 0, len(list))
	for i := range list {
		var err error
		if text, err = protocol.AppendMarshal(text, &list[i]); err != nil {
			return nil, err
		}
		ends = append(ends, len(text))
	}
	out := make(said, len(list))
	start := 0
	for i, end := range ends {
		out[i], start = text[start:end:end], end
	}
	return out, nil
}

// fileReport is what is to be said of a file as it is on disk. Its text is not kept. Nil says nothing.
type fileReport struct {
	doc string // the URI of the file
	// findings is, of one finding after the other: what another file may do that refutes it, and if there is such,
	// with what name; the length of its diagnostics, and these.
	findings    packed
	isRefutable bool   // one of them is, by another file
	allID       string // of all diagnostics
	last        atomic.Pointer[lastID]
}

// lastID is the id of what other files left of a report, as long as they do the same.
type lastID struct {
	state int64 // of workspaceGlobals
	id    string
}

// reportOf returns the report on a file with a URI, in which there are findings, and of which something was
// not looked at.
func (l *look) reportOf(file *source.File, doc string, found []analysis.Finding, omitted []analysis.Omission) *fileReport {
	s, m := l.server, mapper{file, l.server.client.encoding}
	r := &fileReport{doc: doc}
	all, sent := l.packed[:0], 0
	for i := range found {
		f := &found[i]
		if !s.client.pulls && sent >= maxSent {
			all = all.finding(globals.Always, "", packedOf(doc, []protocol.Diagnostic{leftOut(len(found) - i)}))
			break
		}
		list := s.diagnostics(m, doc, found[i:i+1])
		sent += len(list)
		all = all.finding(f.Unless, f.Refutable(), packedOf(doc, list))
		r.isRefutable = r.isRefutable || f.Unless != globals.Always
	}
	if notes := s.notes(m, omitted); len(notes) > 0 {
		all = all.finding(globals.Always, "", packedOf(doc, notes))
	}
	l.packed = all
	r.findings = bytes.Clone(all)
	r.allID = idOf(r.left(nil)...)
	return r
}

// finding appends the diagnostics of a finding.
func (p packed) finding(unless globals.Unless, name string, list packed) packed {
	p = p.number(uint32(unless))
	if unless != globals.Always {
		p = p.text(name)
	}
	return append(p.number(uint32(len(list))), list...)
}

// left returns the diagnostics that no other file refutes; all if g is nil.
func (r *fileReport) left(g *workspaceGlobals) (parts []packed) {
	if r == nil {
		return nil
	}
	for u := (unpacking{rest: r.findings}); len(u.rest) > 0; {
		unless, name := globals.Unless(u.number()), packed(nil)
		if unless != globals.Always {
			name = u.take(int(u.number()))
		}
		list := u.take(int(u.number()))
		if unless == globals.Always || g == nil || !g.refutesName(string(name), unless) {
			parts = append(parts, list)
		}
	}
	return parts
}

// list returns what no other file refutes.
func (r *fileReport) list(s *server) said {
	var list []protocol.Diagnostic
	for _, part := range r.left(s.globals) {
		list = (&unpacking{part, r.doc}).diagnostics(s, list)
	}
	out, err := saidOf(list)
	if err != nil {
		s.log.Printf("diagnostics of %s: %v", r.doc, err)
	}
	return out
}

// id returns the id of what list does; of all diagnostics if g is nil.
func (r *fileReport) id(g *workspaceGlobals) string {
	switch {
	case r == nil:
		return noneID
	case g == nil || !r.isRefutable:
		return r.allID
	}
	state := g.state.Load()
	if last := r.last.Load(); last != nil && last.state == state {
		return last.id
	}
	id := idOf(r.left(g)...)
	r.last.Store(&lastID{state, id})
	return id
}
