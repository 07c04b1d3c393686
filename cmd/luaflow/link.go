package main

import (
	"path/filepath"
	"slices"
	"strings"

	"luaflow/analysis/config"
	"luaflow/analysis/modules"
	"luaflow/analysis/project"
	"luaflow/analysis/summary"
	"luaflow/cmd/luaflow/internal/pipeline"
)

// What the files of a program say of one another. Each is checked by itself at first, and summarized. When all have been, and those of the
// workspace that are not checked, they are linked, and those of which anything is to be said are checked again.

// programAt is the files of one program: those of one folder.
type programAt struct {
	folder    string
	summaries []*summary.Summary
	paths     []string // of the checked ones among them, as they were named, "" for others
	lacks     string   // a file that could not be read or done, so that nothing can be said; "" for none
}

// link links the programs that the files of the run are of, and checks the files again of which others say something.
func (p *program) link(run *checkRun) {
	if !run.isProgram {
		return
	}
	run.slices = map[string]*modules.Slice{}
	for _, at := range p.programs(run) {
		at.link(run)
	}
	var again []project.File
	held := map[string]*checked{}
	for i := range p.held {
		c := &p.held[i]
		if run.slices[c.path] != nil {
			again = append(again, c.in)
			held[c.path] = c
		}
	}
	pipeline.InOrder(run.con, again, run.check, run.lost, func(c checked) {
		if c.Totals.Failed > 0 { // by a bug that shows only now
			*held[c.path] = c
			return
		}
		held[c.path].Findings = c.Findings
	})
}

// programs returns the programs that the files of the run are of, with the files that are not checked.
func (p *program) programs(run *checkRun) (all []*programAt) {
	of := map[string]*programAt{}
	around := project.Workspace{
		LoaderOf: func(string) *config.Loader { return run.settings.Loader }, Known: map[string]bool{}, Most: project.MostRead,
		All: true, Foreign: true,
	}
	for i := range p.held {
		c := &p.held[i]
		at := of[run.programOf(c.in)]
		if at == nil {
			at = &programAt{folder: run.programOf(c.in)}
			of[at.folder], all = at, append(all, at)
		}
		c.top = at.folder
		path := run.settings.Path(c.in)
		around.Known[path] = true
		at.add(c.Summary, path, c.path)
	}
	return slices.DeleteFunc(all, func(at *programAt) bool {
		around.Folders = []string{at.folder}
		if !at.lookAround(run, &around) {
			run.con.Note("%s: nothing said of what other files use: there are more than %d files, or %d MB", at.folder, around.Most.Files, around.Most.Bytes>>20)
			return true
		}
		return at.lacks != "" // which is complained of elsewhere
	})
}

// lookAround adds the files that are not checked, and reports whether there are not too many.
func (at *programAt) lookAround(run *checkRun, around *project.Workspace) (isAll bool) {
	var others []project.File
	around.Walked = func(found *project.Found) {
		for i := range found.Files {
			if f := &found.Files[i]; f.Err != nil || !f.IsForeign && f.Size() > project.MaxSource {
				at.lacks = f.Path
			}
		}
	}
	if !around.Each(func(f *project.File) { others = append(others, *f) }) || around.Lacks {
		return false
	}
	summarize := func(w *pipeline.Worker, in project.File) summarized {
		return summarizedBy(w, &run.settings, in, "", position{})
	}
	lost := func(c *pipeline.Crash, in project.File) summarized {
		return summarized{Outcome: c.Outcome(run.con, in)}
	}
	next := 0
	pipeline.InOrder(run.con, others, summarize, lost, func(s summarized) {
		at.add(s.summary, run.settings.Path(others[next]), "")
		next++
	})
	return true
}

// programOf returns the folder of the program that a file is of: that of its project, or the folder that is checked, whichever is further up.
func (run *checkRun) programOf(in project.File) string {
	path := run.settings.Path(in)
	folder := run.settings.Loader.Root(path)
	if checked, err := filepath.Abs(in.Root); err == nil && in.IsFound() && !isIn(checked, folder) {
		return checked
	}
	return folder
}

// isIn reports whether a path is a folder, or in it.
func isIn(path, folder string) bool {
	rel, err := filepath.Rel(folder, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// add adds a file at an absolute path, of which path is the name if it is checked. Where a summary is nil, that file may use anything.
func (at *programAt) add(s *summary.Summary, absolute, path string) {
	rel, err := filepath.Rel(at.folder, absolute)
	if err != nil || s == nil {
		at.lacks = absolute
		return
	}
	same := *s
	same.Path = filepath.ToSlash(rel)
	at.summaries, at.paths = append(at.summaries, &same), append(at.paths, path)
}

// link notes what the files of the program say of those that are checked.
func (at *programAt) link(run *checkRun) {
	named := make(map[string]string, len(at.paths))
	for i, s := range at.summaries {
		named[s.Path] = at.paths[i]
	}
	said := run.settings.StartsOf(at.folder)
	said.IsInstalled = project.IsInstalled
	linked := modules.Link(at.summaries, said)
	for i, slice := range linked.Slices() {
		if path := named[linked.Files[i].Path]; path != "" && !slice.IsZero() {
			run.slices[path] = &slice
		}
	}
}
