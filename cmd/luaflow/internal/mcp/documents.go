package mcp

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"

	"luaflow/analysis/config/rootfs"
	"luaflow/analysis/facts"
	"luaflow/analysis/project"
	"luaflow/cmd/luaflow/internal/settings"
	"luaflow/compile/source"
	"luaflow/lsp/session"
)

// What is kept for the next question: the last texts, with what is known of them.
const (
	keptDocuments = 16
	keptText      = 8 << 20  // bytes of the texts of all of them
	keptFacts     = 64 << 20 // bytes of facts of functions, of all texts
)

// documents is the texts that were asked about. It is safe for concurrent use.
type documents struct {
	roots    roots
	settings *settings.Settings
	session  *session.Session
	bodies   *facts.Bodies

	mu     sync.Mutex
	held   []*document // the one that was used last comes last
	opened int
}

// document is a text, for which some configuration holds.
type document struct {
	*session.Snapshot
	path  string // of the file, absolute
	rules string // the key of what holds for it
	users int    // how many are asking about it
}

func newDocuments(s *settings.Settings) *documents {
	d := &documents{roots: s.Folders, settings: s, bodies: facts.NewBodies(keptFacts)}
	d.session = session.New(d.engine)
	return d
}

// engine returns what works on a text.
func (d *documents) engine(file *source.File) *session.Engine {
	path := d.roots.path(file.Name())
	of := d.settings.Of(project.File{Path: path})
	_, excluded := d.settings.Loader.For(path).Excluded(path)
	return session.NewEngine(of.Config, of.Definitions(), of.LanguageOf(file.Text()), excluded, true, nil, d.bodies)
}

// textName is what a text is called that is in no file. It is taken to stand at the top of the first root.
const textName = "text.lua"

// open returns the document that holds a text, which is to be closed.
func (d *documents) open(name, text string) *document {
	d.mu.Lock()
	defer d.mu.Unlock()
	path := d.roots.path(name)
	of := d.settings.Of(project.File{Path: path})
	rules := of.Key()
	for i, doc := range d.held {
		if doc.File.Name() == name && doc.rules == rules && doc.File.Text() == text {
			d.held = append(slices.Delete(d.held, i, i+1), doc)
			doc.users++
			return doc
		}
	}
	d.opened++
	file := source.NewFile(name, text)
	file.CountLikeLua()
	key := strconv.Itoa(d.opened)
	doc := &document{Snapshot: d.session.Open(key, key, 1, file), path: path, rules: rules, users: 1}
	d.held = append(d.held, doc)
	return doc
}

// close ends the use of a document. Of those that nobody uses the ones that were used last are kept.
func (d *documents) close(doc *document) {
	d.mu.Lock()
	defer d.mu.Unlock()
	doc.users--
	bytes := 0
	for i := len(d.held) - 1; i >= 0; i-- {
		old := d.held[i]
		bytes += old.File.Len()
		if old.users == 0 && (bytes > keptText || len(d.held)-i > keptDocuments) {
			d.session.Close(old.Key)
			d.held = slices.Delete(d.held, i, i+1)
		}
	}
}

// read returns the document that a file holds, which is to be closed.
func (d *documents) read(f project.File) (*document, error) {
	name := d.roots.name(f.Path)
	text, err := textOf(&f)
	if err != nil {
		return nil, fmt.Errorf("%s: %s", name, rootfs.Reason(err))
	}
	return d.open(name, text), nil
}

var errChunk = errors.New("a compiled Lua chunk, not source")

// textOf reads a file, which must hold source.
func textOf(f *project.File) (string, error) {
	if f.Err != nil {
		return "", f.Err
	}
	var opener project.Opener
	defer opener.Close()
	text, err := opener.Read(f, project.MaxSource)
	if err == nil && project.IsChunk(string(text[:min(len(text), 8)])) {
		err = errChunk
	}
	return string(text), err
}
