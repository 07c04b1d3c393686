package proof

import (
	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
)

// This file notes what is needed, and puts on the list where more may be needed because of it.

// keep notes that the instruction at pc is needed.
func (b *body) keep(pc int) {
	b.kept[pc] = true
	i := b.proto.Code[pc]
	if child := effect.Closure(i); child >= 0 {
		b.newClosure = true
		b.make(b.flow.Child(child).Number)
	}
	if k, how := effect.Upvalue(i); how != 0 {
		b.reach(b.number, k)
		if how&effect.Read != 0 {
			b.setRead(b.upvalue(k))
		}
	}
	if effect.ReferenceOf(i) == effect.Makes {
		t := &b.tables[b.site[pc]]
		t.needed = true
		for _, u := range t.users {
			u.body.enqueue(u.block)
			u.body.list()
		}
	}
}

// make notes that a closure of a function is needed: what its code does counts from now on, and
// so does that it stores to variables of functions around it. Of a function that is not looked
// into all upvalues are accessed, and all functions in it are needed.
func (p *program) make(function int) {
	if p.made[function] {
		return
	}
	p.made[function] = true
	p.touched = append(p.touched, function)
	if b := p.bodies[function]; b != nil {
		b.list()
		for pc, c := range b.class {
			if c == store && b.runs(pc) {
				i := b.proto.Code[pc]
				k, _ := effect.Upvalue(i)
				p.reach(function, k)
				p.setWritten(b.upvalue(k))
			}
		}
		return
	}
	f := &p.flow.Funcs[function]
	for k := range f.Proto.Upvalues {
		p.reach(function, k)
	}
	for k := range f.Proto.Protos {
		p.make(f.Child(k).Number)
	}
}

// reach notes that a function accesses an upvalue, or one inside it does, in code that is needed
// or that stores to it. Until then it does not matter that its closures capture the variable.
func (p *program) reach(function, upvalue int) {
	f := &p.flow.Funcs[function]
	if p.reached[function] == nil {
		p.reached[function] = make([]bool, len(f.Proto.Upvalues))
		p.touched = append(p.touched, function)
	}
	if p.reached[function][upvalue] {
		return
	}
	p.reached[function][upvalue] = true
	switch up := f.Proto.Upvalues[upvalue]; {
	case f.Parent < 0:
	case !up.InStack:
		p.reach(f.Parent, int(up.Index))
	case p.bodies[f.Parent] != nil:
		p.bodies[f.Parent].newClosure = true
		p.bodies[f.Parent].list()
	}
}

// list puts a body on the list of those in which more may be needed.
func (b *body) list() {
	if !b.isTodo && b.made[b.number] {
		b.isTodo = true
		b.todo = append(b.todo, b)
	}
}

// setRead notes that a function that is needed reads a variable as an upvalue.
func (p *program) setRead(c int32) {
	if c >= 0 && !p.variables[c].read {
		p.variables[c].read = true
		if b, reg := p.ownerOf(c); b != nil {
			b.read.add(reg)
		}
		p.recheckVariable(c)
	}
}

// setUsed notes that its own function reads of a variable what another one may have stored.
func (p *program) setUsed(c int32) {
	if c < 0 || p.variables[c].used {
		return
	}
	p.variables[c].used = true
	if b, reg := p.ownerOf(c); b != nil {
		if b.notUsed[reg]--; b.notUsed[reg] == 0 {
			b.unused.remove(reg)
		}
	}
	p.recheckVariable(c)
}

// setWritten notes that a function of which closures are needed may store to a variable.
func (p *program) setWritten(c int32) {
	if c >= 0 && !p.variables[c].written {
		p.variables[c].written = true
		if b, reg := p.ownerOf(c); b != nil {
			b.written.add(reg)
		}
		p.recheckVariable(c)
	}
}

// ownerOf returns the body in whose register a variable lives; nil if it is not looked
// into.
func (p *program) ownerOf(c int32) (b *body, reg int) {
	cell := &p.cells.Cells[c]
	if cell.Owner < 0 {
		return nil, 0
	}
	return p.bodies[cell.Owner], cell.Reg
}

// recheckVariable looks again at where a variable is shared, and where other functions store to it.
func (p *program) recheckVariable(c int32) {
	cell := &p.cells.Cells[c]
	if b, reg := p.ownerOf(c); b != nil {
		b.dueWhereShared(cell.Local, reg)
		b.list()
	}
	for _, s := range cell.Writes {
		if b := p.bodies[s.Func]; b != nil {
			b.enqueue(b.graph.Block(int(s.PC)))
			b.list()
		}
	}
}

// dueWhereShared notes that more may be needed in the blocks in which closures share the
// variable in a register; local is the number of its record, negative if it has none.
func (b *body) dueWhereShared(local, reg int) {
	if b.captured == nil {
		return
	}
	first, last := 0, len(b.proto.Code)-1
	if local >= 0 {
		scope := &b.proto.Locals[local]
		first, last = int(scope.StartPC), min(int(scope.EndPC), last)
	}
	for pc := first; pc <= last; {
		id := b.graph.Block(pc)
		if end := b.lastOf(id); end >= 0 && b.captured[end].has(reg) {
			b.enqueue(id)
		}
		pc = int(b.graph.Blocks[id].End)
	}
}

// enqueue notes that more may be needed in a block than before.
func (b *body) enqueue(id cfg.BlockID) {
	if rank := b.graph.Rank(id); rank >= 0 && b.ends[id] > 0 {
		b.isDue[id] = true
		b.dueFrom = max(b.dueFrom, rank)
	}
}

// closed yields the registers that the jump at pc closes of which it matters what
// their variables hold, with their cells.
func (b *body) closed(pc int, yield func(reg int, cell int32)) {
	from := effect.Closes(b.proto.Code[pc])
	if from < 0 || b.captured == nil {
		return
	}
	for reg := range b.captured[pc].from(from).all() {
		if c := b.cellAt(pc, reg); c >= 0 && b.variables[c].isLive() {
			yield(reg, c)
		}
	}
}
