package proof

import (
	"math/bits"
	"slices"

	"luaflow/analysis/effect"
)

// This file compares the values that paired nodes work on. A state has a number for
// every register of both bodies: those with the same number hold the same value.
// Constants have negative numbers.
//
// A state is a partition: a class is the registers, of either body, with one number. The
// invariant at a pair of nodes: if both programs have done the same so far, registers of one
// class hold the same value. Then operands of one class are the same, the operation does the
// same, and what it defines is one class in each state that follows. By induction over the
// steps of an execution both programs do the same to its end.
//
// Where ways meet, two registers stay in one class if they are in one on each of the ways: the
// meet of two partitions is their common refinement.
//
//	one way    the other    together
//	a: 1       a: 4         a: 1    of the program before
//	b: 1       b: 5         b: 6
//	a': 1      a': 4        a': 1   of the one after
//
// The first state that comes to a node is taken as it is, which is the most hopeful answer, and
// is refined by those that come later, as loops need. No state makes classes larger again, so
// that operands which differ in one partition differ in the last: the first difference is final.
// Work ends because a node is looked at again only if its partition was refined, at most as
// often as there are registers; more than twice is rare.

// valuation is the states of a pair of bodies.
type valuation struct {
	*bodyPair
	registersWas int
	changing     [2]registers // of both bodies: see mayChangeIn
	last         int32        // the number given last
	memory       *memory      // of states
	meetings     map[int]*meeting
	todo         arrivals
	pairs        pairTable
	differing    []int32  // scratch of meet
	owned        []uint32 // by number: the last round of meet in which a class kept it
	round        uint32
	ended        []ending // see move
	endedNow     []ending
	free         [][]int32
}

// meeting is what all states have in common that have arrived at a node.
type meeting struct {
	state  []int32
	live   [2]registers // those of both bodies that count
	isTodo bool
}

// values compares the values of all nodes of a pair of bodies, beginning with what comes first
// after their entries. Each state that arrives somewhere is refined into what is there already;
// a node is compared in what all have in common so far.
func (p *bodyPair) values() error {
	v := &valuation{bodyPair: p, registersWas: int(p.was.proto.MaxStack), meetings: make(map[int]*meeting), memory: takeMemory()}
	defer v.memory.leave()
	v.changing[0] = mayChangeIn(p.was, p.variables.now, p.relation.now)
	v.changing[1] = mayChangeIn(p.now, p.variables.was, p.relation.was)
	if node := p.was.next(0, nil); node >= 0 {
		s := v.entry()
		if !v.move(s, 0, 0) {
			return differ(p.was.number, 0, Variable)
		}
		v.arrive(node, s)
	}
	for len(v.todo) > 0 {
		v.was.count()
		a := v.todo.pop()
		if m := v.meetings[a.node]; m != nil {
			m.isTodo = false
			a.state = v.copyOf(m.state)
		}
		if err := v.node(a.node, a.state); err != nil {
			return err
		}
	}
	return nil
}

// entry returns the state at the entry: parameters are the same, what else is in registers
// is nothing. Each other register has a class of its own, for what a caller has left there is not
// the same in both programs: whoever read it would be refused.
func (v *valuation) entry() []int32 {
	s := v.memory.numbers.TakeUncleared(v.registersWas + int(v.now.proto.MaxStack))
	for k := range s {
		s[k] = v.number()
	}
	for k := range int(v.was.proto.NumParams) {
		s[v.registersWas+k] = s[k]
	}
	return s
}

// number returns one that no register has. None is given twice in a pair of bodies, so that classes
// that were taken apart never come together by chance.
func (v *valuation) number() int32 {
	v.last++
	return v.last
}

// sides returns what a state has of either body.
func (v *valuation) sides(s []int32) (was, now []int32) {
	return s[:v.registersWas], s[v.registersWas:]
}

// ending is a variable that ends on the way from one node to the next, as a jump or the end of
// its block closes it. Closures keep what it held then (content), so that the partner must end
// on the same way, and hold the same.
type ending struct{ cell, content int32 }

// move carries a state from both pcs to the nodes that come next, and reports whether
// the same variables end on the way.
func (v *valuation) move(s []int32, was, now int) bool {
	a, b := v.sides(s)
	v.ended, v.endedNow = v.ended[:0], v.endedNow[:0]
	v.was.next(was, func(pc, edge int) {
		v.ended = endings(v.ended, v.was, pc, a)
		v.transfer(v.was, a, pc, edge)
	})
	v.now.next(now, func(pc, edge int) {
		v.endedNow = endings(v.endedNow, v.now, pc, b)
		v.transfer(v.now, b, pc, edge)
	})
	if len(v.ended) != len(v.endedNow) {
		return false
	}
	for _, e := range v.ended {
		d := v.variables.now[e.cell]
		k := slices.IndexFunc(v.endedNow, func(f ending) bool { return f.cell == d })
		if k < 0 || v.was.variables[e.cell].read && v.endedNow[k].content != e.content {
			return false
		}
	}
	return true
}

// endings adds the variables that the jump at pc closes and that have not ended.
func endings(to []ending, b *body, pc int, s []int32) []ending {
	b.closed(pc, func(reg int, c int32) {
		if !slices.ContainsFunc(to, func(e ending) bool { return e.cell == c }) {
			to = append(to, ending{c, s[reg]})
		}
	})
	return to
}

// transfer carries the registers of one body over an instruction that is no node. What only moves
// values moves their numbers, so that
//
//	local b = a  f(b)      and      f(a)
//
// call `f` with one number. What may be missing gives a number of its own to what it defines,
// as nothing in the other program has that value for certain.
func (v *valuation) transfer(b *body, s []int32, pc, edge int) {
	switch b.class[pc] {
	case nothing:
		return
	case carries:
		i := b.proto.Code[pc]
		if f, ok := b.literal(pc); ok {
			for reg := range effect.Defs(b.proto, pc).All() {
				s[reg] = v.constant(f)
			}
		} else if from := effect.Copy(i); from >= 0 {
			s[i.A()] = s[from]
		} else if from := effect.EdgeCopy(i); edge == 0 {
			s[i.A()] = s[from]
		}
		return
	}
	for _, list := range [...]effect.Regs{effect.Defs(b.proto, pc), effect.MayDefs(b.proto, pc), effect.EdgeDefs(b.proto, pc)} {
		for reg := range list.All() {
			s[reg] = v.number()
		}
	}
}

// constant returns the number of a constant, which is negative: the same on both sides and in
// all states, so that it does not matter which instruction loads it.
func (v *valuation) constant(f fact) int32 { return -1 - f.n }

// arrive hands a state to a node: to be looked at, if the node has not seen it in what
// has arrived before. The state is v's then.
func (v *valuation) arrive(node int, s []int32) {
	if v.arrivals[node] > 1 {
		m := v.meetings[node]
		if m == nil {
			live := [2]registers{v.was.liveAt(node), v.now.liveAt(int(v.nodes.now[node]))}
			v.meetings[node] = &meeting{state: s, live: live, isTodo: true}
		} else {
			changed := v.meet(m, s)
			v.free = append(v.free, s)
			if !changed || m.isTodo {
				return
			}
			m.isTodo = true
		}
		s = nil
	}
	v.todo.push(arrival{v.was.graph.Rank(v.was.graph.Block(node)), node, s})
}

// liveAt returns the registers that are needed in front of the instruction at pc. Only these count where
// states meet: what others hold may differ between the ways, and refines nothing.
func (b *body) liveAt(pc int) registers {
	id := b.graph.Block(pc)
	live, _ := b.liveAfter(id)
	for at := b.lastOf(id); at >= pc; at-- {
		b.transferBack(at, &live)
	}
	return live
}

// meet keeps of a meeting what is so in another state as well, and reports whether
// that is less than before. Registers keep the same number if they have the same in
// both.
//
// Mostly few have another number in the other state than in the meeting. The registers of a class
// that have the same in both keep it, so that only those few must be looked at by pairs.
func (v *valuation) meet(m *meeting, s []int32) (changed bool) {
	if slices.Equal(m.state, s) {
		return false
	}
	v.compare(m, s)
	v.pairs.reset(2 * len(v.differing))
	for _, k := range v.differing {
		was := m.state[k]
		n := v.pairs.at(was, s[k])
		if *n == 0 {
			*n = v.meetOf(was)
		}
		changed = changed || *n != was
		m.state[k] = *n
	}
	return changed
}

// compare finds the registers that count which have different numbers in a meeting and in another
// state, and notes the numbers that some have in both.
func (v *valuation) compare(m *meeting, s []int32) {
	if n := int(v.last) + 1; len(v.owned) < n {
		v.owned = append(v.owned, make([]uint32, n+n/2-len(v.owned))...)
	}
	v.round++
	v.differing = v.differing[:0]
	for side, first := range [2]int{0, v.registersWas} {
		for reg := range m.live[side].all() {
			switch n := m.state[first+reg]; {
			case n != s[first+reg]:
				v.differing = append(v.differing, int32(first+reg))
			case n >= 0:
				v.owned[n] = v.round
			}
		}
	}
}

// meetOf names a class of the common refinement: it returns the number of registers that have
// one number in a meeting and another one in another state. Unless it is owned, the first of those
// that had a number before keep it. A constant is no other one.
func (v *valuation) meetOf(was int32) int32 {
	if was < 0 || v.owned[was] == v.round {
		return v.number()
	}
	v.owned[was] = v.round
	return was
}

// pairTable gives numbers to pairs of numbers: for a meeting, a class of the refinement to a
// class of each of the two partitions. It is a hash table with open addressing, which is used
// over and over: to empty it costs nothing.
type pairTable struct {
	slots []pairSlot // a power of two
	round uint32     // slots of former rounds are free
}

// pairSlot is an entry of a pairTable: n is the number of the pair of was and now.
type pairSlot struct {
	was, now, n int32
	round       uint32
}

// reset takes all pairs out, and makes place for n.
func (t *pairTable) reset(n int) {
	if len(t.slots) < 2*n {
		t.slots = make([]pairSlot, 1<<bits.Len(uint(2*n)))
	}
	t.round++
}

// at returns the number of a pair, 0 if it has none yet. It is valid until the next reset.
func (t *pairTable) at(was, now int32) *int32 {
	mask := uint32(len(t.slots) - 1)
	h := (uint32(was)*0x9e3779b1 ^ uint32(now)) * 0x85ebca6b
	for h ^= h >> 15; ; h++ {
		s := &t.slots[h&mask]
		if s.round != t.round {
			*s = pairSlot{was: was, now: now, round: t.round}
			return &s.n
		}
		if s.was == was && s.now == now {
			return &s.n
		}
	}
}

// node compares a pair of nodes in a state, and carries the state on to what follows.
func (v *valuation) node(node int, s []int32) error {
	other := int(v.nodes.now[node])
	if !v.sameOperands(node, other, s) {
		return differ(v.was.number, node, Value)
	}
	if !v.sameVariables(node, other, s) {
		return differ(v.was.number, node, Variable)
	}
	v.expose(node, other, s)
	v.define(s, [2]effect.Regs{effect.Defs(v.was.proto, node), effect.Defs(v.now.proto, other)})
	v.define(s, [2]effect.Regs{effect.MayDefs(v.was.proto, node), effect.MayDefs(v.now.proto, other)})
	a, b := v.was.successors(node), v.now.successors(other)
	for n := range a {
		if a[n] < 0 {
			continue
		}
		out := s
		if n == 0 && a[1] >= 0 {
			out = v.copyOf(s)
		}
		v.defineOnWay(node, other, n, out)
		if !v.move(out, a[n], b[n]) {
			return differ(v.was.number, node, Variable)
		}
		if to := v.was.next(a[n], nil); to >= 0 {
			v.arrive(to, out)
		} else {
			v.free = append(v.free, out)
		}
	}
	return nil
}

// copyOf returns a copy of a state, in memory that no state uses any more if there is some.
func (v *valuation) copyOf(s []int32) []int32 {
	if n := len(v.free); n > 0 {
		c := v.free[n-1]
		v.free = v.free[:n-1]
		copy(c, s)
		return c
	}
	c := v.memory.numbers.TakeUncleared(len(s))
	copy(c, s)
	return c
}

// sameOperands reports whether the operands of a pair of nodes have the same values, one by one
// in their order. As many there are on both sides: sameOperation has seen to that.
func (v *valuation) sameOperands(was, now int, s []int32) bool {
	a, b := v.sides(s)
	v.was.operands = effect.Operands(v.was.proto, was, v.was.operands[:0])
	v.now.operands = effect.Operands(v.now.proto, now, v.now.operands[:0])
	for k, o := range v.was.operands {
		if v.operand(v.was, a, o) != v.operand(v.now, b, v.now.operands[k]) {
			return false
		}
	}
	return true
}

// operand returns the number of the value of an operand.
func (v *valuation) operand(b *body, s []int32, o effect.Operand) int32 {
	if o.IsConstant() {
		return v.constant(b.constant(o.Index()))
	}
	return s[o.Index()]
}

// sameVariables reports whether the variables that a pair of nodes captures are the same, and what is in
// those that others can look at during it.
func (v *valuation) sameVariables(was, now int, s []int32) bool {
	i := v.was.proto.Code[was]
	if effect.Closure(i) >= 0 && !v.sameSet(v.was.liveCaptures(was), v.now.liveCaptures(now)) {
		return false
	}
	if effect.Actions(i) != 0 && v.was.captured != nil {
		for reg := range v.was.captured[was].and(v.was.read).all() {
			if c := v.was.cellAt(was, reg); c >= 0 && v.was.variables[c].read && !v.sameContent(c, s) {
				return false
			}
		}
	}
	return true
}

// liveCaptures returns the variables that the CLOSURE at pc captures in its own function,
// but for those of which nobody needs what they hold.
func (b *body) liveCaptures(pc int) []int32 {
	var cells []int32
	b.captures(pc, func(_ int, c int32, reached bool) {
		if reached && b.variables[c].isLive() {
			cells = append(cells, c)
		}
	})
	return cells
}

// sameSet reports whether two lists of variables are the same but for their order.
func (v *valuation) sameSet(was, now []int32) bool {
	if len(was) != len(now) {
		return false
	}
	in := make(map[int32]bool, len(now))
	for _, c := range now {
		in[c] = true
	}
	for _, c := range was {
		if d := v.variables.now[c]; d < 0 || !in[d] {
			return false
		}
	}
	return true
}

// sameContent reports whether a variable of this body holds what its partner does.
func (v *valuation) sameContent(c int32, s []int32) bool {
	a, b := v.sides(s)
	d := v.variables.now[c]
	return d >= 0 && a[v.was.cells.Cells[c].Reg] == b[v.now.cells.Cells[d].Reg]
}

// expose gives new numbers to the variables that other code may store to during a pair of nodes,
// a call for instance, or may leave as they are: they are the same after it if they were the same
// in front of it.
//
//	local n = 0
//	save(function() n = n + 1 end)
//	f()
//	print(n)
//
// The call of f may run the closure, so that what n holds after it is a new number: the same one on
// both sides if n held the same in front of the call, as then both programs run the same code on it.
func (v *valuation) expose(was, now int, s []int32) {
	if effect.Actions(v.was.proto.Code[was])&(effect.RunsCode|effect.Allocates) == 0 {
		return
	}
	a, b := v.sides(s)
	if v.was.captured != nil {
		for reg := range v.was.captured[was].and(v.changing[0]).all() {
			c := v.was.cellAt(was, reg)
			d := v.partner(c)
			if !v.was.mayChange(c) && (d < 0 || !v.now.mayChange(d)) {
				continue
			}
			same := d >= 0 && v.sameContent(c, s)
			a[reg] = v.number()
			if same {
				b[v.now.cells.Cells[d].Reg] = a[reg]
			}
		}
	}
	if v.now.captured != nil {
		for reg := range v.now.captured[now].and(v.changing[1]).all() {
			d := v.now.cellAt(now, reg)
			if c := v.partnerOf(d); v.now.mayChange(d) && (c < 0 || !v.sameContent(c, s)) {
				b[reg] = v.number()
			}
		}
	}
}

// mayChangeIn returns the registers with a variable that other code may store to, or to
// whose partner it may.
func mayChangeIn(b *body, partners []int32, other *program) registers {
	s := b.written
	for reg, cells := range b.cellsOf {
		for _, c := range cells {
			if d := partners[c]; d >= 0 && other.variables[d].written {
				s.add(reg)
			}
		}
	}
	return s
}

// mayChange reports whether other code may store to a captured variable.
func (b *body) mayChange(c int32) bool { return c >= 0 && b.variables[c].written }

// partner returns the variable that is the partner of one of this body, or none.
func (v *valuation) partner(c int32) int32 {
	if c < 0 {
		return none
	}
	return v.variables.now[c]
}

// partnerOf returns what partner does, for a variable of the other body.
func (v *valuation) partnerOf(d int32) int32 {
	if d < 0 {
		return none
	}
	return v.variables.was[d]
}

// define gives what a pair of nodes defines the same numbers on both sides: the same operation
// on the same values gives the same value, whatever that is. Registers are paired in their
// order; if one node defines more of them, which nobody needs, those get numbers of their own.
func (v *valuation) define(s []int32, defs [2]effect.Regs) {
	if defs[0]|defs[1] == 0 {
		return
	}
	a, b := v.sides(s)
	first := v.last
	for reg := range defs[0].All() {
		a[reg] = v.number()
	}
	n := first
	for reg := range defs[1].All() {
		if n++; n > v.last {
			v.last = n
		}
		b[reg] = n
	}
}

// defineOnWay carries a state over what nodes define on one of their ways only.
func (v *valuation) defineOnWay(was, now, way int, s []int32) {
	a, b := v.sides(s)
	i, k := v.was.proto.Code[was], v.now.proto.Code[now]
	if i.Op() == k.Op() && effect.EdgeCopy(i) < 0 {
		if way == 0 {
			v.define(s, [2]effect.Regs{effect.EdgeDefs(v.was.proto, was), effect.EdgeDefs(v.now.proto, now)})
		}
		return
	}
	if from := effect.EdgeCopy(i); from >= 0 && v.was.isFirst(was, way) {
		a[i.A()] = a[from]
	}
	if from := effect.EdgeCopy(k); from >= 0 && v.now.isFirst(now, way) {
		b[k.A()] = b[from]
	}
}

// isFirst reports whether a way from the node at pc is its first edge.
func (b *body) isFirst(pc, way int) bool {
	i := b.proto.Code[pc]
	return (way == 0) == (!i.Op().Mode().IsTest || effect.Holds(i))
}
