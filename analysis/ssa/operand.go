package ssa

import (
	"luaflow/analysis/effect"
	"luaflow/compile/bytecode"
)

// What the form alone tells of operands, without a lattice of constants: an operand whose one
// definition loads a constant. A phi of two equal constants is not looked into.

// Constant returns the constant that an operand of the instruction at pc is: rk, an operand B or
// C, names it, or the register that is number i of Uses holds nothing else. ok is false if
// neither is so, and for what a closure may have overwritten.
func (s *Form) Constant(pc, rk, i int) (k bytecode.Constant, ok bool) {
	index, ok := s.ConstantIndex(pc, rk, i)
	if ok {
		k = s.F.Proto.Constants[index]
	}
	return k, ok
}

// FieldKey returns the constant under which the instruction at pc reads or writes a field; ok is false if the key is not known.
func (s *Form) FieldKey(pc int) (k bytecode.Constant, ok bool) {
	i := s.F.Proto.Code[pc]
	return s.Constant(pc, effect.Key(i), effect.KeyUse(i))
}

// Original returns the value that v is a copy of, by way of any number of copies; v itself if no instruction copies it, or what it copies
// may be what a closure has written.
func (s *Form) Original(v ValueID) ValueID {
	for {
		d := &s.Values[v]
		if d.Kind != DefValue || effect.ReferenceOf(s.F.Proto.Code[d.PC]) != effect.Copies || s.UseByClosure(int(d.PC), 0) {
			return v
		}
		v = s.Uses(int(d.PC))[0]
	}
}

// ConstantIndex returns the index of that constant in the function's Constants.
func (s *Form) ConstantIndex(pc, rk, i int) (index int, ok bool) {
	if bytecode.IsK(rk) {
		return bytecode.KIndex(rk), true
	}
	uses := s.Uses(pc)
	if i >= len(uses) || uses[i] < 0 || s.UseByClosure(pc, i) {
		return 0, false
	}
	d := &s.Values[uses[i]]
	if d.Kind != DefValue {
		return 0, false
	}
	index = effect.LoadedConstant(s.F.Proto, int(d.PC))
	return index, index >= 0
}

// ForPrep returns the pc of the FORPREP that begins the loop of the FORLOOP at pc, if nothing else
// gives values to the registers of the loop; else -1. Then the limit and the step are what the
// FORPREP makes of them, and the count, which is the first of its values, is joined at the head of
// the loop with nothing but what the FORLOOP itself counts to. What is compiled from Lua is always
// so, as no `goto` leads into a loop.
func (s *Form) ForPrep(pc int) int {
	prep := effect.LoopPreparation(s.F.Proto, pc)
	if !s.F.Graph.Reachable(prep) {
		return -1 // a jump leads into the loop
	}
	operands := s.Uses(pc)
	begin := s.firstDef[prep]
	if operands[1] != begin+1 || operands[2] != begin+2 {
		return -1
	}
	if operands[0] == begin {
		return prep
	}
	if s.Values[operands[0]].Kind != PhiValue {
		return -1
	}
	for _, v := range s.PhiArgs(operands[0]) {
		if v >= 0 && v != begin && v != s.firstDef[pc] {
			return -1
		}
	}
	return prep
}
