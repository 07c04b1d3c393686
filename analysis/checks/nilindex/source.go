package nilindex

import (
	"luaflow/analysis/calls"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/modules"
	"luaflow/analysis/ssa"
	"luaflow/analysis/value"
)

// Functions that give nil where they fail: standard ones, those of the program that return nil and a reason, and those of which a definition
// file says that they may.

// Names of standard functions. What `io.popen` gives is nil only if no process can be made, which nobody asks for.
var (
	nameOfOpen = value.Global("io").Field("open")
	tmpname    = value.Global("os").Field("tmpname")
)

// findSources notes the uses of what such functions give.
func (r *reporter) findSources() {
	code := r.Flow.Proto.Code
	for pc, i := range code {
		if effect.IsNonTailCall(i) && !effect.IsOpen(i) && !effect.DiscardsResults(i) && r.mayGiveNil(pc) && r.constants.Executable(r.Flow, pc) && !r.isSure(pc) {
			r.findUses(pc)
		}
	}
}

// mayGiveNil reports whether the first result of the call at pc may be nil: by what is known of the standard library, by what all functions
// return that may be called, or by a definition file.
func (r *reporter) mayGiveNil(pc int) bool {
	if r.opens && r.isCallOf(pc, nameOfOpen) || r.elsewhere[pc] != nil || r.nilErrors(pc) != nil {
		return true
	}
	d, ok := r.Globals.Defined(r.Flow, pc)
	return ok && d.MayBeNil(0)
}

// findElsewhere finds the calls of functions of other files that return nil and a reason.
func (r *reporter) findElsewhere() {
	clear(r.elsewhere)
	r.Program.EachCallee(r.Flow.Number, func(c *modules.Callee, pc int) {
		if c.Nil == 0 {
			return
		}
		if r.elsewhere == nil {
			r.elsewhere = map[int]*modules.Callee{}
		}
		r.elsewhere[pc] = c
	})
}

// nilErrors returns where the functions of the file that the call at pc may call return nil and a reason; nil if one of them does not, or
// others may be called.
func (r *reporter) nilErrors(pc int) (at []flow.Site) {
	callees, ok := r.calls.Of(r.Flow, pc)
	if !ok || !callees.Complete || callees.Skip > 0 {
		return nil
	}
	for _, fn := range callees.Funcs {
		f := &r.Facts.Code.Funcs[fn]
		if f.IsLarge {
			return nil
		}
		errors := calls.NilErrors(f, r.Facts.Code.SSA(f), r.constants)
		if len(errors) == 0 {
			return nil
		}
		for _, pc := range errors {
			at = append(at, flow.SiteAt(fn, pc))
		}
	}
	return at
}

// isCallOf reports whether the instruction at pc calls a standard function.
func (r *reporter) isCallOf(pc int, name value.Name) bool {
	return effect.ReferenceOf(r.Flow.Proto.Code[pc]) == effect.Calls && !r.form.UseByClosure(pc, 0) &&
		r.constants.Operand(r.Flow, pc, 0).Name() == name
}

// maxAsked is how many uses of a path are looked at; one that is used more often may well have been looked for.
const maxAsked = 100

// isSure reports whether the program knows already that it can open the file, as far as it can be known: the path that the call at
// pc is given was found by a function and tested, handed to a function whose result was tested, or is that of a new file.
func (r *reporter) isSure(pc int) bool {
	uses := r.form.Uses(pc)
	if len(uses) < 2 {
		return false
	}
	path := r.form.Original(uses[1])
	isResult := false
	if d := &r.form.Values[path]; d.Kind == ssa.DefValue && effect.ReferenceOf(r.Flow.Proto.Code[d.PC]) == effect.Calls {
		isResult = true
		if r.isCallOf(int(d.PC), tmpname) {
			return true
		}
	}
	for k, u := range r.form.Users(path) {
		at := u.PC()
		if at < 0 || at >= pc {
			break
		}
		if k == maxAsked {
			return true
		}
		if isResult && effect.TestsNil(r.Flow.Proto, at) ||
			effect.ReferenceOf(r.Flow.Proto.Code[at]) == effect.Copies && r.isAskedAbout(r.form.First(at), pc) {
			return true
		}
	}
	return false
}

// isAskedAbout reports whether an argument is handed, before the instruction at pc, to a function whose first result is tested.
func (r *reporter) isAskedAbout(argument ssa.ValueID, pc int) bool {
	for _, u := range r.form.Users(argument) {
		if u.PC() < 0 || u.PC() >= pc || effect.ReferenceOf(r.Flow.Proto.Code[u.PC()]) != effect.Calls {
			continue
		}
		if result, n := r.form.Defs(u.PC()); n > 0 && r.isTested(result) {
			return true
		}
	}
	return false
}

// isTested reports whether a value is tested in any way.
func (r *reporter) isTested(v ssa.ValueID) bool {
	for _, u := range r.form.Users(v) {
		if pc := u.PC(); pc >= 0 && (effect.ConditionOf(r.Flow.Proto.Code[pc]) != effect.Unconditional || effect.TestsNil(r.Flow.Proto, pc)) {
			return true
		}
	}
	return false
}

// findUses notes the uses of what the call at pc gives, up to the first place where something may look at it that is not
// known: a function to which it is handed, or a test of what the call gives besides.
func (r *reporter) findUses(call int) {
	first, n := r.form.Defs(call)
	if n == 0 {
		return
	}
	end, before := len(r.Flow.Proto.Code), len(r.uses)
	for k := 1; k < n; k++ {
		if users := r.form.Users(first + ssa.ValueID(k)); len(users) > 0 && users[0].PC() >= 0 {
			end = min(end, users[0].PC())
		}
	}
	for values := []ssa.ValueID{first}; len(values) > 0; values = values[1:] {
		v := values[0]
		if r.form.Observed(v) {
			return
		}
		for _, u := range r.form.Users(v) {
			pc := u.PC()
			switch {
			case pc < 0:
				continue
			case effect.ReferenceOf(r.Flow.Proto.Code[pc]) == effect.Copies:
				values = append(values, r.form.First(pc))
			case r.needsValue(pc, v) >= 0:
				r.uses = append(r.uses, use{pc: pc, operand: r.needsValue(pc, v), because: call})
			case r.isHandedOver(pc):
				end = min(end, pc)
			}
		}
	}
	kept := r.uses[:before]
	for _, u := range r.uses[before:] {
		if u.pc < end {
			kept = append(kept, u)
		}
	}
	r.uses = kept
}

// isHandedOver reports whether the instruction at pc, which uses a value, hands it to a function that may look at it.
func (r *reporter) isHandedOver(pc int) bool {
	switch effect.ReferenceOf(r.Flow.Proto.Code[pc]) {
	case effect.Calls:
		return r.constants.Callee(r.Flow, pc) != nil || r.constants.Impact(r.Flow, pc) == value.Effects
	case effect.Iterates, effect.WritesField, effect.WritesUpvalue, effect.WritesUpvalueField, effect.Fills:
		return true
	}
	return false
}
