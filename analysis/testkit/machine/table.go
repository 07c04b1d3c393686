package machine

import (
	bc "luaflow/compile/bytecode"
)

// Tables: ltable.c, with the order of insertion in the place of hashing.

// Table is a Lua table.
type Table struct {
	meta    *Table
	made    Site // the NEWTABLE; PC is -1 for a table of the library
	index   map[key]int
	entries []entry
	// finalizable: it will be finalized when nobody can reach it.
	finalizable bool
	mark
}

// key is a Value without its poison, a float that is an integer as an integer.
type key struct {
	kind Kind
	bits uint64
	ref  any
}

// entry is a field; a nil value is one that was removed.
type entry struct{ key, value Value }

func newTable(made Site) *Table { return &Table{made: made} }

func keyOf(k Value) key {
	if k.kind == Float {
		if i, ok := bc.FloatToInt(k.float()); ok {
			return key{kind: Integer, bits: uint64(i)}
		}
	}
	return key{k.kind, k.bits, k.ref}
}

// get returns the field of k.
func (t *Table) get(k Value) Value {
	if i, ok := t.index[keyOf(k)]; ok {
		return t.entries[i].value
	}
	return Value{}
}

// set changes the field of k, which is neither nil nor NaN. What is removed keeps its
// place, so that a traversal may remove what it visits; and so does a nil that is
// poison, since it is no absent field.
func (t *Table) set(k, v Value) {
	at := keyOf(k)
	if i, ok := t.index[at]; ok {
		t.entries[i].value = v
		return
	}
	if v.isNil() && v.poison == 0 {
		return
	}
	if t.index == nil {
		t.index = map[key]int{}
	}
	t.index[at] = len(t.entries)
	t.entries = append(t.entries, entry{Value{kind: at.kind, bits: at.bits, ref: at.ref, poison: k.poison}, v})
}

// rawget computes t[k] without metamethods.
func (m *Machine) rawget(t *Table, k Value) Value {
	v := t.get(k)
	m.consume(v, "a field")
	return v
}

func (m *Machine) getInt(t *Table, i int64) Value { return m.rawget(t, integer(i)) }

func (m *Machine) getText(t *Table, s string) Value { return m.rawget(t, text(s)) }

// rawset executes t[k] = v without metamethods.
func (m *Machine) rawset(t *Table, k, v Value) {
	switch {
	case k.isNil():
		m.fail("table index is nil")
	case k.kind == Float && k.float() != k.float():
		m.fail("table index is NaN")
	}
	v.poison = m.taint()
	k.poison = m.taint()
	t.set(k, v)
}

func (m *Machine) setInt(t *Table, i int64, v Value) { m.rawset(t, integer(i), v) }

// length returns a border: n such that t[n] is not nil and t[n+1] is.
func (m *Machine) length(t *Table) int64 {
	n := int64(0)
	for !m.getInt(t, n+1).isNil() {
		n++
	}
	return n
}

// next returns the entry after the one with key k, or the first if k is nil; its key is
// nil at the end.
func (m *Machine) next(t *Table, k Value) entry {
	i := 0
	if !k.isNil() {
		at, known := t.index[keyOf(k)]
		if !known {
			m.fail("invalid key to 'next'")
		}
		i = at + 1
	}
	for ; i < len(t.entries); i++ {
		e := t.entries[i]
		m.consume(e.key, "a key")
		m.consume(e.value, "a field")
		if !e.value.isNil() {
			return e
		}
	}
	return entry{}
}
