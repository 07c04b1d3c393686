package ssa

import (
	"luaflow/analysis/cfg"
	"luaflow/analysis/flow"
)

// Making the form of one function: place phis (phi.go), number the values (number.go), give each
// operand its value (walk.go), note what closures have to do with values (note.go), and list who
// uses them (users.go).

// NewForm returns the form of f. It is valid until mem is used for the next Forms.
func NewForm(f *flow.Body, mem *Memory) *Form {
	r := renamer{f: f, o: f.Operands(), mem: mem, words: f.Words(), cells: f.CellSets()}
	if len(f.Graph.Order) == 1 && len(f.Graph.Preds(0)) == 0 {
		return r.build(nil, nil)
	}
	// Hardly anybody else asks for the trees: they would take more room than the form.
	mark := mem.cfg.Mark()
	dominators := f.Graph.Dominators(&mem.cfg)
	s := r.build(dominators, f.Graph.Frontiers(dominators, &mem.cfg))
	mem.cfg.Rewind(mark)
	return s
}

// build makes the form. Without frontiers there is one block, and no phi.
func (r *renamer) build(dominators *cfg.Tree, frontiers *cfg.Frontiers) *Form {
	r.s = &r.mem.forms.Take(1)[0]
	r.s.F = r.f
	r.s.firstDef = r.o.FirstDef
	if r.cells != nil {
		r.observed = r.f.SolveObserved(r.o, r.cells, &r.mem.Scratch)
		r.written = r.f.SolveClosureWrites(r.o, r.cells, &r.mem.Scratch)
	}
	if frontiers != nil {
		r.placePhis(frontiers)
	}
	r.mem.Meter.Step()
	r.numberValues()
	r.mem.Meter.Step()
	r.s.uses = r.mem.valueIDs.TakeUncleared(len(r.o.Uses()))
	r.renameTree(dominators)
	r.leaveUnreachable()
	cfg.Release(&r.mem.phis, &r.mem.defined)
	if r.cells != nil {
		r.noteObserved()
		r.noteClosureWrites()
		r.mem.Scratch.Release()
	}
	r.mem.Meter.Step()
	r.s.listUsers(r.mem)
	return r.s
}
