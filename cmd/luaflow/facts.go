package main

import (
	"errors"

	"github.com/spf13/cobra"

	"luaflow/analysis/flow"
	"luaflow/analysis/project"
	"luaflow/cmd/luaflow/internal/console"
	"luaflow/cmd/luaflow/internal/pipeline"
	"luaflow/cmd/luaflow/internal/report"
	"luaflow/compile/bytecode"
)

// newFacts returns luaflow facts: what the analysis knows, for programs and for tests.
func newFacts(con *console.Console) *cobra.Command {
	return &cobra.Command{
		Use:   "facts FILE…",
		Short: "Print def-use chains, dead definitions and unreachable code as JSON",
		Long: `Print what the analysis knows of source files or compiled chunks, a line of JSON for
each: per function its instructions, the pairs of definition and use, the definitions
of named locals that no execution reads, and the instructions that none reaches.

A definition is [pc, register]. pcs count from 1; 0 is the entry, where parameters
are defined. An open result stands in its first register. The value that a closure
wrote to a captured variable is ["upval", register].`,
		Example: `  luaflow facts init.lua
  luaflow facts src/*.lua > facts.jsonl`,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("facts needs a file")
			}
			pipeline.InOrder(con, con.Gather(args, project.Options{}), func(w *pipeline.Worker, in project.File) (o console.Outcome) {
				if main := prototype(&o, con, w, in); main != nil {
					o.Out = factsLine(in, main)
				}
				return o
			}, pipeline.OutcomeIn(con), con.Show)
			return nil
		},
	}
}

// factsLine returns everything that is known of a file, as one line. Its source is the
// name of the file, which a stripped chunk does not know.
func factsLine(in project.File, main *bytecode.Proto) []byte {
	facts := flow.New(main, new(flow.Memory)).Facts()
	facts.Source = in.Name()
	return report.AppendJSONLine(nil, facts)
}
