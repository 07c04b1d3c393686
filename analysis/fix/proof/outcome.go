package proof

import (
	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
)

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

// with returns the outcomes with one more.
func (all outcomes) with(o outcome) outcomes {
	copy(all[1:], all[:len(all)-1])
	all[0] = o
	return all
}

// of returns how the test of o would come out.
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

// question returns the outcome that the test at pc would have, with the place 0 if it may
// come out otherwise the second time; b.operands is its operands. If freely, it is believed
// that values of C compare to a constant alike each time.
func (b *body) question(s *state, pc int, freely bool) outcome {
	switch formOf(b.proto.Code[pc]) {
	case truthTest:
		return outcome{place: b.placeOf(s, 0), against: truth}
	case equal:
		for k := range 2 {
			x, y := b.operand(s, k), b.operand(s, 1-k)
			if y.kind == constant && (freely || !b.pool.foreign || b.pool.typeOf(x) != 0) {
				return outcome{place: b.placeOf(s, k), against: y.n}
			}
		}
	}
	return outcome{}
}

// placeOf returns the place of an operand, 0 for a constant.
func (b *body) placeOf(s *state, k int) int16 {
	if b.operands[k].IsConstant() {
		return 0
	}
	return s.origin(b.operands[k].Index())
}

// origin returns the place that a register holds a copy of, or that of the register itself
// if it is not known to hold one: registers with one origin hold the same value.
func (s *state) origin(reg int) int16 {
	if from := s.facts[reg].from; from != 0 {
		return from
	}
	return copyOfRegister(reg)
}

// tested returns the question that the test at the end of a block decides, with the
// place 0 for no question.
func (b *body) tested(s *state, id cfg.BlockID) outcome {
	pc := b.lastOf(id)
	if b.open[id] != 3 || !b.proto.Code[pc].Op().Mode().IsTest {
		return outcome{}
	}
	b.operands = effect.Operands(b.proto, pc, b.operands[:0])
	return b.question(s, pc, b.waived != nil)
}

// remember notes in s, which is at the end of a block, how the test there came out if it
// leads to edge k.
func (b *body) remember(s *state, o outcome, id cfg.BlockID, k int) {
	if o.holds = (k == 0) == effect.Holds(b.proto.Code[b.lastOf(id)]); o.place == 0 {
		return
	}
	s.known = s.known.with(o)
	if reg := int(o.place) - 1; o.place <= copyOfRegister(255) {
		s.sources.add(reg) // so that it is forgotten with what the register holds
	}
}

// findHeaders notes the blocks to which an edge leads back.
func (b *body) findHeaders() {
	b.isHeader = make([]bool, len(b.graph.Blocks))
	for _, from := range b.graph.Order {
		for _, to := range b.graph.Succs(from) {
			if b.graph.Rank(to) <= b.graph.Rank(from) {
				b.isHeader[to] = true
			}
		}
	}
}

// sameEitherWay returns the edge of a test after which a register gets the value that it has
// on the other edge at once, so that it does not matter which is taken: `a and a`, or `b and a`
// after `local b = a`; negative if there is no such edge. b.operands is the operands of the test.
func (b *body) sameEitherWay(s *state, id cfg.BlockID, pc int) int {
	i := b.proto.Code[pc]
	if formOf(i) != truthTest {
		return -1
	}
	reg := b.operands[0].Index()
	origin, copied := s.origin(reg), effect.EdgeCopy(i)
	if copied >= 0 {
		reg, _ = effect.EdgeDefs(b.proto, pc).Run()
	}
	succs := b.graph.Succs(id)
	for edge, to := range succs {
		first := int(b.graph.Blocks[to].Start)
		if edge == 0 && copied >= 0 || !b.copiesTo(s, first, reg, origin) {
			continue
		}
		if b.pastJumps(first+1) == b.pastJumps(int(b.graph.Blocks[succs[1-edge]].Start)) {
			return edge
		}
	}
	return -1
}

// copiesTo reports whether the instruction at pc, in a state, does nothing but to copy the value
// of a place to a register.
func (b *body) copiesTo(s *state, pc, reg int, place int16) bool {
	if to, n := effect.Defs(b.proto, pc).Run(); n != 1 || to != reg {
		return false
	}
	i := b.proto.Code[pc]
	if from := effect.Copy(i); from >= 0 {
		return s.origin(from) == place
	}
	upvalue, _ := effect.Upvalue(i)
	return effect.ReferenceOf(i) == effect.ReadsUpvalue && copyOfUpvalue(upvalue) == place
}

// pastJumps returns the pc to which control gets from pc by jumps that close no variable.
func (b *body) pastJumps(pc int) int {
	for range b.proto.Code {
		if i := b.proto.Code[pc]; !effect.IsJump(i) || effect.Closes(i) >= 0 {
			break
		}
		pc, _ = effect.Successors(b.proto, pc)
	}
	return pc
}
