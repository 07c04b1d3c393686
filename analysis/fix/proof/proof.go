package proof

import (
	"errors"

	"luaflow/analysis/flow"
	"luaflow/compile/syntax"
)

// This file defines what there is to ask.

// Program is the program before or after an edit.
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
	// Names is what is known of the standard names in the program before the edit, which counts for
	// the one after too: see names.go. It is shared by the proofs about Flow. Nil: this is the only
	// one.
	Names *Names
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
	Func, PC int
	Kind     Kind
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

// Same proves that an edit changes nothing: it returns nil if the program after an edit is the
// same as the one before, and what is different otherwise. partner tells by function before
// which one is to be its partner, -1 for none: partners with the same code are compared as a
// whole. Whether they are partners is found out, not believed. needs is about the program
// before, nil if partners are none.
func Same(was, now Program, partner []int) (needs *Needs, err error) {
	pool := newPool(was.Dialects | now.Dialects)
	a, b := newProgram(was, pool), newProgram(now, pool)
	b.names, b.original = a.names, a.original
	whole := newMatching(len(a.bodies), len(b.bodies))
	for f, g := range partner {
		if g < 0 || !sameCode(was.Flow.Funcs[f].Proto, now.Flow.Funcs[g].Proto) {
			continue
		}
		if ok, _ := whole.pair(f, g); !ok {
			return nil, differ(f, 0, Code)
		}
	}
	a.lookIntoAllBut(whole.now)
	b.lookIntoAllBut(whole.was)
	for _, p := range []*program{a, b} {
		p.findCells()
		p.learn()
		p.require(append([]int{0}, p.needed...))
	}
	w := &relation{
		was: a, now: b, whole: whole,
		functions: newMatching(len(a.bodies), len(b.bodies)),
		variables: newMatching(len(a.variables), len(b.variables)),
	}
	for _, f := range was.Needed {
		if g := partner[f]; g < 0 || !w.pairFunctions(f, g) {
			return nil, differ(f, 0, Code)
		}
	}
	err = w.compare()
	var d *Difference
	if errors.As(err, &d) {
		d.Stays = a.stays
	}
	return &Needs{program: a}, err
}

// stays reports whether an instruction that is looked into must have a partner for what
// it does.
func (p *program) stays(function, pc int) bool {
	b := p.bodies[function]
	return b != nil && b.kept[pc] && b.class[pc] == stays
}

// compare compares the codes, then the closures that they make and the values that they
// work on. Each step assumes what those before have shown: values are compared along the pairs
// of nodes. A function that differs is reported and left, so that differences in several are
// found at once; what is found in another one then may be there only because of it.
func (w *relation) compare() error {
	if err := w.run(); err != nil {
		return err
	}
	if err := w.sameClosures(); err != nil {
		return err
	}
	var found differences
	for _, p := range w.bodies {
		found.add(p.values())
	}
	return found.err()
}
