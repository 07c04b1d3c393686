package value

import (
	"hash/maphash"

	"luaflow/compile/syntax"
)

// This file defines the Pool, which gives every string a number, so that a Value
// needs no pointer and is compared by ==. It is a hash table with open addressing.

// Pool holds the strings of Values. Values of two Pools must not be mixed. The zero
// Pool is empty; it is not safe for concurrent use while strings are added.
type Pool struct {
	dialects syntax.Dialect // none is Lua 5.3
	groups   int            // of them that compute alike
	texts    []string
	slots    []uint32 // 1 + index in texts, 0 if free; a power of two, at most half full
	seed     maphash.Seed
	wide     []Value // what a Packed has no room for
}

// OfString returns a string.
func (p *Pool) OfString(s string) Value { return Value{String, theText, uint64(p.intern(s))} }

// Text returns the string that v is, if it is one.
func (p *Pool) Text(v Value) (s string, ok bool) {
	if v.is != theText {
		return "", false
	}
	return p.texts[v.n], true
}

// Reset empties the pool, for Lua 5.3, and keeps its memory.
func (p *Pool) Reset() {
	p.dialects, p.groups = 0, 0
	clear(p.texts)
	p.texts, p.wide = p.texts[:0], p.wide[:0]
	clear(p.slots)
}

func (p *Pool) intern(s string) uint32 {
	if 2*len(p.texts) >= len(p.slots) {
		p.grow()
	}
	slot := p.slot(s)
	if *slot == 0 {
		p.texts = append(p.texts, s)
		*slot = uint32(len(p.texts))
	}
	return *slot - 1
}

// slot returns where s stands, or belongs.
func (p *Pool) slot(s string) *uint32 {
	mask := uint64(len(p.slots) - 1)
	for i := maphash.String(p.seed, s); ; i++ {
		slot := &p.slots[i&mask]
		if *slot == 0 || p.texts[*slot-1] == s {
			return slot
		}
	}
}

func (p *Pool) grow() {
	if p.slots == nil {
		p.seed = maphash.MakeSeed()
	}
	p.slots = make([]uint32, max(64, 2*len(p.slots)))
	for i, s := range p.texts {
		*p.slot(s) = uint32(i + 1)
	}
}
