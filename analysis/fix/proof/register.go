package proof

import (
	"iter"
	"math/bits"

	"luaflow/analysis/effect"
)

// registers is a set of registers, a bit for each: there are at most 255. Sets of them are the
// lattice of need.go, ordered by inclusion, and unite is its join.
type registers [4]uint64

// has reports whether reg is in s. The mask of the word, which no register exceeds, spares the
// check of bounds.
func (s *registers) has(reg int) bool { return s[reg>>6&3]>>(reg&63)&1 != 0 }

// add puts reg into s.
func (s *registers) add(reg int) { s[reg>>6&3] |= 1 << (reg & 63) }

// remove takes reg out of s.
func (s *registers) remove(reg int) { s[reg>>6&3] &^= 1 << (reg & 63) }

// empty reports whether nothing is in s.
func (s *registers) empty() bool { return s[0]|s[1]|s[2]|s[3] == 0 }

// unite adds what is in t, and reports whether anything was new.
func (s *registers) unite(t *registers) bool {
	was := *s
	for w := range s {
		s[w] |= t[w]
	}
	return *s != was
}

// and returns what is in both sets.
func (s registers) and(t registers) registers {
	for w := range s {
		s[w] &= t[w]
	}
	return s
}

// minus returns what is in s and not in t.
func (s registers) minus(t registers) registers {
	for w := range s {
		s[w] &^= t[w]
	}
	return s
}

// addAll adds the registers of a list.
func (s *registers) addAll(list effect.Regs) {
	for reg := range list.All() {
		s.add(reg)
	}
}

// removeAll takes the registers of a list out, and reports whether any was in.
func (s *registers) removeAll(list effect.Regs) bool {
	was := *s
	for reg := range list.All() {
		s.remove(reg)
	}
	return *s != was
}

// from returns the part of s from reg on.
func (s registers) from(reg int) registers {
	for w := range s {
		switch low := reg - w<<6; {
		case low >= 64:
			s[w] = 0
		case low > 0:
			s[w] &= ^uint64(0) << low
		}
	}
	return s
}

// all yields the registers in order.
func (s registers) all() iter.Seq[int] {
	return func(yield func(int) bool) {
		for w, word := range s {
			for ; word != 0; word &= word - 1 {
				if !yield(w<<6 + bits.TrailingZeros64(word)) {
					return
				}
			}
		}
	}
}
