package facts

import (
	"luaflow/analysis/cfg"
	"luaflow/analysis/consts"
	"luaflow/analysis/flow"
	"luaflow/analysis/live"
	"luaflow/analysis/names"
	"luaflow/analysis/ssa"
	"luaflow/analysis/tables"
	"luaflow/analysis/textmap"
	"luaflow/compile/meter"
)

// Memory is what Facts, or a Code alone, are made in, to be used again for the next ones. The
// zero Memory is ready.
type Memory struct {
	// Meter counts the steps that are taken to find facts; nil if nobody counts them. That of
	// a unit counts for its Facts.
	Meter *meter.Meter
	// Followed bounds the size of functions whose values are looked at, in the unit of
	// flow.MaxFollowed; 0 stands for that.
	Followed int
	// Room, if not nil, is called with the bytes that what is known of phis needs, as soon as
	// that is known and much more than before in the same program: some functions have
	// hundreds of them for an instruction.
	Room func(bytes int)

	// Bodies keeps the facts of functions from one Facts to the next; nil if they all are
	// computed anew, in this Memory.
	Bodies *Bodies

	text    textmap.Memory
	flow    flow.Memory
	trees   cfg.Memory
	treesOf cfg.Slab[treesOf]
	keeping keeping
	ssa     ssa.Memory
	names   names.Memory
	tables  tables.Memory
	consts  consts.Memory
	live    live.Memory
	fields  tables.Writes
}
