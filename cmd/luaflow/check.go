package main

import (
	"github.com/spf13/cobra"

	"luaflow/analysis"
	"luaflow/analysis/checker"
)

// newCheck is luaflow check: the findings of files and folders.
func newCheck(con *console) *cobra.Command {
	run := checkRun{con: con}
	var format, enable []string
	var noIgnore bool
	cmd := &cobra.Command{
		Use:   "check [--format FORMAT[=FILE],…] [--hints] [--enable CODE,…] [PATH…]",
		Short: "Report dead stores, unused names, unreachable code and syntax errors",
		Long: `Report what is dead in Lua files: of the files named, and in the folders named
(the current one if none is) of *.lua and of scripts without an extension whose #!
line names lua. Hidden folders, node_modules and what git ignores are passed over; a
file that is named is always checked, and - is the standard input. A pattern such as
'src/**/*.lua' is understood too, with *, ?, [a-z], {a,b}, and ** for folders. The code at the end of a finding names its check: luaflow explain CODE prints what
that claims, luaflow explain FILE:LINE:COL why it is so.

Formats: text for people, plain as luacheck prints, json for programs; sarif (2.1.0),
junit, checkstyle and gitlab (code quality) for what collects reports, github for
annotations. Several at once are separated by commas; one is printed, the others are
written to files, which are replaced when the report is complete.

Exit codes: 0 nothing of warning rank, 1 warnings, 2 syntax errors, 3 a file could
not be read, 4 a wrong command line; the highest wins.`,
		Example: `  luaflow check
  luaflow check --hints init.lua
  luaflow check --format plain src 'spec/**/*_spec.lua'
  luaflow check --format text,sarif=luaflow.sarif,junit=luaflow.xml`,
		RunE: func(_ *cobra.Command, args []string) (err error) {
			for _, code := range enable {
				if run.selection, err = run.selection.Enable(code); err != nil {
					return unknownCode(code)
				}
			}
			if run.sinks, err = openSinks(con, format); err != nil {
				return err
			}
			if len(args) == 0 {
				args = []string{"."}
			}
			run.files(gather(con, args, noIgnore))
			return nil
		},
	}
	cmd.Flags().StringSliceVar(&format, "format", []string{"text"}, formatNames+"; FORMAT=FILE writes to a file")
	cmd.Flags().BoolVar(&run.hints, "hints", false, "report hints too (json always does)")
	cmd.Flags().StringSliceVar(&enable, "enable", nil, "run these checks too, which are off by default")
	addNoIgnore(cmd, &noIgnore)
	return cmd
}

// addNoIgnore adds --no-ignore, which is for gather.
func addNoIgnore(cmd *cobra.Command, noIgnore *bool) {
	cmd.Flags().BoolVar(noIgnore, "no-ignore", false, "take files that git ignores too, in folders and for patterns")
}

// checkRun is one use of luaflow check.
type checkRun struct {
	con       *console
	sinks     []*sink
	hints     bool
	selection checker.Selection
}

// totals counts findings by severity, and files.
type totals struct {
	files   int
	count   [analysis.Hint + 1]int
	leftOut int // hints that were not wanted
}

// totalsOf counts the findings of one file.
func totalsOf(findings []finding) totals {
	t := totals{files: 1}
	for i := range findings {
		t.count[findings[i].severity]++
	}
	return t
}

func (t *totals) add(o totals) {
	t.files += o.files
	t.leftOut += o.leftOut
	for i, n := range o.count {
		t.count[i] += n
	}
}

// code is the exit code that the findings ask for.
func (t *totals) code() int {
	switch {
	case t.count[analysis.Error] > 0:
		return exitSyntax
	case t.count[analysis.Warning] > 0:
		return exitFindings
	}
	return exitOK
}

// checked is what became of one file.
type checked struct {
	outcome
	totals
	texts [][]byte // what each sink has to say
}

// files checks files and prints what is found.
func (run *checkRun) files(files []input) {
	for _, s := range run.sinks {
		s.open()
	}
	var sum totals
	inOrder(run.con, files, run.check, func(c checked) {
		for i, text := range c.texts {
			run.sinks[i].add(text)
		}
		sum.add(c.totals)
		run.con.show(c.outcome)
	})
	for _, s := range run.sinks {
		s.close(run.con, sum)
	}
	run.con.raise(sum.code())
}

// wants is what the formats print, together.
func (run *checkRun) wants() (w wants) {
	for _, s := range run.sinks {
		w |= s.wants
	}
	return w
}

// check does one file.
func (run *checkRun) check(w *worker, in input) (c checked) {
	res, ok := c.find(run, w, in)
	if !ok {
		return c
	}
	c.totals = totalsOf(res.findings)
	if res.withoutFixes > 0 {
		c.note("%s: not all fixes looked for, for %s: the file is large, and fixes are verified by compiling it",
			in.name(), plural(res.withoutFixes, "finding"))
	}
	if !run.hints {
		c.leftOut = c.count[analysis.Hint]
	}
	c.texts = make([][]byte, len(run.sinks))
	for i, s := range run.sinks {
		r := report{name: in.name(), findings: s.shown(res.findings, run.hints), color: s.color}
		if len(r.findings) > 0 || s.clean {
			c.texts[i] = s.file(nil, &r)
		}
	}
	return c
}

// find reads and checks a file; not ok if it could not be read.
func (c *checked) find(run *checkRun, w *worker, in input) (res result, ok bool) {
	file, err := w.source(in)
	if err != nil {
		c.fail(exitUnreadable, "%s", err)
		return res, false
	}
	u := c.compile(run.con, w, file)
	w.limit.admitFuncs(file.Len(), len(u.Funcs))
	done := c.trace(run.con, "check", file)
	w.Selection = run.selection
	found := w.Check(u)
	done()
	return locate(u, found, run.wants(), w.Check), true
}
