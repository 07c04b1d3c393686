package syntax

import (
	"math/bits"
	"strings"
	"unsafe"
)

// This file defines the table that interns names and strings: open addressing
// with linear probing, at most half full, with the hashes kept so that growing
// looks at no text. The hash folds a 64-by-64-bit product, as wyhash does (Wang
// Yi, 2019), and reads every byte: texts that differ only in the middle, as
// generated ones do, must not collide.

// interner gives every text its Sym.
type interner struct {
	slots []slot // a power of two
	spare []slot // scratch of grow
	syms  []string
	// copies: the texts of new syms are copied, as they lie in a text that will be gone before the tree.
	copies bool
}

// slot is an entry of the table; next is its Sym + 1, 0 if the slot is free.
type slot struct{ hash, next uint32 }

// firstSlots and firstSyms hold the syms that every tree has.
var firstSlots, firstSyms = func() ([]slot, []string) {
	in := interner{slots: make([]slot, 128)}
	for _, s := range []string{"", "_ENV", "self"} {
		in.intern(s)
	}
	for k := tAnd; k <= tWhile; k++ {
		in.intern(kindText[k])
	}
	for _, s := range []string{"global", "continue", "const", "arg"} {
		in.intern(s)
	}
	return in.slots, in.syms
}()

// maxFirstSlots bounds the table that a text begins with.
const maxFirstSlots = 1 << 16

// maxFirstSyms bounds what is laid out for syms before any was met.
const maxFirstSyms = 1 << 12

// reset empties the table but for the first syms, for a text of n bytes. It uses
// the slots of the table before, if there are enough, and the array of its syms.
func (in *interner) reset(n int) {
	size := len(firstSlots)
	for size < n/16 && size < maxFirstSlots {
		size *= 2
	}
	switch {
	case size == len(firstSlots):
		in.slots = append(in.slots[:0], firstSlots...)
	case size <= cap(in.slots):
		in.slots = in.slots[:size]
		clear(in.slots)
	default:
		in.slots = make([]slot, size)
	}
	if size > len(firstSlots) {
		for i, s := range firstSyms {
			in.insert(slot{hashText(s), uint32(i) + 1})
		}
	}
	if cap(in.syms) == 0 {
		in.syms = make([]string, 0, len(firstSyms)+min(n/64, maxFirstSyms))
	}
	in.syms = append(in.syms[:0], firstSyms...)
}

// intern returns the Sym of s, which must not change afterwards.
func (in *interner) intern(s string) Sym {
	h := hashText(s)
	mask := uint32(len(in.slots) - 1)
	for i := h & mask; ; i = (i + 1) & mask {
		sl := in.slots[i]
		if sl.next == 0 {
			return in.add(s, h)
		}
		if sl.hash == h && in.syms[sl.next-1] == s {
			return Sym(sl.next - 1)
		}
	}
}

// internBytes returns the Sym of a text that lies in a buffer: it is copied if new.
func (in *interner) internBytes(b []byte) Sym {
	h := hashText(unsafe.String(unsafe.SliceData(b), len(b)))
	mask := uint32(len(in.slots) - 1)
	for i := h & mask; ; i = (i + 1) & mask {
		sl := in.slots[i]
		if sl.next == 0 {
			return in.add(string(b), h)
		}
		if sl.hash == h && in.syms[sl.next-1] == string(b) {
			return Sym(sl.next - 1)
		}
	}
}

func (in *interner) add(s string, h uint32) Sym {
	if 2*(len(in.syms)+1) > len(in.slots) {
		in.grow()
	}
	if in.copies {
		s = strings.Clone(s)
	}
	in.syms = append(in.syms, s)
	in.insert(slot{h, uint32(len(in.syms))})
	return Sym(len(in.syms) - 1)
}

// grow doubles the table, in the array that it lies in if an earlier text has needed one
// so large.
func (in *interner) grow() {
	old := in.slots
	if n := 2 * len(old); n > cap(old) {
		in.slots = make([]slot, n)
	} else {
		in.spare = append(in.spare[:0], old...)
		old, in.slots = in.spare, old[:n]
		clear(in.slots)
	}
	for _, sl := range old {
		if sl.next != 0 {
			in.insert(sl)
		}
	}
}

// insert puts an entry that the table does not hold into the first free slot.
func (in *interner) insert(sl slot) {
	mask := uint32(len(in.slots) - 1)
	i := sl.hash & mask
	for in.slots[i].next != 0 {
		i = (i + 1) & mask
	}
	in.slots[i] = sl
}

const (
	hashKey1 = 0x9E3779B97F4A7C15
	hashKey2 = 0xD1B54A32D192ED03
)

func hashText(s string) uint32 {
	n := len(s)
	var a, b uint64
	switch {
	case n > 16:
		h := uint64(n)
		for rest := s; len(rest) > 16; rest = rest[16:] {
			h = fold(load64(rest)^hashKey1, load64(rest[8:])^h)
		}
		// The last 16 bytes, some of them for the second time.
		a, b = load64(s[n-16:])^h, load64(s[n-8:])
	case n >= 8:
		a, b = load64(s), load64(s[n-8:])
	case n >= 4:
		a, b = load32(s), load32(s[n-4:])
	case n > 0:
		a = uint64(s[0])<<16 | uint64(s[n>>1])<<8 | uint64(s[n-1])
	}
	h := fold(a^uint64(n)*hashKey1, b^hashKey2)
	return uint32(h ^ h>>32)
}

func fold(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return hi ^ lo
}

func load32(s string) uint64 {
	_ = s[3]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24
}

func load64(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}
