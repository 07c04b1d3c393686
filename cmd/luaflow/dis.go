package main

import (
	"bytes"
	"io"

	"github.com/spf13/cobra"

	"luaflow/analysis/optimize"
	"luaflow/analysis/printable"
	"luaflow/analysis/project"
	"luaflow/cmd/luaflow/internal/console"
	"luaflow/cmd/luaflow/internal/pipeline"
	"luaflow/compile/bytecode"
)

// newDis returns luaflow dis: the one listing that people, golden tests and bug reports
// share.
func newDis(con *console.Console) *cobra.Command {
	var optimized bool
	cmd := &cobra.Command{
		Use:   "dis [-O] FILE",
		Short: "List the bytecode of a source file or a compiled chunk",
		Long: `List the bytecode of a source file or a compiled chunk: the lines of
luac5.3 -l -l -p, where each address is replaced by the function's path from the
main function: 0 is main, 0/1 its second inner function.

With -O each function stands side by side with its optimised form, as compile -O
writes it: what has nothing beside it is dead, or never executed.`,
		Example: `  luaflow dis init.lua
  luaflow dis -O init.lua
  luaflow dis luac.out`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			write := list
			if optimized {
				write = optimize.WriteText
			}
			printCode(con, project.Named(args[0]), write)
			return nil
		},
	}
	cmd.Flags().BoolVarP(&optimized, "optimize", "O", false, "show the optimised form beside the code")
	return cmd
}

// printCode prints the code of a source file or a chunk.
func printCode(con *console.Console, in project.File, write func(io.Writer, *bytecode.Proto) error) {
	pipeline.InOrder(con, []project.File{in}, func(w *pipeline.Worker, in project.File) (o console.Outcome) {
		if main := prototype(&o, con, w, in); main != nil {
			var b bytes.Buffer
			_ = write(&b, main) // a Buffer takes everything
			o.Out = []byte(printable.Lines(b.String()))
		}
		return o
	}, pipeline.OutcomeIn(con), con.Show)
}
