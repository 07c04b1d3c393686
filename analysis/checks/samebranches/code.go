package samebranches

import (
	"slices"

	"luaflow/analysis"
	"luaflow/analysis/effect"
	"luaflow/compile/bytecode"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// This file defines which blocks have the same code.

// comparison compares blocks of one function.
type comparison struct {
	*analysis.Pass
	proto *bytecode.Proto
}

// areSame reports whether two blocks that begin with the same registers in use have the same code, and any at all.
func (c *comparison) areSame(a, b *syntax.Block) bool {
	p, q := c.codeOf(a), c.codeOf(b)
	if p.Empty() || p.End-p.Start != q.End-q.Start {
		return false
	}
	by := int(q.Start - p.Start)
	for pc := int(p.Start); pc < int(p.End); pc++ {
		if !c.isSameAt(p, pc, by) {
			return false
		}
	}
	return true
}

// codeOf returns the code of a block, up to what leads from its end to somewhere else.
func (c *comparison) codeOf(b *syntax.Block) (code srcmap.PCRange) {
	for _, s := range b.Stats {
		pcs := c.Text.PCs(s)
		if code.Empty() {
			code = pcs
		} else if !pcs.Empty() {
			code.End = pcs.End
		}
	}
	return code
}

// isSameAt reports whether the instruction at pc, in some code, is the same as that by so many later. What stays in
// the code goes equally far, what leads out of it goes to the same place.
func (c *comparison) isSameAt(in srcmap.PCRange, pc, by int) bool {
	i, j := c.proto.Code[pc], c.proto.Code[pc+by]
	if k, l := effect.Closure(i), effect.Closure(j); k >= 0 && l >= 0 {
		return i.A() == j.A() && areSameFunctions(c.proto.Protos[k], c.proto.Protos[l])
	}
	to, other := effect.Successors(c.proto, pc)
	if !isOut(in, to) && !isOut(in, other) {
		return i == j
	}
	to2, other2 := effect.Successors(c.proto, pc+by)
	return i.WithSBx(0) == j.WithSBx(0) && areSameTargets(in, to, to2, by) && areSameTargets(in, other, other2, by)
}

// isOut reports whether a place in the code is neither in some piece of it nor right after it.
func isOut(of srcmap.PCRange, pc int) bool {
	return pc >= 0 && (pc < int(of.Start) || pc > int(of.End))
}

func areSameTargets(in srcmap.PCRange, p, q, by int) bool {
	if p < 0 || isOut(in, p) {
		return p == q
	}
	return p+by == q
}

// areSameFunctions reports whether two functions have the same code and take the same variables from around them.
func areSameFunctions(p, q *bytecode.Proto) bool {
	return p.NumParams == q.NumParams && p.IsVararg == q.IsVararg &&
		slices.Equal(p.Code, q.Code) && slices.Equal(p.Constants, q.Constants) &&
		slices.EqualFunc(p.Upvalues, q.Upvalues, areSameUpvalues) &&
		slices.EqualFunc(p.Protos, q.Protos, areSameFunctions)
}

func areSameUpvalues(a, b bytecode.Upvalue) bool { return a.InStack == b.InStack && a.Index == b.Index }
