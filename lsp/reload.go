package lsp

import (
	"hash/maphash"
	"os"
	"sync"
	"time"

	"luaflow/lsp/session"
)

// An editor that reads a file again, as something else has written it, says so as a change: Visual Studio
// Code sends what differs, and an editor without changes in parts the whole text. (Neovim closes the document
// and opens it.) What then stands in the text nobody is in the middle of writing, so that counts as
// an opening.
//
// It is known by the file: the text is what the file holds, and neither what the document was opened
// with nor what was saved last. Who takes back what he has typed since the last save gets there too, but
// not to a text that something else has written.

// savedTexts are hashes of the texts that documents have had in common with their files, by key.
type savedTexts struct {
	seed  maphash.Seed
	texts sync.Map // of uint64
}

// saved notes that a snapshot is what its file holds.
func (t *savedTexts) saved(snap *session.Snapshot) {
	t.texts.Store(snap.Key, maphash.String(t.seed, snap.File.Text()))
}

// forget forgets a document.
func (t *savedTexts) forget(key string) { t.texts.Delete(key) }

// detectReload finds out whether a change was made by reading the file again. A file that was written after
// the change is what the editor has saved.
func (s *server) detectReload(snap *session.Snapshot, changed time.Time) {
	path, text := snap.File.Name(), snap.File.Text()
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() != int64(len(text)) || info.ModTime().After(changed) {
		return
	}
	if known, ok := s.savedTexts.texts.Load(snap.Key); ok && known == maphash.String(s.savedTexts.seed, text) {
		return
	}
	content, err := os.ReadFile(path)
	if err == nil {
		s.options.Record.File(path, content)
	}
	if err == nil && string(content) == text && s.session.Reopen(snap) {
		s.savedTexts.saved(snap)
		s.publisher.again(snap.Key)
	}
}
