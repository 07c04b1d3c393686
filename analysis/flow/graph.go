package flow

import (
	"fmt"

	"luaflow/analysis/cfg"
)

// What graph theory knows of a function, computed when someone asks.

type graphFacts struct {
	dominators *cfg.Tree
	post       *cfg.Tree
	control    *cfg.Control
	loops      *cfg.Loops
}

// Dominators returns the tree of dominators of the blocks of f.
func (f *Func) Dominators() *cfg.Tree {
	f.compute(dominatorFacts, func(mem *Memory) { f.graph.dominators = f.Graph.Dominators(&mem.cfg) })
	return f.graph.dominators
}

// PostDominators returns the tree of post-dominators of the blocks of f.
func (f *Func) PostDominators() *cfg.Tree {
	f.compute(postDominatorFacts, func(mem *Memory) { f.graph.post = f.Graph.PostDominators(&mem.cfg) })
	return f.graph.post
}

// noControl is that of a function of one block.
var noControl cfg.Control

// Control returns what the blocks of f are control dependent on.
func (f *Func) Control() *cfg.Control {
	if len(f.Graph.Order) == 1 && len(f.Graph.Succs(0)) == 0 {
		return &noControl
	}
	if !f.knows(controlFacts) {
		post := f.PostDominators()
		f.compute(controlFacts, func(mem *Memory) { f.graph.control = f.Graph.ControlDependence(post, &mem.cfg) })
	}
	return f.graph.control
}

// Loops returns the loops of f.
func (f *Func) Loops() *cfg.Loops {
	f.compute(loopFacts, func(mem *Memory) { f.graph.loops = f.Graph.Loops(&mem.cfg) })
	return f.graph.loops
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
