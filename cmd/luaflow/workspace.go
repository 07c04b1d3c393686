package main

import (
	"slices"

	"luaflow/analysis/config"
	"luaflow/analysis/project"
	"luaflow/cmd/luaflow/internal/pipeline"
	"luaflow/cmd/luaflow/internal/report"
)

// The files of a workspace that are not checked in a run, and libraries, may define globals
// for those that are.

// lookAround looks at the files of the workspaces in which there are findings that any file
// could refute, but for those of the run, and at libraries.
func (p *program) lookAround(run *checkRun, files []project.File) {
	settings := &run.settings
	around := project.Workspace{
		LoaderOf: func(string) *config.Loader { return settings.Loader }, Known: map[string]bool{}, Most: project.MostRead,
	}
	for i := range p.held {
		if c := &p.held[i]; c.asksWorkspace() {
			for _, folder := range settings.Roots(c.path) {
				if !slices.Contains(around.Folders, folder) {
					around.Folders = append(around.Folders, folder)
				}
			}
		}
	}
	if len(around.Folders) == 0 {
		return
	}
	for i := range files {
		around.Known[settings.Path(files[i])] = true
	}
	var others []project.File
	if !around.Each(func(f *project.File) { others = append(others, *f) }) {
		p.isOpen = true
		code, n := p.asking()
		run.con.Note("%s: nothing said of %s that nothing known defines: there are more than %d files, or %d MB, that may",
			code, report.Plural(n, "global"), around.Most.Files, around.Most.Bytes>>20)
		return
	}
	p.look(run, others)
}

// asksWorkspace reports whether any file of the workspace could refute a finding.
func (c *checked) asksWorkspace() bool {
	return slices.ContainsFunc(c.Findings, func(f report.Finding) bool { return f.Unless.AsksWorkspace() })
}

// asking returns how many findings any file of the workspace could refute, and the code of those.
func (p *program) asking() (code string, n int) {
	for i := range p.held {
		for k := range p.held[i].Findings {
			if x := &p.held[i].Findings[k]; x.Unless.AsksWorkspace() && !p.names.Refutes(x.Global, x.Unless) {
				code, n = x.Code, n+1
			}
		}
	}
	return code, n
}

// finish looks at the files that have not been looked at, if any finding depends on them,
// and completes those that have waited.
func (p *program) finish(run *checkRun, files []project.File) {
	if len(p.others) > 0 && p.depends() {
		others := make([]project.File, len(p.others))
		for i, file := range p.others {
			others[i] = files[file]
		}
		p.look(run, others)
	}
	p.lookAround(run, files)
	p.link(run)
	isAlone := len(p.held)+len(p.others) == 1 && !run.settings.Compat.IsOn()
	for i := range p.held {
		if c := &p.held[i]; c.Names != nil || c.Summary != nil {
			_, crashed := pipeline.Attempt(func() (none struct{}) {
				if c.Names != nil {
					p.settle(c, isAlone)
				}
				c.finish(run)
				return none
			})
			if crashed != nil {
				*c = run.lost(crashed, project.File{Path: c.path, As: c.name})
			}
		}
	}
}
