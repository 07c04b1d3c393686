package flow

import (
	"fmt"

	"luaflow/analysis/cfg"
)

// What graph theory knows of a function. Its loops all who ask for constants need, and they come
// with the Body. The trees and control dependence take as much room as all else, and few functions
// need them: they are found when someone asks, and kept by whoever keeps the facts of the program.

// Dominators returns the tree of dominators of the blocks of f. Without Trees it is found
// anew each time; so are the others below.
func (f *Func) Dominators() *cfg.Tree {
	if t := f.program.trees; t != nil {
		return t.Dominators(f)
	}
	return f.Graph.Dominators(new(cfg.Memory))
}

// PostDominators returns the tree of post-dominators of the blocks of f.
func (f *Func) PostDominators() *cfg.Tree {
	if t := f.program.trees; t != nil {
		return t.PostDominators(f)
	}
	return f.Graph.PostDominators(new(cfg.Memory))
}

// noControl is that of a function of one block.
var noControl cfg.Control

// Control returns what the blocks of f are control dependent on.
func (f *Func) Control() *cfg.Control {
	if len(f.Graph.Order) == 1 && len(f.Graph.Succs(0)) == 0 {
		return &noControl
	}
	if t := f.program.trees; t != nil {
		return t.Control(f)
	}
	mem := new(cfg.Memory)
	return f.Graph.ControlDependence(f.Graph.PostDominators(mem), mem)
}

// CheckGraph returns an error that names the first invariant that the graph of f,
// its trees or its loops break.
func (f *Func) CheckGraph() error {
	if err := f.Graph.Check(); err != nil {
		return err
	}
	if err := f.Dominators().Check(&f.Graph); err != nil {
		return fmt.Errorf("dominators: %w", err)
	}
	if err := f.PostDominators().Check(&f.Graph); err != nil {
		return fmt.Errorf("post-dominators: %w", err)
	}
	return f.Loops().Check(&f.Graph)
}
