package proof

import (
	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
	bc "luaflow/compile/bytecode"
)

// This file walks definitions: forward over the blocks that control can get to, with
// what is known of every register, and for all bodies together with what is known of
// captured variables. So every instruction gets its class.
//
// It is conditional constant propagation (Wegman and Zadeck, "Constant propagation with
// conditional branches", 1991) with the facts of fact.go in the place of constants:
//
//   - A state has a fact for each register. transfer is the transfer function of an
//     instruction, transferEdge that of what it defines on its first edge only.
//   - Where ways meet, states are joined, register by register (arrive).
//   - Over an edge that a test is known not to take nothing is carried (openEdges), nor past a
//     call that never returns. So what is only computed in code that control does not get to
//     counts for nothing.
//   - A captured variable has one fact, for all of its life: the join of all that is stored to
//     it while closures share it, and of what it holds when one captures it (stores). If that
//     changes, all bodies that read it are learnt anew (expire).
//
// The invariant: when control comes to an instruction, in any execution, every register holds
// a value that the fact of the register there allows. It holds at the entry, where all is
// unknown; transfer keeps it, and arrive forgets what does not hold on each way. Work ends
// because a block is looked at again only if a fact at its start went up the lattice, or an
// outcome was forgotten, and a body only if the fact of a variable did. In
//
//	local debug = false
//	local function log(x) if debug then print(x) end end
//
// nothing else is stored to `debug`, its fact is the constant false, and the edge to the call of
// `print` is never opened: one program may lack the branch.

// learn finds what is known in all bodies: first of the variables that code which is not looked
// into stores to, then of all else. At last it classifies the loops that certainly end, and
// gives the facts back: only the class of each instruction, the open edges and where control
// ends in each block stay.
func (p *program) learn() {
	for _, c := range p.relevant {
		v := &p.variables[c]
		if v.content.kind == bottom && p.isBeyond(c) {
			v.content = p.outside(c)
		}
	}
	in := takeMemory()
	defer in.leave()
	for _, b := range p.inside {
		b.findOverwritten()
		b.findHeaders()
		blocks := len(b.graph.Blocks)
		b.entry, b.inherits = in.facts.TakeUncleared(blocks*int(b.proto.MaxStack)), in.inherits.TakeUncleared(blocks)
		b.arrive(0, b.parameters())
		b.expire()
	}
	p.learnAll()
	for _, f := range p.needed { // perhaps nothing makes it that control gets to
		for k := range p.flow.Funcs[f].Proto.Upvalues {
			if c := p.cells.Of(f, k); c >= 0 && p.variables[c].content.kind == bottom {
				p.stores(int32(c), fact{kind: unknown})
			}
		}
	}
	p.learnAll()
	for _, b := range p.inside {
		b.freeLoops()
		b.entry, b.inherits = nil, nil
	}
}

// learnAll learns from the bodies on the list until there are none.
func (p *program) learnAll() {
	for len(p.stale) > 0 {
		b := p.stale[len(p.stale)-1]
		p.stale = p.stale[:len(p.stale)-1]
		b.isStale = false
		b.learn()
	}
}

// isBeyond reports whether code that is not looked into stores to a variable.
func (p *program) isBeyond(c int32) bool {
	cell := &p.cells.Cells[c]
	if p.bodies[cell.Owner] == nil {
		return true
	}
	for _, s := range cell.Writes {
		if p.bodies[s.Func] == nil {
			return true
		}
	}
	return false
}

// outside returns what is known of a variable of a function that is not looked into, if
// nothing but constants, or a global of the standard, is stored to it, and that there.
func (p *program) outside(c int32) fact {
	cell := &p.cells.Cells[c]
	if cell.Local < 0 || len(cell.Writes) > 0 || p.bodies[cell.Owner] != nil {
		return fact{kind: unknown}
	}
	if f, isKnown := p.outsides[c]; isKnown {
		return f
	}
	known := p.initial(c)
	if p.outsides != nil {
		p.outsides[c] = known
	}
	return known
}

// initial returns what its own function stores to a variable that no other one stores to.
func (p *program) initial(c int32) fact {
	cell := &p.cells.Cells[c]
	owner := &p.flow.Funcs[cell.Owner]
	var known fact
	scope := &owner.Proto.Locals[cell.Local]
	add := func(pc int) {
		f := fact{kind: unknown}
		if pc >= 0 {
			if k, ok := effect.Literal(owner.Proto, pc); ok {
				f = p.pool.constant(k)
			} else if name, ok := p.globalAt(cell.Owner, pc); ok && p.standard(name) {
				f = p.pool.name(name)
			}
		}
		known = p.pool.join(known, f)
	}
	pcs, isAll := p.finder().definitions(owner, int(scope.StartPC), cell.Reg)
	for _, pc := range pcs {
		add(pc)
	}
	if !isAll {
		add(-1)
	}
	for pc := int(scope.StartPC); pc < int(scope.EndPC) && known.kind != unknown; pc++ {
		if effect.Defs(owner.Proto, pc).Has(cell.Reg) || effect.MayDefs(owner.Proto, pc).Has(cell.Reg) || effect.EdgeDefs(owner.Proto, pc).Has(cell.Reg) {
			add(pc)
		}
	}
	if known.kind == bottom { // the owner never gets to the scope, as its own code says
		return fact{kind: unknown}
	}
	return known
}

// globalAt returns the name of the global that the instruction at pc of a function reads.
func (p *program) globalAt(function, pc int) (name string, ok bool) {
	proto := p.flow.Funcs[function].Proto
	i := proto.Code[pc]
	if effect.ReferenceOf(i) != effect.ReadsUpvalueField || !bc.IsK(i.C()) {
		return "", false
	}
	c := p.cells.Of(function, i.B())
	k := proto.Constants[bc.KIndex(i.C())]
	return k.Str(), c >= 0 && p.cells.Cells[c].Owner < 0 && k.Kind == bc.KString
}

// parameters returns the state at the entry.
func (b *body) parameters() *state {
	s := &state{facts: make([]fact, b.proto.MaxStack)}
	for reg := range s.facts {
		s.facts[reg].kind = unknown
	}
	return s
}

// factsOf returns the facts at the start of a block, in place.
func (b *body) factsOf(id cfg.BlockID) []fact {
	n := int(b.proto.MaxStack)
	return b.entry[int(id)*n : (int(id)+1)*n]
}

// arrive joins a state with that of the start of a block, and reports whether less
// is known there now: then the block is to be looked at again. The first state that arrives is
// taken as it is, since until then no execution is known to come there.
func (b *body) arrive(id cfg.BlockID, s *state) (changed bool) {
	known, in := b.factsOf(id), &b.inherits[id]
	if b.ends[id] == 0 {
		b.ends[id] = b.graph.Blocks[id].Start + 1
		copy(known, s.facts)
		*in = s.cellsIn
		return true
	}
	changed = in.known.meet(&s.known)
	changed = b.pool.joinAll(known, s.facts) || changed
	return in.unite(&s.cellsIn) || changed
}

// learn goes over all blocks that control gets to until nothing changes, in the order of the
// graph (reverse postorder): without loops once, with loops mostly as often as they are deep,
// and twice more. Each block is in the list at most once at a time (due).
func (b *body) learn() {
	s := state{facts: make([]fact, b.proto.MaxStack)}
	after := state{facts: make([]fact, b.proto.MaxStack)}
	due := make([]bool, len(b.graph.Order))
	for rank, id := range b.graph.Order {
		due[rank] = b.ends[id] > 0
	}
	for again := true; again; {
		again = false
		for rank, id := range b.graph.Order {
			if !due[rank] {
				continue
			}
			due[rank] = false
			copy(s.facts, b.factsOf(id))
			s.cellsIn = b.inherits[id]
			s.tighten()
			b.learnBlock(id, &s)
			tested, known := b.tested(&s, id), s.known
			b.edges(id, func(k int, to cfg.BlockID) {
				out := &s
				if s.known = known; b.isHeader[to] {
					s.known = outcomes{}
				} else {
					b.remember(&s, tested, id, k)
				}
				if k == 0 && effect.EdgeDefs(b.proto, b.lastOf(id)) != 0 {
					copy(after.facts, s.facts)
					after.cellsIn = s.cellsIn
					b.transferEdge(&after, b.lastOf(id))
					out = &after
				}
				if b.arrive(to, out) {
					due[b.graph.Rank(to)] = true
					again = again || b.graph.Rank(to) <= rank
				}
			})
		}
	}
}

// learnBlock applies the transfer function of a block: it carries s over it, up to a call that
// never returns, and finds which edges may be taken.
func (b *body) learnBlock(id cfg.BlockID, s *state) {
	b.count()
	last := b.graph.Last(id)
	for pc := int(b.graph.Blocks[id].Start); pc <= last; pc++ {
		if b.neverReturns(s, pc) {
			b.transfer(s, pc)
			b.ends[id], b.open[id] = int32(pc+1), 0
			return
		}
		if pc == last {
			b.open[id] = b.openEdges(s, id, pc)
		}
		b.transfer(s, pc)
	}
	b.ends[id] = int32(last + 1)
}

// openEdges returns the edges of a block that may be taken, in a state in front of its last
// instruction, at pc: bit k stands for the edge to the k-th of its successors. Of a test one edge is closed if
//
//   - it does not matter which is taken (sameEitherWay), as of `a and a`;
//   - the facts of what it tests say how it comes out: `if nil then`, `if x == 1` for a text;
//   - it came out before, and asks the same again.
//
// Of the test that begins a numeric loop the edge to the body is closed if the first value is past the limit (isPast). No edge is
// open while an operand of a test has no value yet: the block is visited again when it has one.
func (b *body) openEdges(s *state, id cfg.BlockID, pc int) uint8 {
	all := uint8(1)<<len(b.graph.Succs(id)) - 1
	i := b.proto.Code[pc]
	if formOf(i) == loopTest && b.isPast(s, i) {
		return 2
	}
	if !i.Op().Mode().IsTest {
		return all
	}
	b.operands = effect.Operands(b.proto, pc, b.operands[:0])
	if b.waits(s) {
		return 0
	}
	if edge := b.sameEitherWay(s, id, pc); edge >= 0 {
		return 1 << edge
	}
	holds := either
	if x := b.operand(s, 0); len(b.operands) == 1 {
		holds = b.pool.truth(x)
	} else {
		holds = b.pool.compare(formOf(i), x, b.operand(s, 1))
	}
	if holds == either {
		holds = b.pool.predict(&s.known, b.question(s, pc, b.waived != nil && b.waived(b.number, pc)))
	}
	switch {
	case holds == either:
		return all
	case (holds == yes) == effect.Holds(i):
		return 1
	}
	return 2
}

// transfer applies the transfer function of the instruction at pc: it carries s over it, but for
// what it defines on one edge, and classifies it.
func (b *body) transfer(s *state, pc int) {
	i := b.proto.Code[pc]
	if b.transferCopy(s, pc) {
		return
	}
	b.operands = effect.Operands(b.proto, pc, b.operands[:0])
	v := b.judge(s, pc)
	b.class[pc] = v.class
	if v.class == own {
		b.site[pc] = v.site
	}
	if (v.class == stays || v.class == own) && b.waived != nil && b.waived(b.number, pc) && !b.isEnd(s, pc) {
		b.class[pc] = plain
	}
	if (v.class == stays || v.class == own) && effect.Actions(i)&effect.RunsCode != 0 {
		b.expose(s, pc)
	}
	var receiver fact
	if formOf(i) == method {
		receiver = s.facts[i.B()]
		receiver.from = 0
	}
	loop, isFixed := b.prepared(s, i)
	asserted := b.asserted(s, i)
	for reg := range effect.Defs(b.proto, pc).All() {
		b.define(s, pc, reg, v.gives)
	}
	if formOf(i) == method {
		b.define(s, pc, i.A()+1, receiver)
	}
	for reg := range effect.MayDefs(b.proto, pc).All() {
		b.define(s, pc, reg, v.gives)
	}
	if isFixed {
		for k, f := range loop {
			b.define(s, pc, i.A()+k, f)
		}
	}
	switch {
	case effect.Closure(i) >= 0:
		b.captures(pc, func(reg int, cell int32, _ bool) {
			s.captured.add(reg)
			b.stores(cell, s.facts[reg])
		})
	case effect.Closes(i) >= 0:
		s.captured = s.captured.minus(s.captured.from(effect.Closes(i)))
	}
	if effect.Actions(i)&effect.Allocates != 0 || v.class == plain && effect.ReferenceOf(i) == effect.Calls {
		b.expose(s, pc) // the collector may run finalizers
	}
	if asserted.place != 0 {
		s.learns(asserted)
	}
}

// isEnd reports whether control never goes past the instruction at pc: whatever it does
// besides, nothing comes after it.
func (b *body) isEnd(s *state, pc int) bool {
	id := b.graph.Block(pc)
	return pc == b.graph.Last(id) && len(b.graph.Succs(id)) == 0 || b.neverReturns(s, pc)
}

// transferCopy carries s over the instruction at pc if that does no more than to move values, and
// reports whether it does.
func (b *body) transferCopy(s *state, pc int) bool {
	i := b.proto.Code[pc]
	if f, ok := b.literal(pc); ok {
		b.class[pc] = carries
		for reg := range effect.Defs(b.proto, pc).All() {
			b.define(s, pc, reg, f)
		}
		return true
	}
	from := effect.Copy(i)
	if from < 0 {
		return false
	}
	known := s.facts[from]
	if known.from == copyOfRegister(i.A()) || from == i.A() {
		b.class[pc] = nothing
		return true
	}
	b.class[pc] = carries
	if known.from == 0 {
		known.from = copyOfRegister(from)
		s.sources.add(from)
	}
	b.define(s, pc, i.A(), known)
	return true
}

// define notes that a register gets a value at pc: what was a copy of it no longer is, and
// the variable in it, if closures share one there, may hold that value from now on. For
//
//	local a = f()
//	local b = a      -- b is a copy of the register of a
//	a = g()          -- b is a copy of nothing that is known
func (b *body) define(s *state, pc, reg int, f fact) {
	if s.sources.has(reg) {
		s.forget(func(place int16) bool { return registerOf(place) == reg })
		s.sources.remove(reg)
	}
	if f.from != 0 && registerOf(f.from) == reg {
		f.from = 0
	}
	s.set(reg, f)
	if s.captured.has(reg) {
		if c := b.cellAt(pc, reg); c >= 0 {
			b.stores(c, f)
		}
	}
}

// expose notes that other code runs: it may store to what it shares.
func (b *body) expose(s *state, pc int) {
	for reg := range s.captured.and(b.changing).all() {
		b.define(s, pc, reg, b.content(b.cellAt(pc, reg)))
	}
	if s.upvalueCopied {
		s.upvalueCopied = false
		s.forget(func(place int16) bool { return registerOf(place) < 0 })
	}
}

// transferEdge carries s over the first edge from the instruction at pc.
func (b *body) transferEdge(s *state, pc int) {
	i := b.proto.Code[pc]
	if formOf(i) == loopTest { // it ends when its counter is NaN
		f := fact{kind: ordinary}
		if b.pool.widened(s.facts[i.A()]) == integer && b.pool.widened(s.facts[i.A()+2]) == integer {
			f.kind = integer
		}
		b.define(s, pc, i.A(), f)
		b.define(s, pc, i.A()+3, f)
		return
	}
	f := s.facts[effect.EdgeCopy(i)]
	f.from = 0
	b.define(s, pc, i.A(), f)
}
