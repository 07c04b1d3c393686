package main

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"luaflow/analysis/config"
	"luaflow/analysis/config/rootfs"
	"luaflow/cmd/luaflow/internal/atomicfile"
	"luaflow/cmd/luaflow/internal/cache"
	"luaflow/cmd/luaflow/internal/console"
	"luaflow/cmd/luaflow/internal/memory"
	"luaflow/cmd/luaflow/internal/version"
	"luaflow/lsp"
	"luaflow/lsp/recording"
)

// newLSP returns luaflow lsp: what an editor starts.
func newLSP(con *console.Console) *cobra.Command {
	var logFile, recordFile string
	var clientPID int
	cmd := &cobra.Command{
		Use:   "lsp [--stdio] [--log FILE] [--record FILE]",
		Short: "Serve an editor: the Language Server Protocol on standard input and output",
		Long: `Serve an editor over the Language Server Protocol, on standard input and output.
The log goes to the error stream, or to the file of --log. The server ends when the
editor says so, when its input ends, on SIGTERM, and when the editor's process is gone.

--record FILE writes the whole conversation to a file, for a bug report: the texts of
open documents and of the files that luaflow has read (the first 64 MB), the names of
folders and of files under git, and the editor's settings. Look through it before you
share it. luaflow replay plays it.`,
		Example: `  luaflow lsp
  luaflow lsp --log /tmp/luaflow.log`,
		Args:              cobra.NoArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error {
			serve(con, logFile, recordFile, clientPID)
			return nil
		},
	}
	cmd.Flags().StringVar(&logFile, "log", "", "append the log to this file")
	cmd.Flags().StringVar(&recordFile, "record", "", "write the conversation to this file, with the texts of all files")
	cmd.Flags().IntVar(&clientPID, "clientProcessId", 0, "end when this process does (editors add it)")
	cmd.Flags().Bool("stdio", true, "accepted because editors add it: there is no other way to talk")
	return cmd
}

// serve runs the server until its end, and decides the exit code: 1 after an exit without shutdown, as the protocol wants it.
func serve(con *console.Console, logFile, recordFile string, clientPID int) {
	log := con.Err
	if logFile != "" {
		f, err := os.OpenFile(logFile, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
		if err != nil {
			con.Fail(console.ExitUnreadable, "%s: %s", logFile, rootfs.Reason(err))
			return
		}
		defer f.Close()
		log = f
	}
	var record *recording.Recorder
	if recordFile != "" {
		f, err := os.OpenFile(recordFile, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
		if err != nil {
			con.Fail(console.ExitUnreadable, "%s: %s", recordFile, rootfs.Reason(err))
			return
		}
		defer f.Close()
		record = recording.NewRecorder(f, version.String())
	}
	memory.CollectSooner()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	console.IgnoreClosedPipes() // a client that is gone ends the server in order
	in, out := con.In, con.Raw
	if con.Debug.Has(console.DebugTrace) {
		t := console.Traced{Reader: in, Writer: out, Log: log}
		in, out = t, t
	}
	lossy := lsp.NewLossyLog(log)
	defer lossy.Close(2 * time.Second)
	options := serverOptions()
	options.Log, options.LogIsShown, options.ClientProcessID, options.Record = lossy, logFile == "", clientPID, record
	err := lsp.Serve(ctx, in, out, options)
	if failed := record.Err(); failed != nil {
		con.Fail(console.ExitUnreadable, "%s: %s", recordFile, rootfs.Reason(failed))
	}
	switch {
	case errors.Is(err, lsp.ErrNoShutdown):
		con.Raise(1)
	case err != nil:
		con.Fail(console.ExitUnreadable, "the connection to the editor broke: %s", err)
	}
}

// serverOptions returns what holds for every server.
func serverOptions() lsp.Options {
	return lsp.Options{Version: version.String(), ConfigChild: config.SelfCommand(), WriteFile: atomicfile.ReplaceIn, Kept: keptFacts}
}

// keptFacts opens the user's cache of facts, if there is one.
func keptFacts() (lsp.Kept, bool) {
	kept := cache.OpenFacts()
	return kept, kept != nil
}
