package flow

import (
	"iter"
	"slices"

	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
	"luaflow/compile/bytecode"
	"luaflow/compile/meter"
)

// The events of a register: where it is used and defined, in the order in which
// they happen. With them a question about one register costs what that register
// costs, not what the function does. For R1 in
//
//	0  LOADK 1 -1
//	1  ADD 1 1 1
//	2  RETURN 1 2
//
// they are 0 def, 1 use, 1 use, 1 def, 2 use.

// eventsOf returns the events of a register: its uses and definitions in code that can be reached,
// ascending. They are kept for all registers of a function that shares one with closures, as others ask
// for each variable of it. In other functions only a person asks.
func (f *Body) eventsOf(reg int) []event {
	if f.captured != nil && f.captured.events.first != nil {
		return f.captured.events.of(reg)
	}
	e := f.findEvents(new(Memory))
	return e.of(reg)
}

// findEvents counts the events of each register, then sorts them by it (a counting sort, which
// leaves those of one register in the order of pcs). A register that an instruction reads twice has two
// there.
func (f *Body) findEvents(mem *Memory) events {
	o := &f.operands
	first := mem.numbers.Take(int(f.Proto.MaxStack) + 1)
	for _, reg := range o.Registers {
		first[reg+1]++
	}
	for reg := 1; reg < len(first); reg++ {
		first[reg] += first[reg-1]
	}
	e := events{first, mem.events.TakeUncleared(int(first[len(first)-1]))}
	next := append(mem.active[:0], first...)
	mem.active = next
	use, def := int32(0), o.FirstDef[0]
	uses, defs := o.Uses(), o.Defs()
	for b := range f.Graph.Blocks {
		block, last := &f.Graph.Blocks[b], f.Graph.Last(cfg.BlockID(b))
		for pc := int(block.Start); pc < int(block.End); pc++ {
			if pc%meter.Stride == 0 {
				mem.Meter.Step()
			}
			for ; use < o.FirstUse[pc+1]; use++ {
				reg := uses[use]
				e.all[next[reg]] = eventAt(pc) + evUse
				next[reg]++
			}
			for ; def < o.FirstDef[pc+1]; def++ {
				reg := defs[def-o.FirstDef[0]]
				kind := evDef
				if pc == last {
					kind = f.kindOfDef(pc, int(reg))
				}
				e.all[next[reg]] = eventAt(pc) + kind
				next[reg]++
			}
		}
	}
	return e
}

// kindOfDef returns the kind of the definition of reg that the instruction at
// pc makes, the Last of a block.
func (f *Body) kindOfDef(pc, reg int) event {
	switch {
	case effect.EdgeDefs(f.Proto, pc).Has(reg):
		return evEdgeDef
	case effect.MayDefs(f.Proto, pc).Has(reg):
		return evMayDef
	}
	return evDef
}

// allEvents returns all that happens to reg, writes of closures included, in order.
func (f *Body) allEvents(reg int) []event {
	own := f.eventsOf(reg)
	if !f.IsWritable(reg) {
		return own
	}
	all := append(f.closureWrites(reg), own...)
	slices.Sort(all)
	return all
}

// findActing returns the instructions at which closures that write to a register of f may act:
// those that run other code, and those after which finalizers may run. It is nil if none writes.
func (f *Body) findActing(mem *Memory) pcs {
	if f.captured.writable.Empty() {
		return nil
	}
	acts := func(i bytecode.Instruction) bool {
		return effect.Actions(i)&(effect.RunsCode|effect.Allocates) != 0
	}
	n := 0
	for _, i := range f.Proto.Code {
		if acts(i) {
			n++
		}
	}
	acting := mem.numbers.TakeUncleared(n)[:0]
	for pc, i := range f.Proto.Code {
		if acts(i) {
			acting = append(acting, int32(pc))
		}
	}
	return acting
}

// closureWrites returns where closures may write the cell reg, in order. It is not kept: there may
// be as many for each register as the function has calls.
func (f *Body) closureWrites(reg int) []event {
	var writes []event
	for _, b := range f.Graph.Order {
		from := f.writableFrom(b, reg)
		for _, pc := range f.captured.acting.between(max(from-1, f.Graph.Blocks[b].Start), f.Graph.Blocks[b].End) {
			actions := f.actionsOn(pc, from)
			if actions&effect.RunsCode != 0 {
				writes = append(writes, eventAt(int(pc))|evCodeWrites)
			}
			if actions&effect.Allocates != 0 {
				writes = append(writes, eventAt(int(pc))|evFinalizerWrites)
			}
		}
	}
	return writes
}

// lastClosureWrite returns the last event in block b, in front of pc, at which a closure may
// write the cell reg; ok is false if there is none.
func (f *Body) lastClosureWrite(reg int, b cfg.BlockID, pc int) (e event, ok bool) {
	if !f.IsWritable(reg) {
		return 0, false
	}
	from := f.writableFrom(b, reg)
	for _, at := range slices.Backward(f.captured.acting.between(max(from-1, f.Graph.Blocks[b].Start), int32(pc))) {
		switch actions := f.actionsOn(at, from); {
		case actions&effect.Allocates != 0:
			return eventAt(int(at)) | evFinalizerWrites, true
		case actions != 0:
			return eventAt(int(at)) | evCodeWrites, true
		}
	}
	return 0, false
}

// writableFrom returns the first pc in block b in front of which a closure that writes reg
// has captured it, or one after the end of the block if there is none.
func (f *Body) writableFrom(b cfg.BlockID, reg int) int32 {
	block := &f.Graph.Blocks[b]
	if s := f.SharedAt(f.CellSets(), b); s.written.Has(reg) {
		return block.Start
	}
	for _, c := range f.captured.from(reg, block.Start) {
		if int(c.reg) != reg || c.pc >= block.End {
			break
		}
		if c.access&effect.Write != 0 {
			return c.pc + 1
		}
	}
	return block.End + 1
}

// actionsOn returns what may make a closure write its cell at pc; from is writableFrom of
// the block, pc that in front of it or a later one. Finalizers may run the closure that a
// CLOSURE makes as SharedWithFinalizers says.
func (f *Body) actionsOn(pc, from int32) effect.Action {
	i := f.Proto.Code[pc]
	actions := effect.Actions(i) & (effect.RunsCode | effect.Allocates)
	if pc >= from {
		return actions
	}
	if f.CellAt(int(pc), i.A())&effect.Read == 0 {
		return 0
	}
	return actions & effect.Allocates
}

// UsesBetween yields the pcs of the instructions from start to end, exclusive, that read reg,
// ascending; one that reads it twice stands there twice.
func (f *Body) UsesBetween(reg, start, end int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for _, e := range eventsBetween(f.eventsOf(reg), start, end) {
			if e.kind() == evUse && !yield(e.pc()) {
				return
			}
		}
	}
}

// usedBetween reports whether an instruction from start to end, exclusive, reads reg.
func (f *Body) usedBetween(reg, start, end int) bool {
	for range f.UsesBetween(reg, start, end) {
		return true
	}
	return false
}

// OnlyDef returns the pc of the instruction that gives a variable, which is in reg, its value
// where it is declared; -1 if f may give it another one, or if paths meet in the middle of
// its declaration.
func (f *Body) OnlyDef(local, reg int) int {
	start, end := int(f.Proto.Locals[local].StartPC), int(f.Proto.Locals[local].EndPC)
	if start == 0 {
		return -1
	}
	events := f.eventsOf(reg)
	if slices.ContainsFunc(eventsBetween(events, start, end), isDef) {
		return -1
	}
	block := &f.Graph.Blocks[f.Graph.Block(start-1)]
	for _, e := range slices.Backward(eventsBetween(events, int(block.Start), start)) {
		if e.kind() == evDef {
			return e.pc()
		}
	}
	return -1
}
