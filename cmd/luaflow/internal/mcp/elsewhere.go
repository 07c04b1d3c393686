package mcp

import (
	"context"
	"sync"

	"luaflow/analysis"
	"luaflow/analysis/checker"
	"luaflow/analysis/config"
	"luaflow/analysis/config/rootfs"
	"luaflow/analysis/globals"
	"luaflow/analysis/project"
	"luaflow/compile"
	"luaflow/compile/source"
)

// elsewhere knows what the files of the workspace do with globals. They are looked at when a finding is there
// that another file could refute, and read again only if they have changed since.
type elsewhere struct {
	documents *documents

	mu    sync.Mutex
	files map[string]known // by path
}

// known is what a file did when it was read last.
type known struct {
	globals.Names
	stamp rootfs.Stamp
	rules string // the key of what held for it
}

// survey is what the files of a workspace do with globals, for one answer. It is made when it is first asked for.
type survey struct {
	*elsewhere
	path   string    // a file or folder of the workspace, absolute
	but    *document // counts in the place of what its file holds; nil for none
	counts *project.Globals
	isAll  bool // all files have been looked at
}

// remaining returns the findings in a document that no other file refutes, and how many are left out because
// there are too many files to say.
func (s *survey) remaining(ctx context.Context, found []analysis.Finding) (kept []analysis.Finding, unsaid int, err error) {
	for i := range found {
		f := &found[i]
		if f.Unless != globals.Always && s.counts == nil {
			if err := s.look(ctx); err != nil {
				return nil, 0, err
			}
		}
		switch {
		case f.Unless == globals.Always:
			kept = append(kept, *f)
		case s.counts.Refutes(f.Refutable(), f.Unless):
		case !s.isAll && f.Unless.AsksWorkspace():
			unsaid++
		default:
			kept = append(kept, *f)
		}
	}
	return kept, unsaid, nil
}

// look looks at all files.
func (s *survey) look(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	settings := s.documents.settings
	around := project.Workspace{
		Folders: settings.Roots(s.path), LoaderOf: func(string) *config.Loader { return settings.Loader },
		Known: map[string]bool{}, Most: project.MostRead, Stop: func() bool { return ctx.Err() != nil },
	}
	counts, files := new(project.Globals), map[string]known{}
	if s.but != nil {
		around.Known[s.but.path] = true
		own, err := s.but.Globals(ctx)
		if err != nil {
			return err
		}
		if own != nil {
			counts.Add(own)
		}
	}
	var opener project.Opener
	defer opener.Close()
	s.isAll = around.Each(func(f *project.File) {
		names := s.visit(f, &opener)
		files[f.Path] = names
		counts.Add(&names.Names)
	})
	if err := ctx.Err(); err != nil {
		return err
	}
	s.counts, s.files = counts, files
	return nil
}

// visit returns what a file does.
func (e *elsewhere) visit(f *project.File, opener *project.Opener) known {
	of := e.documents.settings.Of(*f)
	now := known{stamp: f.Stamp, rules: of.Key()}
	if old, ok := e.files[f.Path]; ok && old.stamp == now.stamp && old.rules == now.rules {
		return old
	}
	text, err := opener.Read(f, project.MaxSource)
	if err != nil {
		return now
	}
	c := checker.New()
	c.Config = of.Config
	unit := compile.CompileAs(source.NewFile(f.Path, string(text)), of.LanguageOf(string(text)))
	now.Names = *project.Lasting(new(c.GlobalNames(unit)))
	return now
}
