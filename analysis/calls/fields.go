package calls

import (
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
	"luaflow/compile/bytecode"
)

// Functions in fields of tables that others can get at, as those of a module:
//
//	local M = {}
//	function M.area(w, h) return w * h end
//	function M.volume(w, h, d) return M.area(w, h) * d end
//	return M
//
// The call in M.volume calls the function of M.area unless other code puts another one there. In the file nothing
// does: there is one assignment to that field of that table, none to that field of a table that is not known, and none to fields of the table
// under keys that are not known, directly or by a function that it is handed to (see handed.go).

// field is a field of the tables that one instruction makes.
type field struct {
	table flow.Site
	key   string
}

// parameter is one of a function, both by number.
type parameter struct{ fn, index int }

// fields is the functions in such fields.
type fields struct {
	*follower
	held   map[field]int      // the number of the function, -1 if it may be another
	keys   map[string]bool    // those of held; true if a table that is not known gets something under it
	opened map[flow.Site]bool // the tables that get something under a key that is not known
	filled map[parameter]bool // of which the tables do that functions are given
}

// eachCall calls visit for the calls that are executed.
func (h *fields) eachCall(visit func(f *flow.Func, pc int)) {
	for i := range h.program.Funcs {
		f := &h.program.Funcs[i]
		if f.IsLarge || !f.Opcodes.HasAny(effect.Callers) {
			continue
		}
		for pc, ins := range f.Proto.Code {
			if effect.ReferenceOf(ins) == effect.Calls && h.constants.Executable(f, pc) {
				visit(f, pc)
			}
		}
	}
}

// eachWrite calls visit for the instructions that write a field, executed or not.
func (h *fields) eachWrite(visit func(f *flow.Func, pc int)) {
	for i := range h.program.Funcs {
		f := &h.program.Funcs[i]
		if f.IsLarge || !f.Opcodes.HasAny(effect.FieldWriters|effect.UpvalueReaders) {
			continue
		}
		for pc, ins := range f.Proto.Code {
			switch effect.ReferenceOf(ins) {
			case effect.WritesField, effect.WritesUpvalueField:
				visit(f, pc)
			}
		}
	}
}

// hold notes a field that the instruction at pc puts a function in which escapes.
func (h *fields) hold(f *flow.Func, pc int) {
	uses := h.forms.Of(f).Uses(pc)
	if len(uses) == 0 || !isRegister(f, pc) || h.forms.Of(f).UseByClosure(pc, len(uses)-1) {
		return
	}
	fn, ok := h.constants.Value(f, uses[len(uses)-1]).Function()
	if !ok || !h.escapes[fn] || !h.constants.Executable(f, pc) {
		return
	}
	at, made := h.field(f, pc)
	if !made || at.key == "" {
		return
	}
	if _, known := h.held[at]; known {
		fn = -1
	}
	h.held[at] = fn
	h.keys[at.key] = false
}

// puts reports whether the instruction at pc writes a function of which the number is fn.
func (h *fields) puts(f *flow.Func, pc, fn int) bool {
	if !isRegister(f, pc) {
		return false
	}
	uses := h.forms.Of(f).Uses(pc)
	is, ok := h.constants.Operand(f, pc, len(uses)-1).Function()
	return ok && is == fn
}

// call notes the call at pc if it calls a function in a field.
func (h *fields) call(f *flow.Func, pc int) {
	if at, fn, ok := h.inField(f, pc); ok && !h.keys[at.key] && !h.opened[at.table] {
		h.found = append(h.found, found{flow.SiteAt(f.Number, pc), int32(fn), 1, true})
	}
}

// inField returns the field in which the call at pc finds what it calls, and the function that the program puts there.
func (h *fields) inField(f *flow.Func, pc int) (at field, fn int, ok bool) {
	s := h.forms.Of(f)
	v := s.Uses(pc)[0]
	if v < 0 || s.UseByClosure(pc, 0) || s.Values[v].Kind != ssa.DefValue {
		return field{}, 0, false
	}
	from := int(s.Values[v].PC)
	switch effect.ReferenceOf(f.Proto.Code[from]) {
	case effect.ReadsField, effect.ReadsUpvalueField:
	default:
		return field{}, 0, false
	}
	at, made := h.field(f, from)
	fn, ok = h.held[at]
	return at, fn, ok && made && fn >= 0
}

// field returns the field that the instruction at pc reads or writes; its key is "" if it is no string that is known. made is false
// if it is not known which instruction makes the table.
func (h *fields) field(f *flow.Func, pc int) (at field, made bool) {
	s, ins, key := h.forms.Of(f), f.Proto.Code[pc], 1
	if upvalue, how := effect.Upvalue(ins); how != 0 {
		key = 0
		at.table, made = h.inCell(h.relation.Cells.Of(f.Number, upvalue), maxSteps)
	} else {
		at.table, made = h.made(f, s, pc, maxSteps)
	}
	if k, ok := s.Constant(pc, effect.Key(ins), key); ok && k.Kind == bytecode.KString {
		at.key = k.Str()
	}
	return at, made
}

// maxSteps is how many copies of a table are followed back.
const maxSteps = 8

// made returns the instruction that makes the table which is the first operand of the instruction at pc.
func (h *fields) made(f *flow.Func, s *ssa.Form, pc, steps int) (at flow.Site, ok bool) {
	if len(s.Uses(pc)) == 0 || s.UseByClosure(pc, 0) {
		return flow.Site{}, false
	}
	return h.value(f, s, s.Uses(pc)[0], steps)
}

// value returns the instruction that makes the table which a value is.
func (h *fields) value(f *flow.Func, s *ssa.Form, v ssa.ValueID, steps int) (at flow.Site, ok bool) {
	if v < 0 || steps == 0 || s.Values[v].Kind != ssa.DefValue {
		return flow.Site{}, false
	}
	pc := int(s.Values[v].PC)
	switch effect.ReferenceOf(f.Proto.Code[pc]) {
	case effect.Makes:
		return flow.SiteAt(f.Number, pc), true
	case effect.Copies:
		return h.made(f, s, pc, steps-1)
	case effect.ReadsField:
		if v != s.First(pc) { // the table of a method, which is handed to it
			return h.made(f, s, pc, steps-1)
		}
	case effect.ReadsUpvalue:
		return h.inCell(h.relation.CellReadBy(f, pc), steps-1)
	}
	return flow.Site{}, false
}

// inCell returns the instruction that makes the table which a cell holds for all of its life.
func (h *fields) inCell(cell, steps int) (at flow.Site, ok bool) {
	if cell < 0 {
		return flow.Site{}, false
	}
	c := &h.relation.Cells.Cells[cell]
	values := h.forms.ObservedIn(cell)
	if c.Owner < 0 || len(c.Writes) > 0 || len(values) != 1 || h.program.Funcs[c.Owner].IsLarge {
		return flow.Site{}, false
	}
	owner := &h.program.Funcs[c.Owner]
	return h.value(owner, h.forms.Of(owner), ssa.ValueID(values[0]), steps)
}
