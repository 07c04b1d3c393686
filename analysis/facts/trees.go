package facts

import (
	"sync"
	"sync/atomic"

	"luaflow/analysis/cfg"
	"luaflow/analysis/flow"
)

// trees finds what graph theory knows of the functions of a program when someone asks, and keeps
// it: flow.Trees.
type trees struct {
	of  []treesOf // by function
	mu  sync.Mutex
	mem *cfg.Memory // guarded by mu
}

// treesOf is what is kept of one function; nil what nobody has asked for.
type treesOf struct {
	dominators, post atomic.Pointer[cfg.Tree]
	control          atomic.Pointer[cfg.Control]
}

// begin has t know the trees that are kept of the functions of a program.
func (t *trees) begin(p *flow.Program, k *bodyFinder) {
	for i := range p.Funcs {
		if known := k.kept[p.Funcs[i].Body]; known != nil && known.post != nil {
			t.of[i].post.Store(known.post)
			t.of[i].control.Store(known.control)
		}
	}
}

// once returns what is kept at a place, and has find find it if nothing is.
func once[T any](t *trees, at *atomic.Pointer[T], find func(*cfg.Memory) *T) *T {
	if known := at.Load(); known != nil {
		return known
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	known := at.Load()
	if known == nil {
		known = find(t.mem)
		at.Store(known)
	}
	return known
}

// Dominators returns the tree of dominators of a function.
func (t *trees) Dominators(f *flow.Func) *cfg.Tree {
	return once(t, &t.of[f.Number].dominators, f.Graph.Dominators)
}

// PostDominators returns the tree of post-dominators of a function.
func (t *trees) PostDominators(f *flow.Func) *cfg.Tree {
	return once(t, &t.of[f.Number].post, f.Graph.PostDominators)
}

// Control returns the control dependence of a function.
func (t *trees) Control(f *flow.Func) *cfg.Control {
	if known := t.of[f.Number].control.Load(); known != nil {
		return known
	}
	post := t.PostDominators(f)
	return once(t, &t.of[f.Number].control, func(mem *cfg.Memory) *cfg.Control { return f.Graph.ControlDependence(post, mem) })
}
