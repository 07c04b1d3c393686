package names

import (
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
)

// Functions that main makes and hands to code elsewhere.

// Apart returns the functions in main with which the rest of the program has nothing to do, ascending: they and those inside them
// share no variable with it but what is outside of the program, and it does not call them, nor has it
// what they return. Code elsewhere may call them at any time. What becomes of standard names is apart from that.
func (n *Names) Apart() (apart []int32) {
	main := &n.p.Funcs[0]
	form := n.forms.Of(main)
	if form == nil {
		return nil
	}
	isIn := make([]bool, len(main.Proto.Protos))
	for pc, i := range main.Proto.Code {
		if child := effect.Closure(i); child >= 0 {
			v, made := form.Defs(pc)
			isIn[child] = isIn[child] || made == 0 || !sharesNothing(main.Child(child)) || !n.isHandedOut(main, form, v)
		}
	}
	for child := range isIn {
		if !isIn[child] {
			apart = append(apart, int32(main.Child(child).Number))
		}
	}
	return apart
}

// sharesNothing reports whether a function in main shares no variable of it.
func sharesNothing(f *flow.Func) bool {
	for _, up := range f.Proto.Upvalues {
		if up.InStack {
			return false
		}
	}
	return true
}

// isHandedOut reports whether a closure, a value of main, is used for nothing but to hand it to code elsewhere: as an
// argument, as a result, or in a field. Which function a field holds nobody takes for known.
func (n *Names) isHandedOut(main *flow.Func, form *ssa.Form, v ssa.ValueID) bool {
	if form.Observed(v) {
		return false
	}
	for _, u := range form.Users(v) {
		pc := u.PC()
		if pc < 0 {
			return false // it is joined with others
		}
		switch effect.ReferenceOf(main.Proto.Code[pc]) {
		case effect.WritesUpvalueField, effect.WritesField, effect.Returns:
		case effect.Calls:
			if form.Uses(pc)[0] == v || n.OfCallee(main, pc) != 0 && !dropsResults(form, pc) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// dropsResults reports whether nothing uses what the call at pc gives: a standard function may give back what it is given.
func dropsResults(form *ssa.Form, pc int) bool {
	first, count := form.Defs(pc)
	for v := first; v < first+ssa.ValueID(count); v++ {
		if form.Observed(v) || len(form.Users(v)) > 0 {
			return false
		}
	}
	return true
}
