package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"luaflow/analysis/flow"
	"luaflow/analysis/project"
	"luaflow/cmd/luaflow/internal/console"
	"luaflow/cmd/luaflow/internal/report"
	"luaflow/compile/bytecode"
)

// newDeps returns luaflow deps: the program dependence graph.
func newDeps(con *console.Console) *cobra.Command {
	var format string
	var general bool
	cmd := &cobra.Command{
		Use:   "deps [--format text|json|dot] [--general] FILE",
		Short: "Print what each instruction depends on",
		Long: `Print what each instruction of a source file or a compiled chunk depends on.

Of data: flow (it reads what the other stored), output (it stores over it), anti (it
stores over what the other read) and input (both read one value). Of control: the
branches that decide whether it is executed. pcs count from 1, as in listings, and the
line stands in brackets.

Dependences on what is nearest are printed; chains of these make up the rest, which
--general prints as well.`,
		Example: `  luaflow deps init.lua
  luaflow deps --format dot init.lua | dot -Tsvg > init.svg`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			write, ok := dependenceFormats[format]
			if !ok {
				return fmt.Errorf("unknown format %q: choose text, json or dot", format)
			}
			form := flow.Minimal
			if general {
				form = flow.General
			}
			in := project.Named(args[0])
			printCode(con, in, func(w io.Writer, main *bytecode.Proto) error {
				return write(w, in.Name(), flow.New(main, new(flow.Memory)), form)
			})
			return nil
		},
	}
	cmd.Flags().StringVar(&format, "format", "text", "text, json for programs, or dot for Graphviz")
	cmd.Flags().BoolVar(&general, "general", false, "print dependences on what is further away too")
	return cmd
}

var dependenceFormats = map[string]func(w io.Writer, name string, p *flow.Program, form flow.Form) error{
	"text": func(w io.Writer, _ string, p *flow.Program, form flow.Form) error {
		return p.WriteDependences(w, form)
	},
	"dot": func(w io.Writer, _ string, p *flow.Program, form flow.Form) error {
		return p.WriteDependenceDOT(w, form)
	},
	"json": func(w io.Writer, name string, p *flow.Program, form flow.Form) error {
		deps := p.Dependences(form)
		deps.Source = name // which a stripped chunk does not know
		_, err := w.Write(report.AppendJSONLine(nil, deps))
		return err
	},
}
