package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"luaflow/analysis/checker"
	"luaflow/analysis/nav"
	"luaflow/analysis/place"
	"luaflow/analysis/project"
	"luaflow/cmd/luaflow/internal/console"
	"luaflow/cmd/luaflow/internal/pipeline"
	"luaflow/cmd/luaflow/internal/report"
	"luaflow/cmd/luaflow/internal/settings"
	"luaflow/compile/source"
)

// newSlice returns luaflow slice: what a place depends on, or what depends on it.
func newSlice(con *console.Console) *cobra.Command {
	run := sliceRun{con: con}
	cmd := &cobra.Command{
		Use:   "slice [--forward] [--format text|json] FILE:LINE:COL",
		Short: "Print the lines that a value depends on, or that depend on it",
		Long: `Print the lines of a file that the value at a place depends on: those that compute it,
and those that decide whether it is computed, through the functions of the file and
the variables that they share. With --forward, the lines that depend on it.

It assumes that metamethods do nothing else, that errors are not caught, and that code
outside of the file calls only functions that it is given.

Exit codes: 0 a slice, 1 nothing is computed at the place, 3 the file could not be read,
4 a wrong command line or configuration, 5 a bug of luaflow.`,
		Example: `  luaflow slice init.lua:12:7
  luaflow slice --forward --format json init.lua:12:7`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if run.format != "text" && run.format != "json" {
				return fmt.Errorf("unknown format %q: choose text or json", run.format)
			}
			at, err := parsePosition(args[0])
			if err != nil {
				return err
			}
			run.at = at
			files := []project.File{project.Named(at.path)}
			if err := run.settings.Open(); err != nil {
				return err
			}
			run.settings.Complain(con, files)
			pipeline.InOrder(con, files, run.slice, pipeline.OutcomeIn(con), con.Show)
			return nil
		},
	}
	cmd.Flags().BoolVar(&run.forward, "forward", false, "what depends on the value, instead of what it depends on")
	cmd.Flags().StringVar(&run.format, "format", "text", "text, or json for programs")
	settings.AddLanguage(cmd, &run.settings)
	return cmd
}

// sliceRun is one use of luaflow slice.
type sliceRun struct {
	con     *console.Console
	at      position
	forward bool
	format  string

	settings settings.Settings
}

func (run *sliceRun) slice(w *pipeline.Worker, in project.File) (o console.Outcome) {
	u, pos := placed(&o, run.con, w, &run.settings, in, run.at)
	if u == nil {
		return o
	}
	s, err := nav.SliceAt(place.PartsOf(u, checker.Hosts(w.Config, u)), pos, run.forward)
	switch {
	case err != nil:
		o.Fail(console.ExitFindings, "%s", report.NothingAt(u.File, run.at.line, run.at.col, err))
	case run.format == "json":
		o.Out = appendSliceJSON(in, u.File, &s)
	default:
		o.Out = report.AppendSlice(nil, run.con.Color, u.File, &s)
	}
	return o
}

// jsonSlice is what --format json prints.
type jsonSlice struct {
	File string `json:"file"`
	report.Range
	Lines []int          `json:"lines"`
	Spans []report.Range `json:"spans"`
}

func appendSliceJSON(in project.File, f *source.File, s *nav.Slice) []byte {
	out := jsonSlice{File: in.Name(), Range: report.RangeOf(f, s.At), Lines: []int{}, Spans: []report.Range{}}
	for _, line := range s.Lines {
		out.Lines = append(out.Lines, line+1)
	}
	for _, span := range s.Spans {
		out.Spans = append(out.Spans, report.RangeOf(f, span))
	}
	return report.AppendJSONLine(nil, out)
}
