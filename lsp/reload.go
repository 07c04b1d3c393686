package lsp

import (
	"hash/maphash"
	"os"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"luaflow/compile/source"
)

// An editor that reads a file again, as something else has written it, closes the document and opens it (Neovim, and
// Emacs with Eglot), or says so as one change: Visual Studio Code sends the lines that differ, Emacs with lsp-mode the
// whole text. What then stands in the text nobody is in the middle of writing, so that counts as an opening.
//
// To take what was typed for read is far worse than the contrary, and the file alone does not tell: an editor may have
// written it before it says what was typed. So it counts only if
//
//   - the client says when it has saved a document, and has not said so since (session.Session.Saved). If it has
//     written the text itself it says that next;
//   - nobody had edited the text that the change is made in: it was opened, saved or read;
//   - it is one change, and one that nobody makes by keys: it puts lines in the place of others;
//   - the file holds the text, when the change is handled.
//
// All is decided on the reader, in the order of the wire; how long anything takes does not matter.

// readLines is how many lines at least have gone, and how many are there in their place, if a text was read again.
const readLines = 3

// savedTexts are hashes of the texts that documents have had in common with their files, by key. It belongs to the
// reader.
type savedTexts struct {
	seed  maphash.Seed
	texts map[string]uint64
}

// saved notes that a text is what the file of a document holds.
func (t *savedTexts) saved(key string, file *source.File) {
	t.texts[key] = maphash.String(t.seed, file.Text())
}

// isSaved reports whether a text is the last that was noted for a document.
func (t *savedTexts) isSaved(key string, file *source.File) bool {
	known, ok := t.texts[key]
	return ok && known == maphash.String(t.seed, file.Text())
}

// forget forgets a document.
func (t *savedTexts) forget(key string) { delete(t.texts, key) }

// isReload reports whether changes were made by reading the file of a document again, and notes it.
func (s *server) isReload(doc uri.URI, was, now *source.File, changes []protocol.TextDocumentContentChangeEvent) bool {
	if !s.client.saves || !doc.IsFile() || len(changes) != 1 || !replacesLines(was, now, changes[0]) ||
		!s.savedTexts.isSaved(key(doc), was) || !s.holds(now) {
		return false
	}
	s.savedTexts.saved(key(doc), now)
	return true
}

// replacesLines reports whether a change puts so many lines in the place of others that a text may have been read.
func replacesLines(was, now *source.File, change protocol.TextDocumentContentChangeEvent) bool {
	if part, ok := change.(*protocol.TextDocumentContentChangePartial); ok && strings.Count(part.Text, "\n") < readLines {
		return false // as nearly always
	}
	d := now.DifferentLines(was)
	return strings.Count(was.Slice(d.Was), "\n") >= readLines && strings.Count(now.Slice(d.Now), "\n") >= readLines
}

// holds reports whether the file of a text holds that.
func (s *server) holds(text *source.File) bool {
	path := text.Name()
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() != int64(text.Len()) {
		return false
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return false
	}
	s.options.Record.File(path, content)
	return string(content) == text.Text()
}
