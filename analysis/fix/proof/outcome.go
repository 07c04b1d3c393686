package proof

// This file remembers how tests came out: as long as the place that was tested holds
// the same value, the same test comes out the same, so that the second one decides
// nothing. Two kinds of test run no code: whether a value counts as true, and whether it
// equals a constant, as metamethods compare only tables with tables and userdata with
// userdata (but see pool.foreign).
//
//	if a and (b or a) then f() end
//
// The second test of `a` comes after the first one came out true, and nothing was stored to `a`
// since: it is known to be true, so its other edge is closed, and it is no node.
//
// An outcome is a fact about a place, and is forgotten when another value gets there. Where
// ways meet, those stay that are known on each of them.

// outcome is how a test of the value in a place came out.
type outcome struct {
	place   int16 // a register or an upvalue; 0 for no outcome
	holds   bool
	against int32 // the constant that the value was compared with; truth if it was with none
}

// truth stands in an outcome for a test of whether the value counts as true.
const truth int32 = -1

// outcomes is the last few outcomes that are known, the newest first. Nothing is
// remembered into a loop: each way around it would have to be waited for.
type outcomes [8]outcome

// push returns the outcomes with one more.
func (all outcomes) push(o outcome) outcomes {
	copy(all[1:], all[:len(all)-1])
	all[0] = o
	return all
}

// predict returns how the test of o would come out: as it did, or as another test of the same value tells. In
//
//	if a == 1 then f() elseif a then g() end
//	if a == 1 and a == 2 then h() end
//
// the last test never holds.
func (p *pool) predict(all *outcomes, o outcome) answer {
	if known := all.of(o); known != either || o.place == 0 || p.foreign {
		return known
	}
	for _, known := range all {
		if known.place == o.place {
			if holds := p.implied(known, o.against); holds != either {
				return holds
			}
		}
	}
	return either
}

// implied returns how a value compares with a constant, or whether it counts as true, as an outcome tells of the same value.
func (p *pool) implied(known outcome, against int32) answer {
	switch {
	case known.against == truth:
		if is := p.truth(fact{kind: constant, n: against}); is != answerOf(known.holds) {
			return no
		}
	case known.holds && against == truth:
		return p.truth(fact{kind: constant, n: known.against})
	case known.holds:
		return p.compare(equal, fact{kind: constant, n: known.against}, fact{kind: constant, n: against})
	}
	return either
}

// of returns how the test of o came out.
func (all *outcomes) of(o outcome) answer {
	for _, known := range all {
		if known.place == o.place && known.against == o.against && o.place != 0 {
			return answerOf(known.holds)
		}
	}
	return either
}

// forget takes out what the condition selects.
func (all *outcomes) forget(gone func(outcome) bool) {
	n := 0
	for _, o := range all {
		if o.place == 0 {
			break
		}
		if !gone(o) {
			all[n] = o
			n++
		}
	}
	clear(all[n:])
}

// meet keeps the outcomes that are known to others as well, and reports whether there
// were more. It only takes out, so that it can happen eight times at one place at most.
func (all *outcomes) meet(others *outcomes) (changed bool) {
	if all[0].place == 0 || *all == *others {
		return false
	}
	was := *all
	all.forget(func(o outcome) bool { return others.of(o) != answerOf(o.holds) })
	return *all != was
}

// cellsIn is the registers that closures share; those (upvalues: any) of which some fact
// says that it is a copy, or some outcome that it was tested; those whose facts say that they are
// copies; and these outcomes.
type cellsIn struct {
	captured, sources, copies registers
	upvalueCopied             bool
	known                     outcomes
}

// unite adds what may be so in another state, and reports whether more closures may share
// registers then. The others are bounds for what is to be forgotten, which a state that has
// the same facts has too.
func (s *cellsIn) unite(t *cellsIn) (changed bool) {
	changed = s.captured.unite(&t.captured)
	s.sources.unite(&t.sources)
	s.copies.unite(&t.copies)
	s.upvalueCopied = s.upvalueCopied || t.upvalueCopied
	return changed
}
