package lsp

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"path/filepath"

	"luaflow/analysis/project"
	"luaflow/analysis/project/since"
	"luaflow/analysis/summary"
)

// Kept is facts of texts that outlast the server, so that the next one need not read the files again. What is lost is
// found out anew. It is used by one goroutine.
type Kept interface {
	// Content returns a name for the text of a file, if the file has not changed since SetContent.
	Content(f project.File) (name string, ok bool)
	// SetContent notes the text of a file, and returns the name for it, which is the same for the same text.
	SetContent(f project.File, text string) (name string)
	// Fact returns what SetFact has noted of the text with a name, under a key.
	Fact(name, key string) (value string, ok bool)
	// SetFact notes a fact, which is not "".
	SetFact(name, key, value string)
	// Close ends the use, and has last what was noted.
	Close() error
}

// openKept opens what is kept for the look: not where there is a record, which is to have what is read.
func (l *look) openKept() {
	if options := &l.server.options; options.Kept != nil && options.Record == nil {
		if kept, ok := options.Kept(); ok {
			l.kept = kept
		}
	}
}

// closeKept ends that, and logs what went wrong.
func (l *look) closeKept() {
	if l.kept == nil {
		return
	}
	if err := l.kept.Close(); err != nil {
		l.server.log.Printf("what is known of the files is not kept for the next time: %v", err)
	}
	l.kept = nil
}

// The facts of a text that say whether it is what a HEAD holds of its file.
const (
	heldIs    = "is"
	heldIsNot = "is not"
)

func heldKey(past since.Past) string { return "held " + past.Name() }

// noteHeld notes whether a text is what is held of its file, and reports it.
func (l *look) noteHeld(name, text string, past since.Past) bool {
	holds, held := past.Holds(text), heldIsNot
	if holds {
		held = heldIs
	}
	if l.kept != nil && past.Name() != "" {
		l.kept.SetFact(name, heldKey(past), held)
	}
	return holds
}

// noted notes the text of a file, and returns the name for it; "" if nothing is kept.
func (l *look) noted(f project.File, text string) string {
	if l.kept == nil {
		return ""
	}
	return l.kept.SetContent(f, text)
}

// recall returns what check does of a file without reading it, if that is kept, and puts the report into now. Whether the
// file is reported on is known, or hangs on what is held of it.
func (l *look) recall(now *diskFile, doc string, mayReport, mustReport bool) (said fileSaid, ok bool) {
	if l.kept == nil {
		return said, false
	}
	name, ok := l.kept.Content(now.File)
	if !ok {
		return said, false
	}
	isReported := mayReport
	if mayReport && !mustReport && now.past.Name() != "" {
		held, ok := l.kept.Fact(name, heldKey(now.past))
		if !ok {
			return said, false
		}
		isReported = held == heldIsNot
	}
	return l.recallOf(name, now, doc, isReported)
}

// recallOf does what recall does, for the text with a name.
func (l *look) recallOf(name string, now *diskFile, doc string, isReported bool) (said fileSaid, ok bool) {
	if l.kept == nil {
		return said, false
	}
	hasNames := now.hasNames || isReported
	if hasNames || now.hasProgram {
		value, ok := l.kept.Fact(name, now.factsKey(hasNames))
		if !ok {
			return said, false
		}
		if said, ok = factsIn(value); !ok {
			return said, false
		}
	}
	if isReported {
		value, ok := l.kept.Fact(name, now.reportKey(l.server.client.rendering()))
		if !ok {
			return said, false
		}
		now.report, now.hasNames = reportIn(value, doc), true
	}
	return said, true
}

// keep notes what check has found in the text with a name.
func (l *look) keep(name string, now *diskFile, said fileSaid) {
	if l.kept == nil || now.hasProgram && said.program.summary == nil {
		return
	}
	if now.hasNames || now.hasProgram {
		l.kept.SetFact(name, now.factsKey(now.hasNames), said.kept())
	}
	if now.report != nil {
		l.kept.SetFact(name, now.reportKey(l.server.client.rendering()), now.report.kept())
	}
}

// factsKey returns under which key what others need to know of the file is kept: all that it hangs on, but for the text.
func (f *diskFile) factsKey(hasNames bool) string {
	return fmt.Sprint("facts ", filepath.Ext(f.Path), f.IsForeign, hasNames, f.hasProgram, " ", f.rules)
}

// reportKey returns under which key the report on the file is kept, in the rendering that a client wants.
func (f *diskFile) reportKey(rendering string) string {
	return fmt.Sprintf("report %s %s %x %s", f.Path, rendering, f.said.keyOf(), f.rules)
}

// rendering returns all that the diagnostics of a client hang on.
func (c *capabilities) rendering() string {
	return fmt.Sprint(c.encoding, c.pulls, c.unnecessary, c.deprecated, c.related, c.data)
}

// kept returns what was found, to be read by factsIn.
func (s fileSaid) kept() string {
	var all summary.Summary
	if s.program.summary != nil {
		all = *s.program.summary
	}
	if s.names != nil {
		all.Globals = project.ListsOf(s.names)
	}
	text, _ := all.AppendBinary(bytes.Clone(s.program.form[:])) // never fails
	return string(text)
}

// factsIn returns what kept has written.
func factsIn(value string) (said fileSaid, ok bool) {
	all := new(summary.Summary)
	if len(value) < sha256.Size || all.UnmarshalBinary([]byte(value[sha256.Size:])) != nil {
		return said, false
	}
	if all.Globals != nil {
		said.names, all.Globals = project.NamesOf(all.Globals), nil
	}
	if copy(said.program.form[:], value); said.program.isKnown() {
		said.program.summary = all
	}
	return said, true
}

// kept returns the report, to be read by reportIn.
func (r *fileReport) kept() string {
	first := uint32(0)
	if r.isRefutable {
		first = 1
	}
	return string(append(packed(nil).number(first), r.findings...))
}

// reportIn returns the report that kept has written, on the document with a URI.
func reportIn(value, doc string) *fileReport {
	u := unpacking{rest: packed(value)}
	r := &fileReport{doc: doc, isRefutable: u.number() == 1, findings: u.rest}
	r.allID = idOf(r.left(nil)...)
	return r
}
