package proof

import (
	"errors"
)

// This file puts the steps of a proof together.

// Same proves that an edit changes nothing: it returns nil if the program after an edit is the
// same as the one before, and what is different otherwise. partner tells by function before
// which one is to be its partner, -1 for none: partners with the same code are compared as a
// whole. Whether they are partners is found out, not believed. needs is about the program
// before, nil if the partners turn out not to be.
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
		d.Stays = a.needsPartner
	}
	return &Needs{program: a}, err
}

// needsPartner reports whether an instruction that is looked into must have a partner for what
// it does.
func (p *program) needsPartner(function, pc int) bool {
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
