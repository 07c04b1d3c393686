package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"luaflow/cmd/luaflow/internal/console"
	"luaflow/cmd/luaflow/internal/mcp"
	"luaflow/cmd/luaflow/internal/settings"
	"luaflow/cmd/luaflow/internal/version"
)

// newMCP returns luaflow mcp: what an agent starts.
func newMCP(con *console.Console) *cobra.Command {
	var s settings.Settings
	cmd := &cobra.Command{
		Use:   "mcp [flags] [FOLDER…]",
		Short: "Serve an agent: the Model Context Protocol on standard input and output",
		Long: `Serve an agent over the Model Context Protocol, on standard input and output, with the
tools check, explain, slice, definition, value_tree and fix_preview. It reads only
the folders named, or the current one, and writes nothing. Answers are those of the other
commands, bounded in size: what is left out is counted, and can be asked for. Internal
errors are printed on the error stream.

The server ends when its input does, and on SIGTERM.`,
		Example: `  luaflow mcp
  luaflow mcp --std luajit src spec`,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				args = []string{"."}
			}
			folders, err := mcp.Folders(args)
			if err != nil {
				con.Fail(console.ExitUnreadable, "%s", err)
				return nil
			}
			s.Folders = folders
			if err := s.Open(); err != nil {
				return err
			}
			ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
			defer stop()
			in, out := con.In, con.Raw
			if con.Debug.Has(console.DebugTrace) {
				t := console.Traced{Reader: in, Writer: out, Log: con.Err}
				in, out = t, t
			}
			err = mcp.Serve(ctx, in, out, mcp.Options{Settings: &s, Version: version.String(), Log: con.Err})
			if err != nil {
				con.Fail(console.ExitUnreadable, "%s", err)
			}
			return nil
		},
	}
	settings.Add(cmd, &s)
	return cmd
}
