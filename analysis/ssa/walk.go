package ssa

import (
	"math/bits"

	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
)

// Giving the operands their values: down the dominator tree with the current value of every
// register (Cytron et al., figure 12).
//
// Two things differ from the figure. The stacks of values, one for each register, are a trail.
// And definitions are numbered before the walk, by pc and not in the order of the tree, so that
// those of an instruction are a range.

// renameTree gives the operands their values, down the dominator tree in pre-order. At each block
// current is what the registers hold at the end of its parent: a register for which that is not
// what comes over the edges has a phi in the block, unless it is not live there.
func (r *renamer) renameTree(dominators *cfg.Tree) {
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
	registers, uses := r.o.Registers[:len(s.uses)], s.uses
	usesEnd, defsEnd := r.o.FirstUse[block.Start+1:block.End+1], s.firstDef[block.Start+1:block.End+1]
	for k, after := range usesEnd {
		for ; use < after; use++ {
			uses[use] = r.current[registers[use]]
		}
		for after := defsEnd[k]; v < after; v++ {
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
