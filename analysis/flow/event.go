package flow

import "slices"

// What happens to a register, and when, as one number.

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
	evFinalizerReads  // finalizers may read the cell, after the definitions
	evFinalizerWrites // finalizers may write the cell, after the definitions
	evEdgeDef         // a definition on the first edge only
)

const (
	eventBits = 3
	kindMask  = 1<<eventBits - 1
)

func (e event) pc() int { return int(e >> eventBits) }

func (e event) kind() event { return e & kindMask }

// eventAt returns the first event that there may be at pc.
func eventAt(pc int) event { return event(pc) << eventBits }

// isDef reports whether e is a definition that an instruction makes.
func isDef(e event) bool {
	k := e.kind()
	return k == evDef || k == evMayDef || k == evEdgeDef
}

// events is the uses and definitions of some registers in code that can be reached.
type events struct {
	first []int32 // by register, one entry more: where its events begin
	all   []event
}

// of returns the uses and definitions of one register, ascending.
func (e *events) of(reg int) []event { return e.all[e.first[reg]:e.first[reg+1]] }

// eventsBetween returns the part of ascending events from pc start to end, exclusive.
func eventsBetween(events []event, start, end int) []event {
	from, _ := slices.BinarySearch(events, eventAt(start))
	to, _ := slices.BinarySearch(events[from:], eventAt(end))
	return events[from : from+to]
}

// pcs is ascending pcs.
type pcs []int32

// between returns the part from start to end, exclusive.
func (p pcs) between(start, end int32) pcs {
	from, _ := slices.BinarySearch(p, start)
	to, _ := slices.BinarySearch(p, max(start, end))
	return p[from:to]
}
