// Command luaflow finds dead stores and other waste in Lua code by data-flow
// analysis of its bytecode: in an editor as a language server, in a terminal as
// a checker, fixer, compiler and disassembler.
//
// One file holds each subcommand, and checkrun.go, globals.go and workspace.go what check does
// with files. What commands share: inspect.go (what -debug shows of code), position.go
// (FILE:LINE:COL), page.go (the pages of checks on a terminal). All else has a package of its own under internal, as pipeline
// (several files at a time, results in order, and a file whose work panics).
package main

import (
	"io"
	"os"

	"github.com/spf13/cobra"

	"luaflow/cmd/luaflow/internal/console"
	"luaflow/cmd/luaflow/internal/demo"
	"luaflow/cmd/luaflow/internal/explorer"
	"luaflow/cmd/luaflow/internal/luacheck"
	"luaflow/cmd/luaflow/internal/manual"
	"luaflow/cmd/luaflow/internal/trim"
	"luaflow/cmd/luaflow/internal/worker"
)

func main() { os.Exit(run(os.Args[1:])) }

// run executes the command line, or those that a build system sends, and returns the exit code.
func run(args []string) int {
	con := console.New(os.Stdin, os.Stdout, os.Stderr)
	if !worker.IsWanted(args) {
		return runLine(con, args)
	}
	err := worker.Serve(os.Stdin, os.Stdout, func(args []string, out io.Writer) int { return runLine(console.To(out), args) })
	if err != nil {
		con.Fail(console.ExitUsage, "%s", err)
	}
	return con.Close()
}

// runLine executes a command line and returns the exit code.
func runLine(con *console.Console, args []string) int {
	args, err := worker.Expand(args)
	if err != nil {
		con.Fail(console.ExitUsage, "%s", err)
		return con.Close()
	}
	args = console.LongDebug(luacheck.Rewrite(args))
	root := newRoot(con, args...)
	root.SetArgs(args)
	if cmd, err := root.ExecuteC(); err != nil {
		con.Fail(console.ExitUsage, "%s (see %s --help)", err, cmd.CommandPath())
	}
	return con.Close()
}

// newRoot makes the command tree, for a command line that runs check without the other
// commands. Cobra's own error printing is off: run prints
// each error as one line and knows its exit code.
func newRoot(con *console.Console, args ...string) *cobra.Command {
	root := &cobra.Command{
		Use:   "luaflow",
		Short: "Data-flow analysis for Lua: dead stores in your editor, proved on the bytecode",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return cmd.Help()
		},
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.SetOut(con.Out)
	root.SetErr(con.Err)
	if err := con.Debug.Set(os.Getenv(console.DebugEnv)); err != nil {
		con.Fail(console.ExitUsage, "%s: %s", console.DebugEnv, err)
	}
	root.PersistentFlags().Var(&con.Debug, "debug", "print or verify what happens inside: "+console.DebugNames())
	if len(args) > 0 && args[0] == "check" { // the others have some hundred flags
		root.AddCommand(newCheck(con))
	} else {
		root.AddCommand(
			newCFG(con),
			newCheck(con),
			newCompile(con),
			newConfig(con),
			demo.New(con),
			newDeps(con),
			newDis(con),
			newEvalConfig(con),
			newExplain(con),
			explorer.New(con),
			newFacts(con),
			newFix(con),
			newGraph(con),
			newWhyLive(con),
			newSummarize(con),
			newLink(con),
			newReport(con),
			newInit(con),
			newLSP(con),
			newMCP(con),
			newReplay(con),
			newSCIP(con),
			newSlice(con),
			trim.New(con),
			manual.NewVersion(con),
			manual.NewMan(),
		)
		root.AddCommand(manual.Topics()...)
	}
	for _, cmd := range root.Commands() {
		if cmd.ValidArgsFunction == nil {
			cmd.ValidArgsFunction = completeLua
		}
	}
	return root
}
