package proof

import "luaflow/analysis/cfg"

// This file finds the tests that must be kept: those which decide what is needed
// next, and those by which a loop ends in which nothing else is needed (the least set
// that is closed under weak control, with the exits of such loops: Danicic et al., "A
// unifying theory of control dependence and its application to arbitrary program
// structures", 2011). Whether a loop ends can be seen, so its exits stay,
// unless it is certain (finite.go).
//
// For each block it is found out which needed instruction comes first from its start on (first).
// A test is kept if its ways lead to different ones:
//
//	if c then x = 1 else x = 2 end     if c then g() end
//	f()                                f()
//
// If nobody needs `x`, the first call is what comes next on both ways, on the left, and the test
// decides nothing. On the right `g()` comes first on one way, and `f()` on the other.
//
// The invariant after decide has found nothing more to keep: from each point exactly one node
// comes next, whichever ways are taken between, or none ever does. That is what makes the
// relation of pair.go unique. It ends because each round keeps at least one more test.

// decide keeps such tests and reports whether there was one; when there is none, the
// first pc that is needed is known for each block. It looks at blocks in which nothing
// is needed, and finds their cycles (Tarjan, 1972).
func (b *body) decide() bool {
	n := len(b.graph.Blocks)
	d := decider{body: b, order: make([]int32, n), low: make([]int32, n), empty: make([]bool, n)}
	for _, id := range b.graph.Order {
		d.empty[id] = b.isEmpty(id)
	}
	for _, id := range b.graph.Order {
		if d.empty[id] && d.order[id] == 0 {
			d.visit(id)
		}
	}
	for _, id := range b.graph.Order {
		switch {
		case b.ends[id] > 0 && !d.empty[id]:
			d.testAtEnd(id)
		case d.exits && d.empty[id]: // a test must not be kept because of what was believed without these
			d.first[id] = unsure
		}
	}
	return d.changed
}

// isEmpty reports whether control gets to a block and nothing is needed in it: what is needed
// next is then what comes after it.
func (b *body) isEmpty(id cfg.BlockID) bool {
	b.count()
	for pc := b.graph.Blocks[id].Start; pc < b.ends[id]; pc++ {
		if b.kept[pc] {
			return false
		}
	}
	return b.ends[id] > 0
}

// decider is the state of one run of decide, that is of one search for cycles.
type decider struct {
	*body
	order, low []int32 // by block: when it was found, and the first that it leads back to; 0 for not yet
	empty      []bool  // by block
	stack      []cfg.BlockID
	found      int32
	exits      bool // the exits of a loop were kept: what comes first after it is not known
	changed    bool
}

// visit finds the cycles of empty blocks that go through id. Blocks are finished after all that
// they lead to, so that what comes first after them is known by then; those of one cycle are
// finished together, when the first that was found of them is left.
func (d *decider) visit(id cfg.BlockID) {
	d.found++
	d.order[id], d.low[id] = d.found, d.found
	d.first[id] = unsure
	d.stack = append(d.stack, id)
	d.edges(id, func(_ int, to cfg.BlockID) {
		switch {
		case !d.empty[to]:
		case d.order[to] == 0:
			d.visit(to)
			d.low[id] = min(d.low[id], d.low[to])
		case d.first[to] == unsure: // still on the stack
			d.low[id] = min(d.low[id], d.order[to])
		}
	})
	if d.low[id] != d.order[id] {
		return
	}
	at := len(d.stack) - 1
	for d.stack[at] != id {
		at--
	}
	if at == len(d.stack)-1 && !d.leadsTo(id, id) {
		d.first[id] = d.close(id, d.testAtEnd(id))
	} else {
		d.cycle(d.stack[at:])
	}
	d.stack = d.stack[:at]
}

// leadsTo reports whether an edge that may be taken leads from one block to another.
func (d *decider) leadsTo(id, other cfg.BlockID) bool {
	found := false
	d.edges(id, func(_ int, to cfg.BlockID) { found = found || to == other })
	return found
}

// cycle keeps the tests by which a cycle is left, unless it certainly is left and what comes
// after is certain. If it cannot be left, nothing that is needed ever follows.
func (d *decider) cycle(blocks []cfg.BlockID) {
	inside := make(map[cfg.BlockID]bool, len(blocks))
	for _, id := range blocks {
		inside[id] = true
		d.first[id] = nowhere
	}
	if first, ok := d.afterFinite(blocks, inside); ok {
		for _, id := range blocks {
			d.first[id] = first
		}
		return
	}
	for _, id := range blocks {
		leaves := false
		d.edges(id, func(_ int, to cfg.BlockID) { leaves = leaves || !inside[to] })
		if leaves {
			d.keepTest(id)
			d.exits = true
		}
	}
}

// keepTest keeps the test that ends a block.
func (d *decider) keepTest(id cfg.BlockID) {
	d.keep(d.lastOf(id))
	d.enqueue(id)
	d.changed = true
}

// testAtEnd keeps the test that ends a block if its ways lead to different needs; it
// returns what comes first.
func (d *decider) testAtEnd(id cfg.BlockID) (first int32) {
	var firsts [2]int32
	n := 0
	d.edges(id, func(_ int, to cfg.BlockID) {
		firsts[n] = d.first[to]
		n++
	})
	last := d.lastOf(id)
	if n == 2 && firsts[0] != firsts[1] && !d.kept[last] && !d.exits {
		d.keepTest(id)
		return int32(last)
	}
	return firsts[0]
}

// close returns what comes first from the end of a block on, next being what comes after
// its last instruction: if that is a jump that closes variables, the number of the
// passage, counted from the number of instructions on.
func (b *body) close(id cfg.BlockID, next int32) int32 {
	var p passage
	b.closed(b.lastOf(id), func(reg int, _ int32) { p.closed.add(reg) })
	if next < 0 || p.closed.empty() {
		return next
	}
	if n := int(next) - len(b.kept); n >= 0 {
		next = b.passages[n].next
		p.closed.unite(&b.passages[n].closed)
	}
	p.next = next
	number, known := b.passageOf[p]
	if !known {
		number = int32(len(b.kept) + len(b.passages))
		b.passages = append(b.passages, p)
		if b.passageOf == nil {
			b.passageOf = make(map[passage]int32)
		}
		b.passageOf[p] = number
	}
	return number
}

// afterFinite returns what comes first after a cycle of blocks in which nothing is needed, if it is certainly
// left, all ways out of it lead to the same, and no variable ends in it.
func (d *decider) afterFinite(blocks []cfg.BlockID, inside map[cfg.BlockID]bool) (first int32, ok bool) {
	first, ok = unsure, true
	for _, id := range blocks {
		d.closed(d.lastOf(id), func(int, int32) { ok = false })
		d.edges(id, func(_ int, to cfg.BlockID) {
			switch {
			case inside[to]:
			case first == unsure:
				first = d.first[to]
			default:
				ok = ok && first == d.first[to]
			}
		})
	}
	return first, ok && first != unsure && d.isLeft(blocks, inside)
}
