package proof

import (
	"math"

	"luaflow/analysis/cfg"
	bc "luaflow/compile/bytecode"
)

// This file finds numeric for loops that certainly end, so that one of the two programs
// may lack them if nothing is needed in them: they count from one constant to another,
// in steps that get on.
//
//	for i = 1, 10 do local x = i end     -- ends: 10 rounds
//	for i = 1, n do end                  -- may raise an error if `n` is no number
//	for i = 1, 1, 0 do end               -- has no end before 5.4, where it is an error
//
// All other cycles are taken to have no end, so that their exits stay (control.go), unless they are left
// because such a loop ends (finite.go).

// maxSteps and maxCounter bound how far a loop counts: so far floats and integers are
// the same, and to add a step to the counter changes it.
const (
	maxSteps   = 1 << 50
	maxCounter = 1 << 53
)

// noteLoop notes whether the loop that the FORPREP at pc begins certainly ends: its three values
// are constants that no addition rounds, and the step leads from any start beyond any limit in
// at most maxSteps rounds. What was noted before is forgotten if the facts have grown since, for
// they only grow: the last answer is the one for all executions.
func (b *body) noteLoop(s *state, pc int) {
	i := b.proto.Code[pc]
	var x [3]float64
	ends := true
	for k := range x {
		f := s.facts[i.A()+k]
		switch {
		case f.kind != constant:
			ends = false
		case b.pool.values[f.n].Kind == bc.KInt:
			x[k] = float64(b.pool.values[f.n].Int())
		case b.pool.values[f.n].Kind == bc.KFloat:
			x[k] = b.pool.values[f.n].Float()
		default:
			ends = false
		}
		ends = ends && math.Abs(x[k]) <= maxCounter
	}
	ends = ends && x[2] != 0 && math.Max(math.Abs(x[0]), math.Abs(x[1])) <= maxSteps*math.Abs(x[2])
	if !ends {
		delete(b.finite, pc)
		return
	}
	if b.finite == nil {
		b.finite = make(map[int]int)
	}
	b.finite[pc] = pc + 1 + i.SBx()
}

// prepared returns what i leaves in its three registers if it prepares a numeric loop whose three values are integers that are known: the
// counter one step in front of the first value, and the other two as they are. The FORLOOP finds these as long as control has not come
// back from the body, which leaves another counter.
func (b *body) prepared(s *state, i bc.Instruction) (loop [3]fact, ok bool) {
	if formOf(i) != loopStart {
		return loop, false
	}
	x, ok := b.loopValues(s, i)
	if !ok || x[2] == 0 {
		return loop, false
	}
	x[0] -= x[2]
	for k := range loop {
		loop[k] = b.pool.constant(bc.Int(x[k]))
	}
	return loop, true
}

// isPast reports whether the FORLOOP i leaves the loop for certain: one step on, the counter is past the limit.
func (b *body) isPast(s *state, i bc.Instruction) bool {
	x, ok := b.loopValues(s, i)
	if !ok {
		return false
	}
	next := x[0] + x[2]
	return x[2] > 0 && next > x[1] || x[2] < 0 && next < x[1]
}

// loopValues returns counter, limit and step of a numeric loop in the registers of i; ok is false if one is no integer that is known, or is
// so great that a sum of them might not be one.
func (b *body) loopValues(s *state, i bc.Instruction) (x [3]int64, ok bool) {
	for k := range x {
		f := s.facts[i.A()+k]
		if f.kind != constant || b.pool.values[f.n].Kind != bc.KInt {
			return x, false
		}
		if x[k] = b.pool.values[f.n].Int(); x[k] > maxSteps || x[k] < -maxSteps {
			return x, false
		}
	}
	return x, true
}

// freeLoops classifies the instructions of the loops that certainly end, which raise no
// error.
func (b *body) freeLoops() {
	for prep, loop := range b.finite {
		b.class[prep], b.class[loop] = plain, test
	}
}

// isFinite reports whether a block ends with the test of a loop that certainly ends.
func (b *body) isFinite(id cfg.BlockID) bool {
	last := b.lastOf(id)
	return formOf(b.proto.Code[last]) == loopTest && b.class[last] == test
}
