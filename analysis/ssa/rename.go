package ssa

import (
	"math/bits"

	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
)

// Making the form of one function: place phis (phi.go), number the values, then walk
// down the dominator tree with the current value of every register and give it to
// each operand (Cytron et al., figure 12).
//
// Two things differ from the figure. The stacks of values, one for each register, are one array
// of the tops and one log of what they were before, as a trail: coming back to a depth of the tree
// undoes the log to the length that it had there. And definitions are numbered before the walk,
// by pc and not in the order of the tree, so that those of an instruction are a range.

// NewForm returns the form of f. It is valid until mem is used for the next Forms.
func NewForm(f *flow.Body, mem *Memory) *Form {
	b := renamer{f: f, o: f.Operands(), mem: mem, words: f.Words(), cells: f.CellSets()}
	if len(f.Graph.Order) == 1 && len(f.Graph.Preds(0)) == 0 {
		return b.build(nil, nil)
	}
	// Hardly anybody else asks for the trees: they would take more room than the form.
	mark := mem.cfg.Mark()
	dominators := f.Graph.Dominators(&mem.cfg)
	s := b.build(dominators, f.Graph.Frontiers(dominators, &mem.cfg))
	mem.cfg.Rewind(mark)
	return s
}

// renamer makes the form of one function. Its rows are scratch memory.
type renamer struct {
	f     *flow.Body
	o     *flow.Operands
	mem   *Memory
	s     *Form
	words int // of a set of registers

	// Rows of registers by block.
	cells    []uint64 // see Func.CellSets
	defined  []uint64 // on all edges, maybe, or on the only edge to the block
	written  []uint64 // cells that may hold at the start what closures wrote; nil if there are none
	phis     []uint64
	numPhis  int
	observed flow.Observation // what closures may read; if there are cells

	current [256]ValueID // by register, during the walk
	undoes  bool         // the walk takes definitions back
	log     []change
}

// change is what current held for a register before a definition.
type change struct {
	reg int32
	old ValueID
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
	r.numberValues()
	r.s.uses = r.mem.valueIDs.TakeUncleared(len(r.o.Uses()))
	r.walk(dominators)
	r.leaveUnreachable()
	cfg.Release(&r.mem.phis, &r.mem.defined)
	if r.cells != nil {
		r.noteObserved()
		r.noteClosureWrites()
		r.mem.Scratch.Release()
	}
	r.s.listUsers(r.mem)
	return r.s
}

// at returns the row of block b in rows.
func (r *renamer) at(rows []uint64, b cfg.BlockID) flow.Row { return rows[int(b)*r.words:][:r.words] }

// numberValues makes the array of all values: parameters, other registers that are live at the
// entry, definitions by pc, phis. The phis must be placed. The second are rare; without any, the
// numbers of values are those that flow has given to definitions, and its array is shared.
func (r *renamer) numberValues() {
	f, s := r.f, r.s
	params := int(f.Proto.NumParams)
	live := flow.Set{}
	for w := range r.words {
		live[w] = f.LiveWord(w)
	}
	live = live.From(params)
	entries := params + live.Len()
	s.Values = r.mem.values.TakeUncleared(entries + len(r.o.Defs()) + r.numPhis)
	entry := 0
	add := func(reg int) bool {
		s.Values[entry] = Definition{PC: flow.Entry, Reg: uint8(reg), Kind: EntryValue}
		r.current[reg] = ValueID(entry)
		entry++
		return true
	}
	for reg := range params {
		add(reg)
	}
	live.All(add)
	if more := ValueID(entries - params); more > 0 {
		s.firstDef = r.mem.valueIDs.TakeUncleared(len(r.o.FirstDef))
		for pc, v := range r.o.FirstDef {
			s.firstDef[pc] = v + more
		}
	}
	r.numberDefs()
	r.numberPhis(ValueID(entries + len(r.o.Defs())))
}

// numberDefs fills in the values that instructions make. Those of EdgeDefs, which flow lists as
// the last ones of an instruction, only a block's last one has.
func (r *renamer) numberDefs() {
	s, g, v := r.s, &r.f.Graph, 0
	values := s.Values[s.firstDef[0]:]
	registers := r.o.Defs()
	for pc, first := range s.firstDef[1:] {
		for after := int(first - s.firstDef[0]); v < after; v++ {
			values[v] = Definition{PC: int32(pc), Reg: registers[v], Kind: DefValue}
		}
	}
	if !r.f.Opcodes.HasAny(effect.EdgeDefiners) {
		return
	}
	for _, b := range g.Order {
		last := g.Last(b)
		for regs := effect.EdgeDefs(r.f.Proto, last); regs != 0; regs = regs.Rest() {
			first, n := regs.Run()
			for reg := first; reg < first+n; reg++ {
				s.Values[s.Def(last, reg)].Kind = EdgeValue
			}
		}
	}
}

// walk gives the operands their values, down the dominator tree in pre-order. At each block
// current is what the registers hold at the end of its parent: a register for which that is not
// what comes over the edges has a phi in the block, unless it is not live there.
func (r *renamer) walk(dominators *cfg.Tree) {
	if dominators == nil { // there is one block, and nothing to take back
		r.rename(0)
		return
	}
	r.log, r.undoes = r.mem.log[:0], true
	marks := r.mem.marks[:0] // by depth in the tree: the length of the log when the walk came there
	for _, b := range dominators.Preorder() {
		r.mem.Meter.Step()
		if depth := dominators.Depth(b); depth < len(marks) {
			r.undo(int(marks[depth]))
			marks = marks[:depth]
		}
		marks = append(marks, int32(len(r.log)))
		r.enter(b)
		r.rename(b)
		r.leave(b)
	}
	r.mem.marks, r.mem.log = marks, r.log
}

// define makes v the current value of its register.
func (r *renamer) define(v ValueID) { r.redefine(int(r.s.Values[v].Reg), v) }

// redefine makes v the current value of reg.
func (r *renamer) redefine(reg int, v ValueID) {
	if r.undoes {
		r.log = append(r.log, change{int32(reg), r.current[reg]})
	}
	r.current[reg] = v
}

// undo takes back the definitions that were logged from n on.
func (r *renamer) undo(n int) {
	for k := len(r.log) - 1; k >= n; k-- {
		r.current[r.log[k].reg] = r.log[k].old
	}
	r.log = r.log[:n]
}

// enter makes current what comes into b over its edges: its phis, and what the only edge to it
// defines.
func (r *renamer) enter(b cfg.BlockID) {
	if r.s.phis != nil {
		v := r.s.phis.first[b]
		for w, regs := range r.at(r.phis, b) {
			for ; regs != 0; regs &= regs - 1 {
				r.redefine(w<<6+bits.TrailingZeros64(regs), v)
				v++
			}
		}
	}
	if pc := r.f.EdgeInto(b); pc >= 0 {
		for v := r.s.firstDef[pc]; v < r.s.firstDef[pc+1]; v++ {
			if r.s.Values[v].Kind == EdgeValue {
				r.define(v)
			}
		}
	}
}

// rename goes over the instructions of b: each reads what is current, then defines. What an
// edge defines is not current at the end of the block (see enter and leave).
func (r *renamer) rename(b cfg.BlockID) {
	s, block := r.s, &r.f.Graph.Blocks[b]
	use, v := r.o.FirstUse[block.Start], s.firstDef[block.Start]
	registers, uses := r.o.Registers, s.uses
	for pc := block.Start; pc < block.End; pc++ {
		for after := r.o.FirstUse[pc+1]; use < after; use++ {
			uses[use] = r.current[registers[use]]
		}
		for after := s.firstDef[pc+1]; v < after; v++ {
			if s.Values[v].Kind == DefValue {
				r.define(v)
			}
		}
	}
}

// leave gives the phis after b what they join on the edges from there: what is current, or what
// the edge defines. Where it depends on the path whether a register is a cell, a phi may be there
// for the sake of another edge, over which a closure reads the register: over this one nothing
// reads it, and nothing is joined.
func (r *renamer) leave(b cfg.BlockID) {
	byPath := r.f.DependsOnPath()
	for k, to := range r.f.Graph.Succs(b) {
		_, args, width := r.s.Joins(to)
		if len(args) == 0 {
			continue
		}
		last := r.f.Graph.Last(b)
		definesOnEdge := k == 0 && effect.EdgeDefs(r.f.Proto, last) != 0
		at := r.f.EdgeNumber(b, k)
		for w, regs := range r.at(r.phis, to) {
			for ; regs != 0; regs &= regs - 1 {
				reg := w<<6 + bits.TrailingZeros64(regs)
				v := r.current[reg&255]
				if definesOnEdge {
					if made := r.s.edgeDef(last, reg); made >= 0 {
						v = made
					}
				}
				if byPath && !r.f.ReadsOver(b, to, reg) {
					v = NoValue
				}
				args[at] = v
				at += width
			}
		}
	}
}

// leaveUnreachable gives the phis nothing to join on the edges on which control never comes:
// the walk does not leave the blocks that these come from, and the arrays are not cleared.
func (r *renamer) leaveUnreachable() {
	g := &r.f.Graph
	if r.s.phis == nil || len(g.Order) == len(g.Blocks) {
		return
	}
	for i := range g.Blocks {
		b := cfg.BlockID(i)
		if g.Rank(b) >= 0 {
			continue
		}
		for k, to := range g.Succs(b) {
			_, args, width := r.s.Joins(to)
			for at := r.f.EdgeNumber(b, k); at < len(args); at += width {
				args[at] = NoValue
			}
		}
	}
}

// edgeDef returns the value that the instruction at pc gives to reg on its first edge
// only, NoValue if there is none.
func (s *Form) edgeDef(pc, reg int) ValueID {
	if v := s.Def(pc, reg); v >= 0 && s.Values[v].Kind == EdgeValue {
		return v
	}
	return NoValue
}
