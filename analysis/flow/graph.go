package flow

import (
	"fmt"

	"luaflow/analysis/cfg"
)

// What graph theory knows of a function. Its loops all who ask for constants need, and they come
// with the Body. The trees of dominators and control dependence take as much room as all else, and
// few functions need them: who does takes them from package cfg, or as an argument from whoever keeps
// them.

// CheckGraph returns an error that names the first invariant that the graph of f,
// its trees or its loops break.
func (f *Body) CheckGraph() error {
	g, mem := &f.Graph, new(cfg.Memory)
	if err := g.Check(); err != nil {
		return err
	}
	if err := g.Dominators(mem).Check(g); err != nil {
		return fmt.Errorf("dominators: %w", err)
	}
	if err := g.PostDominators(mem).Check(g); err != nil {
		return fmt.Errorf("post-dominators: %w", err)
	}
	return f.Loops().Check(g)
}
