package main

import (
	"github.com/spf13/cobra"

	"luaflow/analysis/modules"
	"luaflow/cmd/luaflow/internal/console"
	"luaflow/cmd/luaflow/internal/settings"
)

// newWhyLive returns luaflow why-live: what uses a module or a field of one.
func newWhyLive(con *console.Console) *cobra.Command {
	run := graphRun{con: con}
	cmd := &cobra.Command{
		Use:   "why-live NAME|FILE[:LINE:COL] [PATH…]",
		Short: "Print what uses a module, or a field of what it returns",
		Long: `Print the shortest way to a file of a program, or to a field of the table that it returns,
from what starts the program: a script, a file that a host loads, a root that the
configuration names. Where nothing starts it, it is a library, of which others may use
all but private fields.

Exit codes: 0 it is used, 1 it is not, 3 a file could not be read, 4 a wrong command
line or configuration, 5 a bug of luaflow.`,
		Example: `  luaflow why-live text.trim
  luaflow why-live src/text.lua:12:10 src`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			run.at, _ = parsePosition(args[0]) // or it is a name
			program, err := run.link(args[1:])
			if err != nil {
				return err
			}
			file, export, ok := run.find(program, args[0])
			if !ok {
				con.Fail(console.ExitUsage, "%s: no file of the program, nor a field of what one returns", args[0])
				return nil
			}
			if way, _ := program.Why(file, export); way == nil {
				con.Raise(console.ExitFindings)
			}
			return program.WriteWhy(con.Out, file, export)
		},
	}
	settings.AddLanguage(cmd, &run.settings)
	return cmd
}

// find returns what a command line names: a file, or a field at a place or by its name.
func (run *graphRun) find(program *modules.Program, arg string) (file int, export string, ok bool) {
	at, err := parsePosition(arg)
	if err != nil {
		return program.Named(arg)
	}
	if file, _, ok = program.Named(at.inProgram()); ok {
		export = run.asked[program.Files[file].Path]
	}
	return file, export, ok
}
