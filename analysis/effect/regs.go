package effect

import (
	"iter"
	"math/bits"
)

// Regs is a short list of runs of consecutive registers, in the order of the
// operands that name them: at most four runs, of 1 to 255 registers each. Runs may
// overlap (ADD 0 1 1 reads 1 twice). The zero Regs is empty.
//
// A run takes 16 bits: the first register in the low byte, the length, never 0,
// in the high one. The first run stands lowest.
type Regs uint64

const runBits = 16

// run makes a list of one run; it is empty if n is not positive.
func run(first, n int) Regs {
	if n <= 0 {
		return 0
	}
	return Regs(n)<<8 | Regs(first)
}

// one returns a list of one register.
func one(reg int) Regs { return 1<<8 | Regs(reg) }

// and appends the runs of s.
func (r Regs) and(s Regs) Regs {
	used := (bits.Len64(uint64(r)) + runBits - 1) / runBits * runBits
	return r | s<<used
}

// Run returns the first run of a list that is not empty: n registers from first on.
func (r Regs) Run() (first, n int) { return int(r & 0xff), int(r >> 8 & 0xff) }

// Rest returns the list without its first run.
func (r Regs) Rest() Regs { return r >> runBits }

// Has reports whether reg is in one of the runs.
func (r Regs) Has(reg int) bool {
	for ; r != 0; r = r.Rest() {
		if first, n := r.Run(); uint(reg-first) < uint(n) {
			return true
		}
	}
	return false
}

// AppendTo appends the registers to a list, run by run.
func (r Regs) AppendTo(list []uint8) []uint8 {
	for ; r != 0; r = r.Rest() {
		for reg, n := r.Run(); n > 0; n-- {
			list = append(list, uint8(reg))
			reg++
		}
	}
	return list
}

// All yields the registers run by run.
func (r Regs) All() iter.Seq[int] {
	return func(yield func(int) bool) {
		for ; r != 0; r = r.Rest() {
			first, n := r.Run()
			for reg := first; reg < first+n; reg++ {
				if !yield(reg) {
					return
				}
			}
		}
	}
}
