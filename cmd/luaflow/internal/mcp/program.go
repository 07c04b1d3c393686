package mcp

import (
	"context"
	"path/filepath"
	"sync"

	"luaflow/analysis/across"
	"luaflow/analysis/checker"
	"luaflow/analysis/config"
	"luaflow/analysis/config/rootfs"
	"luaflow/analysis/facts"
	"luaflow/analysis/modules"
	"luaflow/analysis/nav"
	"luaflow/analysis/project"
	"luaflow/analysis/summary"
	"luaflow/analysis/waste"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/lsp/session"
)

// programs knows the programs in the roots: all files in one of these. Files are summarized when somebody asks about one that has to do
// with others, and again only if they have changed since.
type programs struct {
	documents *documents

	mu    sync.Mutex
	files map[string]summarized // by path
}

// summarized is what a file had to do with others when it was read last.
type summarized struct {
	summary *summary.Summary // with its path in the program
	stamp   rootfs.Stamp
	rules   string // the key of what held for it
}

// program is the program that a document is of, for one answer. Without others the document is alone: its Program is nil.
type program struct {
	across.Files
	own  int // the document, by index in the Program
	docs map[int]*document
}

// of returns the program that a document is of, which is to be closed.
func (k *programs) of(ctx context.Context, doc *document) (*program, error) {
	p := &program{docs: map[int]*document{0: doc}}
	var files []project.File
	p.Ask = func(file int, question func(*waste.Parts)) error {
		if p.docs[file] == nil {
			other, err := k.documents.read(files[file])
			if err != nil {
				return nil // it was there a moment ago
			}
			p.docs[file] = other
		}
		_, err := session.Ask(ctx, p.docs[file].Snapshot, func(p *waste.Parts) (none struct{}) {
			question(p)
			return none
		})
		return err
	}
	own, err := doc.Summary(ctx)
	if err != nil || len(own.Requires) == 0 && own.Returns == summary.Nothing {
		return p, err
	}
	top, inside, ok := k.documents.roots.top(doc.path)
	if !ok {
		return p, nil
	}
	now := *own
	now.Path = inside
	all, at, err := k.summaries(ctx, top, doc.path)
	if err != nil || at == nil {
		return p, err
	}
	p.Program = modules.Link(append(all, &now), k.documents.settings.StartsOf(top))
	files = make([]project.File, len(p.Program.Files))
	for i := range p.Program.Files {
		files[i] = at[p.Program.Files[i].Path]
		if p.Program.Files[i].Path == inside {
			p.own, p.docs = i, map[int]*document{i: doc}
		}
	}
	return p, nil
}

// close closes the documents of other files.
func (p *program) close(docs *documents) {
	for file, doc := range p.docs {
		if file != p.own {
			docs.close(doc)
		}
	}
}

// exports returns what the program knows of fields of modules, as a file of it names these; nil if there is no program.
func (p *program) exports(file int) nav.Exports {
	if p.Program == nil {
		return nil
	}
	return p.Exports(file)
}

// summaries returns the summaries of the files in a folder but for one, and the files by their paths in the program; nil if there are too many
// files, or one cannot be read.
func (k *programs) summaries(ctx context.Context, top, but string) (all []*summary.Summary, at map[string]project.File, err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	around := project.Workspace{
		Folders: []string{top}, LoaderOf: func(string) *config.Loader { return k.documents.settings.Loader },
		Known: map[string]bool{but: true}, Most: project.MostRead, Stop: func() bool { return ctx.Err() != nil },
	}
	var opener project.Opener
	defer opener.Close()
	files, isRead := map[string]summarized{}, true
	at = map[string]project.File{}
	isAll := around.Each(func(f *project.File) {
		if ctx.Err() != nil {
			return
		}
		now, err := k.visit(f, filepath.ToSlash(f.Inside), &opener)
		if isRead = isRead && err == nil; err == nil {
			files[f.Path], at[now.summary.Path] = now, *f
			all = append(all, now.summary)
		}
	})
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	k.files = files
	if !isAll || !isRead {
		return nil, nil, nil
	}
	return all, at, nil
}

// visit returns what a file has to do with others, under a path.
func (k *programs) visit(f *project.File, path string, opener *project.Opener) (now summarized, err error) {
	of := k.documents.settings.Of(*f)
	now.stamp, now.rules = f.Stamp, of.Key()
	if old, ok := k.files[f.Path]; ok && old.stamp == now.stamp && old.rules == now.rules && old.summary.Path == path {
		return old, nil
	}
	text, err := opener.Read(f, project.MaxSource)
	if err != nil {
		return now, err
	}
	u := compile.CompileAs(source.NewFile(f.Path, string(text)), of.LanguageOf(string(text)))
	now.summary = summary.Of(path, facts.Of(u, checker.Hosts(of.Config, u), new(facts.Memory)))
	return now, nil
}
