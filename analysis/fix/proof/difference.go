package proof

import (
	"errors"

	"luaflow/analysis/flow"
	"luaflow/compile/meter"
	"luaflow/compile/syntax"
)

// This file defines what is asked, and what is answered if two programs differ.

// Program is one side of a proof: the program before an edit, or the one after it.
type Program struct {
	// Flow is its functions, of which the graphs, the records of variables and the table of
	// cells are asked for.
	Flow *flow.Program
	// Dialects is those that the program may be written in.
	Dialects syntax.Dialect
	// Waived says of which instructions it does not count what they do, if nobody
	// needs what they give. Nil: of none. With any there is no proof.
	Waived func(function, pc int) bool
	// Needed is functions of which it is to be believed that closures are needed, those
	// around them included. Nil: of main alone.
	Needed []int
	// Names says which standard names the program before the edit may assign; nil stands for a new
	// one. Same asks that of was, for both sides (names.go says why); proofs about one Flow may share it.
	Names *Names
	// Meter counts the steps of the proof about this program; nil if nobody counts them.
	Meter *meter.Meter
}

// Kind says in what two programs differ.
type Kind uint8

// The kinds of difference.
const (
	Code       Kind = iota // something else would be done, or in another order
	Parameters             // a function would take others
	Way                    // something else would come next
	Value                  // it would work on another value
	Variable               // it would access, capture or close another variable
	Closure                // there would be more or fewer closures that can be told apart
)

// Difference is an error: the place, in the program before, where the two programs
// were found to differ.
type Difference struct {
	// Func and PC are the instruction, by the number of its function and its pc.
	Func, PC int
	Kind     Kind // what differs there
	// Stays reports of an instruction of the program before whether it does something for
	// which it must have a partner. Nil if that is not known.
	Stays func(function, pc int) bool
	// Also lists differences in other functions, one of each at most. Some may be there
	// because of others, and there may be more in functions to which the walk did not come.
	Also []*Difference
}

var kinds = [...]string{
	Code: "would do something else", Parameters: "would take other parameters",
	Way: "would lead elsewhere", Value: "would work on another value",
	Variable: "would use another variable", Closure: "would not make a new function as often",
}

// Error returns what differs, and leaves out where.
func (d *Difference) Error() string { return kinds[d.Kind] }

// differ returns a Difference at an instruction.
func differ(function, pc int, kind Kind) error {
	return &Difference{Func: function, PC: pc, Kind: kind}
}

// differences collects those of several functions, the first of each, so that whoever asked can
// see at once which of several edits are good alone.
type differences struct {
	first *Difference
	noted map[int]bool // functions
}

// add adds what is wrong with a function; nothing if err is nil.
func (c *differences) add(err error) {
	var d *Difference
	switch {
	case !errors.As(err, &d) || c.noted[d.Func]:
		return
	case c.first == nil:
		c.first, c.noted = d, make(map[int]bool)
	default:
		c.first.Also = append(c.first.Also, d)
	}
	c.noted[d.Func] = true
}

// err returns what was collected, nil if that is nothing.
func (c *differences) err() error {
	if c.first == nil {
		return nil
	}
	return c.first
}
