package lsp

import (
	"context"
	"maps"
	"sync"

	"go.lsp.dev/uri"
)

// publishedFiles is what a client was told of files that are not open, if it does not ask.
type publishedFiles struct {
	mu  sync.Mutex
	ids map[string]publishedFile // by path; of files of which something is said
}

// publishedFile is what was said of one file, under which URI.
type publishedFile struct{ uri, id string }

// note notes what is said of a file.
func (p *publishedFiles) note(path, uri, id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if id == noneID {
		delete(p.ids, path)
	} else {
		p.ids[path] = publishedFile{uri, id}
	}
}

// all returns what was said of all files.
func (p *publishedFiles) all() map[string]publishedFile {
	p.mu.Lock()
	defer p.mu.Unlock()
	return maps.Clone(p.ids)
}

// publishFiles tells the client of files that are not open, each time when there is something else to say
// of them.
func (r *reports) publishFiles() {
	p := r.server.publisher
	for {
		select {
		case <-r.stale:
		case <-p.ctx.Done():
			return
		}
		s := r.server
		before, sent := s.published.all(), 0
		publish := func(path, name string, was publishedFile, report *fileReport) {
			if r.publishFile(path, name, was, report) {
				sent++
			}
		}
		for _, path := range s.files.reported() {
			s.foreground.standBack(p.ctx)
			publish(path, s.files.uriOf(path), before[path], s.files.reportOn(path))
			delete(before, path)
		}
		for path, was := range before {
			publish(path, was.uri, was, nil)
		}
		if sent >= manyRead { // what was sent took as much as all that is kept
			giveBack()
		}
	}
}

// publishFile tells the client what is to be said of a file, unless it knows, or the file is open. It reports whether the client
// may not know.
func (r *reports) publishFile(path, name string, was publishedFile, report *fileReport) (sent bool) {
	s := r.server
	id := report.id(s.globals)
	switch {
	case s.publisher.ctx.Err() != nil || id == was.id || id == noneID && was.id == "":
		return false
	case id == noneID:
		name = was.uri
	}
	isNoted := func() bool {
		if s.publisher.isCarried(key(uri.File(path))) {
			return false
		}
		s.published.note(path, name, id)
		return true
	}
	s.publisher.send(onlyIf(context.Background(), isNoted), &published{URI: name, Diagnostics: report.list(s)})
	return true
}
