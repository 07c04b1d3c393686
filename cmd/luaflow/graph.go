package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"luaflow/analysis/checker"
	"luaflow/analysis/facts"
	"luaflow/analysis/modules"
	"luaflow/analysis/project"
	"luaflow/analysis/summary"
	"luaflow/cmd/luaflow/internal/console"
	"luaflow/cmd/luaflow/internal/pipeline"
	"luaflow/cmd/luaflow/internal/report"
	"luaflow/cmd/luaflow/internal/settings"
	"luaflow/compile"
)

// newGraph returns luaflow graph: the module graph.
func newGraph(con *console.Console) *cobra.Command {
	run := graphRun{con: con}
	var format string
	cmd := &cobra.Command{
		Use:   "graph [--format text|json|dot] [PATH…]",
		Short: "Print which files of a program require which",
		Long: `Print which files of a program require which: its module graph, with the size of each
file, with the files that require one another while they are loaded, and with those that
nothing uses.

What is required is known from the values of a file: by which name it calls require,
whether pcall does it, and of a name that is put together the pieces that are constant.
A file answers to each name with which some folder above it would find it; of several
files the one is taken whose folder is nearest above the file that requires it.

Exit codes: 0 a graph, 3 a file could not be read, 4 a wrong command line or
configuration, 5 a bug of luaflow.`,
		Example: `  luaflow graph
  luaflow graph --format dot src | dot -Tsvg > modules.svg`,
		RunE: func(_ *cobra.Command, args []string) error {
			write, ok := moduleFormats[format]
			if !ok {
				return fmt.Errorf("unknown format %q: choose text, json or dot", format)
			}
			program, err := run.link(args)
			if err != nil {
				return err
			}
			return write(con.Out, program.Graph)
		},
	}
	cmd.Flags().StringVar(&format, "format", "text", "text, json for programs, or dot for Graphviz")
	settings.AddLanguage(cmd, &run.settings)
	return cmd
}

var moduleFormats = map[string]func(w io.Writer, g *modules.Graph) error{
	"text": func(w io.Writer, g *modules.Graph) error { return g.WriteText(w) },
	"dot":  func(w io.Writer, g *modules.Graph) error { return g.WriteDOT(w) },
	"json": func(w io.Writer, g *modules.Graph) error {
		_, err := w.Write(report.AppendJSONLine(nil, g))
		return err
	},
}

// graphRun is one use of luaflow graph.
type graphRun struct {
	con         *console.Console
	settings    settings.Settings
	isOneFolder bool // the paths of files begin there
	withGlobals bool // what files do with globals is summarized too
	summaries   []*summary.Summary
	at          position          // a place that is asked about; zero for none
	asked       map[string]string // by the path of its file: the Export at it
}

// link returns the program that some files and folders make up, the current folder if there are none.
func (run *graphRun) link(args []string) (*modules.Program, error) {
	if len(args) == 0 {
		args = []string{"."}
	}
	if err := run.read(args); err != nil {
		return nil, err
	}
	folder, err := filepath.Abs(".")
	if err == nil && run.isOneFolder {
		folder, err = filepath.Abs(args[0])
	}
	if err != nil {
		return nil, err
	}
	return modules.Link(run.summaries, run.settings.StartsOf(folder)), nil
}

// read summarizes files, and those in folders.
func (run *graphRun) read(args []string) error {
	if err := run.settings.Open(); err != nil {
		return err
	}
	files := run.con.Gather(args, project.Options{Foreign: true})
	run.isOneFolder, run.asked = len(args) == 1, map[string]string{}
	run.settings.Complain(run.con, files)
	pipeline.InOrder(run.con, files, run.summarize, run.lost, run.take)
	return nil
}

// summarized is what became of one file.
type summarized struct {
	console.Outcome
	summary *summary.Summary // nil if it could not be read
	asked   string           // the Export at the place that is asked about, if that is in the file
	unit    *compile.Unit    // of a file in Lua
}

func (run *graphRun) summarize(w *pipeline.Worker, in project.File) summarized {
	s := summarizedBy(w, &run.settings, in, run.pathOf(in), run.at)
	if run.withGlobals && s.unit != nil {
		s.summary.Globals = project.ListsOf(project.Lasting(new(w.GlobalNames(s.unit))))
	}
	return s
}

// summarizedBy summarizes a file under a path, with what is at a place if that is in it.
func summarizedBy(w *pipeline.Worker, set *settings.Settings, in project.File, path string, at position) (s summarized) {
	file, err := w.Source(in)
	if err != nil {
		s.Fail(console.ExitUnreadable, "%s", err)
		return s
	}
	if in.IsForeign {
		s.summary = summary.OfForeign(path, file)
		return s
	}
	w.Configure(set.Of(in), file.Text())
	s.unit = compile.CompileAs(file, w.Language) // which lasts as long as the places in it are asked for
	located := summary.Locate(path, facts.Of(s.unit, checker.Hosts(w.Config, s.unit), new(facts.Memory)))
	s.summary = located.Summary
	if pos, err := at.in(file); err == nil && strings.HasSuffix("/"+at.inProgram(), "/"+path) {
		s.asked = located.ExportAt(pos)
	}
	return s
}

// pathOf returns the path of a file in the program.
func (run *graphRun) pathOf(in project.File) string {
	if run.isOneFolder && in.IsFound() {
		return filepath.ToSlash(in.Inside)
	}
	return filepath.ToSlash(in.Name())
}

func (run *graphRun) lost(c *pipeline.Crash, in project.File) summarized {
	return summarized{Outcome: c.Outcome(run.con, in)}
}

// take shows what became of a file.
func (run *graphRun) take(s summarized) {
	run.con.Show(s.Outcome)
	if s.summary != nil {
		run.summaries = append(run.summaries, s.summary)
		run.asked[s.summary.Path] = s.asked
	}
}
