package lsp

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"luaflow/analysis"
	"luaflow/analysis/globals"
	"luaflow/analysis/project"
	"luaflow/lsp/session"
)

// workspaceGlobals knows what others need to know of each file of the workspace: what it does with globals, and its summary, which
// workspaceLinks links. Of open documents it knows that by their text, of others by what is on disk. Nothing is read for it before a
// document has a finding that another file could refute, or a check asks for the rest of the program. Until all files have been looked at,
// such findings are held back; all else is said at once. In a workspace that is larger than project.MostRead, or if the user stops the
// reading, they stay unsaid.
type workspaceGlobals struct {
	server *server

	mu      sync.Mutex
	files   map[string]*fileKnown // by path
	counts  project.Globals       // what they do
	isAsked bool                  // somebody wants to know
	isKnown bool                  // all files have been looked at, once
	holds   bool                  // a finding was held back as they had not been
	isLess  bool                  // what documents did that are open no more does not count since somebody was told last

	asksSummaries bool   // somebody wants to know what the rest of the program says of a file
	version       uint64 // another one when a summary is

	state atomic.Int64 // another one when other findings may be refuted
}

// fileKnown is what is known of one file.
type fileKnown struct {
	counted project.Counted // what it does with globals
	program summarized
	isOpen  bool // by the text of a document; else by what is on disk
	isLeft  bool // by the text of a document that was closed, and nobody has looked at the file since
}

// fileSaid is what a look at a file has found.
type fileSaid struct {
	names   *globals.Names // nil if that does not count
	program summarized
}

func newGlobals(s *server) *workspaceGlobals {
	return &workspaceGlobals{server: s, files: map[string]*fileKnown{}}
}

// asked reports whether somebody wants to know.
func (g *workspaceGlobals) asked() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.isAsked
}

// askSummaries notes that somebody wants to know what the rest of the program says of a file.
func (g *workspaceGlobals) askSummaries() {
	g.mu.Lock()
	isFirst := !g.asksSummaries
	g.asksSummaries, g.isAsked = true, true
	if isFirst {
		g.isKnown = false // again: what was looked at had no summaries
	}
	g.mu.Unlock()
	if isFirst {
		g.server.files.lookAgain()
	}
}

// askedSummaries reports whether somebody wants to know what the rest of the program says of a file.
func (g *workspaceGlobals) askedSummaries() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.asksSummaries
}

// looked notes that the files have been looked at, whether all, and reports whether there may be something else to say for it: it is
// the first time, or documents have been closed since, whose files count by now, if there are any.
func (g *workspaceGlobals) looked(all bool) (isNew bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	isFirst := all && !g.isKnown
	isNew = isFirst && g.holds || g.isLess
	g.isKnown, g.isLess = g.isKnown || all, false
	if isFirst {
		g.holds = false
		g.state.Add(1)
	}
	return isNew
}

// refutes reports whether another file may refute a finding.
func (g *workspaceGlobals) refutes(f *analysis.Finding) bool {
	return f.Unless != globals.Always && g.refutesName(f.Refutable(), f.Unless)
}

// refutesName does what refutes does, for a finding of which nothing else is known.
func (g *workspaceGlobals) refutesName(name string, unless globals.Unless) bool {
	g.mu.Lock()
	isFirst := !g.isAsked
	g.isAsked = true
	g.holds = g.holds || !g.isKnown
	refutes := !g.isKnown || g.counts.Refutes(name, unless)
	g.mu.Unlock()
	if isFirst {
		g.server.files.lookAgain()
	}
	return refutes
}

// await waits until it is known what other files do, if that matters to a finding: at the end, when
// nothing can be said later.
func (g *workspaceGlobals) await(ctx context.Context, found []analysis.Finding) {
	for i := range found {
		if found[i].Unless != globals.Always && g.refutes(&found[i]) {
			select {
			case <-g.server.files.first:
			case <-ctx.Done():
			}
			return
		}
	}
}

// remaining returns the findings that no other file refutes.
func (g *workspaceGlobals) remaining(found []analysis.Finding) []analysis.Finding {
	kept := make([]analysis.Finding, 0, len(found))
	isKnown := g.known() // for all of them
	for i := range found {
		if f := &found[i]; !g.refutes(f) && (isKnown || f.Unless == globals.Always) {
			kept = append(kept, *f)
		}
	}
	return kept
}

// known reports whether all files have been looked at, once.
func (g *workspaceGlobals) known() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.isKnown
}

// onDisk notes what is to be known of a file that is on disk, nothing if it is gone, and reports whether it does something else with
// globals. For a file that is open the text of the document counts.
func (g *workspaceGlobals) onDisk(path string, said fileSaid) (changed bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if old := g.files[path]; old != nil && old.isOpen {
		return false
	}
	return g.put(path, said, false)
}

// put notes what is to be known of a file, nothing if it is gone, by the text of a document or else by what is on disk, and
// reports whether it does something else with globals. Who calls it holds the lock.
func (g *workspaceGlobals) put(path string, said fileSaid, isOpen bool) (changed bool) {
	old, now := g.files[path], &fileKnown{program: said.program, isOpen: isOpen}
	if old == nil {
		old = &fileKnown{}
	}
	if now.program.form == old.program.form {
		now.program = old.program // for a Linker to know it again
	}
	if said.names != nil {
		now.counted = g.counts.Add(said.names)
	}
	if said == (fileSaid{}) {
		delete(g.files, path)
	} else {
		g.files[path] = now
	}
	if old.program.form != now.program.form {
		g.version++
	}
	changed = !slices.Equal(old.counted, now.counted)
	g.counts.Remove(old.counted)
	if changed && g.isKnown { // else all that may be refuted is held back
		g.state.Add(1)
	}
	return changed
}

// opened notes what the text of a document does, nil if that does not count, and has the other documents told. Of a version
// that is not the newest any more it notes nothing: what the newest does may be noted already, or the document be closed.
func (g *workspaceGlobals) opened(snap *session.Snapshot, names *globals.Names) {
	g.mu.Lock()
	newest, _ := g.server.session.Snapshot(snap.Key)
	path, said := snap.File.Name(), fileSaid{names: names}
	if old := g.files[path]; old != nil {
		said.program = old.program // until summarize has found the new one
	}
	changed := newest == snap && g.put(path, said, true) && g.isKnown
	g.mu.Unlock()
	if changed {
		g.server.publishAgain(snap.Key)
		if len(g.server.files.reported()) > 0 {
			g.server.reports.changedFiles()
		}
	}
}

// closed: the text of the document counts no more, but its file does, as soon as somebody has looked at it, who also has the other
// documents told.
func (g *workspaceGlobals) closed(snap *session.Snapshot) {
	path := snap.File.Name()
	isFile := g.server.files.knows(path) // not under the lock: who looks at files takes theirs first
	g.mu.Lock()
	var said fileSaid
	if old := g.files[path]; old != nil && isFile {
		said.program = old.program // until somebody has looked at the file: the program is not without it
	}
	g.isLess = g.put(path, said, false) || g.isLess
	if now := g.files[path]; now != nil {
		now.isLeft = true
	}
	g.mu.Unlock()
	g.server.files.forget(path) // after that: what is known when nobody has forgotten it counts no more
}

// left returns the paths of the documents that were closed and whose files nobody has looked at since.
func (g *workspaceGlobals) left() (paths []string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for path, f := range g.files {
		if f.isLeft {
			paths = append(paths, path)
		}
	}
	return paths
}

// publishAgain starts to say anew the diagnostics of all documents but one.
func (s *server) publishAgain(but string) {
	for _, snap := range s.session.Snapshots() {
		if snap.Key != but {
			s.publisher.again(snap.Key)
		}
	}
}
