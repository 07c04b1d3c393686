package calls

import (
	"maps"

	"luaflow/analysis/flow"
)

// What writes to the fields of tables: one look at each instruction that may.

// noteFields notes the calls of functions in fields of tables that escape.
func (w *follower) noteFields() {
	h := fields{
		follower: w, held: make(map[field]int), keys: make(map[string]bool), opened: make(map[flow.Site]bool), filled: make(map[parameter]bool),
	}
	h.eachWrite(h.hold)
	if len(h.held) == 0 {
		return
	}
	h.findClasses()
	h.eachWrite(h.check)
	h.eachCall(h.fill)
	h.eachCall(h.hand)
	h.eachCall(h.call)
	maps.DeleteFunc(h.held, func(at field, fn int) bool { return fn < 0 || h.keys[at.key] || h.opened[at.table] })
	w.Calls.held = h.held
}

// check notes what else the instruction at pc may write, if it is not the one that hold has found.
func (h *fields) check(f *flow.Func, pc int) {
	if !h.constants.Executable(f, pc) {
		return
	}
	at, made := h.field(f, pc)
	switch _, isKey := h.keys[at.key]; {
	case made && at.key == "":
		if h.mayName(f, pc) {
			h.opened[at.table] = true
		}
	case made:
		if fn, ok := h.held[at.field]; ok && !h.puts(f, pc, fn) {
			h.held[at.field] = -1
		}
	case isKey:
		h.keys[at.key] = true
	case !made && at.key == "":
		h.fillParameter(f, pc, 0)
	}
}
