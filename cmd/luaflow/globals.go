package main

import (
	"luaflow/analysis/globals"
	"luaflow/analysis/project"
	"luaflow/cmd/luaflow/internal/pipeline"
)

// Globals over all files of a run. What other files do with a global can only take findings
// away, so that each file is checked by itself, as if there were none, and what is kept in
// the cache does not depend on them; the findings are held back until all files have been
// checked, and those that another file refutes are dropped. If any file of the workspace may
// refute one, those that are not checked are looked at too (workspace.go).

// program is what the files of a run do with globals.
type program struct {
	names project.Globals
	// held is the files with a check of globals, and what was met after the first of them.
	held []checked
	// others is the files without, by their number: what they do has not been looked for.
	others []int32
	// isOpen: not all files of the workspace could be looked at.
	isOpen bool
}

// note takes what the file with a number does. It reports whether its findings, and those
// after it, have to wait.
func (p *program) note(file int, c *checked) bool {
	switch {
	case c.Names != nil:
		p.names.Add(c.Names)
	case c.Totals.Failed == 0:
		p.others = append(p.others, int32(file))
	}
	if c.Names == nil && c.Summary == nil && p.held == nil {
		return false
	}
	p.held = append(p.held, *c)
	return true
}

// look looks at what files do with globals.
func (p *program) look(run *checkRun, files []project.File) {
	lost := func(*pipeline.Crash, project.File) (names globals.Names) { return names } // as of a file that cannot be read
	pipeline.InOrder(run.con, files, run.globalsOf, lost, func(names globals.Names) { p.names.Add(&names) })
}

// settle drops the findings of a file that others refute. isAlone: there are none.
func (p *program) settle(c *checked, isAlone bool) {
	kept := c.Findings[:0]
	for _, x := range c.Findings {
		if isAlone && x.Unless == globals.UnlessRead {
			x.Message += " in this file"
		}
		if !p.names.Refutes(x.Global, x.Unless) && !(p.isOpen && x.Unless.AsksWorkspace()) {
			kept = append(kept, x)
		}
	}
	c.Findings = kept
}

// depends reports whether another file could refute a finding.
func (p *program) depends() bool {
	for i := range p.held {
		for k := range p.held[i].Findings {
			if p.held[i].Findings[k].Unless != globals.Always {
				return true
			}
		}
	}
	return false
}

// globalsOf returns what a file does with globals. One that cannot be read has been complained
// of.
func (run *checkRun) globalsOf(w *pipeline.Worker, in project.File) (names globals.Names) {
	text, err := w.Text(in)
	if err != nil {
		return names
	}
	file, err := w.SourceOf(in, text)
	if err != nil {
		return names
	}
	w.Configure(run.settings.Of(in), text)
	return *project.Lasting(new(w.GlobalNames(w.Units.CompileAs(file, w.Language))))
}
