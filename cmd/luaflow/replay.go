package main

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"luaflow/analysis/config/rootfs"
	"luaflow/analysis/printable"
	"luaflow/cmd/luaflow/internal/console"
	"luaflow/lsp"
)

// newReplay returns luaflow replay: a conversation of an editor, once more.
func newReplay(con *console.Console) *cobra.Command {
	var patience time.Duration
	cmd := &cobra.Command{
		Use:   "replay FILE",
		Short: "Play a recording of luaflow lsp --record, and compare the answers",
		Long: `Play a recording of luaflow lsp --record against a new server, and compare what it
answers and publishes with what is in the recording. The files in it are put into a
folder of their own, which is removed at the end; nothing else is written or read.
What depends on timing (requests that were given up, answers given before other files
had been read) is counted and not compared.

Exit codes: 0 all is the same, 1 something differs, 3 the recording could not be read.`,
		Example:           `  luaflow replay conversation.jsonl`,
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: cobra.FixedCompletions([]cobra.Completion{"jsonl"}, cobra.ShellCompDirectiveFilterFileExt),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := replay(con, args[0], patience); err != nil {
				con.Fail(console.ExitUnreadable, "%s: %s", args[0], rootfs.Reason(err))
			}
			return nil
		},
	}
	cmd.Flags().DurationVar(&patience, "patience", 10*time.Second, "how long to wait for each answer")
	return cmd
}

// replay plays a recording and prints what differs.
func replay(con *console.Console, path string, patience time.Duration) error {
	options := serverOptions()
	result, err := lsp.Replay(context.Background(), path, options, patience)
	if err != nil {
		return err
	}
	for _, what := range result.Missing {
		con.Note("not in the recording: %s", printable.Text(what))
	}
	if len(result.Differences) > 0 {
		con.Raise(console.ExitFindings)
	}
	con.Print(result.Text(path))
	return nil
}
