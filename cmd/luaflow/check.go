package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"luaflow/analysis"
	"luaflow/analysis/checker"
	"luaflow/compile"
	"luaflow/compile/source"
)

// newCheck is luaflow check: the findings of files and folders.
func newCheck(con *console) *cobra.Command {
	var format string
	var hints bool
	var enable []string
	cmd := &cobra.Command{
		Use:   "check [--format text|plain|json] [--hints] [--enable CODE,…] [PATH…]",
		Short: "Report dead stores, unused names, unreachable code and syntax errors",
		Long: `Report what is dead in Lua files: of the files named, and in the folders named
(the current one if none is) of *.lua and of scripts without an extension whose #!
line names lua. Hidden folders and node_modules are passed over; - is the standard
input. The code at the end of a finding names its check: luaflow explain CODE prints what
that claims, luaflow explain FILE:LINE:COL why it is so.

Exit codes: 0 nothing of warning rank, 1 warnings, 2 syntax errors, 3 a file could
not be read, 4 a wrong command line; the highest wins.`,
		Example: `  luaflow check
  luaflow check --hints init.lua
  luaflow check --format plain src spec`,
		RunE: func(_ *cobra.Command, args []string) error {
			f, ok := formats[format]
			if !ok {
				return fmt.Errorf("unknown format %q: choose text, plain or json", format)
			}
			if len(args) == 0 {
				args = []string{"."}
			}
			f.hints = f.hints || hints
			for _, code := range enable {
				var err error
				if f.selection, err = f.selection.Enable(code); err != nil {
					return unknownCode(code)
				}
			}
			checkFiles(con, f, gather(con, args))
			return nil
		},
	}
	cmd.Flags().StringVar(&format, "format", "text", "text for people, plain as luacheck prints, json for programs")
	cmd.Flags().BoolVar(&hints, "hints", false, "report hints too (json always does)")
	cmd.Flags().StringSliceVar(&enable, "enable", nil, "run these checks too, which are off by default")
	return cmd
}

// format is a way to print findings. What file appends for one file is put between
// open and shut, with join between the files that had something to say.
type format struct {
	open, join, shut string
	hints            bool
	selection        checker.Selection
	file             func([]byte, *report) []byte // runs on a worker
	summary          func(*console, totals)       // nil for none
}

var formats = map[string]format{
	"text":  {file: appendText, summary: printSummary},
	"plain": {file: appendPlain},
	"json":  {open: "[", join: ",", shut: "\n]\n", hints: true, file: appendJSON},
}

// report is what a format prints of one file.
type report struct {
	file     *source.File
	unit     *compile.Unit
	name     string
	findings []analysis.Finding // without hints if they are not wanted
	color    bool
	check    func(*compile.Unit) []analysis.Finding
	// withoutFixes is for how many findings appendJSON did not look at all fixes.
	withoutFixes int
}

// totals counts findings by severity, and files.
type totals struct {
	files   int
	count   [analysis.Hint + 1]int
	leftOut int // hints that were not wanted
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

func checkFiles(con *console, f format, files []input) {
	type checked struct {
		outcome
		totals
	}
	var sum totals
	printed := false
	con.print(f.open)
	inOrder(con, files, func(w *worker, in input) (c checked) {
		c.totals = c.check(con, f, w, in)
		return c
	}, func(c checked) {
		if len(c.out) > 0 && printed {
			con.print(f.join)
		}
		printed = printed || len(c.out) > 0
		sum.add(c.totals)
		con.show(c.outcome)
	})
	if !printed {
		f.shut = strings.TrimLeft(f.shut, "\n")
	}
	con.print(f.shut)
	con.raise(sum.code())
	if f.summary != nil && sum.files > 0 {
		f.summary(con, sum)
	}
}

// check appends one file's findings to the outcome and counts them.
func (o *outcome) check(con *console, f format, w *worker, in input) (t totals) {
	file, err := w.source(in)
	if err != nil {
		o.fail(exitUnreadable, "%s", err)
		return t
	}
	u := o.compile(con, w, file)
	w.limit.admitFuncs(file.Len(), len(u.Funcs))
	done := o.trace(con, "check", file)
	w.Selection = f.selection
	findings := w.Check(u)
	done()

	t.files = 1
	for _, x := range findings {
		t.count[x.Severity]++
	}
	if !f.hints {
		t.leftOut = t.count[analysis.Hint]
		findings = aboveHint(findings)
	}
	if len(findings) > 0 {
		r := report{file: file, unit: u, name: in.name(), findings: findings, color: con.color, check: w.Check}
		o.out = f.file(o.out, &r)
		if r.withoutFixes > 0 {
			o.note("%s: not all fixes looked for, for %s: the file is large, and fixes are verified by compiling it",
				in.name(), plural(r.withoutFixes, "finding"))
		}
	}
	return t
}

// aboveHint drops the hints.
func aboveHint(findings []analysis.Finding) []analysis.Finding {
	var kept []analysis.Finding
	for _, x := range findings {
		if x.Severity < analysis.Hint {
			kept = append(kept, x)
		}
	}
	return kept
}
