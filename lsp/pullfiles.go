package lsp

import (
	"context"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"luaflow/analysis"
	"luaflow/analysis/checker"
	"luaflow/analysis/config/rootfs"
	"luaflow/analysis/globals"
	"luaflow/analysis/project"
	"luaflow/compile"
	"luaflow/compile/meter"
	"luaflow/compile/source"
)

// This file reports on the files of the workspace that are not open.

// The values of the option workspace.
const (
	workspaceOff = "off" // open documents alone
	workspaceAll = "all" // all files of the workspace's folders
)

// workspaceMode returns which files are reported on that are not open.
func (o *serverOptions) workspaceMode() string {
	if o.Workspace == "" {
		return workspaceOff
	}
	return o.Workspace
}

// fileReport is what is to be said of a file as it is on disk.
type fileReport struct {
	stamp rootfs.Stamp
	rules string // the key of what holds for it
	found []fileFinding
	notes []protocol.Diagnostic
}

// fileFinding is a finding of a file that is kept without the file's text.
type fileFinding struct {
	about analysis.Finding // what of it refutes asks for
	list  []protocol.Diagnostic
}

// eachFile visits the files that are to be reported on, but not those that were seen, and adds them to
// these.
func (r *reports) eachFile(ctx context.Context, seen map[string]bool, visit func(uri.URI, []protocol.Diagnostic) error) (err error) {
	s := r.server
	if s.own.workspaceMode() != workspaceAll {
		return nil
	}
	opener := s.opener()
	defer opener.Close()
	around := project.Workspace{
		Folders: s.configuration.workspaces(), LoaderOf: s.configuration.loaderOf, Known: map[string]bool{}, Most: s.options.most,
		Stop: func() bool { return err != nil || ctx.Err() != nil },
	}
	around.Each(func(f *project.File) {
		name := uri.File(f.Path)
		if seen[key(name)] || err != nil {
			return
		}
		var report *fileReport
		if report, err = r.of(ctx, f, &opener); err == nil && report != nil {
			seen[key(name)] = true
			err = visit(name, report.remaining(s.globals))
		}
	})
	if err == nil {
		err = ctx.Err()
	}
	return err
}

// remaining returns what no other file refutes.
func (r *fileReport) remaining(g *workspaceGlobals) (list []protocol.Diagnostic) {
	for i := range r.found {
		if f := &r.found[i]; !g.refutes(&f.about) {
			list = append(list, f.list...)
		}
	}
	return append(list, r.notes...)
}

// of returns what is to be said of a file, which is checked if it has changed; nil if it cannot be read.
func (r *reports) of(ctx context.Context, f *project.File, opener *project.Opener) (*fileReport, error) {
	s := r.server
	rules, key, _ := s.configuration.rulesOf(f.Path)
	r.mu.Lock()
	old := r.files[f.Path]
	r.mu.Unlock()
	if old != nil && old.stamp == f.Stamp && old.rules == key {
		return old, nil
	}
	text, err := opener.Read(f, project.MaxSource)
	if err != nil || project.IsChunk(string(text)) {
		return nil, nil
	}
	c := checker.New()
	c.Config, c.Elsewhere = rules, &globals.Names{}
	file := source.NewFile(f.Path, string(text))
	var found []analysis.Finding
	var steps meter.Meter
	defer context.AfterFunc(ctx, steps.Stop)()
	isDone := steps.Run(func() {
		in := compile.Memory{Meter: &steps}
		found = c.Check(in.CompileAs(file, rules.Language(rules.Decide(f.Path, string(text)))))
	})
	if !isDone {
		return nil, ctx.Err()
	}
	now := &fileReport{stamp: f.Stamp, rules: key}
	m := mapper{file, s.client.encoding}
	name := string(uri.File(f.Path))
	for i := range found {
		x := &found[i]
		about := analysis.Finding{Unless: x.Unless}
		about.Subject.Global, about.Subject.Field = strings.Clone(x.Subject.Global), strings.Clone(x.Subject.Field)
		now.found = append(now.found, fileFinding{about, s.diagnostics(m, name, found[i:i+1])})
	}
	now.notes = s.notes(m, c.Omitted)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.files[f.Path] = now
	return now, nil
}
