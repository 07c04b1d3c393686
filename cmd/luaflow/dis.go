package main

import (
	"bytes"

	"github.com/spf13/cobra"

	"luaflow/compile/bytecode"
)

// newDis is luaflow dis: the one listing that people, golden tests and bug reports
// share.
func newDis(con *console) *cobra.Command {
	return &cobra.Command{
		Use:   "dis FILE",
		Short: "List the bytecode of a source file or a compiled chunk",
		Long: `List the bytecode of a source file or a compiled chunk: the lines of
luac5.3 -l -l -p, where each address is replaced by the function's path from the
main function: 0 is main, 0/1 its second inner function.`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			con.show(disassemble(con, input{path: args[0]}))
			return nil
		},
	}
}

func disassemble(con *console, in input) (o outcome) {
	p := o.prototype(con, newReader(con.in), in)
	if p == nil {
		return o
	}
	var b bytes.Buffer
	_ = bytecode.List(&b, p, bytecode.ListOptions{}) // a Buffer takes everything
	o.out = b.Bytes()
	return o
}
