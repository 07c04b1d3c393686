package cfg

import (
	"luaflow/compile/meter"
	"luaflow/compile/slab"
)

// Memory holds the arrays of the graphs, trees, loops and other facts that are built with it, and
// the scratch of their searches. What was built with one Memory is valid until its Reset. The zero Memory is
// ready; it serves one goroutine at a time.
type Memory struct {
	Meter *meter.Meter // of the steps that are taken; nil if nobody counts them

	blocks    slab.Slab[Block]
	ids       slab.Slab[BlockID]
	leaders   slab.Slab[leaders]
	trees     slab.Slab[Tree]
	nodes     slab.Slab[node]
	frontiers slab.Slab[Frontiers]
	windows   slab.Slab[window]
	controls  slab.Slab[Control]
	loops     slab.Slab[Loops]
	loop      slab.Slab[Loop]
	numbers   slab.Slab[int32]

	// Scratch of one computation.
	span         span
	semi         semidominators
	nest         nest
	search       frontierSearch
	rounds       []bool // by block: it has a pseudo-edge to Exit
	size, counts []int32
}

// Reset makes the memory of all that was built with m free for new things.
func (m *Memory) Reset() {
	m.blocks.Reset()
	m.ids.Reset()
	m.leaders.Reset()
	m.trees.Reset()
	m.nodes.Reset()
	m.frontiers.Reset()
	m.windows.Reset()
	m.controls.Reset()
	m.loops.Reset()
	m.loop.Reset()
	m.numbers.Reset()
}

// Mark says how far the memory of trees is used.
type Mark struct{ trees, nodes, frontiers, windows, ids slab.Mark }

// Mark returns how far the memory of trees is used.
func (m *Memory) Mark() Mark {
	return Mark{m.trees.Mark(), m.nodes.Mark(), m.frontiers.Mark(), m.windows.Mark(), m.ids.Mark()}
}

// Rewind makes the memory free of the trees of dominators and the frontiers that were built
// since the mark was made; nothing else may have been.
func (m *Memory) Rewind(to Mark) {
	m.trees.Rewind(to.trees)
	m.nodes.Rewind(to.nodes)
	m.frontiers.Rewind(to.frontiers)
	m.windows.Rewind(to.windows)
	m.ids.Rewind(to.ids)
}
