package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"luaflow/analysis/checks"
	"luaflow/analysis/nav"
	"luaflow/analysis/project"
	"luaflow/cmd/luaflow/internal/console"
	"luaflow/cmd/luaflow/internal/pipeline"
	"luaflow/cmd/luaflow/internal/report"
	"luaflow/cmd/luaflow/internal/settings"
	"luaflow/compile/source"
)

// newExplain returns luaflow explain: what a check claims, and why something is so.
func newExplain(con *console.Console) *cobra.Command {
	run := explainRun{con: con}
	cmd := &cobra.Command{
		Use:   "explain [--format text|json] FILE:LINE:COL|CODE…",
		Short: "Print why something is so, or what a check claims",
		Long: `Print the reason for what luaflow says of a place in a file. For
- a value that is stored: what overwrites it on each path, which unneeded values it goes
  into, or a path to a read;
- a value that is read: where it comes from;
- code that is never executed: what does not go on;
- a condition or value that is always the same: the definitions that make it so;
- a variable that functions share: who reads and writes it.
The findings at the place are listed with their codes, even those that are off by
default.

With a CODE of luaflow or luacheck, print the page of its check: what it claims, when it
is silent, and how to fix what it finds.

Exit codes: 0 something is known of the place, 1 nothing, 3 the file could not be read,
4 a wrong command line or configuration, 5 a bug of luaflow.`,
		Example: `  luaflow explain init.lua:12:7
  luaflow explain dead-store
  luaflow explain 311`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if run.format != "text" && run.format != "json" {
				return fmt.Errorf("unknown format %q: choose text or json", run.format)
			}
			subjects, err := subjectsOf(args)
			if err != nil {
				return err
			}
			if err := run.settings.Open(); err != nil {
				return err
			}
			for i, s := range subjects {
				if i > 0 && run.format == "text" {
					con.Print("\n")
				}
				run.subject(s)
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&run.format, "format", "text", "text, or json for programs")
	settings.AddLanguage(cmd, &run.settings)
	cmd.ValidArgsFunction = func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return settings.CodeWords(), cobra.ShellCompDirectiveDefault
	}
	return cmd
}

// subject is what an argument names: a place, or a check by its code.
type subject struct {
	position
	code string
}

// subjectsOf reads the arguments. A luacheck code may name several checks.
func subjectsOf(args []string) (subjects []subject, err error) {
	for _, arg := range args {
		if strings.Contains(arg, ":") {
			at, err := parsePosition(arg)
			if err != nil {
				return nil, err
			}
			subjects = append(subjects, subject{position: at})
			continue
		}
		codes, err := settings.CodesOf(arg)
		if info, stat := os.Stat(arg); err != nil && stat == nil && !info.IsDir() {
			err = fmt.Errorf("%q is a file: a place in it is wanted, as in %[1]s:1:1", arg)
		}
		if err != nil {
			return nil, err
		}
		for _, code := range codes {
			subjects = append(subjects, subject{code: code})
		}
	}
	return subjects, nil
}

// explainRun is one use of luaflow explain.
type explainRun struct {
	con    *console.Console
	at     position
	format string

	settings settings.Settings
}

// subject explains one subject.
func (run *explainRun) subject(s subject) {
	page, isCheck := checks.Doc(s.code)
	switch {
	case !isCheck:
		run.at = s.position
		files := []project.File{project.Named(s.path)}
		run.settings.Complain(run.con, files)
		pipeline.InOrder(run.con, files, run.explain, pipeline.OutcomeIn(run.con), run.con.Show)
	case run.format == "json":
		run.con.Print(string(appendCheckJSON(nil, s.code)))
	default:
		run.con.Print(string(appendPage(nil, page, run.con.Color.Paint)))
	}
}

func (run *explainRun) explain(w *pipeline.Worker, in project.File) (o console.Outcome) {
	u, pos := placed(&o, run.con, w, &run.settings, in, run.at)
	if u == nil {
		return o
	}
	reasons, err := w.Explain(u, pos)
	switch {
	case len(reasons) == 0:
		o.Fail(console.ExitFindings, "%s", report.NothingAt(u.File, run.at.line, run.at.col, err))
	case run.format == "json":
		o.Out = report.AppendReasonsJSON(nil, u.File, reasons)
	default:
		o.Out = run.appendReasons(u.File, reasons)
	}
	return o
}

// maxSteps is how many steps of a reason the text format prints.
const maxSteps = 20

// appendReasons prints reasons as check prints findings, each step below what it is a
// step of.
func (run *explainRun) appendReasons(f *source.File, reasons []nav.Reason) []byte {
	var b []byte
	for i := range reasons {
		if i > 0 {
			b = append(b, '\n')
		}
		b = report.AppendReason(b, run.con.Color, f, &reasons[i])
		steps := reasons[i].Steps
		for k := range steps[:min(len(steps), maxSteps)] {
			b = report.AppendStep(b, run.con.Color, f, &steps[k])
		}
		if left := len(steps) - maxSteps; left > 0 {
			b = fmt.Appendf(b, "- and %d more, which --format json lists\n", left)
		}
	}
	return b
}

// jsonCheck is what --format json prints of a check.
type jsonCheck struct {
	Code     string   `json:"code"`
	Title    string   `json:"title"`
	Severity string   `json:"severity"`
	Off      bool     `json:"off"`
	Luacheck []string `json:"luacheck"`
	Doc      string   `json:"doc"` // markdown
}

func appendCheckJSON(b []byte, code string) []byte {
	c := checks.Lookup(code)
	return report.AppendJSONLine(b, jsonCheck{
		c.Code, c.Title, c.Severity.String(), c.Off, append([]string{}, c.Luacheck...), c.Doc,
	})
}
