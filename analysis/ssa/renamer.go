package ssa

import (
	"luaflow/analysis/cfg"
	"luaflow/analysis/flow"
)

// renamer makes the form of one function. Its rows are scratch memory.
type renamer struct {
	f     *flow.Body
	o     *flow.Operands
	mem   *Memory
	s     *Form
	words int // of a set of registers

	// Rows of registers by block.
	cells    []uint64 // see Func.CellSets
	defined  []uint64 // on all edges, maybe, or on the only edge to the block
	written  []uint64 // cells that may hold at the start what closures wrote; nil if there are none
	phis     []uint64
	numPhis  int
	observed flow.Observation // what closures may read; if there are cells

	trail // during the walk
}

// at returns the row of block b in rows.
func (r *renamer) at(rows []uint64, b cfg.BlockID) flow.Row { return rows[int(b)*r.words:][:r.words] }
