package lsp

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync/atomic"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"luaflow/analysis/config/rootfs"
	"luaflow/analysis/outline"
	"luaflow/analysis/project"
	"luaflow/compile/meter"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
	"luaflow/lsp/session"
)

// mostSymbols is how many symbols of the workspace an answer has. Clients ask again for each letter
// that is typed.
const mostSymbols = 200

// workspaceSymbols knows the symbols of the files on disk in the folders of the workspace. They are read
// when somebody first asks, and again if they have changed since. It looks for such files each time
// somebody asks, unless the client says when there are any.
type workspaceSymbols struct {
	server *server
	turn   chan struct{} // holds one while somebody looks at the files, whose turn the rest is
	files  map[string]*fileSymbols
	memory syntax.Memory

	isCurrent atomic.Bool // nothing has changed since all files were looked at
}

// fileSymbols is the symbols of one file.
type fileSymbols struct {
	stamp   rootfs.Stamp
	rules   string // the key of what holds for it
	symbols []protocol.SymbolInformation
}

func newSymbols(s *server) *workspaceSymbols {
	return &workspaceSymbols{server: s, turn: make(chan struct{}, 1), files: map[string]*fileSymbols{}}
}

// changed notes that files on disk may have changed.
func (w *workspaceSymbols) changed() { w.isCurrent.Store(false) }

// workspaceSymbol answers with the symbols of the workspace that match a query, the best first: those of
// open documents as they are, those of other files as they are on disk.
func (s *server) workspaceSymbol(params *protocol.WorkspaceSymbolParams) (work, error) {
	open := s.session.Snapshots()
	return func(ctx context.Context) (any, error) {
		best := ranking{query: params.Query}
		isOpen := map[string]bool{}
		for _, snap := range open {
			found, err := s.symbolsOf(ctx, snap)
			for errors.Is(err, session.ErrChanged) {
				if snap, _ = s.session.Snapshot(snap.Key); snap == nil {
					break
				}
				found, err = s.symbolsOf(ctx, snap)
			}
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if err != nil { // closed since, or a panic that who asks about it hears of
				continue
			}
			isOpen[snap.File.Name()] = true
			for i := range found {
				best.add(&found[i])
			}
		}
		if err := s.symbols.each(ctx, isOpen, best.add); err != nil {
			return nil, err
		}
		return best.first(), nil
	}, nil
}

// each calls visit for the symbols of all files but some. The error is that of the context.
func (w *workspaceSymbols) each(ctx context.Context, but map[string]bool, visit func(*protocol.SymbolInformation)) error {
	select {
	case w.turn <- struct{}{}:
		defer func() { <-w.turn }()
	case <-ctx.Done():
		return ctx.Err()
	}
	if !w.isCurrent.Load() {
		w.read(ctx)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	for path, f := range w.files {
		if but[path] {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		for i := range f.symbols {
			visit(&f.symbols[i])
		}
	}
	return nil
}

// read reads the files that have changed, at most as many as the server reads of a workspace, up to the end of ctx.
func (w *workspaceSymbols) read(ctx context.Context) {
	s := w.server
	w.isCurrent.Store(s.configuration.watching) // what changes from here on is another change
	found := map[string]bool{}
	around := project.Workspace{
		Folders: s.configuration.workspaces(), LoaderOf: s.configuration.loaderOf, Known: found, Most: s.options.most,
		Stop: func() bool { return ctx.Err() != nil },
	}
	opener := s.opener()
	defer opener.Close()
	var steps meter.Meter
	defer context.AfterFunc(ctx, steps.Stop)()
	if s.options.observe != nil {
		defer s.options.observe(&steps)()
	}
	w.memory.Meter = &steps
	if !steps.Run(func() { around.Each(func(f *project.File) { w.visit(f, &opener) }) }) {
		w.memory = syntax.Memory{}
	}
	if ctx.Err() != nil {
		w.changed() // for the next one to go on
		return
	}
	maps.DeleteFunc(w.files, func(path string, _ *fileSymbols) bool { return !found[path] })
}

// visit reads the symbols of a file if it has changed.
func (w *workspaceSymbols) visit(f *project.File, opener *project.Opener) {
	s := w.server
	rules, key, _ := s.configuration.rulesOf(f.Path)
	if old := w.files[f.Path]; old != nil && old.stamp == f.Stamp && old.rules == key {
		return
	}
	now := &fileSymbols{stamp: f.Stamp, rules: key}
	content, err := opener.Read(f, project.MaxSource)
	if err != nil {
		w.files[f.Path] = now
		return
	}
	text := string(content)
	file := source.NewFile(f.Path, text)
	tree := w.memory.Parse(file, rules.Language(rules.Decide(f.Path, text)))
	mapper{file, s.client.encoding}.eachSymbol(uri.File(f.Path), outline.Symbols(tree, w.memory.Meter), "", func(symbol *protocol.SymbolInformation) {
		w.memory.Meter.Step()
		kept := *symbol // its strings are parts of the text
		kept.Name = strings.Clone(kept.Name)
		if kept.ContainerName != nil {
			kept.ContainerName = new(strings.Clone(*kept.ContainerName))
		}
		now.symbols = append(now.symbols, kept)
	})
	w.files[f.Path] = now
}

// ranking is the symbols that match a query best, of those that it has been shown.
type ranking struct {
	query string
	found []ranked
}

// ranked is a symbol and how well it matches.
type ranked struct {
	protocol.SymbolInformation
	score int
}

// add adds a symbol if it matches.
func (r *ranking) add(symbol *protocol.SymbolInformation) {
	score, ok := outline.Match(r.query, symbol.Name)
	if !ok {
		return
	}
	r.found = append(r.found, ranked{*symbol, score})
	if len(r.found) == 8*mostSymbols { // so that those that fall behind cost one comparison or two
		r.cut()
	}
}

// cut leaves the best of what was found, in their order: after the score that of names, files and places.
func (r *ranking) cut() {
	slices.SortFunc(r.found, func(a, b ranked) int {
		return cmp.Or(
			cmp.Compare(b.score, a.score), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Location.URI, b.Location.URI),
			cmp.Compare(a.Location.Range.Start.Line, b.Location.Range.Start.Line),
			cmp.Compare(a.Location.Range.Start.Character, b.Location.Range.Start.Character),
		)
	})
	r.found = r.found[:min(len(r.found), mostSymbols)]
}

// first returns the best.
func (r *ranking) first() []protocol.SymbolInformation {
	r.cut()
	out := make([]protocol.SymbolInformation, len(r.found))
	for i := range r.found {
		out[i] = r.found[i].SymbolInformation
	}
	return out
}
