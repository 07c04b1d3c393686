package waste

import (
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/tables"
	"luaflow/analysis/value"
	"luaflow/compile/bytecode"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// Tables that may be there to keep objects alive. When a value dies is not what a program
// does; but to whom a finalizer matters may put what has one into a table that lives on. So
// a table anchors if it outlives the call that stores into it, and what is stored may have a
// finalizer; in a file that speaks of finalizers or weak tables, if objects are stored at
// all.

// AnchorCaveat ends the message of a finding about what may be an anchor.
const AnchorCaveat = ", but may be there to keep its contents alive"

// anchorFinder finds them.
type anchorFinder struct {
	*tableFinder
	kinds value.Types // of what may be kept alive, beside tables that are not of the file
	// By object: a variable that may outlive its call holds a table of it, or a table in such
	// a variable does; a table of it may hold such a value, or a table that does.
	outlives, holds []bool
}

// newAnchorFinder finds which objects outlive calls, and which hold what may be kept alive,
// by closing both over which tables are put into which.
func (f *tableFinder) newAnchorFinder() *anchorFinder {
	n := f.objects.Len()
	a := &anchorFinder{tableFinder: f, kinds: value.Other, outlives: make([]bool, n), holds: make([]bool, n)}
	if speaksOfFinalizers(f.Unit.Tree) {
		a.kinds |= value.Table | value.Function
		for id := range a.outlives {
			a.outlives[id] = true // is no matter
		}
	}
	confined := f.Text.NewConfinement()
	f.eachHolder(func(id tables.ObjectID, _ bool, _ Member, s *srcmap.StoreRec) {
		a.outlives[id] = a.outlives[id] || !confined.IsConfined(s.Binding)
	})
	inside, around := make([][]tables.ObjectID, n), make([][]tables.ObjectID, n)
	for slot := range tables.SlotID(f.objects.NumSlots()) {
		into := f.objects.ObjectOf(slot)
		for at := range f.relation.WritersOf(slot) {
			a.eachStored(at, func(v value.Value, id tables.ObjectID) bool {
				if a.mayKeep(v, id) {
					a.holds[into] = true
				} else if id >= 0 {
					inside[into] = append(inside[into], id)
					around[id] = append(around[id], into)
				}
				return false
			})
		}
	}
	spread(a.outlives, inside)
	spread(a.holds, around)
	return a
}

// mayKeep reports whether a value with this object may have a finalizer: a table of the file
// has none.
func (a *anchorFinder) mayKeep(v value.Value, id tables.ObjectID) bool {
	return v.MayBe(a.kinds) || id < 0 && v.MayBe(value.Table)
}

// spread sets all that can be reached from what is set.
func spread(set []bool, next [][]tables.ObjectID) {
	var todo []tables.ObjectID
	for id := range set {
		if set[id] {
			todo = append(todo, tables.ObjectID(id))
		}
	}
	for len(todo) > 0 {
		id := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, to := range next[id] {
			if !set[to] {
				set[to] = true
				todo = append(todo, to)
			}
		}
	}
}

// speaksOfFinalizers reports whether a file names the field that makes a finalizer or a weak
// table.
func speaksOfFinalizers(t *syntax.Tree) bool {
	for s := range t.NumSyms() {
		if name := t.Str(syntax.Sym(s)); name == "__gc" || name == "__mode" {
			return true
		}
	}
	return false
}

// isAnchor reports whether the tables of an object may be there to keep alive what some of
// its slots hold, n from first on.
func (a *anchorFinder) isAnchor(id tables.ObjectID, first tables.SlotID, n int) bool {
	for slot := first; a.outlives[id] && slot < first+tables.SlotID(n); slot++ {
		for at := range a.relation.WritersOf(slot) {
			if a.runs(at) && a.eachStored(at, func(v value.Value, id tables.ObjectID) bool {
				return a.mayKeep(v, id) || id >= 0 && a.holds[id]
			}) {
				return true
			}
		}
	}
	return false
}

// eachStored calls found for the keys and values that an instruction puts into a table, with
// the object of a table of the file, until that returns true, and reports whether it did.
// Constants are left out; and where nil is stored, the key too, which the table does not keep.
func (a *anchorFinder) eachStored(at flow.Site, found func(v value.Value, id tables.ObjectID) bool) bool {
	f := &a.Facts.Code.Funcs[at.Func]
	first := 1 // after the table
	switch effect.ReferenceOf(f.Proto.Code[at.PC]) {
	case effect.WritesUpvalueField:
		if a.storesNil(f, int(at.PC)) {
			return false
		}
		first = 0
	case effect.WritesField:
		if a.storesNil(f, int(at.PC)) {
			return false
		}
	case effect.Calls:
		first = 2
	}
	for i := first; i < len(a.Facts.Code.SSA(f).Uses(int(at.PC))); i++ {
		if found(a.constants.Operand(f, int(at.PC), i), a.objects.OfOperand(f, int(at.PC), i)) {
			return true
		}
	}
	return false
}

// storesNil reports whether an instruction that writes a field always stores nil.
func (a *anchorFinder) storesNil(f *flow.Func, pc int) bool {
	operands := effect.Operands(f.Proto, pc, nil)
	if stored := operands[len(operands)-1]; stored.IsConstant() {
		return f.Proto.Constants[stored.Index()].Kind == bytecode.KNil
	}
	return a.constants.Operand(f, pc, len(a.Facts.Code.SSA(f).Uses(pc))-1).Types() == value.Nil
}
