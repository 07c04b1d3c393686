package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"luaflow/analysis"
	"luaflow/analysis/config/rootfs"
	"luaflow/analysis/project"
	"luaflow/analysis/project/since"
	"luaflow/cmd/luaflow/internal/baseline"
	"luaflow/cmd/luaflow/internal/cache"
	"luaflow/cmd/luaflow/internal/console"
	"luaflow/cmd/luaflow/internal/luacheck"
	"luaflow/cmd/luaflow/internal/pipeline"
	"luaflow/cmd/luaflow/internal/report"
	"luaflow/cmd/luaflow/internal/settings"
	"luaflow/cmd/luaflow/internal/version"
)

// newCheck returns luaflow check: the findings of files and folders.
func newCheck(con *console.Console) *cobra.Command {
	run := checkRun{con: con}
	return checkCommand(con, &run)
}

// checkCommand returns the command of a run, which it fills in.
func checkCommand(con *console.Console, run *checkRun) *cobra.Command {
	var format []string
	var newOnly, noCache bool
	var walking project.Options
	var known, revision, cacheFolder string
	cmd := &cobra.Command{
		Use:   "check [flags] [PATH…]",
		Short: "Report dead stores, unused names, unreachable code and syntax errors",
		Long: `Report dead code in Lua files. In a folder (the current one if none is named) these
are *.lua and scripts whose #! line names lua, but not hidden folders, node_modules,
what git ignores, and links that lead out of the folder. A file that you name is always
checked; - is the standard input. Patterns such as 'src/**/*.lua' may have *, ?, [a-z],
{a,b}, and ** for folders. The code at the end of a finding names its check: see
luaflow explain CODE for what it claims, luaflow explain FILE:LINE:COL for the reason.

Formats: text; plain, as luacheck prints; json; sarif (2.1.0), junit, checkstyle and
gitlab (code quality) for CI; github for annotations. Give several with commas: one is
printed, the others go to files (FORMAT=FILE).

To start with an old project: --write-baseline notes what is found now, and --new-only
reports what is new. A finding is known by its file, its code and the text of its line,
wherever the line moves. --since REV reports only lines changed since the branch left
that git revision. Syntax errors are always reported.

--compat luacheck makes this a drop-in for luacheck: its flags, codes, words, formats
(--formatter), configuration (the user's too), choice of files and exit codes. It also
reports long lines, white space, and what people write on purpose, which luaflow leaves
out.

Results are cached in the user's cache folder (at most 200 MB); a file that has not
changed is not read again.

Exit codes: 0 no warnings, 1 warnings, 2 syntax errors, 3 a file could not be read,
4 a wrong command line or configuration, 5 a bug of luaflow cost a file; the highest
wins. What is too large to check in full is named on the error stream and as a note
("incomplete") in the report; it does not change the exit code.`,
		Example: `  luaflow check
  luaflow check --hints init.lua
  luaflow check --format plain src 'spec/**/*_spec.lua'
  luaflow check --since main
  luaflow check --compat luacheck . --std max --ignore 212 -q
  luaflow check --filename src/buffer.lua - <buffer.lua
  luaflow check --write-baseline && luaflow check --new-only
  luaflow check --format text,sarif=luaflow.sarif,junit=luaflow.xml`,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if err = run.settings.Compat.Validate(format, cmd.Flags().Changed("format")); err != nil {
				return err
			}
			if run.settings.Compat.Version {
				fmt.Fprintf(con.Out, "%s\nluaflow: %s\n", luacheck.Version, version.String())
				return nil
			}
			run.settings.NoConfig = run.settings.NoConfig || run.with != ""
			if err = run.settings.Open(); err != nil {
				return err
			}
			if err = run.settings.Refuse(); err != nil {
				return err
			}
			if run.baseline, err = baseline.Open(known, newOnly, run.writeBaseline); err != nil {
				return err
			}
			if revision != "" {
				if run.changes, err = since.Since(context.Background(), ".", revision); err != nil {
					return err
				}
				defer run.changes.Close()
			}
			if run.sinks, err = run.openSinks(format); err != nil {
				return err
			}
			if len(args) == 0 {
				args = []string{"."}
			}
			if err := run.openCache(cacheFolder, noCache || run.with != ""); err != nil {
				return err
			}
			files := run.admit(con, run.gather(args, walking))
			run.isProgram = run.with == "" && !run.settings.Compat.IsOn() && slices.ContainsFunc(files, func(f project.File) bool { return f.IsFound() })
			run.files(files)
			run.welcome()
			if err := run.cache.Close(); err != nil && cacheFolder != "" {
				con.Note("cache: %s", err)
			}
			return nil
		},
	}
	cmd.Flags().StringSliceVar(&format, "format", []string{"text"}, report.FormatNames+"; FORMAT=FILE writes to a file")
	cmd.Flags().BoolVar(&run.hints, "hints", false, "report hints too")
	cmd.Flags().BoolVar(&run.noFixes, "no-fixes", false, "leave the fixes, which take the longest, out of json and sarif")
	cmd.Flags().BoolVar(&run.verbose, "verbose", false, "name the options of the configuration that have no effect")
	cmd.Flags().StringVar(&known, "baseline", "", "leave out the findings in this baseline file")
	cmd.Flags().BoolVar(&newOnly, "new-only", false, "leave out the findings in "+baseline.Name+", here or in a folder above")
	cmd.Flags().BoolVar(&run.writeBaseline, "write-baseline", false, "write the findings to the baseline (default "+baseline.Name+")")
	cmd.Flags().StringVar(&revision, "since", "", "report only on lines changed since a git revision")
	cmd.Flags().StringVar(&cacheFolder, "cache", "", "keep results in a folder (default the user's cache folder)")
	cmd.Flags().BoolVar(&noCache, "no-cache", false, "use no cache (as with "+cache.Env+"=off)")
	settings.AddWalking(cmd, &walking)
	settings.Add(cmd, &run.settings)
	settings.AddOnly(cmd, &run.settings)
	luacheck.AddFlags(cmd, &run.settings.Compat)
	settings.CompleteWords(cmd, "compat", func() []string { return []string{luacheck.Name} })
	cmd.Flags().StringVar(&run.settings.Filename, "filename", "", "the file name to use for the standard input")
	settings.CompleteWords(cmd, "format", formatWords)
	return cmd
}

// openCache opens the cache if one is wanted. What -debug shows is of the work that a cache would save.
func (run *checkRun) openCache(folder string, off bool) (err error) {
	if off || cache.IsOff() || run.con.Debug != 0 {
		return nil
	}
	run.cache, err = cache.Open(folder)
	switch {
	case err != nil && folder != "":
		return fmt.Errorf("--cache %s: %s", folder, rootfs.Reason(err))
	case err != nil:
		run.con.Note("no results are kept: the cache folder %s", rootfs.Reason(err))
	}
	return nil
}

// welcome prints what else there is, when somebody on a terminal checks something in a folder for the first time.
func (run *checkRun) welcome() {
	folder, err := filepath.Abs(".")
	if err == nil && run.con.IsTerminal && !run.settings.Compat.IsOn() && run.cache.IsFirst("welcome "+folder) {
		run.con.Note("there is more: fix --diff shows what can be removed, init explains the options, help topics the rest")
	}
}

// openSinks opens what is printed to.
func (run *checkRun) openSinks(formats []string) ([]*report.Sink, error) {
	if !run.settings.Compat.IsOn() {
		return report.OpenSinks(formats, run.con.Out, run.con.Color)
	}
	s, err := run.settings.Compat.Sink(run.settings.Top(), run.con.Out)
	return []*report.Sink{s}, err
}

// gather returns the files that the command line names.
func (run *checkRun) gather(args []string, walking project.Options) (files []project.File) {
	if run.settings.Compat.IsOn() {
		var told []project.Problem
		files, told = luacheck.Gather(args, walking.Follow, run.settings.Loader.For(run.settings.Path(project.Named("x.lua"))).Includes())
		run.con.Tell(told)
	} else {
		files = run.con.Gather(args, run.settings.Walking(walking))
	}
	for i := range files {
		files[i].As = run.settings.Filename
	}
	return files
}

// exitCode returns the exit code that findings ask for.
func exitCode(t *report.Totals) int {
	switch {
	case t.Count[analysis.Error] > 0:
		return console.ExitSyntax
	case t.Count[analysis.Warning] > 0:
		return console.ExitFindings
	}
	return console.ExitOK
}

// files checks files and prints what is found.
func (run *checkRun) files(files []project.File) {
	for _, s := range run.sinks {
		s.Begin()
	}
	var sum report.Totals
	var known []baseline.Entry
	emitted := map[string]bool{}
	emit := func(c checked) {
		r := c.report(run)
		for i, text := range c.texts {
			run.sinks[i].Add(text, &r)
		}
		sum.Add(c.Totals)
		if run.writeBaseline && c.Totals.Files > 0 {
			known = append(known, c.known...)
			emitted[c.file] = true
		}
		run.con.Show(c.Outcome)
	}
	var all program
	next := 0
	pipeline.InOrder(run.con, files, run.check, run.lost, func(c checked) {
		if !all.note(next, &c) {
			emit(c)
		}
		next++
	})
	all.finish(run, files)
	for i := range all.held {
		emit(all.held[i])
	}
	for _, s := range run.sinks {
		if err := s.Close(sum); err != nil {
			run.con.Fail(console.ExitUnreadable, "%s", err)
		}
	}
	if !run.exitZero {
		run.con.Raise(exitCode(&sum))
	}
	if run.writeBaseline {
		if err := run.baseline.Write(emitted, known); err != nil {
			run.con.Fail(console.ExitUnreadable, "%s: %s", run.baseline.Path, rootfs.Reason(err))
			return
		}
		run.con.Note("%s written", run.baseline.Path)
	}
}

// admit returns the files that the configuration does not exclude, and names the options without use
// in the configuration of those files if --verbose asks for that.
func (run *checkRun) admit(con *console.Console, files []project.File) []project.File {
	files = run.settings.Admit(con, files)
	if run.verbose {
		run.settings.NameUnused(con, files)
	}
	return files
}
