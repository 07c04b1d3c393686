package lsp

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"strings"

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
	text = bytes.Clone(text) // no larger than it must be: it may be kept
	out := make(said, len(list))
	start := 0
	for i, end := range ends {
		out[i], start = text[start:end:end], end
	}
	return out, nil
}

// id returns a name for diagnostics: of equal ones the same.
func (l said) id() string {
	sum := fnv.New128a()
	for _, d := range l {
		_, _ = sum.Write(d) // never fails
	}
	return fmt.Sprintf("%x", sum.Sum(nil))
}

// noneID is the id of no diagnostics.
var noneID = said(nil).id()

// fileReport is what is to be said of a file as it is on disk. Its text is not kept. Nil says nothing.
type fileReport struct {
	all        said
	refutables []refutable // in their order
	allID      string
}

// refutable is a finding that another file may refute.
type refutable struct {
	name     string // what the other file does something with
	unless   globals.Unless
	from, to int // its diagnostics, by index into all
}

// reportOf returns the report on a file with a URI, in which there are findings, and of which something was
// not looked at.
func (s *server) reportOf(file *source.File, doc string, found []analysis.Finding, omitted []analysis.Omission) *fileReport {
	r := &fileReport{}
	m := mapper{file, s.client.encoding}
	var list []protocol.Diagnostic
	for i := range found {
		f := &found[i]
		if !s.client.pulls && len(list) >= maxSent {
			list = append(list, leftOut(len(found)-i))
			break
		}
		from := len(list)
		list = append(list, s.diagnostics(m, doc, found[i:i+1])...)
		if f.Unless != globals.Always {
			r.refutables = append(r.refutables, refutable{strings.Clone(f.Refutable()), f.Unless, from, len(list)})
		}
	}
	var err error
	if r.all, err = saidOf(append(list, s.notes(m, omitted)...)); err != nil {
		s.log.Printf("diagnostics of %s: %v", doc, err)
		return &fileReport{allID: noneID}
	}
	r.allID = r.all.id()
	return r
}

// list returns what no other file refutes; all if g is nil.
func (r *fileReport) list(g *workspaceGlobals) said {
	if r == nil {
		return nil
	}
	if g == nil || len(r.refutables) == 0 {
		return r.all
	}
	left := make(said, 0, len(r.all))
	from := 0
	for i := range r.refutables {
		if f := &r.refutables[i]; g.refutesName(f.name, f.unless) {
			left = append(left, r.all[from:f.from]...)
			from = f.to
		}
	}
	return append(left, r.all[from:]...)
}

// id returns the id of what list does.
func (r *fileReport) id(g *workspaceGlobals) string {
	switch {
	case r == nil:
		return noneID
	case g == nil || len(r.refutables) == 0:
		return r.allID
	}
	return r.list(g).id()
}
