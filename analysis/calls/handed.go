package calls

import (
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
	"luaflow/analysis/value"
)

// Tables that get fields from a function which they are handed to:
//
//	local function extend(t, more) for k, v in pairs(more) do t[k] = v end end
//	extend(M, require "more")

var (
	rawset       = value.Global("rawset")
	setmetatable = value.Global("setmetatable")
)

// fills reports whether the call at pc is one of a standard function after which fields of its first argument may be others.
func (h *fields) fills(f *flow.Func, pc int) bool {
	if len(h.forms.Of(f).Uses(pc)) < 2 {
		return false
	}
	name := h.names.OfCallee(f, pc)
	return name == rawset || name == setmetatable
}

// fill notes what the call at pc fills, if it is one of a standard function.
func (h *fields) fill(f *flow.Func, pc int) {
	if h.fills(f, pc) {
		h.fillParameter(f, pc, 1)
		h.open(f, pc, 1)
	}
}

// fillParameter notes that the instruction at pc writes any field of its operand i, if that is a parameter.
func (h *fields) fillParameter(f *flow.Func, pc, i int) {
	s := h.forms.Of(f)
	if !h.mayName(f, pc) {
		return
	}
	for range maxSteps {
		if len(s.Uses(pc)) <= i || s.UseByClosure(pc, i) || s.Uses(pc)[i] < 0 {
			return
		}
		switch d := &s.Values[s.Uses(pc)[i]]; d.Kind {
		case ssa.EntryValue:
			h.filled[parameter{f.Number, int(d.Reg)}] = true
			return
		case ssa.DefValue:
			if pc, i = int(d.PC), 0; effect.ReferenceOf(f.Proto.Code[pc]) != effect.Copies {
				return
			}
		default:
			return
		}
	}
}

// mayName reports whether the instruction at pc may write a field under a string that is not known, if it writes one.
func (h *fields) mayName(f *flow.Func, pc int) bool {
	ins := f.Proto.Code[pc]
	switch effect.ReferenceOf(ins) {
	case effect.WritesField, effect.WritesUpvalueField:
	default:
		return true
	}
	_, isConstant := h.forms.Of(f).FieldKey(pc)
	return !isConstant && !h.constants.Operand(f, pc, effect.KeyUse(ins)).Is(value.Number)
}

// open notes that any field may be written of the table that is operand i of the instruction at pc.
func (h *fields) open(f *flow.Func, pc, i int) {
	s := h.forms.Of(f)
	if s.UseByClosure(pc, i) {
		return
	}
	if at, made := h.value(f, s, s.Uses(pc)[i], maxSteps); made {
		h.opened[at.Site] = true
	}
}

// hand notes the tables that the call at pc hands to a function of the program which fills them.
func (h *fields) hand(f *flow.Func, pc int) {
	fn, ok := h.constants.Operand(f, pc, 0).Function()
	if !ok {
		if _, fn, ok = h.inField(f, pc); !ok {
			return
		}
	}
	for i := range h.forms.Of(f).Uses(pc)[1:] {
		if h.filled[parameter{fn, i}] {
			h.open(f, pc, i+1)
		}
	}
}
