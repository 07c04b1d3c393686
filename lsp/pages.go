package lsp

import (
	"bytes"
	"log"
	"os"
	"path/filepath"
	"sync"

	"go.lsp.dev/uri"

	"luaflow/analysis/config/rootfs"
)

// pages are the texts about the checks, as files that an editor can open. They lie
// in the user's cache folder, under the version of the program, and are written
// when they are first referred to.
type pages struct {
	version   string
	doc       func(code string) (string, bool)
	log       *log.Logger
	writeFile func(root *os.Root, inside string, text []byte) error // Options.WriteFile

	mu    sync.Mutex
	hrefs map[string]string // by code; "" for a page that cannot be had
}

func newPages(options *Options, doc func(string) (string, bool), log *log.Logger) *pages {
	return &pages{version: options.Version, doc: doc, log: log, writeFile: options.WriteFile, hrefs: make(map[string]string)}
}

// href returns the URI of the page of a check, or "" if there is none.
func (p *pages) href(code string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	href, known := p.hrefs[code]
	if known {
		return href
	}
	if text, ok := p.doc(code); ok {
		path, err := p.write(code, []byte(text))
		if err != nil {
			p.log.Printf("page of %s: %v", code, err)
		} else {
			href = string(uri.File(path))
		}
	}
	p.hrefs[code] = href
	return href
}

// write puts the page in its place and returns its path. Several servers may do so
// at a time, and an editor may be reading: the file is replaced as a whole. No link that
// somebody has put there is followed.
func (p *pages) write(code string, text []byte) (path string, err error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	dir, name := filepath.Join(cache, "luaflow", p.folder(), "checks"), code+".md"
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return "", err
	}
	defer root.Close()
	if !holds(root, name, text) {
		err = p.writeFile(root, name, text)
	}
	return filepath.Join(dir, name), err
}

// holds reports whether a file of a folder, and no link to one, holds a text.
func holds(root *os.Root, name string, text []byte) bool {
	info, err := root.Lstat(name)
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	f, err := rootfs.RegularIn(root, name)
	if err != nil {
		return false
	}
	defer f.Close()
	old, err := rootfs.ReadAll(f, int64(len(text)))
	return err == nil && bytes.Equal(old, text)
}

// folder returns the version as the name of a folder.
func (p *pages) folder() string {
	if p.version == "" {
		return "unversioned"
	}
	return filepath.Base(p.version)
}
