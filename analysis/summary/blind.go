package summary

import (
	"slices"

	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/names"
	"luaflow/analysis/value"
)

// What reads fields of tables that are not followed, under names that are not known: it may come to any field of a table that goes where it
// is not followed.

// readers is the standard functions that read fields under any name, or make code that may, or let the names of globals mean fields.
var readers = []value.Name{names.Pairs, next, rawget, value.Global("load"), value.Global("loadstring"), value.Global("setfenv")}

// globalTable is the table of the global variables. Who is handed it may let its names mean fields of another table.
var globalTable = value.Global("_G")

// findBlind notes, for each Part, the first line on which it reads such fields.
func (d *finder) findBlind() {
	followed := make(map[flow.Site]bool)
	for _, sites := range d.out.UsedAt {
		for _, at := range sites {
			followed[at] = true
		}
	}
	for i := range d.Code.Funcs {
		f := &d.Code.Funcs[i]
		part := &d.out.Parts[d.part[i]]
		if f.IsLarge {
			part.Blind = d.Unit.File.Line(d.Unit.Tree.Funcs[i].Start)
			continue
		}
		for pc := range f.Proto.Code {
			if !d.constants.Executable(f, pc) || !d.isBlind(f, pc, followed) {
				continue
			}
			part.Through = part.Through || d.goesThrough(f, pc)
			if line := d.Unit.File.Line(d.Unit.Funcs[i].Map.Origins.At(pc).Span().Start); part.Blind == 0 || line < part.Blind {
				part.Blind = line
			}
		}
	}
}

// isBlind reports whether the instruction at pc reads a field of a table that may be any, under a name that is not known, or hands a function
// on that does. Accesses to tables that are followed are in the Uses.
func (d *finder) isBlind(f *flow.Func, pc int, followed map[flow.Site]bool) bool {
	ins := f.Proto.Code[pc]
	does, s := effect.ReferenceOf(ins), d.Code.SSA(f)
	isFollowed := followed[flow.SiteAt(f.Number, pc)]
	switch does {
	case effect.Forgets, effect.Copies, effect.Compares:
		return false
	case effect.ReadsField:
		_, isConstant := s.FieldKey(pc)
		return !isConstant && d.mayName(f, pc, effect.KeyUse(ins)) && d.mayBeAny(f, pc, 0, isFollowed)
	case effect.ReadsUpvalueField:
		_, isConstant := s.FieldKey(pc)
		upvalue, _ := effect.Upvalue(ins)
		return !isConstant && d.mayName(f, pc, effect.KeyUse(ins)) && d.mayHoldAny(d.relation.Cells.Of(f.Number, upvalue), isFollowed)
	}
	first := 0
	if does == effect.Calls || does == effect.Iterates {
		if first = 1; d.readsBlindly(f, pc, does, isFollowed) {
			return true
		}
	}
	for i := first; i < len(s.Uses(pc)); i++ {
		name := d.named(f, pc, i)
		if slices.Contains(readers, name) || name == globalTable && does == effect.Calls {
			return true
		}
	}
	return false
}

// goesThrough reports whether the instruction at pc, which isBlind, goes through all fields of a table, or hands a function on that does.
func (d *finder) goesThrough(f *flow.Func, pc int) bool {
	for i := range d.Code.SSA(f).Uses(pc) {
		if name := d.named(f, pc, i); name == names.Pairs || name == next {
			return true
		}
	}
	return false
}

// readsBlindly reports whether the call at pc is one of a reader that comes to fields of any table.
func (d *finder) readsBlindly(f *flow.Func, pc int, does effect.Reference, isFollowed bool) bool {
	name := d.named(f, pc, 0)
	if does == effect.Iterates && name != next {
		return false // pairs has been called in front of it, or it is a function that is looked at elsewhere
	}
	n := len(d.Code.SSA(f).Uses(pc))
	switch {
	case !slices.Contains(readers, name):
		return false
	case name == rawget:
		return n <= 2 || d.mayName(f, pc, 2) && d.mayBeAny(f, pc, 1, isFollowed)
	case name == names.Pairs, name == next:
		return n <= 1 || d.mayBeAny(f, pc, 1, isFollowed)
	}
	return true // it makes code, or changes what names of globals mean
}

// mayName reports whether operand i of the instruction at pc may be a name that is none of the Words, nor matched by one of them. One that is
// known and stands nowhere, as it is made of others, becomes one.
func (d *finder) mayName(f *flow.Func, pc, i int) bool {
	if !d.constants.Operand(f, pc, i).MayBe(value.String) {
		return false
	}
	text, isKnown := d.text(f, pc, i, maxPieces)
	if !isKnown && !isPattern(text) {
		return true
	}
	d.out.Parts[d.part[f.Number]].addText(text)
	return false
}

// mayBeAny reports whether operand i of the instruction at pc may be a table that is not followed: neither one that the file makes, nor what
// it returns or requires, where the instruction is known as a Use of that.
func (d *finder) mayBeAny(f *flow.Func, pc, i int, isFollowed bool) bool {
	is := d.constants.Operand(f, pc, i)
	if !is.MayBe(value.Table) {
		return false
	}
	if name := is.Name(); name != 0 {
		return name == globalTable
	}
	in, at, which, ok := d.madeBy(f, pc, i, maxBack)
	return !ok || d.isAny(in, at, which, isFollowed)
}

// mayHoldAny does what mayBeAny does, for what a captured variable holds.
func (d *finder) mayHoldAny(cell int, isFollowed bool) bool {
	in, at, which, ok := d.heldBy(cell, maxBack)
	return !ok || d.isAny(in, at, which, isFollowed)
}

// isAny reports whether a value that an instruction makes may be a table that is not followed.
func (d *finder) isAny(f *flow.Func, pc, which int, isFollowed bool) bool {
	if effect.ReferenceOf(f.Proto.Code[pc]) == effect.Makes {
		return f.Number == 0 && pc == d.made && !isFollowed
	}
	isRequired := slices.ContainsFunc(d.calls, func(c call) bool {
		return c.at == flow.SiteAt(f.Number, pc) && c.gives && c.result == which
	})
	return !isRequired || !isFollowed
}
