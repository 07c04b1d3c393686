package proof

import "luaflow/analysis/effect"

// This file defines what is known at one point of a body, and of variables.

// state is what is known at one point of a body.
type state struct {
	facts []fact // by register
	cellsIn
}

// tighten takes out of the bounds what the facts no longer say: where ways meet, most copies are
// none of what they were on one of them, and each that is believed costs a search when its source
// gets another value.
func (s *state) tighten() {
	s.sources = registers{}
	for reg := range s.copies.all() {
		switch from := s.facts[reg].from; {
		case from == 0:
			s.copies.remove(reg)
		case registerOf(from) >= 0:
			s.sources.add(registerOf(from))
		}
	}
	for _, o := range s.known {
		if o.place != 0 && registerOf(o.place) >= 0 {
			s.sources.add(registerOf(o.place))
		}
	}
}

// origin returns the place that a register holds a copy of, or that of the register itself
// if it is not known to hold one: registers with one origin hold the same value.
func (s *state) origin(reg int) int16 {
	if from := s.facts[reg].from; from != 0 {
		return from
	}
	return copyOfRegister(reg)
}

// set sets the fact of a register.
func (s *state) set(reg int, f fact) {
	s.facts[reg] = f
	if f.from != 0 {
		s.copies.add(reg)
	} else {
		s.copies.remove(reg)
	}
}

// forget takes out what is known by way of the places that the condition selects, as they hold another value from now on.
func (s *state) forget(gone func(place int16) bool) {
	for reg := range s.copies.all() {
		if gone(s.facts[reg].from) {
			s.facts[reg].from = 0
			s.copies.remove(reg)
		}
	}
	s.known.forget(func(o outcome) bool { return gone(o.place) })
}

// learns notes how a test of the value in a place came out.
func (s *state) learns(o outcome) {
	s.known = s.known.push(o)
	if reg := registerOf(o.place); reg >= 0 {
		s.sources.add(reg) // so that it is forgotten with what the register holds
	}
}

// operand returns what is known of an operand of the instruction that b.operands is of.
func (b *body) operand(s *state, k int) fact {
	if o := b.operands[k]; o.IsConstant() {
		return b.constant(o.Index())
	}
	return s.facts[b.operands[k].Index()]
}

// constant returns the fact that a value is the constant with an index in the prototype.
func (b *body) constant(index int) fact {
	if b.constants == nil {
		b.constants = make([]int32, len(b.proto.Constants))
	}
	n := b.constants[index]
	if n == 0 {
		n = b.pool.constant(b.proto.Constants[index]).n + 1
		b.constants[index] = n
	}
	return fact{kind: constant, n: n - 1}
}

// literal returns the constant that the instruction at pc loads, as effect.Literal does.
func (b *body) literal(pc int) (f fact, ok bool) {
	if k := effect.LoadedConstant(b.proto, pc); k >= 0 {
		return b.constant(k), true
	}
	k, ok := effect.Literal(b.proto, pc)
	if !ok {
		return fact{}, false
	}
	return b.pool.constant(k), true
}

// expire puts a body on the list of those to be learnt anew.
func (b *body) expire() {
	if !b.isStale {
		b.isStale = true
		b.stale = append(b.stale, b)
	}
}

// stores notes that a variable may hold a value.
func (p *program) stores(c int32, f fact) {
	f.from = 0
	v := &p.variables[c]
	known := p.pool.join(v.content, f)
	if known == v.content {
		return
	}
	v.content = known
	cell := &p.cells.Cells[c]
	for _, s := range cell.Reads {
		if b := p.bodies[s.Func]; b != nil {
			b.expire()
		}
	}
	if cell.Owner >= 0 && p.bodies[cell.Owner] != nil {
		p.bodies[cell.Owner].expire()
	}
}

// verdict is what the table says of an instruction.
type verdict struct {
	class class
	site  int32 // of own: the number of the NEWTABLE
	gives fact
}

var effectful = verdict{class: stays, gives: fact{kind: unknown}}

// pure returns the verdict on an instruction that gives a value and does nothing else.
func pure(k kind) verdict { return verdict{class: plain, gives: fact{kind: k}} }

// waits reports whether some operand has no value as far as is known yet, so that nothing is
// known of the result either: the instruction is looked at too early.
func (b *body) waits(s *state) bool {
	for k := range b.operands {
		if b.operand(s, k).kind == bottom {
			return true
		}
	}
	return false
}
