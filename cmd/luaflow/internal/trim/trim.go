// Package trim is luaflow trim: what a program needs, written as files or as one file, and a report of what keeps it.
package trim

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"luaflow/analysis/config/rootfs"
	"luaflow/analysis/project"
	"luaflow/analysis/trim"
	"luaflow/cmd/luaflow/internal/atomicfile"
	"luaflow/cmd/luaflow/internal/console"
	"luaflow/cmd/luaflow/internal/pipeline"
	"luaflow/cmd/luaflow/internal/report"
	"luaflow/cmd/luaflow/internal/settings"
)

// New returns luaflow trim.
func New(con *console.Console) *cobra.Command {
	run := run{con: con}
	cmd := &cobra.Command{
		Use:   "trim ENTRY… -o FOLDER | trim --bundle ENTRY -o FILE",
		Short: "Write what a program needs, without functions and fields that nothing reaches",
		Long: `Write the files that a program needs, without the functions and fields of modules that
nothing reaches from its entries, nor what is left without use when these are gone. The
files are those of the current folder, and of each folder of --library, from where their
paths count. Nothing else than the entries starts the program, and all that they return is
used.

What is taken out is gone only where that is known to change nothing. Where a table goes
where it is not followed, its functions are kept if something has their names; where fields
are read under names that are not known, as in t[k], pairs(t) or load, all of them are. A
name that is not known keeps what it may require. What keeps what is said on the error
stream.

--bundle writes one file: modules as functions in package.preload, and the entry. In it
messages of errors have other lines, and a module gets its name as its first argument, but
no path as its second one. --format chunk writes chunks of Lua 5.3.

Exit codes: 0 written, 2 a syntax error, 3 a file could not be read or written, 4 a wrong
command line or configuration, 5 a bug of luaflow.`,
		Example: `  luaflow trim main.lua -o out
  luaflow trim --bundle main.lua -o app.lua --library /usr/share/lua/5.3`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return run.all(args) },
	}
	f := cmd.Flags()
	f.StringVarP(&run.output, "output", "o", "", "the folder, or the file of --bundle, that is written; - is the standard output")
	_ = cmd.MarkFlagRequired("output")
	f.StringSliceVar(&run.libraries, "library", nil, "a folder in which modules are found besides the current one")
	f.BoolVar(&run.bundle, "bundle", false, "write one file")
	f.StringVar(&run.format, "format", "source", "source, or chunk for chunks of Lua 5.3")
	f.BoolVar(&run.json, "json", false, "print the report as JSON")
	settings.AddLanguage(cmd, &run.settings)
	settings.CompleteWords(cmd, "format", func() []string { return []string{"source", "chunk"} })
	return cmd
}

// run is one use of luaflow trim.
type run struct {
	con                  *console.Console
	settings             settings.Settings
	output, format       string
	libraries            []string
	bundle, json, failed bool
	sources              []trim.Source
	at                   map[string]string // by path in the program: where the file is
	index                map[string]int    // by path in the program: its index in sources
	given                []os.FileInfo     // of the files of the program that are left; see isGiven
}

// all does everything.
func (r *run) all(args []string) error {
	switch {
	case r.format != "source" && r.format != "chunk":
		return fmt.Errorf("unknown format %q: choose source or chunk", r.format)
	case r.bundle && len(args) > 1:
		return errors.New("a bundle has one entry: name one, or leave out --bundle")
	case !r.bundle && r.output == "-":
		return errors.New("only a bundle is written to the standard output: add --bundle, or name a folder")
	}
	entries := make([]string, len(args))
	for i, arg := range args {
		entries[i] = filepath.ToSlash(filepath.Clean(arg))
		if !filepath.IsLocal(arg) {
			return fmt.Errorf("%s lies outside of the current folder, where the program is", arg)
		}
	}
	if err := r.settings.Open(); err != nil {
		return err
	}
	r.read(args)
	if r.failed {
		return nil
	}
	result, err := trim.Run(r.sources, entries)
	if err != nil {
		return err
	}
	texts, lines := r.texts(result, entries[0])
	if r.failed {
		return nil
	}
	r.write(texts)
	return r.report(result, lines)
}

// read reads the files of the program.
func (r *run) read(entries []string) {
	files := r.con.Gather(slices.Concat(entries, r.libraries, []string{"."}), project.Options{})
	files = slices.DeleteFunc(files, func(f project.File) bool { // what an earlier run has written
		inside, err := filepath.Rel(r.output, f.Path)
		return err == nil && filepath.IsLocal(inside) && f.IsFound() && (r.bundle || inside != ".")
	})
	r.settings.Complain(r.con, files)
	r.at, r.index = map[string]string{}, map[string]int{}
	pipeline.InOrder(r.con, files, r.source, func(c *pipeline.Crash, in project.File) read {
		return read{Outcome: c.Outcome(r.con, in)}
	}, r.take)
}

// read is a file that was read.
type read struct {
	console.Outcome
	trim.Source
	at    string // where it is
	isOwn bool   // it is one of the current folder
}

// source reads a file.
func (r *run) source(w *pipeline.Worker, in project.File) (s read) {
	s.at = in.Path
	file, err := w.Source(in)
	if err != nil && in.IsFound() {
		s.Note("%s", err) // it may be none of the program
		return s
	}
	if err != nil {
		s.Fail(console.ExitUnreadable, "%s", err)
		return s
	}
	path := filepath.Clean(in.Path)
	if s.Path, s.isOwn = path, true; in.IsFound() {
		s.Path, s.isOwn = in.Inside, filepath.Clean(in.Inside) == path
	}
	s.Path = filepath.ToSlash(s.Path)
	s.Text = strings.Clone(file.Text())
	s.Language = w.Configure(r.settings.Of(in), s.Text)
	return s
}

// take takes a file that was read into the program. Of several with one path that of the current folder counts, which comes last, else the
// first.
func (r *run) take(s read) {
	r.con.Show(s.Outcome)
	r.failed = r.failed || s.Code != console.ExitOK
	if s.Path == "" {
		return
	}
	i, isThere := r.index[s.Path]
	switch {
	case !isThere:
		r.index[s.Path] = len(r.sources)
		r.sources = append(r.sources, s.Source)
	case s.isOwn:
		r.sources[i] = s.Source
	default:
		return
	}
	r.at[s.Path] = s.at
}

// output is a file that is to be written.
type output struct {
	path string
	data []byte
}

// texts returns what is to be written, and the lines at which files begin in a bundle, by index in the Files of the result; nil where there is
// none.
func (r *run) texts(result *trim.Result, entry string) (all []output, lines []int) {
	if r.bundle {
		text, lines, err := result.Bundle(entry)
		if err != nil {
			r.fail(console.ExitFindings, err)
			return nil, nil
		}
		return r.added(nil, r.output, entry, text, result), lines
	}
	for i := range result.Files {
		f := &result.Files[i]
		all = r.added(all, filepath.Join(r.output, filepath.FromSlash(f.Path)), f.Path, f.Text, result)
	}
	return all, nil
}

// added returns outputs with one more, the text of a file of the program or of a bundle with such an entry.
func (r *run) added(all []output, to, path, text string, result *trim.Result) []output {
	data := []byte(text)
	if r.format == "chunk" {
		var err error
		if data, err = result.Chunk(path, text); err != nil {
			r.fail(console.ExitSyntax, err)
		}
	}
	if r.isGiven(to, result) {
		r.fail(console.ExitUsage, fmt.Errorf("%s is a file of the program: choose another place for what is written", to))
	}
	return append(all, output{to, data})
}

// isGiven reports whether a path leads to one of the files that are left of the program, as it was given.
func (r *run) isGiven(path string, result *trim.Result) bool {
	to, err := os.Stat(path)
	if err != nil {
		return false
	}
	if r.given == nil {
		for i := range result.Files {
			if info, err := os.Stat(r.at[result.Files[i].Path]); err == nil {
				r.given = append(r.given, info)
			}
		}
	}
	return slices.ContainsFunc(r.given, func(info os.FileInfo) bool { return os.SameFile(info, to) })
}

func (r *run) fail(code int, err error) {
	r.failed = true
	r.con.Fail(code, "%s", err)
}

// write writes files.
func (r *run) write(all []output) {
	for _, out := range all {
		if out.path == "-" {
			r.con.Print(string(out.data))
			continue
		}
		err := os.MkdirAll(filepath.Dir(out.path), 0o777)
		if err == nil {
			err = atomicfile.Write(out.path, out.data)
		}
		if err != nil {
			r.fail(console.ExitUnreadable, fmt.Errorf("%s: %s", out.path, rootfs.Reason(err)))
			return
		}
	}
}

// report prints what is left, and on the error stream what keeps what nobody is known to need.
func (r *run) report(result *trim.Result, lines []int) error {
	s := summaryOf(result, lines)
	s.note(r.con)
	switch {
	case r.bundle && r.output == "-":
	case r.json:
		_, err := r.con.Out.Write(report.AppendJSONLine(nil, s))
		return err
	default:
		r.con.Print(s.text())
	}
	return nil
}
