package flow

import (
	"slices"

	"luaflow/analysis/effect"
)

// References of a register, by instructions and by the closures that share it.

// RefKind says how a register is accessed. The kinds stand in the order in which one
// instruction makes such references.
type RefKind uint8

// The kinds of reference.
const (
	// EntryDef is the value that a parameter has when the function begins.
	EntryDef RefKind = iota
	// Use is an operand.
	Use
	// CellUse and CellDef: code of a closure may read or write the cell while the
	// instruction runs, or when it leaves the block or function of the variable.
	CellUse
	CellDef
	// MayDef is a definition that some executions of the instruction do not make.
	MayDef
	Def
	// LateCellUse and LateCellDef are finalizers' accesses, after the definitions.
	LateCellUse
	LateCellDef
	// EdgeDef is a definition on the first edge only.
	EdgeDef
)

// IsUse reports whether the reference reads the register.
func (k RefKind) IsUse() bool { return useRefs.has(k) }

// IsCell reports whether it is the code of a closure that makes the reference.
func (k RefKind) IsCell() bool { return (cellUses | cellDefs).has(k) }

// String returns a word for people.
func (k RefKind) String() string {
	return [...]string{"entry", "use", "cell use", "cell def", "may def", "def", "cell use", "cell def", "edge def"}[k]
}

// refKinds is a set of kinds.
type refKinds uint16

const (
	cellUses refKinds = 1<<CellUse | 1<<LateCellUse
	cellDefs refKinds = 1<<CellDef | 1<<LateCellDef
	useRefs  refKinds = 1<<Use | cellUses
	defRefs  refKinds = 1<<EntryDef | 1<<MayDef | 1<<Def | 1<<EdgeDef | cellDefs
	// fullDefs replace the value whatever happens.
	fullDefs refKinds = 1<<Def | 1<<EdgeDef
)

func (s refKinds) has(k RefKind) bool { return s>>k&1 != 0 }

// Ref is one reference of a register.
type Ref struct {
	PC   int     // Entry for EntryDef
	Kind RefKind // how the register is accessed
	// Operand is, for a Use, which of the registers that the instruction reads it
	// is, in the order of effect.Uses.
	Operand int
}

// Refs returns the references of reg in code that can be reached, in order: by pc, and at
// one pc as they happen.
func (f *Body) Refs(reg int) []Ref {
	refs := []Ref{}
	if reg < int(f.Proto.NumParams) {
		refs = append(refs, Ref{PC: Entry, Kind: EntryDef})
	}
	nth := 0 // of the reads of reg by one instruction
	for i, events := 0, f.refEvents(reg); i < len(events); i++ {
		e := events[i]
		ref := Ref{PC: e.pc(), Kind: Use + RefKind(e.kind())}
		if ref.Kind == Use {
			if i > 0 && events[i-1] == e {
				nth++
			} else {
				nth = 0
			}
			ref.Operand = operandOf(effect.Uses(f.Proto, ref.PC), reg, nth)
		}
		refs = append(refs, ref)
	}
	return refs
}

// operandOf returns the position of the nth occurrence of reg.
func operandOf(regs effect.Regs, reg, nth int) int {
	at := 0
	for r := range regs.All() {
		if r == reg {
			if nth == 0 {
				return at
			}
			nth--
		}
		at++
	}
	return -1
}

// refEvents returns allEvents and the reads of closures, in order.
func (f *Body) refEvents(reg int) []event {
	all := f.allEvents(reg)
	reads := f.closureReads(reg)
	if len(reads) == 0 {
		return all
	}
	all = append(reads, all...)
	slices.Sort(all)
	return all
}

// closureReads returns where closures may read the cell reg.
func (f *Body) closureReads(reg int) []event {
	if !f.isCaptured(reg) {
		return nil
	}
	cells := f.CellSets()
	var reads []event
	for _, b := range f.Graph.Order {
		block := &f.Graph.Blocks[b]
		s := f.SharedAt(cells, b)
		for pc := int(block.Start); pc < int(block.End); pc++ {
			if s.Read.Has(reg) && MayObserve(f.Proto.Code[pc], reg) {
				reads = append(reads, eventAt(pc)|evCodeReads)
			}
			if after := f.SharedWithFinalizers(pc, &s); after.Read.Has(reg) {
				reads = append(reads, eventAt(pc)|evFinalizerReads)
			}
			f.CaptureAt(pc, &s)
		}
	}
	return reads
}
