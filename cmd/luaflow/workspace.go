package main

import (
	"os"
	"path/filepath"
	"slices"

	"luaflow/analysis/project"
	"luaflow/cmd/luaflow/internal/report"
)

// The files of a workspace that are not checked in a run, and libraries, may define globals
// for those that are.

// The most that is read for that. In a larger workspace what another file could refute stays
// unsaid.
const (
	mostFiles = 20_000
	mostBytes = 256 << 20
)

// lookAround looks at the files of the workspaces in which there are findings that any file
// could refute, but for those of the run, and at libraries.
func (p *program) lookAround(run *checkRun, files []project.File) {
	a := around{run: run, seen: map[string]bool{}}
	asking := 0
	for i := range p.held {
		if c := &p.held[i]; c.asksWorkspace() {
			a.roots(c.path)
			asking++
		}
	}
	if asking == 0 {
		return
	}
	for _, in := range files {
		a.seen[run.settings.path(in)] = true
	}
	for _, folder := range a.folders {
		a.walk(folder)
	}
	if a.isPartial {
		p.isOpen = true
		run.con.note("undefined-global: nothing said of %s that nothing known defines: there are more than %d files, or %d MB, that may",
			report.Plural(p.asking(), "global"), mostFiles, mostBytes>>20)
		return
	}
	p.look(run, a.files)
}

// asksWorkspace reports whether any file of the workspace could refute a finding.
func (c *checked) asksWorkspace() bool {
	return slices.ContainsFunc(c.Findings, func(f report.Finding) bool { return f.Unless.AsksWorkspace() })
}

// asking is how many findings any file of the workspace could refute.
func (p *program) asking() (n int) {
	for i := range p.held {
		for k := range p.held[i].Findings {
			if x := &p.held[i].Findings[k]; x.Unless.AsksWorkspace() && !p.names.Refutes(x.Global, x.Unless) {
				n++
			}
		}
	}
	return n
}

// around collects the files that may define globals.
type around struct {
	run       *checkRun
	folders   []string        // and files, absolute
	seen      map[string]bool // of folders and files
	files     []project.File
	bytes     int64
	isPartial bool
}

// roots adds the folder of a file's workspace, and the libraries.
func (a *around) roots(file string) {
	settings := &a.run.settings
	path := settings.path(project.Named(file))
	a.add(settings.loader.Root(path))
	for _, library := range settings.loader.For(path).For(path).Libraries() {
		a.add(library.Value)
	}
}

func (a *around) add(folder string) {
	if !a.seen[folder] {
		a.seen[folder] = true
		a.folders = append(a.folders, folder)
	}
}

// walk takes the files of a folder.
func (a *around) walk(folder string) {
	if info, err := os.Stat(folder); err == nil && !info.IsDir() {
		a.take(project.Named(folder))
		return
	}
	found := project.Walk(folder, project.Options{
		NoIgnore: !project.IgnoresLikeGit(a.run.settings.loader, folder), Most: mostFiles - len(a.files),
	})
	a.isPartial = a.isPartial || found.IsPartial
	for i := range found.Files {
		if f := &found.Files[i]; f.Err == nil {
			a.take(*f)
		}
	}
}

func (a *around) take(in project.File) {
	path := filepath.Clean(in.Path)
	if _, excluded := a.run.settings.loader.For(path).Excluded(path); excluded || a.seen[path] || in.Size() > project.MaxSource {
		return
	}
	a.seen[path] = true
	a.files = append(a.files, in)
	a.bytes += in.Size()
	a.isPartial = a.isPartial || a.bytes > mostBytes || len(a.files) > mostFiles
}
