package lsp

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"

	"luaflow/analysis"
	"luaflow/analysis/checker"
	"luaflow/analysis/config"
	"luaflow/analysis/config/rootfs"
	"luaflow/analysis/globals"
	"luaflow/analysis/printable"
	"luaflow/analysis/project"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/lsp/session"
)

// workspaceGlobals knows what the files of the workspace do with globals: of open documents by their
// text, of others by what is on disk. Nothing is read before a document has a finding that
// another file could refute, and from then on what has changed. Until all files have been
// looked at, such findings are held back; all else is said at once. In a workspace that is larger
// than project.MostRead, or if the user stops the reading, they stay unsaid.
type workspaceGlobals struct {
	server *server

	mu        sync.Mutex
	files     map[string]*fileGlobals // by path
	counts    project.Globals         // what they do
	isAsked   bool                    // somebody wants to know
	isKnown   bool                    // all files have been looked at, once
	isBusy    bool                    // they are just being looked at,
	again     bool                    // and then again
	first     chan struct{}           // closed when the files have been looked at once
	firstOnce sync.Once
}

// fileGlobals is what one file does.
type fileGlobals struct {
	globals.Names
	isOpen bool // by the text of a document; else as the rest says:
	stamp  rootfs.Stamp
	rules  string // the key of what holds for it
}

func newGlobals(s *server) *workspaceGlobals {
	return &workspaceGlobals{
		server: s, files: map[string]*fileGlobals{},
		first: make(chan struct{}),
	}
}

// refutes reports whether another file may refute a finding.
func (g *workspaceGlobals) refutes(f *analysis.Finding) bool {
	if f.Unless == globals.Always {
		return false
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.isAsked {
		g.isAsked = true
		g.begin()
	}
	if !g.isKnown {
		return true
	}
	return g.counts.Refutes(f.Refutable(), f.Unless)
}

// await waits until it is known what other files do, if that matters to a finding: at the end, when
// nothing can be said later.
func (g *workspaceGlobals) await(ctx context.Context, found []analysis.Finding) {
	for i := range found {
		if found[i].Unless != globals.Always && g.refutes(&found[i]) {
			select {
			case <-g.first:
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

// changed starts another look at the files on disk, if anybody has asked.
func (g *workspaceGlobals) changed() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.isAsked {
		g.begin()
	}
}

// begin looks at the files on disk, beside what comes next. Who calls it holds the lock.
func (g *workspaceGlobals) begin() {
	if g.isBusy {
		g.again = true
		return
	}
	g.isBusy = true
	g.server.spawn(g.collect)
}

// collect looks at all files of the workspace, reads those that have changed, and has the
// documents told of what that changes.
func (g *workspaceGlobals) collect() {
	for {
		found, changes, ok := g.readAll()
		g.mu.Lock()
		for path, f := range g.files {
			if ok && !f.isOpen && !found[path] {
				g.put(path, nil)
				changes = true
			}
		}
		if ok && !g.isKnown {
			g.isKnown, changes = true, true
		}
		g.firstOnce.Do(func() { close(g.first) })
		g.isBusy = g.again
		g.again = false
		goesOn := g.isBusy
		g.mu.Unlock()
		if changes {
			g.server.publishAgain("")
		}
		if !goesOn {
			return
		}
	}
}

// readAll reads the files of the workspace that have changed, and returns the paths of all, which
// are those that a terminal would find, and whether what is known of some changes. It is not ok if
// there are too many, or the server ends.
func (g *workspaceGlobals) readAll() (found map[string]bool, changes, ok bool) {
	found = map[string]bool{}
	var isStopped atomic.Bool
	shown := &progress{}
	if !g.known() { // else little is read
		shown = g.server.showProgress("reading the workspace", func() { isStopped.Store(true) })
		defer shown.end()
	}
	around := project.Workspace{
		Folders: g.folders(), LoaderOf: g.server.configuration.loaderOf, Known: found, Most: g.server.options.most,
		Stop: func() bool { return isStopped.Load() || g.server.publisher.ctx.Err() != nil }, Walked: g.passedOver,
	}
	opener := g.server.opener()
	defer opener.Close()
	ok = around.Each(func(f *project.File) {
		changes = g.visit(f, &opener) || changes
		if len(found)%progressFiles == 0 {
			shown.report(fmt.Sprintf("%d files", len(found)))
		}
	})
	if !ok && !isStopped.Load() {
		g.gaveUp()
	}
	return found, changes, ok
}

// progressFiles is after how many files the user is told how many they are.
const progressFiles = 100

// known reports whether all files have been looked at, once.
func (g *workspaceGlobals) known() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.isKnown
}

// gaveUp tells the user that there is too much to read.
func (g *workspaceGlobals) gaveUp() {
	if g.server.publisher.ctx.Err() == nil {
		most := g.server.options.most
		g.server.configuration.admit(fmt.Sprintf(
			"what another file of the workspace may define or read is not reported: it has more than %d files, or %d MB, of Lua", most.Files, most.Bytes>>20))
	}
}

// folders returns the folders of the workspace and, after them, the libraries of each.
func (g *workspaceGlobals) folders() []string {
	folders := g.server.configuration.workspaces()
	var libraries []string
	for _, folder := range folders {
		rules, _, _ := g.server.configuration.rulesOf(filepath.Join(folder, "x.lua"))
		for _, library := range rules.Libraries() {
			if !slices.Contains(libraries, library.Value) {
				libraries = append(libraries, library.Value)
			}
		}
	}
	return append(folders, libraries...)
}

// passedOver logs what a walk has passed over, the first time.
func (g *workspaceGlobals) passedOver(found *project.Found) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.isKnown {
		return
	}
	for _, p := range found.Problems {
		g.server.log.Printf("%s: %s", printable.Text(p.Path), printable.Text(p.Message))
	}
	if found.Left > 0 {
		g.server.log.Printf("symbolic links that lead out of the workspace and were not followed: %d", found.Left)
	}
}

// visit looks at a file, and reports whether it does something else than it did.
func (g *workspaceGlobals) visit(f *project.File, opener *project.Opener) (changed bool) {
	path := f.Path
	rules, key, _ := g.server.configuration.rulesOf(path)
	now := fileGlobals{stamp: f.Stamp, rules: key}
	g.mu.Lock()
	old := g.files[path]
	isCurrent := old != nil && (old.isOpen || old.stamp == now.stamp && old.rules == key)
	g.mu.Unlock()
	if isCurrent {
		return false
	}
	if text, err := opener.Read(f, project.MaxSource); err == nil {
		now.Names = namesIn(path, string(text), rules)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if old := g.files[path]; old != nil && old.isOpen {
		return false // by now
	}
	return g.put(path, &now)
}

// namesIn returns what a text does with globals.
func namesIn(path, text string, rules *config.Config) globals.Names {
	c := checker.New()
	c.Config = rules
	return c.GlobalNames(compile.CompileAs(source.NewFile(path, text), rules.Language(rules.Decide(path, text))))
}

// put notes what a file does, nil if it is gone, and reports whether that is something
// else. Who calls it holds the lock.
func (g *workspaceGlobals) put(path string, now *fileGlobals) (changed bool) {
	old := g.files[path]
	delete(g.files, path)
	if old == nil {
		old = &fileGlobals{}
	}
	if now == nil {
		now = &fileGlobals{}
	} else {
		g.files[path] = now
	}
	g.counts.Remove(&old.Names)
	g.counts.Add(&now.Names)
	return !maps.Equal(old.Defined, now.Defined) || !maps.Equal(old.Read, now.Read) || !maps.Equal(old.Set, now.Set)
}

// opened notes what the text of a document does, and has the other documents told.
func (g *workspaceGlobals) opened(snap *session.Snapshot, names *globals.Names) {
	if names == nil {
		return
	}
	g.mu.Lock()
	changed := g.put(snap.File.Name(), &fileGlobals{Names: *names, isOpen: true}) && g.isKnown
	g.mu.Unlock()
	if changed {
		g.server.publishAgain(snap.Key)
	}
}

// closed: what counts is the file on disk again.
func (g *workspaceGlobals) closed(snap *session.Snapshot) {
	g.mu.Lock()
	g.put(snap.File.Name(), nil)
	g.mu.Unlock()
	g.changed()
}

// publishAgain starts to say anew the diagnostics of all documents but one.
func (s *server) publishAgain(but string) {
	for _, snap := range s.session.Snapshots() {
		if snap.Key != but {
			s.publisher.again(snap.Key)
		}
	}
}
