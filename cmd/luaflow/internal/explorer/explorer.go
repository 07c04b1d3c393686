// Package explorer is luaflow explore: the explorer's page in a browser, served by this program to this machine alone.
package explorer

import (
	"context"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"luaflow/analysis/config"
	"luaflow/analysis/config/rootfs"
	"luaflow/analysis/explore"
	"luaflow/analysis/project"
	"luaflow/cmd/luaflow/internal/console"
	"luaflow/cmd/luaflow/internal/settings"
	"luaflow/editors/web"
)

// New returns luaflow explore.
func New(con *console.Console) *cobra.Command {
	var isSilent bool
	var dialect string
	cmd := &cobra.Command{
		Use:   "explore [--no-browser] [--dialect NAME] [FILE]",
		Short: "Show a program in a browser: findings, bytecode, graph, chains, slices, passes",
		Long: `Show a program in a browser, in all the pictures that luaflow has of it: the text with its
findings and fixes, the bytecode after each pass, the control-flow graph, where values come
from and go, slices, and what registers hold. A click anywhere selects the same thing
everywhere. With a file the page follows what an editor saves; without one it shows an
example.

The page is served to this machine alone, at an address that nobody can guess, and loads
nothing from elsewhere. Ctrl-C ends it.`,
		Example: `  luaflow explore init.lua
  luaflow explore --no-browser`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := explore.CheckDialect(dialect); err != nil {
				return err
			}
			var file *watched
			if len(args) == 1 {
				file = &watched{project.Named(args[0]), dialect}
				if _, err := file.read(); err != nil {
					con.Fail(console.ExitUnreadable, "%s", err)
					return nil
				}
			}
			ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
			defer stop()
			err := serve(ctx, web.Files(), file, func(url string) {
				con.Print(url + "\n")
				_ = con.Out.Flush() // who cannot read it sees the browser
				if !isSilent {
					open(con, url)
				}
			})
			if err != nil {
				con.Fail(console.ExitUnreadable, "the page cannot be served: %s", rootfs.Reason(err))
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&isSilent, "no-browser", false, "only print the address")
	cmd.Flags().StringVar(&dialect, "dialect", "", "the Lua to read the file as: "+strings.Join(config.DialectNames(), ", "))
	settings.CompleteWords(cmd, "dialect", config.DialectNames)
	return cmd
}

// open shows an address in the user's browser, and says if that does not start.
func open(con *console.Console, url string) {
	program := map[string][]string{"darwin": {"open"}, "windows": {"rundll32", "url.dll,FileProtocolHandler"}}[runtime.GOOS]
	if program == nil {
		program = []string{"xdg-open"}
	}
	cmd := exec.Command(program[0], append(program[1:], url)...)
	if err := cmd.Start(); err != nil {
		con.Note("no browser could be started (%s): open the address yourself", rootfs.Reason(err))
		return
	}
	go func() { _ = cmd.Wait() }() // whatever becomes of it
}
