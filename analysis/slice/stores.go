package slice

import (
	"luaflow/analysis/effect"
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
	kind  storeKind
	index int32
	name  string
}

// storesBuilder collects accesses.
type storesBuilder struct {
	stores
	ids           map[storeKey]int32
	reads, writes []pair // node and store
}

func newStores() storesBuilder { return storesBuilder{ids: map[storeKey]int32{}} }

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
	return s.id(storeKey{kind: kind, index: int32(cell)})
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
