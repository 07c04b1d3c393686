package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"luaflow/analysis"
	"luaflow/analysis/checks"
	"luaflow/analysis/config/rootfs"
	"luaflow/analysis/fix"
	"luaflow/analysis/printable"
	"luaflow/analysis/project"
	"luaflow/cmd/luaflow/internal/atomicfile"
	"luaflow/cmd/luaflow/internal/console"
	"luaflow/cmd/luaflow/internal/pipeline"
	"luaflow/cmd/luaflow/internal/report"
	"luaflow/cmd/luaflow/internal/settings"
	"luaflow/compile/source"
)

// newFix returns luaflow fix: the verified fixes, applied to files or to a stream.
func newFix(con *console.Console) *cobra.Command {
	run := fixRun{con: con}
	var walking project.Options
	cmd := &cobra.Command{
		Use:   "fix [--diff] [--hints] [--unsafe-fixes] [--only CODE] PATH…",
		Short: "Apply the fixes that are proved to change nothing else",
		Long: `Fix warnings until nothing is left to fix: in files, in the Lua files of folders, or
with - from standard input to standard output. Only fixes that are proved to change
nothing else are applied, unless --unsafe-fixes asks for more. A file with a syntax
error is left alone.

Exit codes: 0 nothing left to fix, 1 something remains (with --diff: there is a
diff), 3 a file could not be read or written, 4 a wrong command line or configuration,
5 a bug of luaflow cost a file.`,
		Example: `  luaflow fix --diff src
  luaflow fix --only dead-store init.lua
  luaflow fix - < old.lua > new.lua`,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("fix needs a file or folder, or - for the standard input")
			}
			if only := run.opts.Only; only != "" {
				if !checks.IsCode(only) {
					return settings.UnknownCode(only)
				}
				enabled := append(*run.settings.Lists["enable"], only) // the others run too: it must bring no new finding
				run.settings.Lists["enable"] = &enabled
			}
			if err := run.settings.Open(); err != nil {
				return err
			}
			files := con.Gather(args, run.settings.Walking(walking))
			files = run.settings.Admit(con, files)
			if !run.diff {
				for _, path := range atomicfile.Clean(files) {
					con.Note("%s: what a file held when an earlier run was cut off that wrote it", path)
				}
			}
			pipeline.InOrder(con, files, run.fix, pipeline.OutcomeIn(con), con.Show)
			return nil
		},
	}
	cmd.Flags().BoolVar(&run.diff, "diff", false, "print a unified diff and write nothing")
	cmd.Flags().BoolVar(&run.opts.Hints, "hints", false, "apply the fixes of hints too")
	cmd.Flags().BoolVar(&run.opts.Unsafe, "unsafe-fixes", false, "apply fixes too that may lose an effect, which check and the editor name")
	cmd.Flags().StringVar(&run.opts.Only, "only", "", "apply the fixes of this code alone")
	settings.AddWalking(cmd, &walking)
	settings.Add(cmd, &run.settings)
	settings.CompleteWords(cmd, "only", settings.CodeWords)
	return cmd
}

// fixRun is one use of luaflow fix.
type fixRun struct {
	con      *console.Console
	diff     bool
	opts     fix.Options
	settings settings.Settings
}

// fix does one file.
func (run *fixRun) fix(w *pipeline.Worker, in project.File) (o console.Outcome) {
	file, err := w.Source(in)
	if err != nil {
		o.Fail(console.ExitUnreadable, "%s", err)
		return o
	}
	opts := run.opts
	w.Imposed = opts.Only != ""
	opts.Language = w.Configure(run.settings.Of(in), file.Text())
	w.Limit.AdmitText(file.Text())
	u := compileUnit(&o, run.con, w, file)
	text, applied := file.Text(), 0
	if len(u.Errors) > 0 {
		o.Fail(console.ExitFindings, "%s%s (file left as it is)", linePrefix(in.Name(), u.Errors[0]), u.Errors[0].Msg)
	} else {
		w.Limit.AdmitFixes(file.Len())
		done := o.Trace(run.con, "fix", file)
		omitted := []analysis.Omission(nil)
		opts.Omit = func(x analysis.Omission) { omitted = append(omitted, x) }
		text, applied = fix.New(w.CheckIn).All(file, opts)
		done()
		tellOmitted(&o, in, append(omitted, w.Omitted...))
	}
	if run.diff {
		addDiff(&o, in, file.Text(), text, run.con.IsTerminal)
		return o
	}
	if in.Path == project.Stdin {
		o.Out = []byte(text)
	} else if applied > 0 {
		if in.IsLink {
			o.Fail(console.ExitFindings, "%s: not fixed: a symbolic link leads there (name the file to have it fixed)", in.Path)
			return o
		}
		if err := atomicfile.Replace(in, file.Text(), text); err != nil {
			notReplaced(&o, in, err)
			return o
		}
	}
	if len(u.Errors) == 0 {
		if applied > 0 {
			u = compileUnit(&o, run.con, w, source.NewFile(in.Name(), text))
		}
		summarize(&o, in, applied, run.left(w.Check(u)))
	}
	return o
}

// tellOmitted prints on the error stream what was not looked at, or not tried.
func tellOmitted(o *console.Outcome, in project.File, omitted []analysis.Omission) {
	for _, x := range omitted {
		o.Note("%s: %s", in.Name(), x.What)
	}
}

// notReplaced reports a file whose fixed text could not be written.
func notReplaced(o *console.Outcome, in project.File, err error) {
	code := console.ExitUnreadable
	if errors.Is(err, atomicfile.ErrChanged) {
		code = console.ExitFindings
	}
	o.Fail(code, "%s: not fixed: %s", in.Path, rootfs.Reason(err))
}

// left counts the findings that the run is there to fix.
func (run *fixRun) left(found []analysis.Finding) (n int) {
	for _, x := range found {
		if run.wants(x) {
			n++
		}
	}
	return n
}

// wants reports whether a finding is one that the run is there to fix.
func (run *fixRun) wants(x analysis.Finding) bool {
	if run.opts.Only != "" {
		return x.Code == run.opts.Only
	}
	return x.Severity < analysis.Hint || run.opts.Hints
}

// summarize prints what was done and what is left, which decides the exit code. The line goes
// where the fixed text does not.
func summarize(o *console.Outcome, in project.File, applied, left int) {
	if left > 0 {
		o.Code = max(o.Code, console.ExitFindings)
	}
	line := fmt.Sprintf("%s: %s applied, %s left", report.LineName(in.Name()), report.Plural(applied, "fix"), report.Plural(left, "finding"))
	switch {
	case applied == 0 && left == 0:
	case in.Path == project.Stdin:
		o.Note("%s", line)
	default:
		o.Out = append(o.Out, line+"\n"...)
	}
}

// addDiff adds a unified diff, if there is one: byte by byte what patch takes, but on a terminal.
func addDiff(o *console.Outcome, in project.File, before, after string, onTerminal bool) {
	if before == after {
		return
	}
	o.Code = max(o.Code, console.ExitFindings)
	diff := report.UnifiedDiff(in.Name(), before, after)
	if onTerminal {
		diff = printable.Lines(diff)
	}
	o.Out = append(o.Out, diff...)
}
