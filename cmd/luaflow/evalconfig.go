package main

import (
	"os"

	"github.com/spf13/cobra"

	"luaflow/analysis/config"
	"luaflow/analysis/config/luacheckrc"
	"luaflow/cmd/luaflow/internal/console"
)

// newEvalConfig returns the child process in which a .luacheckrc runs. It is no command for
// people.
func newEvalConfig(con *console.Console) *cobra.Command {
	return &cobra.Command{
		Use:    config.EvalCommand,
		Hidden: true,
		Args:   cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if luacheckrc.EvalMain(os.Stdin, os.Stdout) != 0 {
				con.Fail(console.ExitUsage, "%s is for luaflow itself: it evaluates a .luacheckrc", config.EvalCommand)
			}
			return nil
		},
	}
}
