package proof

import (
	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
)

// This file asks how a test comes out: as it did before (outcome.go), or it does not matter.

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
	s.learns(o)
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
