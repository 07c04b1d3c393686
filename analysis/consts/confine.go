package consts

import (
	"slices"

	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
)

// Closures that do not get out of the function that makes them: all that is ever done with
// them is that this function calls them, or others of them do. Unknown code cannot run them,
// nor can a finalizer, and nothing can once the function has been left.
//
//	local function area(w, h)
//	  local factor = 1
//	  local function scaled(x) return x * factor end     -- confined
//	  log(w)                                             -- cannot run it
//	  return scaled(w) * scaled(h)
//	end
//
// This is escape analysis of closures, for one variable at a time. It asks for all uses of each
// closure, its copies and the cells that it is in; whatever is not a call lets it get out.

// confinement is what is known of the closures of a function that read one of its variables.
type confinement struct {
	c     *Constants
	f     *flow.Func
	calls map[flow.Site]bool // of closures that are confined, or not
	asked map[int]bool       // by number of a closure's function
}

// confines reports whether all closures that read a cell of f, which is in reg, are confined.
func (k *confinement) confines(cell *flow.Cell, reg int) bool {
	readers := make(map[int]bool)
	for _, at := range cell.Captures {
		if int(at.Func) != k.f.Number {
			return false
		}
		if k.f.CapturedBy(int(at.PC), reg)&effect.Read != 0 {
			if !k.isConfined(int(at.PC)) {
				return false
			}
			readers[k.made(int(at.PC)).Number] = true
		}
	}
	// A closure that one of them makes may outlive the call.
	return !slices.ContainsFunc(cell.Reads, func(read flow.Site) bool { return !readers[int(read.Func)] })
}

// made returns the function that the CLOSURE at pc makes a closure of.
func (k *confinement) made(pc int) *flow.Func { return k.f.Child(effect.Closure(k.f.Proto.Code[pc])) }

// isConfined reports whether the closure that the CLOSURE at pc makes is one of them. Those
// that are asked about are taken to be: closures that only call one another are confined together, and
// if one of them is not, that is what confines returns in the end. Each function is asked about once.
func (k *confinement) isConfined(pc int) bool {
	if n := k.made(pc).Number; k.asked[n] {
		return true
	} else {
		k.asked[n] = true
	}
	reg := k.f.Proto.Code[pc].A()
	v := k.c.forms.Of(k.f).Def(pc, reg)
	if v < 0 || !k.isOnlyCalled(k.f, v, maxCopies) {
		return false
	}
	if !k.c.forms.Of(k.f).Observed(v) {
		return true
	}
	at := k.c.table.At(k.f, pc+1, reg)
	if at < 0 || len(k.c.table.Cells[at].Writes) > 0 {
		return false
	}
	held := &k.c.table.Cells[at]
	return !slices.ContainsFunc(held.Reads, func(read flow.Site) bool {
		by := &k.c.program.Funcs[read.Func]
		v := k.c.forms.Of(by).Def(int(read.PC), by.Proto.Code[read.PC].A())
		maker := slices.IndexFunc(held.Captures, func(at flow.Site) bool { return k.made(int(at.PC)) == by })
		return v < 0 || k.c.forms.Of(by).Observed(v) || maker < 0 || !k.isOnlyCalled(by, v, maxCopies) || !k.isConfined(int(held.Captures[maker].PC))
	})
}

// maxCopies is how many times a closure may be copied on its way to a call.
const maxCopies = 3

// isOnlyCalled reports whether a closure, a value of f, is used for nothing but calls of it,
// and notes them.
func (k *confinement) isOnlyCalled(f *flow.Func, v ssa.ValueID, copies int) bool {
	for _, u := range k.c.forms.Of(f).Users(v) {
		pc := u.PC()
		if pc < 0 {
			return false
		}
		switch effect.ReferenceOf(f.Proto.Code[pc]) {
		case effect.Calls:
			operand, _ := k.c.called(f, pc)
			for i, arg := range k.c.forms.Of(f).Uses(pc) {
				if arg == v && i != operand {
					return false
				}
			}
			k.calls[flow.SiteAt(f.Number, pc)] = true
		case effect.Copies:
			copied, n := k.c.forms.Of(f).Defs(pc)
			if n != 1 || copies == 0 || k.c.forms.Of(f).Observed(copied) || !k.isOnlyCalled(f, copied, copies-1) {
				return false
			}
		default:
			return false
		}
	}
	return true
}
