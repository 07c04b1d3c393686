package witness

import (
	"slices"

	"luaflow/analysis/cfg"
	"luaflow/analysis/consts"
	"luaflow/analysis/dataflow"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
	"luaflow/analysis/tables"
	"luaflow/analysis/value"
	"luaflow/analysis/waste"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// What the stores of a cascade are there for: which of the others each value is read
// for. That is a walk from each store backwards along the edges of the program
// dependence graph (Ferrante, Ottenstein and Warren, TOPLAS 9.3, 1987), through dead
// code alone, up to the other stores.

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
		Parts: p, base: p.Facts.Marking(level), known: p.Facts.Constants(), cells: p.Facts.Flow.Cells(), objects: p.Facts.Objects(),
		stored: make(map[valueOf]int), written: make(map[int][]int),
		seen: make(map[element]Purpose), found: make([]Purpose, n), met: make(map[flow.Site]bool),
	}
	for i, m := range c.Members {
		w.addMember(i, m)
	}
	all := make(Purposes, n)
	for i := range all {
		all[i] = make([]Purpose, n)
	}
	for i, m := range c.Members {
		clear(w.seen)
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

// valueOf is a value of a function.
type valueOf struct {
	function int
	v        ssa.ValueID
}

// element is an instruction, a value, a block or a slot that a walk meets.
type element struct {
	kind     elementKind
	function int // 0 for a slot
	number   int
}

type elementKind uint8

const (
	instruction elementKind = iota
	ssaValue
	block
	slot
)

type purposeWalk struct {
	*waste.Parts
	base    *dataflow.Marking // what is live in it needs no member
	known   *consts.Constants
	cells   *flow.CellTable
	objects *tables.Objects
	stored  map[valueOf]int // the member that gives a value
	written map[int][]int   // by cell: the members that store to it
	steps   int

	seen  map[element]Purpose
	found []Purpose          // by member, for the one that the walk begins with
	met   map[flow.Site]bool // the instructions that some walk meets
}

// addMember notes what a member stores to.
func (w *purposeWalk) addMember(i int, m waste.Member) {
	s := w.StoreOf(m)
	f := &w.Facts.Flow.Funcs[m.Fn]
	at := -1
	if s.Upvalue >= 0 {
		at = w.cells.Of(f.Number, int(s.Upvalue))
	} else {
		for _, v := range w.given(f, s) {
			w.stored[valueOf{f.Number, v}] = i
		}
		if w.Unit.Res.Bindings[s.Binding].Captured {
			at = w.cells.At(f, int(s.PCs.End), int(s.Reg))
		}
	}
	if at >= 0 {
		w.written[at] = append(w.written[at], i)
	}
}

// given returns the values that a store gives to a variable of its function.
func (w *purposeWalk) given(f *flow.Func, s *srcmap.StoreRec) []ssa.ValueID {
	return w.Facts.Flow.SSA(f).DownwardExposed(int(s.PCs.Start), int(s.PCs.End), int(s.Reg))
}

// member finds what the value of a member is made of.
func (w *purposeWalk) member(m waste.Member) {
	s := w.StoreOf(m)
	f := &w.Facts.Flow.Funcs[m.Fn]
	if s.Upvalue >= 0 {
		w.instruction(f, int(s.PCs.End)-1, ToCompute)
		return
	}
	for _, v := range w.given(f, s) {
		w.madeBy(f, v, ToCompute)
	}
	if w.IsTable(m) {
		for _, u := range w.Facts.Flow.SSA(f).Users(m.Value) {
			if pc := u.PC(); pc >= 0 && w.IsItem(m, pc) {
				w.instruction(f, pc, ToCompute)
			}
		}
	}
}

// isNew reports whether the walk meets an element for the first time, for a purpose.
func (w *purposeWalk) isNew(e element, how Purpose) bool {
	if w.steps > maxPurposes || w.seen[e]&how != 0 {
		return false
	}
	w.steps++
	w.seen[e] |= how
	return true
}

// value goes on from a value that is read.
func (w *purposeWalk) value(f *flow.Func, v ssa.ValueID, how Purpose) {
	if v < 0 || w.base.LiveValue(f, v) || !w.isNew(element{ssaValue, f.Number, int(v)}, how) {
		return
	}
	if i, isMember := w.stored[valueOf{f.Number, v}]; isMember {
		w.found[i] |= how
		return
	}
	w.madeBy(f, v, how)
}

// madeBy goes on from a value to what makes it.
func (w *purposeWalk) madeBy(f *flow.Func, v ssa.ValueID, how Purpose) {
	switch d := &w.Facts.Flow.SSA(f).Values[v]; d.Kind {
	case ssa.DefValue, ssa.EdgeValue:
		w.instruction(f, int(d.PC), how)
	case ssa.PhiValue:
		for _, arg := range w.Facts.Flow.SSA(f).PhiArgs(v) {
			w.value(f, arg, how)
		}
		for _, from := range f.Graph.Preds(w.Facts.Flow.SSA(f).PhiBlock(v)) {
			w.branch(f, from)
		}
	}
}

// instruction goes on from a dead instruction to what it reads and depends on.
func (w *purposeWalk) instruction(f *flow.Func, pc int, how Purpose) {
	if w.base.Live(f, pc) || !w.known.Executable(f, pc) || !w.isNew(element{instruction, f.Number, pc}, how) {
		return
	}
	w.met[flow.SiteAt(f.Number, pc)] = true
	form := w.Facts.Flow.SSA(f)
	for i, v := range form.Uses(pc) {
		w.value(f, v, how)
		if v >= 0 && form.UseByClosure(pc, i) {
			w.cell(w.cells.At(f, pc, int(form.Values[v].Reg)), how)
		}
	}
	i := f.Proto.Code[pc]
	if upvalue, access := effect.Upvalue(i); access&effect.Read != 0 {
		w.cell(w.cells.Of(f.Number, upvalue), how)
	}
	if child := effect.Closure(i); child >= 0 {
		inner := f.Child(child)
		for at := range inner.Proto.Code {
			w.instruction(inner, at, ToRun)
		}
	}
	if t := w.objects.Touch(f, pc); t.How&tables.ReadsSlot != 0 {
		w.slot(t, how)
	}
	w.control(f, f.Graph.Block(pc))
}

// cell goes on from a cell that is read.
func (w *purposeWalk) cell(at int, how Purpose) {
	for _, i := range w.written[at] {
		w.found[i] |= how
	}
}

// slot goes on from a field that is read to what writes it.
func (w *purposeWalk) slot(t tables.Touch, how Purpose) {
	first, n, _ := w.objects.Slots(t.Object)
	last := t.Slot
	if t.Slot == first {
		last = first + tables.SlotID(n) - 1
	}
	for at := first; at <= last; at++ {
		if at != first && at < t.Slot || !w.isNew(element{slot, 0, int(at)}, how) {
			continue
		}
		for _, k := range w.objects.Writers(at) {
			_, by := w.objects.TouchAt(k)
			w.instruction(&w.Facts.Flow.Funcs[by.Func], int(by.PC), how)
		}
	}
}

// control goes on to the branches that a block is control dependent on.
func (w *purposeWalk) control(f *flow.Func, b cfg.BlockID) {
	if f.Graph.Rank(b) < 0 {
		return
	}
	for _, from := range f.Control().Blocks(b) {
		w.branch(f, from)
	}
}

// branch goes on to what decides where control goes at the end of a block.
func (w *purposeWalk) branch(f *flow.Func, b cfg.BlockID) {
	decides := len(f.Graph.Succs(b)) > 1
	if _, oneWay := w.known.Decided(f, b); decides && !oneWay {
		w.instruction(f, f.Graph.Last(b), ToDecide)
	} else if w.isNew(element{block, f.Number, int(b)}, ToDecide) {
		w.control(f, b)
	}
}

// isReadElsewhere reports whether an instruction that no walk has met reads the value of
// a member.
func (w *purposeWalk) isReadElsewhere(m waste.Member) bool {
	s := w.StoreOf(m)
	f := &w.Facts.Flow.Funcs[m.Fn]
	if s.Upvalue >= 0 {
		return w.isCellReadElsewhere(w.cells.Of(f.Number, int(s.Upvalue)))
	}
	seen := make(map[ssa.ValueID]bool)
	for _, v := range w.given(f, s) {
		if w.isValueReadElsewhere(f, v, seen) {
			return true
		}
	}
	return w.Unit.Res.Bindings[s.Binding].Captured &&
		w.isCellReadElsewhere(w.cells.At(f, int(s.PCs.End), int(s.Reg)))
}

// isValueReadElsewhere is isReadElsewhere for a value, also through phis that have not
// been seen.
func (w *purposeWalk) isValueReadElsewhere(f *flow.Func, v ssa.ValueID, seen map[ssa.ValueID]bool) bool {
	if seen[v] {
		return false
	}
	seen[v] = true
	form := w.Facts.Flow.SSA(f)
	return slices.ContainsFunc(form.Users(v), func(u ssa.User) bool {
		pc := u.PC()
		if pc < 0 {
			phi, _ := form.Phi(u)
			return w.isValueReadElsewhere(f, phi, seen)
		}
		return !w.met[flow.SiteAt(f.Number, pc)] && w.known.Executable(f, pc) &&
			effect.Closure(f.Proto.Code[pc]) < 0 // what it does is up to the reads of the cell
	})
}

// isCellReadElsewhere is isReadElsewhere for a cell. What is live reads another value.
func (w *purposeWalk) isCellReadElsewhere(cell int) bool {
	return cell >= 0 && slices.ContainsFunc(w.cells.Cells[cell].Reads, func(at flow.Site) bool {
		f := &w.Facts.Flow.Funcs[at.Func]
		return !w.met[at] && !w.base.Live(f, int(at.PC)) && w.known.Executable(f, int(at.PC))
	})
}
