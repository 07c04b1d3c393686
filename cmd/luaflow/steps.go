package main

import (
	"path/filepath"

	"github.com/spf13/cobra"

	"luaflow/analysis/modules"
	"luaflow/analysis/project"
	"luaflow/cmd/luaflow/internal/console"
	"luaflow/cmd/luaflow/internal/settings"
	"luaflow/cmd/luaflow/internal/steps"
)

// The three steps of a check that is distributed over machines. Each is a function of its files and of --config alone.

// newSummarize returns luaflow summarize, the first step.
func newSummarize(con *console.Console) *cobra.Command {
	run := graphRun{con: con, withGlobals: true}
	var output string
	cmd := &cobra.Command{
		Use:   "summarize FILE… -o SET",
		Short: "Summarize files for luaflow link, the first of three steps of a distributed check",
		Long: `Write what other files need to know of some files. The steps of a check that is
distributed over machines are: summarize, for any files together; link, for all; and
report, for any files again. Each depends on the files that it is given, on their paths
as they are named, and on --config; no other configuration is looked for.

Exit codes: 0 written, 3 a file could not be read or written, 4 a wrong command line or
configuration, 5 a bug of luaflow.`,
		Example: `  luaflow summarize src/a.lua src/b.lua -o 1.set`,
		Args:    cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			run.settings.NoConfig = true
			if err := run.read(args); err != nil {
				return err
			}
			if err := steps.WriteSet(output, run.summaries); err != nil {
				con.Fail(console.ExitUnreadable, "%s", err)
			}
			return nil
		},
	}
	cmd.Flags().StringVarP(&output, "output", "o", "", "where the summaries go")
	_ = cmd.MarkFlagRequired("output")
	settings.AddLanguage(cmd, &run.settings)
	return cmd
}

// newLink returns luaflow link, the second step.
func newLink(con *console.Console) *cobra.Command {
	var set settings.Settings
	var output, merged string
	cmd := &cobra.Command{
		Use:   "link SET… (-o FOLDER | --merge SET)",
		Short: "Link summaries, the second of three steps of a distributed check",
		Long: `Write what the files of a program say of each of them into a folder, or merge sets of
summaries into one. Sets may be merged in any order, in as many steps as you like.

Exit codes: 0 written, 3 a file could not be read or written, 4 a wrong command line or
configuration, 5 a bug of luaflow.`,
		Example: `  luaflow link 1.set 2.set --merge both.set
  luaflow link both.set 3.set -o slices`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			set.NoConfig = true
			if err := set.Open(); err != nil {
				return err
			}
			all, err := steps.ReadSets(args)
			if err == nil && merged != "" {
				err = steps.WriteSet(merged, all)
			}
			if err == nil && output != "" {
				here := filepath.Dir(set.Path(project.Named("x.lua")))
				err = steps.WriteSaid(output, modules.Link(all, set.StartsOf(here)))
			}
			if err != nil {
				con.Fail(console.ExitUnreadable, "%s", err)
			}
			return nil
		},
	}
	cmd.Flags().StringVarP(&output, "output", "o", "", "the folder of what is said of each file")
	cmd.Flags().StringVar(&merged, "merge", "", "where the merged summaries go")
	cmd.MarkFlagsOneRequired("output", "merge")
	settings.AddLanguage(cmd, &set)
	return cmd
}

// newReport returns luaflow report, the third step.
func newReport(con *console.Console) *cobra.Command {
	run := checkRun{con: con}
	cmd := checkCommand(con, &run)
	cmd.Use, cmd.Short = "report FILE… --with FOLDER", "Report on files with what luaflow link says of them, the third of three steps"
	cmd.Long = `Report what check does of some files, with what luaflow link has written of each into a
folder. No configuration is looked for but that of --config.

Exit codes are those of check. In bazel/defs.bzl are rules for Bazel that take the three
steps; luaflow --persistent_worker serves them.`
	cmd.Example = `  luaflow report src/a.lua --with slices --format sarif`
	cmd.Args = cobra.MinimumNArgs(1)
	cmd.Flags().StringVar(&run.with, "with", "", "the folder that luaflow link has written")
	_ = cmd.MarkFlagRequired("with")
	cmd.Flags().BoolVar(&run.exitZero, "exit-zero", false, "exit with 0 although there are findings, for a build that goes on")
	return cmd
}
