package flow

import "slices"

// Functions that are too large for their values to be looked at. What such a function does
// is not known, so that the worst is thought of it where others have to do with it:
//
//   - it runs once a closure of it is made, returns anything, has effects, and makes closures
//     of all functions in it;
//   - its variables that closures share may hold anything, and so may those of others that it
//     writes;
//   - tables in a variable that it has, reads or writes escape;
//   - all that it reads is live if it is.

// MaxFollowed bounds the functions whose values are looked at, in instructions and three
// times as many blocks: what rests on this form takes about 70 bytes an instruction
// and 200 a block. The largest functions that people have written have half a million
// instructions, in few blocks; what is larger is tables that programs have written.
// How many functions there are is no matter: what is known of each takes room and time
// of its own.
const MaxFollowed = 600_000

// Size returns how large f is, in the unit of MaxFollowed.
func (f *Body) Size() int { return len(f.Proto.Code) + 3*len(f.Graph.Blocks) }

// TooLarge returns the numbers of the functions that are too large for their values to be
// looked at, ascending; nil if the values of all functions are.
func (p *Program) TooLarge() (numbers []int) {
	for i := range p.Funcs {
		if p.Funcs[i].IsLarge {
			numbers = append(numbers, i)
		}
	}
	return numbers
}

// followed returns the size beyond which functions are too large, in the unit of
// MaxFollowed.
func (m *Memory) followed() int {
	if m.Followed != 0 {
		return m.Followed
	}
	return MaxFollowed
}

// isLargeAt reports whether one of some instructions is in a function that is too large.
func (p *Program) isLargeAt(sites []Site) bool {
	return slices.ContainsFunc(sites, func(at Site) bool { return p.Funcs[at.Func].IsLarge })
}

// IsWrittenByLarge reports whether a cell, which has an owner, may hold what a function
// wrote that is too large.
func (p *Program) IsWrittenByLarge(c *Cell) bool {
	return p.hasLarge && (p.Funcs[c.Owner].IsLarge || p.isLargeAt(c.Writes))
}

// IsSharedWithLarge reports whether a function that is too large may read or write a cell,
// which has an owner.
func (p *Program) IsSharedWithLarge(c *Cell) bool {
	return p.IsWrittenByLarge(c) || p.hasLarge && p.isLargeAt(c.Reads)
}
