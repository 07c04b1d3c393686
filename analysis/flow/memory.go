package flow

import (
	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
	"luaflow/compile/slab"
)

// Memory is what a Program is made of, to be used again for the next one. The zero
// Memory is ready.
type Memory struct {
	// Bodies finds the facts of the functions; nil if all are to be computed.
	Bodies Bodies

	// Followed bounds the size of functions whose values are looked at, in the unit of
	// MaxFollowed; 0 stands for MaxFollowed. Tests lower it.
	Followed int

	// NamedOnly leaves out what registers hold in functions that are larger than MaxFollowed and
	// have no local variables. For whoever asks about variables nothing is missing.
	NamedOnly bool

	cfg       cfg.Memory
	funcs     slab.Slab[Func]
	bodies    slab.Slab[Body]
	closures  slab.Slab[Closure]
	access    slab.Slab[effect.Access]
	captures  slab.Slab[capture]
	captured  slab.Slab[captured]
	numbers   slab.Slab[int32]
	words     slab.Slab[uint64]
	registers slab.Slab[uint8]
	events    slab.Slab[event]
	sites     slab.Slab[Site]
	defIDs    slab.Slab[DefID]

	Scratch

	// Scratch of one computation.
	found                      []capture
	active                     []int32 // of locals.go
	useRegisters, defRegisters []uint8
	cellCounts                 []int32
	cellAccesses               []cellAccess
	cells                      []Cell
	owned                      []ownedCells
}

// reset makes everything free for the next Program.
func (m *Memory) reset() {
	m.cfg.Reset()
	m.funcs.Reset()
	m.bodies.Reset()
	m.closures.Reset()
	m.access.Reset()
	m.captures.Reset()
	m.captured.Reset()
	m.numbers.Reset()
	m.words.Reset()
	m.registers.Reset()
	m.events.Reset()
	m.sites.Reset()
	m.defIDs.Reset()
}

// Bodies finds the facts of functions: those that it has for equal inputs, or new ones, which
// may be made in mem.
type Bodies interface {
	// Body returns the facts for in; never nil.
	Body(in Inputs, mem *Memory) *Body
}
