package names

import (
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
	"luaflow/analysis/value"
	"luaflow/compile/bytecode"
)

// Which values are fields of the global table by the text alone: what `love.graphics`
// gives, and what locals and captured variables hold that are given one and nothing
// else. Other than Names.Of that needs no knowledge of the names, and says nothing of
// what is there when the program runs.

// Path returns the constant keys that lead from the global table to where v, a value of f,
// was fetched from; nil if it was fetched from elsewhere. An assignment since then is
// not seen.
func (n *Names) Path(f *flow.Func, v ssa.ValueID) []string { return global(n.path(f, v, maxNameSteps)) }

// ModulePath returns what Path does, and for what is fetched from a module the keys that lead there after value.Required of its name.
func (n *Names) ModulePath(f *flow.Func, v ssa.ValueID) []string { return n.path(f, v, maxNameSteps) }

// global returns a path if it begins with a global; else nil.
func global(path []string) []string {
	if len(path) > 0 && value.IsRequired(path[0]) {
		return nil
	}
	return path
}

// UpvaluePath returns what Path does for the value of an upvalue of f, if its variable is given
// only one; else nil.
func (n *Names) UpvaluePath(f *flow.Func, upvalue int) []string {
	return global(n.upvaluePath(f, upvalue, maxNameSteps))
}

// ModuleUpvaluePath returns what ModulePath does for the value of an upvalue of f, if its variable is given only one; else nil.
func (n *Names) ModuleUpvaluePath(f *flow.Func, upvalue int) []string {
	return n.upvaluePath(f, upvalue, maxNameSteps)
}

func (n *Names) path(f *flow.Func, v ssa.ValueID, steps int) []string {
	s := n.forms.Of(f)
	if s == nil || v < 0 || s.Values[v].Kind != ssa.DefValue || steps == 0 {
		return nil
	}
	pc := int(s.Values[v].PC)
	switch i := f.Proto.Code[pc]; effect.ReferenceOf(i) {
	case effect.Copies:
		return n.operandPath(f, pc, steps-1)
	case effect.ReadsUpvalue:
		upvalue, _ := effect.Upvalue(i)
		return n.upvaluePath(f, upvalue, steps-1)
	case effect.ReadsUpvalueField:
		upvalue, _ := effect.Upvalue(i)
		key, ok := constantKey(f, i)
		switch {
		case !ok:
			return nil
		case n.env >= 0 && n.cells.Of(f.Number, upvalue) == n.env:
			return []string{key}
		}
		return extended(n.upvaluePath(f, upvalue, steps-1), key)
	case effect.ReadsField:
		table := n.operandPath(f, pc, steps-1)
		if int(s.Values[v].Reg) != i.A() {
			return table
		}
		if key, ok := constantKey(f, i); ok {
			return extended(table, key)
		}
	case effect.Calls:
		if first, _ := s.Defs(pc); first == v {
			return n.requiredPath(f, pc, steps-1)
		}
	}
	return nil
}

// requiredPath returns the path of what the call at pc gives if it is one of `require` with a constant; else nil.
func (n *Names) requiredPath(f *flow.Func, pc, steps int) []string {
	s := n.forms.Of(f)
	uses := s.Uses(pc)
	if len(uses) != 2 || effect.TakesOpen(f.Proto.Code[pc]) || s.UseByClosure(pc, 1) {
		return nil
	}
	d := &s.Values[s.Original(uses[1])]
	if d.Kind != ssa.DefValue {
		return nil
	}
	name, ok := effect.Literal(f.Proto, int(d.PC))
	if path := n.operandPath(f, pc, steps); !ok || name.Kind != bytecode.KString || len(path) != 1 || path[0] != nameRequire.Key() {
		return nil
	}
	return []string{value.Required(name.Str())}
}

// operandPath returns the path of the first value that the instruction at pc reads.
func (n *Names) operandPath(f *flow.Func, pc, steps int) []string {
	s := n.forms.Of(f)
	if s.UseByClosure(pc, 0) {
		return nil
	}
	return n.path(f, s.Uses(pc)[0], steps)
}

// upvaluePath returns the path of the value that the variable of an upvalue is given.
func (n *Names) upvaluePath(f *flow.Func, upvalue, steps int) []string {
	cell := n.cells.Of(f.Number, upvalue)
	if cell < 0 {
		return nil
	}
	c := &n.cells.Cells[cell]
	if c.Owner < 0 || c.Local < 0 || len(c.Writes) > 0 {
		return nil
	}
	owner := &n.p.Funcs[c.Owner]
	return n.path(owner, n.onlyValue(owner, c.Local, c.Reg), steps)
}

// constantKey returns the string that i, an instruction of f, reads a field by.
func constantKey(f *flow.Func, i bytecode.Instruction) (key string, ok bool) {
	rk := effect.Key(i)
	if !bytecode.IsK(rk) {
		return "", false
	}
	k := &f.Proto.Constants[bytecode.KIndex(rk)]
	if k.Kind != bytecode.KString {
		return "", false
	}
	return k.Str(), true
}

// extended returns a path, if there is one, with one more key.
func extended(path []string, key string) []string {
	if path == nil {
		return nil
	}
	return append(path[:len(path):len(path)], key)
}
