package main

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"luaflow/analysis"
	"luaflow/analysis/config/rootfs"
	"luaflow/analysis/globals"
	"luaflow/analysis/modules"
	"luaflow/analysis/project"
	"luaflow/analysis/project/since"
	"luaflow/analysis/summary"
	"luaflow/cmd/luaflow/internal/baseline"
	"luaflow/cmd/luaflow/internal/cache"
	"luaflow/cmd/luaflow/internal/console"
	"luaflow/cmd/luaflow/internal/luacheck"
	"luaflow/cmd/luaflow/internal/pipeline"
	"luaflow/cmd/luaflow/internal/report"
	"luaflow/cmd/luaflow/internal/settings"
	"luaflow/cmd/luaflow/internal/steps"
	"luaflow/compile/source"
)

// checkRun is one use of luaflow check.
type checkRun struct {
	con      *console.Console
	sinks    []*report.Sink
	hints    bool
	noFixes  bool
	verbose  bool
	settings settings.Settings

	baseline      *baseline.Baseline // nil for none
	writeBaseline bool
	changes       *since.Changes // nil for all lines

	cache *cache.Cache // nil for none

	// exitZero: findings are no reason for another exit code than 0.
	exitZero bool

	// with is the folder of what luaflow link says of the files, "" if it was not asked.
	with string

	// isProgram: what other files of the program say of each is looked at. slices is what they say, by path, once that is known.
	isProgram bool
	slices    map[string]*modules.Slice
}

// checked is what became of one file.
type checked struct {
	console.Outcome
	report.Result
	name string // of the file
	path string
	in   project.File
	report.Totals
	texts [][]byte // what each sink has to say
	top   string   // the folder in which the paths begin by which findings name other files; "" for the current one
	file  string   // as the baseline names it
	known []baseline.Entry
	// rootfs.Reason is why the file could not be checked, kind what luacheck calls that; crashed:
	// that is a bug of luaflow.
	reason, kind string
	crashed      bool
}

// wants returns what the formats print, together.
func (run *checkRun) wants() (w report.Wants) {
	for _, s := range run.sinks {
		w |= s.Format.Wants
	}
	if run.baseline != nil {
		w |= report.WantsLines
	}
	if run.cache != nil {
		w |= report.WantsExcerpts | report.WantsLines // for the next run, whatever its format
	}
	if run.isProgram {
		w |= report.WantsSummary
	}
	switch {
	case run.noFixes:
		w &^= report.WantsFixes
	case w&report.WantsFixes != 0 && run.hints:
		w |= report.WantsHintFixes
	}
	return w
}

// check does one file, but for what other files have to say in it.
func (run *checkRun) check(w *pipeline.Worker, in project.File) (c checked) {
	c.name, c.path, c.in = in.Name(), in.Path, in
	var ok bool
	if c.Result, ok = c.find(run, w, in); !ok {
		c.Totals.Failed = 1
	}
	if c.Names == nil && c.Summary == nil {
		c.finish(run)
	}
	return c
}

// lost returns what is said of a file whose check ended in a panic.
func (run *checkRun) lost(crashed *pipeline.Crash, in project.File) (c checked) {
	c.name, c.path, c.in = in.Name(), in.Path, in
	c.reason, c.kind, c.crashed = crashed.String(), luacheck.RuntimeFault, true
	c.Totals.Failed = 1
	c.Outcome = crashed.Outcome(run.con, in)
	c.texts = run.print(c.report(run))
	return c
}

// report returns what the formats print of the file.
func (c *checked) report(run *checkRun) report.File {
	if c.Totals.Failed > 0 {
		return report.File{Name: c.name, Failed: c.reason, Kind: c.kind, Crashed: c.crashed}
	}
	return report.File{Name: c.name, Top: c.top, Findings: c.Findings, Notes: c.Notes, Display: run.settings.Compat.Display}
}

// finish makes the texts of what is found.
func (c *checked) finish(run *checkRun) {
	if c.Totals.Failed > 0 {
		c.texts = run.print(c.report(run))
		return
	}
	if run.noFixes {
		for i := range c.Findings {
			c.Findings[i].Fixes = nil // that the cache may know
		}
	}
	found := len(c.Findings)
	if run.changes != nil && found > 0 {
		changed, err := run.changes.Lines(c.path)
		if err != nil {
			c.Note("%s: all lines count as changed: %s", c.name, rootfs.Reason(err))
		}
		// A syntax error concerns every line.
		c.Findings = slices.DeleteFunc(slices.Clone(c.Findings), func(x report.Finding) bool {
			return x.Severity != analysis.Error && !changed.Meet(x.At.Line, x.At.EndLine)
		})
	}
	if run.baseline != nil {
		c.file = run.baseline.File(c.path)
		c.Findings, c.known = run.baseline.Split(c.file, c.Findings)
	}
	c.Totals = report.TotalsOf(c.Findings)
	c.Older = found - len(c.Findings)
	for i := range c.Notes {
		c.Note("%s: %s", c.Notes[i].PlaceIn(c.name), c.Notes[i].Message)
		c.Partial = 1
	}
	if !run.hints {
		c.LeftOut = c.Count[analysis.Hint]
	}
	c.texts = run.print(c.report(run))
}

// print returns what each sink has to say of a file.
func (run *checkRun) print(of report.File) [][]byte {
	texts := make([][]byte, len(run.sinks))
	for i, s := range run.sinks {
		texts[i] = s.Print(of, run.hints)
	}
	return texts
}

// find returns what is in a file; not ok if it could not be read.
func (c *checked) find(run *checkRun, w *pipeline.Worker, in project.File) (res report.Result, ok bool) {
	settings := run.settings.Of(in)
	if run.cache == nil || in.Path == project.Stdin {
		text, err := w.Text(in)
		return c.findIn(run, w, in, settings, text, err)
	}
	want, key := run.wants(), settings.Key()+run.sliceKey(in)
	hash, known := run.cache.Content(in)
	if known {
		if res, ok := run.cache.Result(hash, key, want); ok {
			return res, true
		}
	}
	text, err := w.Text(in)
	if err == nil {
		hash = run.cache.SetContent(in, text)
		if res, ok := run.cache.Result(hash, key, want); ok {
			return res, true
		}
	}
	if res, ok = c.findIn(run, w, in, settings, text, err); ok {
		run.cache.SetResult(hash, key, want, res)
	}
	return res, ok
}

// findIn returns what is in a text that was read, unless there was an error.
func (c *checked) findIn(run *checkRun, w *pipeline.Worker, in project.File, settings settings.File, text string, err error) (res report.Result, ok bool) {
	var file *source.File
	if err == nil {
		file, err = w.SourceOf(in, text)
	}
	if err != nil {
		c.reason = strings.TrimPrefix(err.Error(), in.Name()+": ")
		c.kind = luacheck.Kind(in.Err)
		c.Outcome.Code = console.ExitUnreadable
		if !run.settings.Compat.IsOn() { // which says it where it prints all else
			c.Note("%s", err)
		}
		return res, false
	}
	w.Configure(settings, text)
	w.Limit.AdmitText(text)
	u := compileUnit(&c.Outcome, run.con, w, file)
	w.AdmitFacts(u)
	if run.settings.Compat.IsOn() {
		res = luacheck.Located(u, w.LikeLuacheck(u), run.wants())
		res.Names, res.Notes = project.Lasting(w.Names), report.NotesOf(u.File, w.Omitted)
		return res, true
	}
	if run.wants()&report.WantsFixes != 0 { // each line may have a finding, whose fixes need room
		w.Limit.AdmitFindings(file.Len(), strings.Count(text, "\n"))
	}
	done := c.Trace(run.con, "check", file)
	said, err := run.saidOf(in)
	if err != nil {
		c.reason = err.Error()
		c.Outcome.Fail(console.ExitUnreadable, "%s: %s", in.Name(), err)
		return res, false
	}
	w.Elsewhere, w.Slice = &nowhere, &said.Slice
	if run.with == "" {
		w.Slice = run.slices[in.Path]
	}
	var pass *analysis.Pass
	found, _ := w.CheckIn(u, nil, func(p *analysis.Pass) error { pass = p; return nil })
	done()
	w.Limit.AdmitFindings(file.Len(), len(found))
	if run.wants()&report.WantsFixes != 0 && len(found) > 0 {
		w.Limit.AdmitFixes(file.Len())
	}
	if run.with != "" { // in the place of what settle does
		others := said.Names()
		found = slices.DeleteFunc(found, func(f analysis.Finding) bool { return others.Refutes(f.Refutable(), f.Unless) })
		w.Names = nil
	}
	names, notes := project.Lasting(w.Names), report.NotesOf(u.File, w.Omitted) // locate may check other texts
	res = report.Locate(pass, found, run.wants(), w.CheckIn)
	res.Names, res.Notes = names, append(notes, res.Notes...)
	if run.isProgram {
		res.Summary = summary.Of("", pass.Facts)
	}
	return res, true
}

// sliceKey returns what tells apart in the cache what is found in a file with what others say of it.
func (run *checkRun) sliceKey(in project.File) string {
	slice := run.slices[in.Path]
	if slice == nil {
		return ""
	}
	key, _ := json.Marshal(slice) // never fails
	return string(key)
}

// saidOf returns what luaflow link says of a file, nothing if it was not asked.
func (run *checkRun) saidOf(in project.File) (*steps.Said, error) {
	if run.with == "" {
		return new(steps.Said), nil
	}
	return steps.ReadSaid(run.with, filepath.ToSlash(in.Name()))
}

// nowhere is what other files do as long as a file is checked.
var nowhere globals.Names
