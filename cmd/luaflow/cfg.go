package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"luaflow/analysis/cfg"
	"luaflow/analysis/project"
	"luaflow/cmd/luaflow/internal/console"
	"luaflow/compile/bytecode"
)

// newCFG returns luaflow cfg: the graphs that the analysis runs on.
func newCFG(con *console.Console) *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "cfg [--format text|dot|svg] FILE",
		Short: "Print the control-flow graph of every function",
		Long: `Print the control-flow graph of every function of a source file or a compiled chunk,
the instructions in the blocks: as text, for Graphviz, or as a picture for browsers and
documents, in light or dark as its reader has it. The text names the immediate
dominator and post-dominator of each block, and the header of the loop that it is in.
In the pictures the second of two ways is dashed, and what is never reached is grey.`,
		Example: `  luaflow cfg init.lua
  luaflow cfg --format svg init.lua > init.svg
  luaflow cfg --format dot init.lua | dot -Tpdf > init.pdf`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			write, ok := graphFormats[format]
			if !ok {
				return fmt.Errorf("unknown format %q: choose text, dot or svg", format)
			}
			printCode(con, project.Named(args[0]), write)
			return nil
		},
	}
	cmd.Flags().StringVar(&format, "format", "text", "text, dot for Graphviz, or svg")
	return cmd
}

var graphFormats = map[string]func(io.Writer, *bytecode.Proto) error{
	"text": cfg.WriteText,
	"dot":  cfg.WriteDOT,
	"svg":  cfg.WriteSVG,
}
