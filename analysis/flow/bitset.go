package flow

import "math/bits"

// Bit sets: of registers as a value of four words, of anything else as a row of
// words in a flat slice.

// Set is a set of registers.
type Set [4]uint64

// Add puts reg in.
func (s *Set) Add(reg int) { s[reg>>6&3] |= 1 << (reg & 63) }

// Has reports whether reg is in the set.
func (s *Set) Has(reg int) bool { return s[reg>>6&3]>>(reg&63)&1 != 0 }

// SetOf returns the set of the registers in a row, which has a word for each 64 of a function's.
func SetOf(row []uint64) (s Set) {
	for w, word := range row {
		s[w&3] = word
	}
	return s
}

// Empty reports whether no register is in the set.
func (s *Set) Empty() bool { return s[0]|s[1]|s[2]|s[3] == 0 }

// Len returns the number of registers in the set.
func (s *Set) Len() int {
	return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) + bits.OnesCount64(s[2]) + bits.OnesCount64(s[3])
}

// addRun puts n registers from first on in.
func (s *Set) addRun(first, n int) {
	if n == 1 {
		s.Add(first)
		return
	}
	for reg := first; reg < first+n; reg++ {
		s.Add(reg)
	}
}

// Remove takes reg out.
func (s *Set) Remove(reg int) { s[reg>>6&3] &^= 1 << (reg & 63) }

// addAllOf puts in what is in t.
func (s *Set) addAllOf(t *Set) {
	for w := range s {
		s[w] |= t[w]
	}
}

// addWithout puts in what is in t and not in u.
func (s *Set) addWithout(t, u *Set) {
	for w := range s {
		s[w] |= t[w] &^ u[w]
	}
}

// From returns the set of all registers of s from reg on.
func (s *Set) From(reg int) Set {
	t := *s
	for w := range t {
		if low := reg - w*64; low >= 64 {
			t[w] = 0
		} else if low > 0 {
			t[w] &= ^uint64(0) << low
		}
	}
	return t
}

// All yields the registers in ascending order.
func (s Set) All(yield func(int) bool) { Row(s[:]).All(yield) }

// Row is a bit set of any size.
type Row []uint64

// WordsFor returns the number of words of a Row of so many bits.
func WordsFor(bits int) int { return (bits + 63) / 64 }

// Add puts i in.
func (r Row) Add(i int) { r[i>>6] |= 1 << (i & 63) }

// Remove takes i out.
func (r Row) Remove(i int) { r[i>>6] &^= 1 << (i & 63) }

// assign makes r the registers in s, of which it has as many words as it needs.
func (r Row) assign(s *Set) {
	for w := range r {
		r[w] = s[w&3]
	}
}

// fill puts all in, and what the last word has room for beside.
func (r Row) fill() {
	for w := range r {
		r[w] = ^uint64(0)
	}
}

// Has reports whether i is in the set.
func (r Row) Has(i int) bool { return r[i>>6]>>(i&63)&1 != 0 }

// HasAny reports whether one from start to end, exclusive, is in the set.
func (r Row) HasAny(start, end int) bool {
	for start < end {
		n := min(end-start, 64-start&63) // what of it is in one word
		if r[start>>6]>>(start&63)<<(64-n) != 0 {
			return true
		}
		start += n
	}
	return false
}

// All yields the members in ascending order.
func (r Row) All(yield func(int) bool) {
	for w, word := range r {
		for ; word != 0; word &= word - 1 {
			if !yield(w<<6 + bits.TrailingZeros64(word)) {
				return
			}
		}
	}
}
