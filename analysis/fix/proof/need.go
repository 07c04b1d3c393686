package proof

import (
	"slices"

	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
)

// This file finds out what is needed: what has an effect, and what that works on. It
// is liveness of registers, backward, in which an instruction reads its operands only
// if it is needed itself ("strong" or "faint" liveness: Giegerich, Möncke and Wilhelm,
// 1981), together with the variables that functions share. Everything starts as not
// needed, and only grows.
//
// Of an instruction that defines D and uses U:
//
//	it is needed   if it has an effect, if it defines a register that is needed after it,
//	               or if it decides what comes next (control.go)
//	before it      what is needed after it, without D and with U, if it is needed itself;
//	               else what is needed after it
//	after a block  what is needed at the start of any block that follows
//
// A variable that functions share is needed if an instruction that is needed reads it as an
// upvalue (read), or if its own function reads what another one may have stored (used). Then
// all stores to it are needed that stand in functions of which closures are needed; and a
// function is needed if a CLOSURE that makes it is.
//
// The answer is the least one. Work ends because what is kept, live, made, reached, read, used
// and written only grows, each by a bounded number of steps, and whatever grew puts on the
// list what leans on it. In
//
//	local n = 0
//	for i = 1, 10 do n = n + i end
//	print("done")
//
// no instruction that is needed uses `n`: the addition does, but is not needed, as only
// additions like it use what it gives. Ordinary liveness would keep both lines.

// require finds all that is needed, beginning with closures of some functions.
func (p *program) require(functions []int) {
	for _, b := range p.inside {
		b.findUsers()
	}
	for _, f := range functions {
		p.make(f)
	}
	for len(p.todo) > 0 || p.look() {
		p.settleAll()
	}
}

// settleAll settles the bodies on the list, those inside others first: what these need
// is mostly for the variables of the others, which are mostly longer.
func (p *program) settleAll() {
	round := p.todo
	p.todo = nil
	slices.SortFunc(round, func(a, b *body) int { return b.number - a.number })
	for _, b := range round {
		b.isTodo = false
		b.settle()
	}
}

// findUsers notes in which blocks the body has accesses that go with a table.
func (b *body) findUsers() {
	for pc, c := range b.class {
		if c == own {
			t, u := &b.tables[b.site[pc]], user{b, b.graph.Block(pc)}
			if n := len(t.users); n == 0 || t.users[n-1] != u {
				t.users = append(t.users, u)
			}
		}
	}
}

// look closes the circle through functions that are not looked into: it finds what their code
// does with the variables that bodies share with it, and reports whether anything was new.
func (p *program) look() (changed bool) {
	isIn := func(sites []flow.Site) bool {
		for _, s := range sites {
			if p.bodies[s.Func] == nil && p.isMade(int(s.Func)) {
				return true
			}
		}
		return false
	}
	for _, c := range p.relevant {
		v, cell := &p.variables[c], &p.cells.Cells[c]
		if !v.read && isIn(cell.Reads) {
			p.setRead(c)
			changed = true
		}
		if !v.written && isIn(cell.Writes) {
			p.setWritten(c)
			changed = true
		}
		if !v.used && cell.Owner >= 0 && p.bodies[cell.Owner] == nil && cell.ReadByOwner {
			p.setUsed(c)
			changed = true
		}
	}
	return changed
}

// isMade reports whether what a function does counts: whether a closure of it is needed. Of one
// that stands in none that is looked into, it must be believed.
func (p *program) isMade(function int) bool { return p.made[function] || !p.isWithin(function) }

// settle finds all that is needed in a body, as far as is known of others. Three things lean on
// each other, so that it goes round: which registers closures share (share), what is needed of
// registers (sweep), and which tests decide (decide). Each only adds to what is kept.
func (b *body) settle() {
	for {
		b.share()
		b.sweep()
		if !b.decide() && !b.newClosure {
			return
		}
	}
}

// sweep goes over the blocks in which more may be needed than before, the last first,
// until there is no such block. Backward that order is what reverse postorder is forward: what
// follows a block is looked at before it, loops aside.
func (b *body) sweep() {
	if b.allDue {
		b.allDue = false
		for _, id := range b.graph.Order {
			b.isDue[id] = b.ends[id] > 0
		}
		b.dueFrom = len(b.graph.Order) - 1
	}
	for b.dueFrom >= 0 {
		rank := b.dueFrom
		b.dueFrom--
		if id := b.graph.Order[rank]; b.isDue[id] {
			b.isDue[id] = false
			b.sweepBlock(id)
		}
	}
}

// sweepBlock carries what is needed from the end of a block to its start, keeps what that needs,
// and puts the blocks before it on the list if more is needed at its start than it was.
func (b *body) sweepBlock(id cfg.BlockID) {
	b.count()
	live, first := b.liveAfter(id)
	first = b.close(id, first)
	for pc := b.lastOf(id); pc >= int(b.graph.Blocks[id].Start); pc-- {
		if !b.kept[pc] && b.isNeeded(pc, &live) {
			b.keep(pc)
		}
		if b.kept[pc] {
			first = int32(pc)
		}
		b.transferBack(pc, &live)
	}
	isNew := b.first[id] != first
	b.first[id] = first
	if b.live[id].unite(&live) || isNew {
		for _, from := range b.graph.Preds(id) {
			b.enqueue(from)
		}
	}
}

// liveAfter returns what is needed after a block, and which pc that is needed comes first,
// if that is certain; it keeps the last instruction if it decides about either. In
//
//	if a then g() end
//	if b then n = 1 end     -- n is not needed
//	h()
//
// the second test is not kept: over both of its edges h comes first. The first one is, as it decides
// between g and h.
func (b *body) liveAfter(id cfg.BlockID) (live registers, first int32) {
	first = nowhere
	last := b.lastOf(id)
	firsts := [2]int32{unsure, unsure}
	b.edges(id, func(k int, to cfg.BlockID) {
		in := b.live[to]
		if defs := effect.EdgeDefs(b.proto, last); k == 0 && defs != 0 && in.removeAll(defs) && !b.kept[last] {
			b.keep(last)
		}
		live.unite(&in)
		if b.graph.Rank(to) > b.graph.Rank(id) {
			firsts[k] = b.first[to]
		}
	})
	switch {
	case b.open[id] == 0:
		return live, first
	case b.open[id] == 1:
		return live, firsts[0]
	case b.open[id] == 2:
		return live, firsts[1]
	case firsts[0] != firsts[1] && firsts[0] != unsure && firsts[1] != unsure && !b.kept[last]:
		b.keep(last)
	}
	if firsts[0] != firsts[1] {
		firsts[0] = unsure
	}
	return live, firsts[0]
}

// isNeeded reports whether the instruction at pc must be kept for what it does, or for
// what it defines of what is needed after it. Tests are kept by after and decide.
func (b *body) isNeeded(pc int, live *registers) bool {
	i := b.proto.Code[pc]
	switch b.class[pc] {
	case stays:
		return true
	case own:
		if b.tables[b.site[pc]].needed {
			return true
		}
	case store:
		k, _ := effect.Upvalue(i)
		if c := b.upvalue(k); c >= 0 && b.variables[c].isLive() {
			return true
		}
	case nothing:
		return false
	}
	defined := *live
	return defined.removeAll(effect.Defs(b.proto, pc)) || defined.removeAll(effect.MayDefs(b.proto, pc))
}

// transferBack applies the transfer function, backward: it carries what is needed from after the
// instruction at pc to the front of it. An instruction that is not needed itself changes nothing:
// it does not need its operands, and what it defines was not needed. During one that may run
// other code, or leave the function, others may look at the variables that they share.
func (b *body) transferBack(pc int, live *registers) {
	b.closed(pc, func(reg int, c int32) {
		if b.variables[c].read {
			live.add(reg)
		}
	})
	if !b.kept[pc] {
		return
	}
	i := b.proto.Code[pc]
	if b.isNode(pc) {
		b.noteStores(pc, live)
	}
	live.removeAll(effect.Defs(b.proto, pc))
	live.addAll(effect.Uses(b.proto, pc))
	if b.captured == nil {
		return
	}
	if effect.Actions(i) != 0 {
		for reg := range b.captured[pc].and(b.read).minus(*live).all() {
			if c := b.cellAt(pc, reg); c >= 0 && b.variables[c].read {
				live.add(reg)
			}
		}
	}
}

// noteStores notes which variables are needed after the instruction at pc, during which
// other functions may store to them.
func (b *body) noteStores(pc int, live *registers) {
	if b.captured == nil || effect.Actions(b.proto.Code[pc])&(effect.RunsCode|effect.Allocates) == 0 {
		return
	}
	for reg := range b.captured[pc].and(b.written).and(b.unused).and(*live).all() {
		if effect.Defs(b.proto, pc).Has(reg) {
			continue
		}
		if c := b.cellAt(pc, reg); c >= 0 && b.variables[c].written {
			b.setUsed(c)
		}
	}
}

// share finds the registers that closures share which are needed: forward; a CLOSURE
// that is kept adds what it captures, a jump takes out what it closes. It is a union over all
// ways, so that one round in the order of the graph is enough but for edges that lead back.
func (b *body) share() {
	if !b.newClosure {
		return
	}
	b.newClosure = false
	if b.captured == nil {
		b.captured = make([]registers, len(b.proto.Code))
	}
	for again := true; again; {
		again = false
		for _, id := range b.graph.Order {
			b.count()
			if b.ends[id] == 0 {
				continue
			}
			s := b.captured[b.graph.Blocks[id].Start]
			for pc := int(b.graph.Blocks[id].Start); pc < int(b.ends[id]); pc++ {
				if b.captured[pc].unite(&s) {
					b.enqueue(id)
				}
				s = b.captured[pc]
				if b.kept[pc] && effect.Closure(b.proto.Code[pc]) >= 0 {
					b.captures(pc, func(reg int, _ int32, reached bool) {
						if reached {
							s.add(reg)
						}
					})
				}
				if from := effect.Closes(b.proto.Code[pc]); from >= 0 {
					s = s.minus(s.from(from))
				}
			}
			b.edges(id, func(_ int, to cfg.BlockID) {
				if b.captured[b.graph.Blocks[to].Start].unite(&s) && b.graph.Rank(to) <= b.graph.Rank(id) {
					again = true
				}
			})
		}
	}
}
