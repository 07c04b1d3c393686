package dataflow

import (
	"slices"

	"luaflow/analysis/effect"
)

// The events of a register: where it is used and defined, in the order in which
// they happen. With them a question about one register costs what that register
// costs, not what the function does.

// event is a pc and what happens there to a register: pc<<eventBits | kind. So
// events sort by pc, and at one pc in the order of the kinds, which is that of
// effect's doc.
type event int32

// The kinds of event.
const (
	evUse        event = iota
	evCodeReads        // other code may read the cell, before the definitions
	evCodeWrites       // other code may write the cell, before the definitions
	evMayDef           // a definition that leaves others alive
	evDef
	evFinalizerReads  // finalizers may read the cell, behind the definitions
	evFinalizerWrites // finalizers may write the cell, behind the definitions
	evEdgeDef         // a definition on the first edge only
)

const (
	eventBits = 3
	kindMask  = 1<<eventBits - 1
)

func (e event) pc() int     { return int(e >> eventBits) }
func (e event) kind() event { return e & kindMask }

// eventAt is the first event that there may be at pc.
func eventAt(pc int) event { return event(pc) << eventBits }

// events is the uses and definitions of all registers in code that can be reached.
type events struct {
	first []int32 // by register, one entry more: where its events begin
	all   []event
}

// of is the uses and definitions of one register, ascending.
func (e *events) of(reg int) []event { return e.all[e.first[reg]:e.first[reg+1]] }

// registerEvents is computed once per function.
func (f *Func) registerEvents() *events {
	if !f.knows(eventFacts) {
		o := f.operands()
		f.compute(eventFacts, func(mem *Memory) { f.events = f.findEvents(o, mem) })
	}
	return f.events
}

// findEvents counts the events of each register, then sorts them by it. A register
// that an instruction reads twice has two there.
func (f *Func) findEvents(o *operands, mem *Memory) *events {
	first := mem.numbers.Take(int(f.Proto.MaxStack) + 1)
	for _, reg := range o.registers {
		first[reg+1]++
	}
	for reg := 1; reg < len(first); reg++ {
		first[reg] += first[reg-1]
	}
	e := &mem.byReg.Take(1)[0]
	*e = events{first, mem.events.Take(len(o.registers))}
	next := slices.Clone(first)
	for _, block := range f.Graph.Blocks {
		for pc := int(block.Start); pc < int(block.End); pc++ {
			for _, reg := range o.usesOf(pc) {
				e.all[next[reg]] = eventAt(pc) + evUse
				next[reg]++
			}
			for _, reg := range o.defsOf(pc) {
				kind := evDef
				if pc == int(block.End)-1 {
					kind = f.kindOfDef(pc, int(reg))
				}
				e.all[next[reg]] = eventAt(pc) + kind
				next[reg]++
			}
		}
	}
	return e
}

// kindOfDef is the kind of the definition of reg that the last instruction of a
// block makes.
func (f *Func) kindOfDef(pc, reg int) event {
	switch {
	case effect.EdgeDefs(f.Proto, pc).Has(reg):
		return evEdgeDef
	case effect.MayDefs(f.Proto, pc).Has(reg):
		return evMayDef
	}
	return evDef
}

// allEvents is all that happens to reg, writes of closures included, in order.
func (f *Func) allEvents(reg int) []event {
	own := f.registerEvents().of(reg)
	if !f.isWritable(reg) {
		return own
	}
	all := append(f.closureWrites(reg), own...)
	slices.Sort(all)
	return all
}

// closureWrites is where closures may write the cell reg.
func (f *Func) closureWrites(reg int) []event {
	cells := f.cellSets()
	var writes []event
	for _, b := range f.Graph.Order {
		block := &f.Graph.Blocks[b]
		s := f.sharedAt(cells, b)
		for pc := int(block.Start); pc < int(block.End); pc++ {
			if s.written.Has(reg) && effect.Actions(f.Proto.Code[pc])&effect.RunsCode != 0 {
				writes = append(writes, eventAt(pc)|evCodeWrites)
			}
			if behind := f.sharedWithFinalizers(pc, &s); behind.written.Has(reg) {
				writes = append(writes, eventAt(pc)|evFinalizerWrites)
			}
			f.captureAt(pc, &s)
		}
	}
	return writes
}

// eventsBetween is the part of ascending events from pc start to end, exclusive.
func eventsBetween(events []event, start, end int) []event {
	from, _ := slices.BinarySearch(events, eventAt(start))
	to, _ := slices.BinarySearch(events[from:], eventAt(end))
	return events[from : from+to]
}

// usedBetween reports whether an instruction from start to end, exclusive, reads
// reg.
func (f *Func) usedBetween(reg, start, end int) bool {
	return slices.ContainsFunc(eventsBetween(f.registerEvents().of(reg), start, end), func(e event) bool {
		return e.kind() == evUse
	})
}
