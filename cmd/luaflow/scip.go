package main

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"luaflow/analysis"
	"luaflow/analysis/project"
	"luaflow/cmd/luaflow/internal/console"
	"luaflow/cmd/luaflow/internal/pipeline"
	"luaflow/cmd/luaflow/internal/scip"
	"luaflow/cmd/luaflow/internal/settings"
	"luaflow/cmd/luaflow/internal/version"
)

// newSCIP returns luaflow scip: an index for sites that show code.
func newSCIP(con *console.Console) *cobra.Command {
	run := scipRun{con: con}
	var output string
	cmd := &cobra.Command{
		Use:   "scip [-o FILE] [FOLDER]",
		Short: "Write an index for sites that show code, in the SCIP Code Intelligence Protocol",
		Long: `Write an index of the files of a folder (the current one if none is named) in the SCIP
Code Intelligence Protocol: what each local variable, global, field of a module and
required name is, where it is defined, read and written, and what check finds there.

The files are those that check takes. The package and its version are those in the name
of the folder's rockspec, if it has one. The index is the same each time and wherever the
folder is, but that it names the folder: --root gives it another name.

Exit codes: 0 an index, 3 a file could not be read or written, 4 a wrong command line or
configuration, 5 a bug of luaflow.`,
		Example: `  luaflow scip
  luaflow scip -o lua.scip --root file:///src src`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			files, err := run.open(slices.Concat(args, []string{"."})[0])
			if err != nil {
				return err
			}
			if err := scip.Create(output, con.Out, func(to io.Writer) error { return run.index(to, files) }); err != nil {
				con.Fail(console.ExitUnreadable, "%s", err)
			}
			return nil
		},
	}
	cmd.Flags().StringVarP(&output, "output", "o", "index.scip", "where the index goes; - is the standard output")
	cmd.Flags().StringVar(&run.root, "root", "", "the URI of the folder (default where it is)")
	settings.Add(cmd, &run.settings)
	return cmd
}

// scipRun is one use of luaflow scip.
type scipRun struct {
	con      *console.Console
	settings settings.Settings
	top      string // the folder, as an absolute path
	root     string // its URI; "" for where it is
	members  []*scip.Member
	program  *scip.Program
}

// open makes a folder the one that is worked in, and returns its files.
func (run *scipRun) open(folder string) (files []project.File, err error) {
	if run.top, err = filepath.Abs(folder); err != nil {
		return nil, err
	}
	run.settings.Folders = []string{run.top}
	if err = run.settings.Open(); err != nil {
		return nil, err
	}
	files = run.con.Gather([]string{folder}, run.settings.Walking(project.Options{}))
	if slices.ContainsFunc(files, func(f project.File) bool { return !f.IsFound() && f.Err == nil }) {
		return nil, fmt.Errorf("%s is not a folder", folder)
	}
	return files, nil
}

// index writes the index of files: what they have to do with one another first, for which all of them count.
func (run *scipRun) index(to io.Writer, files []project.File) error {
	pipeline.InOrder(run.con, files, run.member, func(*pipeline.Crash, project.File) *scip.Member { return nil }, func(m *scip.Member) {
		run.members = append(run.members, m)
	})
	run.program = scip.NewProgram(run.top, run.members)
	w := scip.NewWriter(to, run.root, version.String(), run.program)
	pipeline.InOrder(run.con, run.settings.Admit(run.con, files), run.document, run.lost, func(d indexed) {
		run.con.Show(d.Outcome)
		w.Add(d.document)
	})
	return w.Close()
}

// member returns what other files need to know of one; nil if it cannot be read, which is complained of later.
func (run *scipRun) member(w *pipeline.Worker, in project.File) *scip.Member {
	file, err := w.Source(in)
	if err != nil {
		return nil
	}
	w.Configure(run.settings.Of(in), file.Text())
	u := w.Units.CompileAs(file, w.Language)
	w.AdmitFacts(u)
	return scip.MemberOf(filepath.ToSlash(in.Inside), w.Pass(u))
}

// indexed is what became of one file; document is nil if it could not be read.
type indexed struct {
	console.Outcome
	document *scip.Document
}

func (run *scipRun) document(w *pipeline.Worker, in project.File) (d indexed) {
	file, err := w.Source(in)
	if err != nil {
		d.Fail(console.ExitUnreadable, "%s", err)
		return d
	}
	w.Configure(run.settings.Of(in), file.Text())
	u := compileUnit(&d.Outcome, run.con, w, file)
	w.AdmitFacts(u)
	w.Elsewhere = &nowhere
	var pass *analysis.Pass
	found, _ := w.CheckIn(u, nil, func(p *analysis.Pass) error { pass = p; return nil })
	found = run.program.Settle(found, run.settings.Roots(in.Path))
	d.document = run.program.Document(filepath.ToSlash(in.Inside), pass.Facts, found)
	return d
}

func (run *scipRun) lost(c *pipeline.Crash, in project.File) indexed {
	return indexed{Outcome: c.Outcome(run.con, in)}
}
