package lsp

import (
	"cmp"
	"fmt"
	"slices"
	"sync"

	"go.lsp.dev/protocol"
)

// This file keeps from the client what it knows, and what is too much for it.

// maxSent is how many diagnostics of a document are published, besides what is said of them.
const maxSent = 1000

// sent is what was published of a document, and what has happened to it since.
type sent struct {
	mu      sync.Mutex
	isKnown bool   // something was published
	id      string // of the diagnostics
	lines   []lines
	isMoved bool   // an edit moved or touched one: the client's marks are not what they were
	focus   uint32 // the line of the last edit or request
}

// lines is the lines that a diagnostic covers, the last one included.
type lines struct{ first, last uint32 }

// edited notes a change of a document.
func (k *sent) edited(changes []protocol.TextDocumentContentChangeEvent) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, change := range changes {
		part, ok := change.(*protocol.TextDocumentContentChangePartial)
		if !ok {
			k.isMoved = true
			continue
		}
		at := lines{part.Range.Start.Line, part.Range.End.Line}
		k.focus = at.first
		// A change of one line leaves all others where they are.
		isShort := at.first == at.last && !slices.ContainsFunc([]byte(part.Text), func(c byte) bool { return c == '\n' || c == '\r' })
		k.isMoved = k.isMoved || slices.ContainsFunc(k.lines, func(l lines) bool {
			return l.last >= at.first && (!isShort || l.first <= at.last)
		})
	}
}

// reopened notes that the document was opened once more: a client may have forgotten with the text what was said of it.
func (k *sent) reopened() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.isMoved = true
}

// look notes where the user is.
func (k *sent) look(line uint32) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.focus = line
}

// nearest returns the diagnostics nearest to where the user is, in their order, if there are too many, and
// how many are left out.
func (k *sent) nearest(list []protocol.Diagnostic) (kept []protocol.Diagnostic, left int) {
	if len(list) <= maxSent {
		return list, 0
	}
	k.mu.Lock()
	focus := int64(k.focus)
	k.mu.Unlock()
	byDistance := make([]int, len(list))
	for i := range byDistance {
		byDistance[i] = i
	}
	distance := func(i int) int64 {
		return max(int64(list[i].Range.Start.Line)-focus, focus-int64(list[i].Range.Start.Line))
	}
	slices.SortStableFunc(byDistance, func(a, b int) int { return cmp.Compare(distance(a), distance(b)) })
	nearest := byDistance[:maxSent]
	slices.Sort(nearest)
	for _, i := range nearest {
		kept = append(kept, list[i])
	}
	return kept, len(list) - maxSent
}

// leftOut returns a diagnostic that says how many are not published.
func leftOut(n int) protocol.Diagnostic {
	return protocol.Diagnostic{
		Severity: protocol.DiagnosticSeverityInformation,
		Code:     protocol.String(incomplete),
		Source:   protocol.NewOptional(diagnosticSource),
		Message:  protocol.String(fmt.Sprintf("%d more, farther from the last edit, are not shown", n)),
	}
}

// has reports whether the client has these diagnostics, where they are.
func (k *sent) has(id string) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.isKnown && !k.isMoved && k.id == id
}

// note notes what is published of a document, which may have changed since.
func (k *sent) note(id string, list []protocol.Diagnostic, isNewest func() bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.isKnown, k.isMoved, k.id, k.lines = true, !isNewest(), id, k.lines[:0]
	for i := range list {
		k.lines = append(k.lines, lines{list[i].Range.Start.Line, list[i].Range.End.Line})
	}
}
