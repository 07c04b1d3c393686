package tables

import (
	"cmp"
	"slices"

	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
	"luaflow/compile/bytecode"
)

// Which writes to fields are worth following (overwrite.go). Most tables are written field by field,
// and then handed on: if a field has one write in the function, and its table escapes, nothing but
// a list that fills the table overwrites it. To find the others takes a hash table of words.

// fieldWrite is a write to a constant field of a table that is made here.
type fieldWrite struct {
	table ssa.ValueID
	key   uint32 // see fieldHash
	pc    int32
}

// id returns a number that is the same for writes to the same field of one table, and for hardly any others.
func (w *fieldWrite) id() uint64 { return uint64(uint32(w.table))<<32 | uint64(w.key) }

// compareTo compares the place of a write with another, for a binary search.
func (w fieldWrite) compareTo(pc int) int { return int(w.pc) - pc }

// Writes is the scratch of a search for writes. A file of data has as many of them as
// values, so they are small, and hold no pointers.
type Writes struct {
	writes []fieldWrite
	ids    []uint64 // hash table, open addressing, linear probing (Knuth, volume 3, section 6.4)
}

// The words of ids: an id is never zero in its low half (see fieldHash), and a table's
// number never reaches the highest bit.
const (
	emptySlot = 0
	repeated  = 1 << 63 // set in an id that several writes have
)

// find finds the writes to fields that more than one instruction writes, and all those to
// fields of tables that do not escape, table by table.
func (m *Writes) find(f *flow.Func, s *ssa.Form, objects *Objects) []fieldWrite {
	filled := m.collect(s)
	m.count()
	found := m.writes[:0]
	for _, w := range m.writes {
		if m.isRepeated(w.id()) || filled[w.table] && isIntegerField(s, int(w.pc)) || objects.Of(f, w.table) != NoObject {
			found = append(found, w)
		}
	}
	slices.SortFunc(found, func(a, b fieldWrite) int {
		return cmp.Or(cmp.Compare(a.id(), b.id()), cmp.Compare(a.pc, b.pc))
	})
	return found
}

// collect lists the writes to constant fields of tables that are made in the function, and
// returns those of these tables that a list fills.
func (m *Writes) collect(s *ssa.Form) (filled map[ssa.ValueID]bool) {
	m.writes = m.writes[:0]
	tables := madeTables{s: s, last: ssa.NoValue}
	for pc, i := range s.F.Proto.Code {
		if !effect.TableFillers.Has(i) {
			continue
		}
		uses := s.Uses(pc)
		if len(uses) == 0 || !tables.has(uses[0]) {
			continue
		}
		if effect.ReferenceOf(i) == effect.Fills {
			if filled == nil {
				filled = make(map[ssa.ValueID]bool)
			}
			filled[uses[0]] = true
		} else if index, ok := s.ConstantIndex(pc, effect.Key(i), 1); ok {
			if hash := fieldHash(s.F.Proto, index); hash != 0 {
				m.writes = append(m.writes, fieldWrite{uses[0], hash, int32(pc)})
			}
		}
	}
	return filled
}

// fieldHash returns a hash of the field that a constant names, 0 if it names none. A string is
// in the list of constants once, so that its index will do; numbers are the same field if
// they are equal. The hashes of numbers are odd, all others even: only numbers may collide, and
// then a write is followed for nothing.
func fieldHash(p *bytecode.Proto, index int) uint32 {
	k := p.Constants[index]
	if k.Kind != bytecode.KInt && k.Kind != bytecode.KFloat && k.Kind != bytecode.KNil {
		return uint32(index)<<1 + 2
	}
	key := keyOf(k)
	if key == anyKey {
		return 0
	}
	return uint32((key.bits*golden)>>32) | 1
}

// golden is 2^64 divided by the golden ratio, for multiplicative hashing.
const golden = 0x9e3779b97f4a7c15

// count enters the writes in the hash table, which is at most half full.
func (m *Writes) count() {
	size := 4
	for size < 2*len(m.writes) {
		size *= 2
	}
	m.ids = flow.Zeroed(&m.ids, size)
	for i := range m.writes {
		if slot := m.slot(m.writes[i].id()); *slot == emptySlot {
			*slot = m.writes[i].id()
		} else {
			*slot |= repeated
		}
	}
}

// isRepeated reports whether several writes have the id.
func (m *Writes) isRepeated(id uint64) bool { return *m.slot(id)&repeated != 0 }

// slot returns where an id is in the hash table, or would be.
func (m *Writes) slot(id uint64) *uint64 {
	ids := m.ids
	mask := uint64(len(ids) - 1)
	for at := (id * golden) >> 32; ; at++ {
		if slot := &ids[at&mask]; *slot == emptySlot || *slot&^repeated == id {
			return slot
		}
	}
}

// fieldAt returns the field that the instruction at pc reads or writes, if it is constant.
func fieldAt(s *ssa.Form, pc int) (field fieldKey, ok bool) {
	k, ok := s.Constant(pc, effect.Key(s.F.Proto.Code[pc]), 1)
	return keyOf(k), ok
}

// isIntegerField reports whether the instruction at pc writes under a constant integer key, which a
// list may fill too.
func isIntegerField(s *ssa.Form, pc int) bool {
	key, ok := fieldAt(s, pc)
	return ok && key.kind == bytecode.KInt
}
