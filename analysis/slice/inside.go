package slice

import (
	"luaflow/analysis/cfg"
	"luaflow/analysis/depend"
	"luaflow/analysis/effect"
	"luaflow/analysis/ssa"
	"luaflow/analysis/tables"
)

// The edges inside of functions.

// function adds the edges inside a function: what the relation says that its instructions and
// phis need. What is executed whenever the function is called, because it post-dominates the
// entry, depends on its start.
func (b *builder) function(fn *function) {
	for _, block := range fn.Graph.Order {
		b.program.Step()
		always := b.program.PostDominators(fn.Func).Dominates(block, 0)
		bounds := &fn.Graph.Blocks[block]
		for pc := int(bounds.Start); pc < int(bounds.End); pc++ {
			if always { // the start of the function alone decides
				b.edge(fn.at(pc), fn.start)
			}
			b.instruction(fn, pc)
		}
	}
	for v := range fn.ssa.Values {
		b.readByClosures(fn, ssa.ValueID(v))
	}
	for phi := fn.firstPhi; int(phi) < len(fn.ssa.Values); phi++ {
		for on, edge := range b.relation.Needs(depend.ValueOf(fn.Func, phi)) {
			if edge.How == depend.ByData {
				b.edge(b.value(fn, phi), b.value(fn, ssa.ValueID(on.At)))
			}
		}
	}
}

// instruction makes an instruction depend on what it needs, and notes what it reads and writes
// elsewhere.
func (b *builder) instruction(fn *function, pc int) {
	n := fn.at(pc)
	operands := len(fn.ssa.Uses(pc))
	if isCall(effect.ReferenceOf(fn.Proto.Code[pc])) {
		c := b.callAt(fn, pc)
		b.edge(c.result, n)
		if c.known {
			operands = 1 // the others are the business of the parameters
		}
	}
	for on, edge := range b.relation.Needs(depend.At(fn.Func, pc)) {
		if int(edge.Operand) < operands {
			b.need(fn, pc, on, int(edge.Operand))
		}
	}
	for made := range b.relation.Serves(depend.At(fn.Func, pc)) {
		switch made.Kind {
		case depend.Cell:
			b.stores.access(n, b.stores.cell(int(made.At), true), effect.Write)
		case depend.Slot:
			b.stores.access(n, b.slot(tables.SlotID(made.At)), effect.Write)
		}
	}
	if effect.ReadsVarargs(fn.Proto.Code[pc]) {
		b.edge(n, fn.param(fn.params()-1))
	}
	b.heap(fn, pc)
}

// need makes an instruction depend on what it needs, as an operand if that is not negative. What
// happens in a function that it makes is up to the calls.
func (b *builder) need(fn *function, pc int, on depend.Node, operand int) {
	n := fn.at(pc)
	switch on.Kind {
	case depend.Value:
		b.edge(n, b.value(fn, ssa.ValueID(on.At)))
	case depend.Exit:
		b.edge(n, fn.at(fn.Graph.Last(cfg.BlockID(on.At))))
	case depend.Cell:
		if operand < 0 {
			b.stores.access(n, b.stores.cell(int(on.At), false), effect.Read)
		}
		if operand < 0 || b.writtenByClosure(fn, pc, operand) {
			b.stores.access(n, b.stores.cell(int(on.At), true), effect.Read)
		}
	case depend.Slot:
		b.stores.access(n, b.slot(tables.SlotID(on.At)), effect.Read)
	}
}

// readByClosures notes that closures may read a value through its cell: whoever makes the value writes
// the store of the cell. Phis make no value; those that they join are asked one by one.
func (b *builder) readByClosures(fn *function, v ssa.ValueID) {
	n := b.value(fn, v)
	if fn.ssa.Values[v].Kind == ssa.PhiValue || n == noNode || !fn.ssa.Observed(v) {
		return
	}
	for reader := range b.relation.Serves(depend.ValueOf(fn.Func, v)) {
		if reader.Kind == depend.Cell {
			b.stores.access(n, b.stores.cell(int(reader.At), false), effect.Write)
		}
	}
}
