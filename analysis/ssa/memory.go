package ssa

import (
	"luaflow/analysis/cfg"
	"luaflow/analysis/flow"
	"luaflow/compile/slab"
)

// Memory is what Forms are made of, to be used again for the next ones. The zero
// Memory is ready.
type Memory struct {
	// Room, if not nil, is called with the bytes that what is known of phis needs, as soon as
	// that is known and much more than before in the same program: some functions have
	// hundreds of them for an instruction.
	Room  func(bytes int)
	asked int // bytes, see makeRoom

	// Kept returns the form of a function if it is known, else nil; nil if none is.
	Kept func(*flow.Body) *Form

	cfg      cfg.Memory
	byFunc   slab.Slab[*Form]
	forms    slab.Slab[Form]
	phiLists slab.Slab[phis]
	marked   slab.Slab[cellValues]
	valueIDs slab.Slab[ValueID]
	values   slab.Slab[Definition]
	users    slab.Slab[User]
	numbers  slab.Slab[int32]
	words    slab.Slab[uint64]

	flow.Scratch

	// Scratch of one form.
	phis, defined, due []uint64
	marks              []int32
	log                []change
	found              []observation
}

// Reset makes everything free for the next forms: what the last ones hold is overwritten from
// here on.
func (m *Memory) Reset() {
	m.asked = 0
	m.cfg.Reset()
	m.byFunc.Reset()
	m.forms.Reset()
	m.phiLists.Reset()
	m.marked.Reset()
	m.valueIDs.Reset()
	m.values.Reset()
	m.users.Reset()
	m.numbers.Reset()
	m.words.Reset()
}

// muchRoom is what it takes in bytes for Room to be called.
const muchRoom = 1 << 20

// makeRoom calls Room if bytes are much.
func (m *Memory) makeRoom(bytes int) {
	if m.Room != nil && bytes >= muchRoom {
		m.asked += bytes
		m.Room(m.asked)
	}
}
