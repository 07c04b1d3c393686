package witness

import (
	"slices"

	"luaflow/analysis/cfg"
	"luaflow/analysis/consts"
	"luaflow/analysis/depend"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/live"
	"luaflow/analysis/ssa"
	"luaflow/analysis/value"
	"luaflow/analysis/waste"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// What the stores of a cascade are there for: which of the others each value is read
// for. That is a walk from each store backwards along the edges of the program
// dependence graph (Ferrante, Ottenstein and Warren, TOPLAS 9.3, 1987), through dead
// code alone, up to the other stores.
//
// The steps of an explanation (needless.go) go the other way along the same relation, from one
// store to its readers, and neither walk can stand for the other. A purpose may be to decide, and
// control has one direction here: a node knows what decides about it, as each marking and slice
// asks, while what an exit decides would have to be collected over the function. The steps have to
// show readers that are no members, those that ignore the value among them, which no walk back
// from members comes to; nor need the store be a member of anything. That both agree on
// the stores that are computed is tested (nav, TestChecksAndWitnessesAgree).

// Purpose is what a value is read for.
type Purpose uint8

// Purposes, as a set of bits.
const (
	ToCompute Purpose = 1 << iota // what is stored
	ToDecide                      // whether, or how often, it is stored
	ToRun                         // when somebody calls what is stored
)

// Purposes is, by member of a cascade, for which members its value is read.
type Purposes [][]Purpose

// Aim returns purposes in words, those of an object.
func (how Purpose) Aim(object string) string {
	switch how &^ ToRun {
	case ToDecide:
		return "decide about " + object
	case ToCompute | ToDecide:
		return "compute or decide about " + object
	}
	return "compute " + object
}

// AimToUpdate returns purposes in words, those of a variable that is used for itself: object
// is what is updated, next what comes of that.
func (how Purpose) AimToUpdate(object, next string) string {
	if how&^ToRun == ToDecide {
		return how.Aim(next)
	}
	return "update " + object
}

// Bounds of the walks: how many members a cascade may have, and how many values and
// instructions they may meet, those of each member counted.
const (
	MaxMembers  = 64
	maxPurposes = 1 << 13
)

// PurposesOf returns what the members of a cascade are read for; nil if there is too much to
// look at, or if one is read for something besides that is no member: for an argument
// that a function ignores, or in a function that nobody calls.
func PurposesOf(p *waste.Parts, c *waste.Cascade) Purposes {
	n := len(c.Members)
	if n > MaxMembers {
		return nil
	}
	level := value.Operators
	if c.Certain {
		level = value.None
	}
	w := purposeWalk{
		Parts: p, relation: p.Relation(), base: p.Facts.Marking(level), constants: p.Facts.Constants(),
		stored: make(map[depend.Node]int), written: make(map[depend.Node][]int),
		purposes: make(map[depend.Node]Purpose), found: make([]Purpose, n), met: make(map[depend.Node]bool),
	}
	for i, m := range c.Members {
		w.addMember(i, m)
	}
	all := make(Purposes, n)
	for i := range all {
		all[i] = make([]Purpose, n)
	}
	for i, m := range c.Members {
		clear(w.purposes)
		clear(w.found)
		w.member(m)
		for k, how := range w.found {
			all[k][i] = how
		}
	}
	if w.steps > maxPurposes || slices.ContainsFunc(c.Members, w.isReadElsewhere) {
		return nil
	}
	return all
}

// PurposeOf returns what the value of a store is read for, if nothing needs it: the
// members of its cascade for which it is read directly, in their order, and the purposes
// of all of them. The members are nil where PurposesOf is. It reports whether the store is a
// member of a cascade whose value is read; of two it takes the one that is certain.
func PurposeOf(p *waste.Parts, fn syntax.FuncID, s *srcmap.StoreRec) (members []waste.Member, how Purpose, ok bool) {
	var in *waste.Cascade
	at := -1
	cascades := p.Cascades()
	for i := range cascades {
		c := &cascades[i]
		k := slices.IndexFunc(c.Members, func(m waste.Member) bool { return m.Fn == fn && p.StoreOf(m) == s && m.Read })
		if k >= 0 && (in == nil || c.Certain) {
			in, at = c, k
		}
	}
	if in == nil {
		return nil, 0, false
	}
	if all := PurposesOf(p, in); all != nil {
		for k, of := range all[at] {
			if of != 0 {
				members = append(members, in.Members[k])
				how |= of
			}
		}
	}
	return members, how, true
}

// purposeWalk follows what values are made of, up to members.
type purposeWalk struct {
	*waste.Parts
	relation  *depend.Relation
	base      *live.Marking // what is live in it needs no member
	constants *consts.Constants
	stored    map[depend.Node]int   // the member that gives a value
	written   map[depend.Node][]int // by cell: the members that store to it
	steps     int

	purposes map[depend.Node]Purpose // that a node was visited for
	found    []Purpose               // by member, for the one that the walk begins with
	met      map[depend.Node]bool    // the instructions that some walk meets
}

// addMember notes what a member stores to.
func (w *purposeWalk) addMember(i int, m waste.Member) {
	s := w.StoreOf(m)
	f := &w.Facts.Code.Funcs[m.Fn]
	at := -1
	if s.Upvalue >= 0 {
		at = w.relation.Cells.Of(f.Number, int(s.Upvalue))
	} else {
		for _, v := range w.storedValues(f, s) {
			w.stored[depend.ValueOf(f, v)] = i
		}
		if w.Unit.Res.Bindings[s.Binding].Captured {
			at = w.relation.Cells.At(f, int(s.PCs.End), int(s.Reg))
		}
	}
	if at >= 0 {
		w.written[depend.CellOf(at)] = append(w.written[depend.CellOf(at)], i)
	}
}

// storedValues returns the values that a store gives to a variable of its function.
func (w *purposeWalk) storedValues(f *flow.Func, s *srcmap.StoreRec) []ssa.ValueID {
	return w.Facts.Code.SSA(f).DownwardExposed(int(s.PCs.Start), int(s.PCs.End), int(s.Reg))
}

// member finds what the value of a member is made of.
func (w *purposeWalk) member(m waste.Member) {
	s := w.StoreOf(m)
	f := &w.Facts.Code.Funcs[m.Fn]
	if s.Upvalue >= 0 {
		w.visit(depend.At(f, int(s.PCs.End)-1), ToCompute)
		return
	}
	for _, v := range w.storedValues(f, s) {
		w.needs(depend.ValueOf(f, v), ToCompute)
	}
	if w.IsTable(m) {
		for n := range w.relation.Serves(depend.ValueOf(f, m.Value)) {
			if n.Kind == depend.Instruction && w.IsItem(m, int(n.At)) {
				w.visit(n, ToCompute)
			}
		}
	}
}

// isNew reports whether the walk meets a node for the first time, for a purpose.
func (w *purposeWalk) isNew(n depend.Node, how Purpose) bool {
	if w.steps > maxPurposes || w.purposes[n]&how != 0 {
		return false
	}
	w.steps++
	w.purposes[n] |= how
	return true
}

// visit goes on from a node that is needed, for a purpose, up to the members.
func (w *purposeWalk) visit(n depend.Node, how Purpose) {
	switch n.Kind {
	case depend.Cell:
		for _, i := range w.written[n] {
			w.found[i] |= how
		}
		return
	case depend.Value:
		if w.base.LiveValue(w.relation.FuncOf(n), ssa.ValueID(n.At)) || !w.isNew(n, how) {
			return
		}
		if i, isMember := w.stored[n]; isMember {
			w.found[i] |= how
			return
		}
	case depend.Instruction:
		f := w.relation.FuncOf(n)
		if w.base.Live(f, int(n.At)) || !w.constants.Executable(f, int(n.At)) || !w.isNew(n, how) {
			return
		}
		w.met[n] = true
	default:
		if !w.isNew(n, how) {
			return
		}
	}
	w.needs(n, how)
}

// needs goes on to what a node needs. A branch that always goes one way decides nothing, but what
// decides whether it is executed does.
func (w *purposeWalk) needs(n depend.Node, how Purpose) {
	needs := w.relation.Needs(n)
	if n.Kind == depend.Exit {
		f, b := w.relation.FuncOf(n), cfg.BlockID(n.At)
		if _, oneWay := w.constants.Decided(f, b); oneWay {
			needs = w.relation.Deciders(f, b)
		}
	}
	for on, edge := range needs {
		switch edge.How {
		case depend.ByData:
			w.visit(on, how)
		case depend.ByControl:
			w.visit(on, ToDecide)
		case depend.ByCall:
			w.visit(on, ToRun)
		}
	}
}

// isReadElsewhere reports whether an instruction that no walk has met reads the value of
// a member.
func (w *purposeWalk) isReadElsewhere(m waste.Member) bool {
	s := w.StoreOf(m)
	f := &w.Facts.Code.Funcs[m.Fn]
	if s.Upvalue >= 0 {
		return w.isCellReadElsewhere(w.relation.Cells.Of(f.Number, int(s.Upvalue)))
	}
	visited := make(map[depend.Node]bool)
	for _, v := range w.storedValues(f, s) {
		if w.isValueReadElsewhere(depend.ValueOf(f, v), visited) {
			return true
		}
	}
	return w.Unit.Res.Bindings[s.Binding].Captured &&
		w.isCellReadElsewhere(w.relation.Cells.At(f, int(s.PCs.End), int(s.Reg)))
}

// isValueReadElsewhere reports what isReadElsewhere does, for a value, also through phis that are not
// in visited, to which it adds them.
func (w *purposeWalk) isValueReadElsewhere(v depend.Node, visited map[depend.Node]bool) bool {
	if visited[v] {
		return false
	}
	visited[v] = true
	f := w.relation.FuncOf(v)
	for n := range w.relation.Serves(v) {
		switch n.Kind {
		case depend.Value:
			if w.isValueReadElsewhere(n, visited) {
				return true
			}
		case depend.Instruction: // what a closure does is up to the reads of the cell
			if !w.met[n] && w.constants.Executable(f, int(n.At)) && effect.Closure(f.Proto.Code[n.At]) < 0 {
				return true
			}
		}
	}
	return false
}

// isCellReadElsewhere reports what isReadElsewhere does, for a cell, as far as closures read it. What is live
// reads another value.
func (w *purposeWalk) isCellReadElsewhere(cell int) bool {
	return cell >= 0 && slices.ContainsFunc(w.relation.Cells.Cells[cell].Reads, func(at flow.Site) bool {
		f := &w.Facts.Code.Funcs[at.Func]
		return !w.met[depend.AtSite(at)] && !w.base.Live(f, int(at.PC)) && w.constants.Executable(f, int(at.PC))
	})
}
