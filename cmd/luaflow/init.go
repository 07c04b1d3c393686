package main

import (
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"luaflow/analysis/config"
	"luaflow/analysis/config/rootfs"
	"luaflow/cmd/luaflow/internal/console"
)

// initText is the configuration that luaflow init writes. It says nothing but in
// comments.
//
//go:embed init.jsonc
var initText []byte

// configName is the file of luaflow's own configuration.
const configName = ".luaflow.json"

// newInit returns luaflow init: a configuration to begin with.
func newInit(con *console.Console) *cobra.Command {
	var schema bool
	cmd := &cobra.Command{
		Use:   "init [--schema] [FOLDER]",
		Short: "Write a " + configName + " that explains its options",
		Long: `Write ` + configName + ` to a folder, the current one if none is named, with every option
explained and none set. An existing one is left alone. --schema prints the JSON schema
of the file instead, for editors.

Exit codes: 0 written, 3 there is one already, or it could not be written, 4 a wrong
command line.`,
		Example: `  luaflow init
  luaflow init --schema > luaflow.schema.json`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if schema {
				con.Print(string(config.Schema()))
				return nil
			}
			writeConfig(con, filepath.Join(append(args, configName)...))
			return nil
		},
	}
	cmd.Flags().BoolVar(&schema, "schema", false, "print the JSON schema of "+configName)
	return cmd
}

// writeConfig writes the file, unless it is there: somebody may have put work into it.
func writeConfig(con *console.Console, path string) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, fs.ErrExist) {
		con.Fail(console.ExitUnreadable, "%s is there already; left as it is", path)
		return
	}
	if err == nil {
		_, err = f.Write(initText)
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		con.Fail(console.ExitUnreadable, "%s: %s", path, rootfs.Reason(err))
		return
	}
	con.Print(fmt.Sprintf("%s written\n", path))
}
