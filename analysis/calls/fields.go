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
//
// What is in such a field is a method of the table, if its first parameter is called self, and the table the class of that. The class
// is what self most likely finds a field in:
//
//	function M:double(w, h) return 2 * self.area(w, h) end
//
// Nothing in the file says so: an object of a class that is made elsewhere may be handed to the method. So that is told apart (OfSelf), and
// nothing is said if another table of the file has a function under that key.

// parameter is one of a function, both by number.
type parameter struct{ fn, index int }

// fields is the functions in such fields.
type fields struct {
	*follower
	held   map[field]int      // the number of the function, -1 if it may be another
	keys   map[string]bool    // those of held; true if a table that is not known gets something under it
	opened map[flow.Site]bool // the tables that get something under a key that is not known
	filled map[parameter]bool // of which the tables do that functions are given

	// By function: the class that it is a method of, which is the table of the one field that it is in; none if there are several.
	class map[int]flow.Site
	// By key: in how many tables a function is held under it.
	tables map[string]int
}

// findClasses notes which functions are methods of what, when all are held.
func (h *fields) findClasses() {
	h.class, h.tables = make(map[int]flow.Site), make(map[string]int)
	several := make(map[int]bool)
	for at, fn := range h.held {
		h.tables[at.key]++
		if _, known := h.class[fn]; known || fn < 0 {
			several[fn] = true
		}
		h.class[fn] = at.table
	}
	for fn := range several {
		delete(h.class, fn)
	}
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
	if _, known := h.held[at.field]; known {
		fn = -1
	}
	h.held[at.field] = fn
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
	at, fn, ok := h.inField(f, pc)
	if !ok || h.keys[at.key] || h.opened[at.table] || at.ofSelf && h.tables[at.key] > 1 {
		return
	}
	h.found = append(h.found, found{flow.SiteAt(f.Number, pc), int32(fn), 1, true, at.ofSelf})
}

// inField returns the field in which the call at pc finds what it calls, and the function that the program puts there.
func (h *fields) inField(f *flow.Func, pc int) (at access, fn int, ok bool) {
	s := h.forms.Of(f)
	v := s.Uses(pc)[0]
	if v < 0 || s.UseByClosure(pc, 0) || s.Values[v].Kind != ssa.DefValue {
		return access{}, 0, false
	}
	from := int(s.Values[v].PC)
	switch effect.ReferenceOf(f.Proto.Code[from]) {
	case effect.ReadsField, effect.ReadsUpvalueField:
	default:
		return access{}, 0, false
	}
	at, made := h.field(f, from)
	fn, ok = h.held[at.field]
	return at, fn, ok && made && fn >= 0
}

// access is how an instruction comes to a field.
type access struct {
	field
	ofSelf bool // of the first parameter of a method: what is in its class is in the object, unless that is of another class
}

// field returns the field that the instruction at pc reads or writes; its key is "" if it is no string that is known. made is false
// if it is not known which instruction makes the table.
func (h *fields) field(f *flow.Func, pc int) (at access, made bool) {
	s := h.forms.Of(f)
	var from origin
	if upvalue, how := effect.Upvalue(f.Proto.Code[pc]); how != 0 {
		from, made = h.inCell(h.relation.Cells.Of(f.Number, upvalue), maxSteps)
	} else {
		from, made = h.made(f, s, pc, maxSteps)
	}
	at.table, at.ofSelf = from.Site, from.isSelf
	if k, ok := s.FieldKey(pc); ok && k.Kind == bytecode.KString {
		at.key = k.Str()
	}
	return at, made
}

// origin is where the tables that a value may be are made.
type origin struct {
	flow.Site
	isSelf bool // it is the first parameter of a method: Site makes its class
}

// maxSteps is how many copies of a table are followed back.
const maxSteps = 8

// made returns the instruction that makes the table which is the first operand of the instruction at pc.
func (h *fields) made(f *flow.Func, s *ssa.Form, pc, steps int) (at origin, ok bool) {
	if len(s.Uses(pc)) == 0 || s.UseByClosure(pc, 0) {
		return origin{}, false
	}
	return h.value(f, s, s.Uses(pc)[0], steps)
}

// value returns the instruction that makes the table which a value is.
func (h *fields) value(f *flow.Func, s *ssa.Form, v ssa.ValueID, steps int) (at origin, ok bool) {
	if v < 0 || steps == 0 {
		return origin{}, false
	}
	switch d := &s.Values[v]; d.Kind {
	case ssa.DefValue:
	case ssa.EntryValue:
		class, isMethod := h.class[f.Number]
		return origin{class, true}, isMethod && d.Reg == 0 && f.HasSelf()
	default:
		return origin{}, false
	}
	pc := int(s.Values[v].PC)
	switch effect.ReferenceOf(f.Proto.Code[pc]) {
	case effect.Makes:
		return origin{flow.SiteAt(f.Number, pc), false}, true
	case effect.Copies:
		return h.made(f, s, pc, steps-1)
	case effect.ReadsField:
		if v != s.First(pc) { // the table of a method, which is handed to it
			return h.made(f, s, pc, steps-1)
		}
	case effect.ReadsUpvalue:
		return h.inCell(h.relation.CellReadBy(f, pc), steps-1)
	}
	return origin{}, false
}

// inCell returns the instruction that makes the table which a cell holds for all of its life.
func (h *fields) inCell(cell, steps int) (at origin, ok bool) {
	if cell < 0 {
		return origin{}, false
	}
	c := &h.relation.Cells.Cells[cell]
	values := h.forms.ObservedIn(cell)
	if c.Owner < 0 || len(c.Writes) > 0 || len(values) != 1 || h.program.Funcs[c.Owner].IsLarge {
		return origin{}, false
	}
	owner := &h.program.Funcs[c.Owner]
	return h.value(owner, h.forms.Of(owner), ssa.ValueID(values[0]), steps)
}
