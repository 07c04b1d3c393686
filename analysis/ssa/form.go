package ssa

import (
	"slices"

	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
)

// Static single assignment form of the registers of one function, pruned: a phi
// stands only where its register is live (Cytron, Ferrante, Rosen, Wegman and
// Zadeck, "Efficiently computing static single assignment form and the control
// dependence graph", TOPLAS 13.4, 1991; Choi, Cytron and Ferrante, POPL 1991).
//
// The code is not changed: the form is a numbering of the definitions, the number
// of the one that each operand reads, and the phis of each block. Phis stand at the
// start of their block, all at once and in front of its first instruction.
//
// What closures write into cells is no definition here. ByClosure says where such
// a write may be read in the place of the value, Observed which values closures
// may read. Without closures the invariant is the usual one: the value of an operand is
// defined where it dominates the operand, or, for the argument of a phi, the end of the
// edge's source; and it is what the register holds there in every execution.

// ValueID numbers the values of a function densely: those of its parameters by
// their registers, those that other registers have at the entry and that are live
// there, those that instructions define, by pc, and the phis, by block. Code that
// cannot be reached has no values.
//
// They are the numbers of the definitions, unless a register that is no parameter is live at
// the entry: then its value stands between those of the parameters and those of the
// instructions.
type ValueID = flow.DefID

// NoValue is the ValueID of no value.
const NoValue ValueID = -1

// ValueKind says what makes a value.
type ValueKind uint8

// The kinds of value.
const (
	EntryValue ValueKind = iota // a parameter, or what is in a register when the function begins
	DefValue                    // Defs or MayDefs of an instruction
	EdgeValue                   // EdgeDefs of an instruction: made on the first edge only
	PhiValue                    // the join of the values that reach the start of a block
)

// Definition is what makes a value.
type Definition struct {
	PC   int32     // of the instruction; the start of the block of a phi; Entry
	Reg  uint8     // that holds the value
	Kind ValueKind // which instructions, edges or blocks make it
}

// Form holds the form of one function. It is immutable. That of a function which is too large
// for its values to be looked at is nil: its methods find no value, no operand and no phi,
// but its fields must not be asked for.
type Form struct {
	// Values is the definitions, by ValueID.
	Values []Definition

	F *flow.Body // of which it is the form

	uses []ValueID // by operand, in the order of the function's Operands
	// firstDef is, by pc and one entry more, the first value that it makes: that of the Operands,
	// but if there are values at the entry that no parameter has.
	firstDef []ValueID
	phis     *phis       // nil if there are none
	cells    *cellValues // nil if closures access no register
	// users is, by value and one entry more, where its uses begin in it, and then the uses of all
	// values: one array, as there are many small forms.
	users []User
}

// User is a use of a value: by an instruction, or as an argument of a phi. It is the pc of the
// instruction, or the complement of the argument's index among those of all phis.
type User int32

// PC returns the instruction that uses the value, -1 if it is a phi.
func (u User) PC() int { return max(int(u), -1) }

// phis is those of one form. They are numbered after all other values, block by block and in
// a block by register, so that a block's phis are a range of values, and the arguments of them
// all one array: that of phi number k of block b for edge e stands at
// firstArg[b] + k*phiWidth(b) + e.
type phis struct {
	first    []ValueID // by block, one entry more
	firstArg []int32   // by block, as first: where the arguments of its phis begin in args
	args     []ValueID // by phi, then edge
	// By 64 numbers of values, from those of the first phi on: the block of the first phi among
	// them. It is a small table, where that of all values is far off.
	nearest []int32
}

// cellValues says what of one form has to do with closures.
type cellValues struct {
	byClosure flow.Row // of indices in uses; nil if there are none
	observed  flow.Row // of values
}

// Uses returns the values that the instruction at pc reads, in the order of
// effect.Uses(pc).All(). It is empty where control never comes.
func (s *Form) Uses(pc int) []ValueID {
	if s == nil {
		return nil
	}
	return s.uses[s.F.Operands().FirstUse[pc]:s.F.Operands().FirstUse[pc+1]]
}

// Defs returns the values that the instruction at pc makes: n from first on, in the
// order of effect's Defs, MayDefs and EdgeDefs. A definition that FORPREP may make
// is a value like any other, which may be the one that the instruction reads there.
func (s *Form) Defs(pc int) (first ValueID, n int) {
	if s == nil {
		return NoValue, 0
	}
	first = s.firstDef[pc]
	return first, int(s.firstDef[pc+1] - first)
}

// First returns the first value that the instruction at pc makes, or, if it makes none, that
// the next one does. First(0) is the number of the values at the entry. s must not be nil.
func (s *Form) First(pc int) ValueID { return s.firstDef[pc] }

// Def returns the value that the instruction at pc gives to reg, NoValue if it gives
// none or s is nil.
func (s *Form) Def(pc, reg int) ValueID {
	if s == nil {
		return NoValue
	}
	for v := s.firstDef[pc]; v < s.firstDef[pc+1]; v++ {
		if int(s.Values[v].Reg) == reg {
			return v
		}
	}
	return NoValue
}

// Phis returns the values that are joined at the start of block b: n from first on, by
// register.
func (s *Form) Phis(b cfg.BlockID) (first ValueID, n int) {
	if s == nil || s.phis == nil {
		return 0, 0
	}
	first = s.phis.first[b]
	return first, int(s.phis.first[b+1] - first)
}

// PhisFrom returns the number of the first phi, or that after the last value.
func (s *Form) PhisFrom() ValueID { return s.firstDef[len(s.firstDef)-1] }

// PhiRange returns the first of the phis, which are numbered one after the other, by block,
// and the value after the last.
func (s *Form) PhiRange() (first, end ValueID) {
	if s.phis == nil {
		return 0, 0
	}
	return s.phis.first[0], s.phis.first[len(s.phis.first)-1]
}

// IsPhi reports whether a value is a phi, without a look at the table of values.
func (s *Form) IsPhi(v ValueID) bool {
	first, end := s.PhiRange()
	return first <= v && v < end
}

// PhiBlock returns the block of a phi. It looks from the block of the first phi with the same
// upper bits on: at 63 more blocks with phis at most, and at those without between them.
func (s *Form) PhiBlock(phi ValueID) cfg.BlockID {
	p := s.phis
	b := cfg.BlockID(p.nearest[phi>>6-p.first[0]>>6])
	for p.first[b+1] <= phi {
		b++
	}
	return b
}

// PhiArgs returns the values that a phi joins, in the order of the Preds of its block:
// NoValue for an edge on which control never comes, or over which nothing reads what is
// in the register. A phi of block 0 has one more at the end, for the start of the
// function.
func (s *Form) PhiArgs(phi ValueID) []ValueID { return s.ArgsIn(s.PhiBlock(phi), phi) }

// ArgsIn returns the PhiArgs of a phi of block b.
func (s *Form) ArgsIn(b cfg.BlockID, phi ValueID) []ValueID {
	n := phiWidth(s.F, b)
	at := int(s.phis.firstArg[b]) + int(phi-s.phis.first[b])*n
	return s.phis.args[at : at+n]
}

// phiWidth returns the number of arguments of the phis of a block of f: one for each edge to
// it, and in block 0 one for the start of the function.
func phiWidth(f *flow.Body, b cfg.BlockID) int {
	n := len(f.Graph.Preds(b))
	if b == 0 {
		n++
	}
	return n
}

// Joins returns what the phis of block b join: the arguments of the first, width of them, as in
// PhiArgs, and so on. It is empty if there are none.
func (s *Form) Joins(b cfg.BlockID) (first ValueID, args []ValueID, width int) {
	if first, n := s.Phis(b); n > 0 {
		args, width = s.joinsOf(b, n)
		return first, args, width
	}
	return 0, nil, 0
}

// joinsOf returns what the n phis of block b join, as Joins does.
func (s *Form) joinsOf(b cfg.BlockID, n int) (args []ValueID, width int) {
	width = phiWidth(s.F, b)
	at := int(s.phis.firstArg[b])
	return s.phis.args[at : at+n*width], width
}

// ByClosure reports whether the value that the instruction at pc, which reads reg,
// finds there may also be one that a closure has written into the cell.
func (s *Form) ByClosure(pc, reg int) bool {
	if !s.HasByClosure() {
		return false
	}
	k := int(s.F.Operands().FirstUse[pc])
	for r := range effect.Uses(s.F.Proto, pc).All() {
		if r == reg {
			return s.cells.byClosure.Has(k)
		}
		k++
	}
	return false
}

// UseByClosure reports what ByClosure does, for operand i of Uses(pc).
func (s *Form) UseByClosure(pc, i int) bool {
	return s.HasByClosure() && s.cells.byClosure.Has(int(s.F.Operands().FirstUse[pc])+i)
}

// ReadsByClosure reports whether UseByClosure holds of any operand of the instruction at pc, in a
// function of which HasByClosure holds.
func (s *Form) ReadsByClosure(pc int) bool {
	first := s.F.Operands().FirstUse
	return s.cells.byClosure.HasAny(int(first[pc]), int(first[pc+1]))
}

// Observed reports whether a closure may read the value through the cell, while it
// is in its register or after phis there.
func (s *Form) Observed(v ValueID) bool {
	return s != nil && s.cells != nil && s.cells.observed.Has(int(v))
}

// HasByClosure reports whether UseByClosure holds of any operand of the function.
func (s *Form) HasByClosure() bool { return s != nil && s.cells != nil && s.cells.byClosure != nil }

// At returns the value that reg holds before the instruction at pc. It is NoValue where
// control never comes or s is nil, and may be where reg is not live. It walks: whoever
// asks for every instruction wants Uses.
//
// A definition in front of pc in its block is the value; if there is none, a phi of the block
// is, and if there is no phi either, the same value comes over all edges, so that any one of
// them may be followed back. The walk takes one that comes from a block which stands in front
// in reverse post-order, so that it ends, at block 0 at the latest.
func (s *Form) At(pc, reg int) ValueID {
	if s == nil {
		return NoValue
	}
	g := &s.F.Graph
	if !g.Reachable(pc) {
		return NoValue
	}
	b := g.Block(pc)
	if last := g.Last(b); last < pc {
		if v := s.edgeDef(last, reg); v >= 0 {
			return v
		}
	}
	if v := s.lastDef(int(g.Blocks[b].Start), pc, reg); v >= 0 {
		return v
	}
	if in := s.F.LiveIn(b); !in.Has(reg) {
		return NoValue
	}
	for {
		if v := s.atStart(b, reg); v >= 0 {
			return v
		}
		if b == 0 {
			return s.entry(reg)
		}
		// Without a phi the same value comes over all edges.
		from := s.F.ForwardPred(b)
		block := &g.Blocks[from]
		if v := s.lastDef(int(block.Start), int(block.End), reg); v >= 0 {
			return v
		}
		b = from
	}
}

// lastDef returns the value that the last of the instructions from start to end,
// exclusive, that defines reg for whatever comes after gives to it; NoValue if none does.
// What is defined on one edge only is not for whatever comes after.
func (s *Form) lastDef(start, end, reg int) ValueID {
	for v := s.firstDef[end] - 1; v >= s.firstDef[start]; v-- {
		if d := &s.Values[v]; int(d.Reg) == reg && d.Kind == DefValue {
			return v
		}
	}
	return NoValue
}

// edgeDef returns the value that the instruction at pc gives to reg on its first edge
// only, NoValue if there is none.
func (s *Form) edgeDef(pc, reg int) ValueID {
	if v := s.Def(pc, reg); v >= 0 && s.Values[v].Kind == EdgeValue {
		return v
	}
	return NoValue
}

// atStart returns the value that a phi of block b, or the only edge to it, gives to reg;
// NoValue if neither does.
func (s *Form) atStart(b cfg.BlockID, reg int) ValueID {
	first, n := s.Phis(b)
	for v := first; v < first+ValueID(n); v++ {
		if int(s.Values[v].Reg) == reg {
			return v
		}
	}
	if pc := s.F.EdgeInto(b); pc >= 0 {
		if v := s.Def(pc, reg); v >= 0 && s.Values[v].Kind == EdgeValue {
			return v
		}
	}
	return NoValue
}

// Parameter returns the value that parameter k has when the function begins, NoValue if s
// is nil.
func (s *Form) Parameter(k int) ValueID { return s.entry(k) }

// entry returns the value that reg has when the function begins; NoValue if s is nil, or reg
// is neither a parameter nor live there.
func (s *Form) entry(reg int) ValueID {
	if s == nil {
		return NoValue
	}
	for v := ValueID(0); v < s.firstDef[0]; v++ {
		if int(s.Values[v].Reg) == reg {
			return v
		}
	}
	return NoValue
}

// Phi returns the phi that uses the value, and as which of its PhiArgs; phi is NoValue
// if it is an instruction.
func (s *Form) Phi(u User) (phi ValueID, arg int) {
	if u >= 0 {
		return NoValue, 0
	}
	at := int32(^u)
	after, _ := slices.BinarySearch(s.phis.firstArg, at+1)
	b := after - 1 // the last of those that begin there: those in front of it have no phis
	width := int32(phiWidth(s.F, cfg.BlockID(b)))
	at -= s.phis.firstArg[b]
	return s.phis.first[b] + ValueID(at/width), int(at % width)
}

// Users returns the uses of v: by instructions in the order of their pcs, then by phis.
// An instruction or phi that uses v twice stands there twice.
func (s *Form) Users(v ValueID) []User {
	if s == nil {
		return nil
	}
	return s.users[s.users[v]:s.users[v+1]]
}
