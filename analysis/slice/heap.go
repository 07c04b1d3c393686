package slice

import (
	"slices"
	"strings"

	"luaflow/analysis/effect"
	"luaflow/analysis/tables"
	"luaflow/analysis/value"
	"luaflow/compile/bytecode"
)

// What several functions can reach: stores, and who reads and writes them.
//
// A captured variable is two stores: what closures write to it, and what its own
// function does. A field under a constant string is a store by that name, whatever
// the table. Of each class of tables the other fields are stores: those under
// numbers, and all those under keys that are not known; a third one says that it has
// fields with names, for those who go through all of them, and a fourth one that these
// steer the tables of which it is the metatable. A table that the program keeps to
// itself (tables.Objects) has a store for each of its fields instead.
//
//	t.x = 1              writes field x, and that t's class has names
//	t[1] = 2             writes the numbers of t's class
//	t[k] = 3             writes what is unknown of t's class
//	local a = u.x        reads field x, and what is unknown of u's class
//	for k, v in pairs(t) reads the numbers, what is unknown, and that there are names
//
// A write never hides an earlier one (updates are weak): every write to a store reaches every read of
// it, so that no order of functions is needed.

// stores is who reads and writes which store.
type stores struct {
	read, written   csr // by node: stores
	readers, writer csr // by store: nodes
}

// storeKind says what a store is.
type storeKind uint8

const (
	closureCell storeKind = iota // of a cell: what closures write
	ownerCell                    // of a cell: what its own function writes
	field                        // by name
	global                       // by name
	numbered                     // of a class: fields under numbers
	unknown                      // of a class: fields under any key
	listed                       // of a class: fields with names
	steering                     // of a class: fields whose names begin with two underscores
	slot                         // of an object
)

// storeKey names a store.
type storeKey struct {
	kind storeKind
	of   int32
	name string
}

// storesBuilder collects accesses.
type storesBuilder struct {
	stores
	ids           map[storeKey]int32
	reads, writes []pair // node and store
}

func newStores(*Graph) storesBuilder { return storesBuilder{ids: map[storeKey]int32{}} }

// id returns the number of a store, which it gets when it is asked for first.
func (s *storesBuilder) id(k storeKey) int32 {
	id, ok := s.ids[k]
	if !ok {
		id = int32(len(s.ids))
		s.ids[k] = id
	}
	return id
}

// cell returns a store of a cell: what closures write to it, or what its function does.
func (s *storesBuilder) cell(cell int, byClosures bool) int32 {
	kind := ownerCell
	if byClosures {
		kind = closureCell
	}
	return s.id(storeKey{kind: kind, of: int32(cell)})
}

// access notes that a node reads or writes a store.
func (s *storesBuilder) access(n node, store int32, how effect.Access) {
	if how&effect.Read != 0 {
		s.reads = append(s.reads, pair{n, store})
	}
	if how&effect.Write != 0 {
		s.writes = append(s.writes, pair{n, store})
	}
}

// finish sorts the accesses by node, and by store. All must have been noted.
func (s *storesBuilder) finish(nodes int) {
	s.read, s.written = newCSR(nodes, s.reads), newCSR(nodes, s.writes)
	s.readers, s.writer = newCSR(len(s.ids), reversed(s.reads)), newCSR(len(s.ids), reversed(s.writes))
}

// access is what an instruction does with a field.
type access struct {
	how    effect.Access
	table  int32 // the class of the table, -1 if it is not one
	named  bool  // the key is the string name
	global bool  // the table is that of the globals
	number bool  // the key is a number
	name   string
}

// accessAt returns the access that the instruction at pc makes to a field. The key may be a value that
// the constants know, as well as a constant of the code.
func (c *classes) accessAt(fn *function, pc int) access {
	i := fn.Proto.Code[pc]
	a := access{how: effect.Read, table: -1}
	key := 0 // the number of the operand that is the key
	switch ref := effect.ReferenceOf(i); ref {
	case effect.ReadsField, effect.WritesField:
		key = 1
		if e, ok := c.operand(fn, pc, 0); ok {
			a.table = c.Find(e)
		}
		if ref == effect.WritesField {
			a.how = effect.Write
		}
	case effect.ReadsUpvalueField, effect.WritesUpvalueField:
		upvalue, _ := effect.Upvalue(i)
		if cell := c.cells.Of(fn.Number, upvalue); cell >= 0 {
			a.table = c.Find(c.cell0 + int32(cell))
			a.global = c.cells.Cells[cell].Owner < 0
		}
		if ref == effect.WritesUpvalueField {
			a.how = effect.Write
		}
	}
	if rk := effect.Key(i); bytecode.IsK(rk) {
		k := fn.Proto.Constants[bytecode.KIndex(rk)]
		a.number = k.Kind == bytecode.KInt || k.Kind == bytecode.KFloat
		if a.named = k.Kind == bytecode.KString; a.named {
			a.name = k.Str()
		}
		return a
	}
	v := c.constants.Operand(fn.Func, pc, key)
	a.number = v.Is(value.Number)
	a.name, a.named = c.constants.Pool().Text(v)
	return a
}

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
			b.all(n, table, false)
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
	return b.stores.id(storeKey{kind: kind, of: class})
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
		b.stores.access(n, b.stores.id(byName), a.how)
		if a.table >= 0 && a.how == effect.Write {
			b.stores.access(n, b.classStore(listed, a.table), a.how)
			if strings.HasPrefix(a.name, "__") {
				b.stores.access(n, b.classStore(steering, a.table), a.how)
			}
		}
	case a.table < 0:
		return
	case a.number:
		b.stores.access(n, b.classStore(numbered, a.table), a.how)
	case a.how == effect.Read:
		b.all(n, a.table, true)
	}
	if a.table >= 0 && (a.how == effect.Read || !a.named && !a.number) {
		b.stores.access(n, b.classStore(unknown, a.table), a.how)
	}
	if a.table >= 0 && a.how == effect.Read {
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

// all notes that a node reads all fields of the tables of a class: those under
// numbers, and those with names too.
func (b *builder) all(n node, class int32, names bool) {
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
			b.all(n, class, true)
		}
		if role&(value.Writes|value.Kept) != 0 {
			b.stores.access(n, b.classStore(unknown, class), effect.Write)
		}
	}
}

func (b *builder) slot(s tables.SlotID) int32 {
	return b.stores.id(storeKey{kind: slot, of: int32(s)})
}
