package facts

import (
	"sync"
	"sync/atomic"

	"luaflow/analysis/cfg"
	"luaflow/analysis/flow"
	"luaflow/compile/meter"
)

// trees keeps what graph theory knows of the functions of a program, each fact from when somebody
// first asks.
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

// begin fills t with the trees that are kept of the functions of a program.
func (t *trees) begin(p *flow.Program, k *bodyFinder) {
	for i := range p.Funcs {
		if known := k.kept[p.Funcs[i].Body]; known != nil && known.post != nil {
			t.of[i].post.Store(known.post)
			t.of[i].control.Store(known.control)
		}
	}
}

// once returns what is kept at a place, and has find find it if nothing is, which steps counts.
func once[T any](t *trees, at *atomic.Pointer[T], steps *meter.Meter, find func(*cfg.Memory) *T) *T {
	if known := at.Load(); known != nil {
		return known
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	known := at.Load()
	if known == nil {
		known = within(t.mem, func(mem *cfg.Memory) *T {
			mem.Meter = steps
			return find(mem)
		})
		at.Store(known)
	}
	return known
}
