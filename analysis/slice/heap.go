package slice

import (
	"slices"
	"strings"

	"luaflow/analysis/effect"
	"luaflow/analysis/tables"
	"luaflow/analysis/value"
)

// What instructions read and write in tables.

// heap notes what an instruction reads and writes in tables.
func (b *builder) heap(fn *function, pc int) {
	n := fn.at(pc)
	ref := effect.ReferenceOf(fn.Proto.Code[pc])
	if !isCall(ref) && b.objects.Touch(fn.Func, pc).Object != tables.NoObject {
		return // its slots are all that there is
	}
	switch ref {
	case effect.ReadsField, effect.ReadsUpvalueField, effect.WritesField, effect.WritesUpvalueField:
		b.field(n, b.classes.accessAt(fn, pc))
	case effect.Fills:
		if table, ok := b.classOf(fn, pc, 0); ok {
			b.stores.access(n, b.classStore(numbered, table), effect.Write)
		}
	case effect.Measures:
		if table, ok := b.classOf(fn, pc, 0); ok {
			b.readAll(n, table, false)
		}
	case effect.Calls, effect.Iterates:
		b.callHeap(fn, pc)
	}
}

// classOf returns the class of an operand that may be a table.
func (b *builder) classOf(fn *function, pc, k int) (e int32, ok bool) {
	e, ok = b.classes.operand(fn, pc, k)
	return b.classes.Find(e), ok
}

// classStore returns a store of a class of tables.
func (b *builder) classStore(kind storeKind, class int32) int32 {
	return b.stores.id(storeKey{kind: kind, index: class})
}

// field notes an access to a field. A read under a name or a number may find what was written under a
// key that is not known; a read under such a key may find anything. A read of a table that has a
// metatable also reads what steers it.
func (b *builder) field(n node, a access) {
	byName := storeKey{kind: field, name: a.name}
	if a.global && !b.classes.merged {
		byName.kind = global
	}
	switch {
	case a.named:
		b.stores.access(n, b.stores.id(byName), a.access)
		if a.table >= 0 && a.access == effect.Write {
			b.stores.access(n, b.classStore(listed, a.table), a.access)
			if strings.HasPrefix(a.name, "__") {
				b.stores.access(n, b.classStore(steering, a.table), a.access)
			}
		}
	case a.table < 0:
		return
	case a.number:
		b.stores.access(n, b.classStore(numbered, a.table), a.access)
	case a.access == effect.Read:
		b.readAll(n, a.table, true)
	}
	if a.table >= 0 && (a.access == effect.Read || !a.named && !a.number) {
		b.stores.access(n, b.classStore(unknown, a.table), a.access)
	}
	if a.table >= 0 && a.access == effect.Read {
		for _, meta := range b.metatables[a.table] {
			b.stores.access(n, b.classStore(steering, b.classes.Find(meta)), effect.Read)
		}
	}
}

// nameSetmetatable is that of the function which gives tables their metatables.
var nameSetmetatable = value.Global("setmetatable")

// findMetatables lists the classes of the metatables that tables of each class are
// given.
func (b *builder) findMetatables() {
	b.metatables = map[int32][]int32{}
	for i := range b.calls {
		c := &b.calls[i]
		fn := &b.funcs[c.fn]
		pc := int(c.pc)
		if c.name == 0 || c.name != nameSetmetatable || len(fn.ssa.Uses(pc)) < 3 {
			continue
		}
		table, ok := b.classOf(fn, pc, 1)
		if meta, known := b.classOf(fn, pc, 2); ok && known && !slices.Contains(b.metatables[table], meta) {
			b.metatables[table] = append(b.metatables[table], meta)
		}
	}
}

// readAll notes that a node reads all fields of the tables of a class: those under
// numbers, and those with names too.
func (b *builder) readAll(n node, class int32, names bool) {
	b.stores.access(n, b.classStore(numbered, class), effect.Read)
	b.stores.access(n, b.classStore(unknown, class), effect.Read)
	if names {
		b.stores.access(n, b.classStore(listed, class), effect.Read)
	}
}

// callHeap notes what a function that is not in the program may do with the tables
// that a call gives to it.
func (b *builder) callHeap(fn *function, pc int) {
	c := b.callAt(fn, pc)
	if len(c.callees) > 0 {
		return
	}
	n := fn.at(pc)
	iterates := effect.ReferenceOf(fn.Proto.Code[pc]) == effect.Iterates
	for k := 1; k < len(fn.ssa.Uses(pc)); k++ {
		class, ok := b.classOf(fn, pc, k)
		if !ok || b.objects.OfOperand(fn.Func, pc, k) != tables.NoObject {
			continue
		}
		role := c.name.Role(k - 1)
		if iterates {
			role = value.Reads
		}
		if role&(value.Reads|value.Contents) != 0 || role&value.Kept != 0 && c.name == 0 {
			b.readAll(n, class, true)
		}
		if role&(value.Writes|value.Kept) != 0 {
			b.stores.access(n, b.classStore(unknown, class), effect.Write)
		}
	}
}

func (b *builder) slot(s tables.SlotID) int32 {
	return b.stores.id(storeKey{kind: slot, index: int32(s)})
}
