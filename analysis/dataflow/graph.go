package dataflow

import (
	"fmt"
	"sync"

	"luaflow/analysis/cfg"
)

// What graph theory knows of a function, computed when someone asks.

type graphFacts struct {
	dominatorsOnce sync.Once
	dominators     *cfg.Tree
	frontiersOnce  sync.Once
	frontiers      *cfg.Frontiers
	postOnce       sync.Once
	post           *cfg.Tree
	controlOnce    sync.Once
	control        *cfg.Control
	loopsOnce      sync.Once
	loops          *cfg.Loops
}

// Dominators is the tree of dominators of the blocks of f.
func (f *Func) Dominators() *cfg.Tree {
	f.graph.dominatorsOnce.Do(func() {
		f.program.mu.Lock()
		defer f.program.mu.Unlock()
		f.graph.dominators = f.Graph.Dominators(&f.program.mem.cfg)
	})
	return f.graph.dominators
}

// Frontiers is the dominance frontiers of the blocks of f.
func (f *Func) Frontiers() *cfg.Frontiers {
	dominators := f.Dominators()
	f.graph.frontiersOnce.Do(func() {
		f.program.mu.Lock()
		defer f.program.mu.Unlock()
		f.graph.frontiers = f.Graph.Frontiers(dominators, &f.program.mem.cfg)
	})
	return f.graph.frontiers
}

// PostDominators is the tree of post-dominators of the blocks of f.
func (f *Func) PostDominators() *cfg.Tree {
	f.graph.postOnce.Do(func() {
		f.program.mu.Lock()
		defer f.program.mu.Unlock()
		f.graph.post = f.Graph.PostDominators(&f.program.mem.cfg)
	})
	return f.graph.post
}

// Control is what the blocks of f are control dependent on.
func (f *Func) Control() *cfg.Control {
	f.graph.controlOnce.Do(func() {
		var post *cfg.Tree
		if len(f.Graph.Order) > 1 || len(f.Graph.Succs(0)) > 0 {
			post = f.PostDominators()
		}
		f.program.mu.Lock()
		defer f.program.mu.Unlock()
		if post == nil {
			f.graph.control = new(cfg.Control)
		} else {
			f.graph.control = f.Graph.ControlDependence(post, &f.program.mem.cfg)
		}
	})
	return f.graph.control
}

// Loops is the loops of f.
func (f *Func) Loops() *cfg.Loops {
	f.graph.loopsOnce.Do(func() {
		f.program.mu.Lock()
		defer f.program.mu.Unlock()
		f.graph.loops = f.Graph.Loops(&f.program.mem.cfg)
	})
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
	return f.Loops().Check()
}
