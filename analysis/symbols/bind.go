package symbols

import (
	"strings"

	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/names"
	"luaflow/analysis/ssa"
	"luaflow/compile/bytecode"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// By which names tables are known: what the main function returns is the module; what is put into a global or a field is known by that; what
// a function gives a metatable whose `__index` is a class is an object of that, whose fields are those of the class; and so is what a method
// has for self.

// bind goes through the code of all functions. A function comes before those that it makes, which may be methods.
func (t *tracer) bind() {
	if t.Code == nil {
		return
	}
	t.findReturned()
	for i := range t.Code.Funcs {
		f := &t.Code.Funcs[i]
		if s := t.Code.SSA(f); s != nil {
			t.bindIn(f, s)
		}
	}
	t.findHeldModules()
}

// findHeldModules finds the fields that are given a module and nothing else.
func (t *tracer) findHeldModules() {
	again := map[ID]bool{}
	for _, st := range t.stored {
		to := t.canonical(st.to)
		if value := t.canonical(st.value); t.all[to].Kind == Field && t.all[value].Kind == Module && !again[to] {
			t.holds[to] = value
		} else {
			delete(t.holds, to)
		}
		again[to] = true
	}
}

// findReturned finds what the main function returns.
func (t *tracer) findReturned() {
	if t.Code == nil {
		return
	}
	f := &t.Code.Funcs[0]
	s := t.Code.SSA(f)
	for pc, i := range f.Proto.Code {
		if s == nil || !f.Graph.Reachable(pc) {
			continue
		}
		switch how := effect.ReferenceOf(i); {
		case how == effect.Returns && len(s.Uses(pc)) > 0:
			t.returned = t.operand(f, pc, 0)
		case how == effect.Calls && !effect.IsNonTailCall(i):
			t.returned = t.result(f, s, pc, 0)
		}
	}
	if t.all[t.returned].Kind == Table {
		t.identify(t.returned, t.the(Thing{Kind: Self}))
	}
}

func (t *tracer) bindIn(f *flow.Func, s *ssa.Form) {
	for pc, i := range f.Proto.Code {
		if !f.Graph.Reachable(pc) {
			continue
		}
		switch effect.ReferenceOf(i) {
		case effect.Makes:
			t.made[t.textOf(f, pc)] = t.tableAt(f, pc)
		case effect.Calls:
			t.callAt(f, s, pc)
		case effect.WritesField, effect.WritesUpvalueField:
			t.store(f, s, pc)
		}
	}
}

// textOf returns the text that the instruction at pc stands for.
func (t *tracer) textOf(f *flow.Func, pc int) source.Span {
	return t.Unit.Funcs[f.Number].Map.Origins.At(pc).Span()
}

// callAt notes what the call at pc gives, and to what.
func (t *tracer) callAt(f *flow.Func, s *ssa.Form, pc int) {
	at := t.textOf(f, pc)
	if id := t.result(f, s, pc, 0); id != 0 {
		t.called[at] = id
	}
	switch t.Code.Names().OfCallee(f, pc) {
	case names.Pcall:
		if id := t.result(f, s, pc, 1); id != 0 {
			t.called[at] = id
		}
	case setmetatable:
		if base := t.index[t.operand(f, pc, 2)]; base != 0 {
			t.derive(f, t.operand(f, pc, 1), base)
		}
	case module, 0:
		if f.Number == 0 && t.callsModule(f, s, pc) {
			t.becomeModule()
		}
	}
}

// callsModule reports whether a call in the main function is of `module`. Where that hides the other globals, no name has a standard meaning.
func (t *tracer) callsModule(f *flow.Func, s *ssa.Form, pc int) bool {
	v := s.Uses(pc)[0]
	if v < 0 || s.Values[v].Kind != ssa.DefValue {
		return false
	}
	i := f.Proto.Code[s.Values[v].PC]
	if effect.ReferenceOf(i) != effect.ReadsUpvalueField {
		return false
	}
	key, ok := s.Constant(int(s.Values[v].PC), effect.Key(i), effect.KeyUse(i))
	return ok && key.Kind == bytecode.KString && key.Str() == "module"
}

// derive notes that Lua looks in base for what a table does not have: one that the main function makes is a class by itself, others are
// objects.
func (t *tracer) derive(f *flow.Func, table, base ID) {
	if f.Number > 0 {
		t.identify(table, base)
	} else if table != 0 && t.canonical(table) != t.canonical(base) {
		t.all[table].inherits = base
	}
}

// becomeModule makes fields of the module of the globals that the file assigns: `module` gives them another table.
func (t *tracer) becomeModule() {
	self := t.the(Thing{Kind: Self})
	t.returned = self
	for n := range t.Unit.Tree.Names.From(0) {
		if ref := &t.Unit.Res.Refs[n.ID]; ref.Write && t.isGlobal(ref) {
			name := t.Unit.Tree.Str(n.Sym)
			global := t.the(Thing{Kind: Global, Name: name})
			t.is[global] = t.field(self, name)
			t.stored = append(t.stored, stored{to: global})
		}
	}
}

// store notes what the instruction at pc puts where.
func (t *tracer) store(f *flow.Func, s *ssa.Form, pc int) {
	target := t.fieldAt(f, s, pc)
	if target == 0 {
		return
	}
	operands, uses := effect.Operands(f.Proto, pc, nil), s.Uses(pc)
	if len(uses) == 0 || operands[len(operands)-1].IsConstant() {
		t.stored = append(t.stored, stored{to: target})
		return
	}
	last := len(uses) - 1
	id := t.operand(f, pc, last)
	t.stored = append(t.stored, stored{target, id})
	switch x := t.all[target]; {
	case x.Kind == Field && x.Name == "__index":
		if id != 0 {
			t.index[x.Owner] = id
		}
	case strings.HasPrefix(x.Name, "__"):
	case id != 0:
		t.identify(id, target)
	case x.Kind == Field:
		t.bindSelf(t.closure(f, s, uses[last]), x.Owner)
	}
}

// closure returns the function that a value is; nil if it is none.
func (t *tracer) closure(f *flow.Func, s *ssa.Form, v ssa.ValueID) *syntax.Function {
	for steps := 8; steps > 0 && v >= 0 && s.Values[v].Kind == ssa.DefValue; steps-- {
		pc := int(s.Values[v].PC)
		i := f.Proto.Code[pc]
		if child := effect.Closure(i); child >= 0 {
			return t.Unit.Tree.Funcs[f.Child(child).Number]
		}
		if effect.ReferenceOf(i) != effect.Copies {
			return nil
		}
		v = s.Uses(pc)[0]
	}
	return nil
}

// bindSelf notes of which table a function is a method, if it is one, and of no other.
func (t *tracer) bindSelf(fn *syntax.Function, of ID) {
	if fn == nil || !fn.HasSelf && (len(fn.Params) == 0 || fn.Params[0].Sym != syntax.SymSelf) {
		return
	}
	if was := t.self[fn.ID]; was == noTable || was != 0 && t.canonical(was) != t.canonical(of) {
		of = noTable
	}
	t.self[fn.ID] = of
}
