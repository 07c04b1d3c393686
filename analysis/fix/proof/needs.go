package proof

import (
	"slices"

	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
)

// This file answers whether a value is needed, for those who want to know more of an edit
// than that it may be made.

// Needs is what one program needs, whatever it was compared with. It is not safe for
// concurrent use.
type Needs struct {
	*program
	asked *body // what live is about
	block cfg.BlockID
	live  []registers // by pc, from the start of the block on
	maker *maker
	alone *alone // what was asked last of fewer functions; nil if nothing was
}

// Function reports whether a closure of a function is needed.
func (n *Needs) Function(number int) bool { return n.made[number] }

// Runs reports whether control may come to the instruction at pc: where it does not nothing was compared.
// Of a function that was not looked into, as its code is the same, it says yes.
func (n *Needs) Runs(function, pc int) bool {
	b := n.bodies[function]
	return b == nil || b.runs(pc)
}

// Value reports whether the value is needed that is in a register in front of the
// instruction at pc. A function whose code is the same after the edit was not looked into:
// the edit takes no value from it, so the answer is no.
func (n *Needs) Value(function, pc, reg int) bool {
	b := n.bodies[function]
	if b == nil || !b.runs(pc) {
		return false
	}
	n.ask(b, b.graph.Block(pc))
	return n.live[pc-int(b.graph.Blocks[n.block].Start)].has(reg)
}

// Changes reports whether instructions from pc start to end, exclusive, may give a register another
// value than it has. The stores of `x = x`, and of `x` in `a, x = b, x`, do not: who takes it away takes no
// value, whatever else is taken away.
func (n *Needs) Changes(function, start, end, reg int) bool {
	b := n.bodies[function]
	if b == nil {
		return true
	}
	for pc := start; pc < end; pc++ {
		if b.class[pc] != nothing && (effect.Defs(b.proto, pc).Has(reg) || effect.MayDefs(b.proto, pc).Has(reg) || effect.EdgeDefs(b.proto, pc).Has(reg)) {
			return true
		}
	}
	return start == end
}

// Store reports whether the value is needed that the instruction at pc stores to a
// variable of a function around; no, if its own function was not looked into.
func (n *Needs) Store(function, pc int) bool {
	b := n.bodies[function]
	return b != nil && b.kept[pc]
}

// Renews reports whether it may be only by an upvalue of a function that closures of that
// function, or of one around it that captures the variable too, can be told apart.
func (n *Needs) Renews(function, upvalue int) bool {
	if n.dialects&sharing == 0 {
		return false
	}
	if n.maker == nil {
		n.maker = newMaker(n.program)
	}
	return n.maker.renews(function, upvalue)
}

// ask finds what is needed in front of each instruction of a block.
func (n *Needs) ask(b *body, id cfg.BlockID) {
	if n.asked == b && n.block == id {
		return
	}
	n.asked, n.block = b, id
	start, last := int(b.graph.Blocks[id].Start), b.lastOf(id)
	n.live = make([]registers, last-start+1)
	live, _ := b.liveAfter(id)
	for pc := last; pc >= start; pc-- {
		b.transferBack(pc, &live)
		n.live[pc-start] = live
	}
}

// Alone reports whether the same is needed of some of the functions that n is about if none
// but these are looked into. They are in order, without duplicates.
func (n *Needs) Alone(functions []int) bool {
	functions = slices.DeleteFunc(slices.Clone(functions), func(f int) bool { return n.bodies[f] == nil })
	if len(functions) == len(n.inside) {
		return true
	}
	if n.alone == nil {
		n.alone = newAlone(n.program)
	}
	if a := n.alone; a.functions == nil || !slices.Equal(a.functions, functions) {
		a.find(functions)
		a.agrees = n.agreesWith(a.program)
	}
	return n.alone.agrees
}

// Unwaived returns what is needed if nothing is waived; n itself if nothing was.
func (n *Needs) Unwaived() *Needs {
	if n.waived == nil {
		return n
	}
	a := newAlone(n.program)
	a.waived, a.needed = nil, n.needed
	functions := make([]int, len(n.inside))
	for i, b := range n.inside {
		functions[i] = b.number
	}
	a.find(functions)
	return &Needs{program: a.program}
}
