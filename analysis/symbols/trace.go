package symbols

import (
	"luaflow/analysis/effect"
	"luaflow/analysis/facts"
	"luaflow/analysis/flow"
	"luaflow/analysis/names"
	"luaflow/analysis/ssa"
	"luaflow/analysis/value"
	"luaflow/compile/bytecode"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
)

// Which thing a value is. A value is followed back to what makes it: a constructor, a call, the variable or field that it is read from. Where
// paths meet all must lead to one thing, but for nil, which has no fields, and for a table that stands in for a missing one, as in
// `M = M or {}`.

// tracer finds the things that the values of a file are.
type tracer struct {
	*facts.Facts
	things
	// known is what has been found out, and nothing of what is being found out.
	known map[valueOf]ID
	held  map[int]ID // likewise, by cell
	depth int        // how many values are being found out, each for the one before
	// self is by function what its first parameter is: the table that the function is a method of; noTable if there are several.
	self []ID
	// made and called are the constructors and calls of the text, by place.
	made, called map[source.Span]ID
	// index is by table what its field `__index` is given, if that is a thing.
	index    map[ID]ID
	stored   []stored // what the code puts into globals and fields, as it is met
	returned ID       // by the main function
}

// stored is that something is put into a thing; value is 0 if it is none.
type stored struct{ to, value ID }

const noTable ID = -1

// valueOf is a value of a function.
type valueOf struct {
	fn int
	v  ssa.ValueID
}

var (
	require      = value.Global("require")
	setmetatable = value.Global("setmetatable")
	module       = value.Global("module")
)

func newTracer(f *facts.Facts) *tracer {
	t := &tracer{
		Facts: f, things: newThings(), known: map[valueOf]ID{}, held: map[int]ID{}, made: map[source.Span]ID{}, called: map[source.Span]ID{}, index: map[ID]ID{},
	}
	t.self = make([]ID, len(f.Unit.Tree.Funcs))
	return t
}

// maxDepth is how many values one is followed back through, unless it is known what they are: each takes stack.
const maxDepth = 256

// value returns the thing that a value of f is; 0 if that is not known.
func (t *tracer) value(f *flow.Func, v ssa.ValueID) ID {
	s := t.Code.SSA(f)
	if s == nil || v < 0 {
		return 0
	}
	key := valueOf{f.Number, v}
	if id, ok := t.known[key]; ok || t.depth == maxDepth {
		return id
	}
	t.known[key] = 0
	t.depth++
	id := t.find(f, s, v)
	t.depth--
	t.known[key] = id
	return id
}

func (t *tracer) find(f *flow.Func, s *ssa.Form, v ssa.ValueID) ID {
	switch d := &s.Values[v]; d.Kind {
	case ssa.EntryValue:
		if d.Reg == 0 && f.Proto.NumParams > 0 {
			return max(t.self[f.Number], 0)
		}
	case ssa.PhiValue:
		return t.join(f, s, v)
	default:
		return t.defined(f, s, int(d.PC), int(v-s.First(int(d.PC))))
	}
	return 0
}

// defined returns the thing that one of the values is which the instruction at pc makes, counted from 0.
func (t *tracer) defined(f *flow.Func, s *ssa.Form, pc, which int) ID {
	switch i := f.Proto.Code[pc]; effect.ReferenceOf(i) {
	case effect.Copies:
		return t.operand(f, pc, 0)
	case effect.Makes:
		return t.tableAt(f, pc)
	case effect.ReadsUpvalue:
		upvalue, _ := effect.Upvalue(i)
		return t.upvalue(f, upvalue)
	case effect.ReadsUpvalueField, effect.ReadsField:
		if which > 0 { // the table of a method
			return t.operand(f, pc, 0)
		}
		return t.fieldAt(f, s, pc)
	case effect.Calls:
		return t.result(f, s, pc, which)
	}
	return 0
}

// isGlobal reports whether a name is a field of the table of globals.
func (t *tracer) isGlobal(ref *resolve.Ref) bool {
	return ref.Kind == resolve.ToGlobal && ref.Binding == 0
}

// operand returns the thing that operand i of the instruction at pc is.
func (t *tracer) operand(f *flow.Func, pc, i int) ID {
	s := t.Code.SSA(f)
	if uses := s.Uses(pc); i < len(uses) && !s.UseByClosure(pc, i) {
		return t.value(f, uses[i])
	}
	return 0
}

func (t *tracer) tableAt(f *flow.Func, pc int) ID {
	return t.the(Thing{Kind: Table, place: site{int32(f.Number), int32(pc)}})
}

// upvalue returns the thing that an upvalue of f holds as long as there is a function that may read it.
func (t *tracer) upvalue(f *flow.Func, upvalue int) ID {
	cells := t.Code.Cells()
	at := cells.Of(f.Number, upvalue)
	if at < 0 {
		return 0
	}
	if id, ok := t.held[at]; ok {
		return id
	}
	t.held[at] = 0
	if c := &cells.Cells[at]; c.Owner >= 0 && c.Local >= 0 && len(c.Writes) == 0 {
		t.held[at] = t.variable(&t.Code.Funcs[c.Owner], c.Local, c.Reg)
	}
	return t.held[at]
}

// variable returns the thing that a variable of f holds, which is in a register, if nothing but its declaration gives it a value.
func (t *tracer) variable(f *flow.Func, local, reg int) ID {
	s := t.Code.SSA(f)
	if s == nil {
		return 0
	}
	if local < int(f.Proto.NumParams) {
		if b := t.Unit.Funcs[f.Number].Map.Locals[local]; t.Unit.Res.Bindings[b].Writes == 0 {
			return t.value(f, s.Parameter(reg))
		}
		return 0
	}
	if pc := f.OnlyDef(local, reg); pc >= 0 {
		return t.value(f, s.Def(pc, reg))
	}
	return 0
}

// fieldAt returns the field that the instruction at pc accesses.
func (t *tracer) fieldAt(f *flow.Func, s *ssa.Form, pc int) ID {
	i := f.Proto.Code[pc]
	key, ok := s.Constant(pc, effect.Key(i), effect.KeyUse(i))
	if !ok || key.Kind != bytecode.KString {
		return 0
	}
	upvalue, how := effect.Upvalue(i)
	switch {
	case how == 0:
		return t.field(t.operand(f, pc, 0), key.Str())
	case t.Code.Names().IsGlobals(t.Code.Cells().Of(f.Number, upvalue)):
		return t.the(Thing{Kind: Global, Name: key.Str()})
	}
	return t.field(t.upvalue(f, upvalue), key.Str())
}

// result returns the thing that a result of the call at pc is.
func (t *tracer) result(f *flow.Func, s *ssa.Form, pc, result int) ID {
	callee := t.Code.Names().OfCallee(f, pc)
	switch {
	case callee == names.Pcall && result == 1:
		if len(s.Uses(pc)) > 1 && t.Code.Names().Of(f, s.Uses(pc)[1]) == require {
			return t.moduleNamed(f, s, pc, 2)
		}
	case result != 0:
	case callee == require:
		return t.moduleNamed(f, s, pc, 1)
	case callee == setmetatable && len(s.Uses(pc)) > 1:
		return t.operand(f, pc, 1)
	case callee == 0:
		return t.tableAt(f, pc)
	}
	return 0
}

// moduleNamed returns the module whose name is operand i of the instruction at pc.
func (t *tracer) moduleNamed(f *flow.Func, s *ssa.Form, pc, i int) ID {
	name := ""
	if i >= len(s.Uses(pc)) {
		return 0
	}
	if known := t.Constants(); known != nil {
		name, _ = known.Pool().Text(known.Operand(f, pc, i))
	} else if key, ok := s.Constant(pc, 0, i); ok && key.Kind == bytecode.KString {
		name = key.Str()
	}
	if name == "" {
		return 0
	}
	return t.the(Thing{Kind: Module, Name: name})
}

// join returns the thing that all values are which a phi joins.
func (t *tracer) join(f *flow.Func, s *ssa.Form, phi ssa.ValueID) (id ID) {
	for _, arg := range s.PhiArgs(phi) {
		if arg < 0 || arg == phi || t.isNil(f, s, arg) {
			continue
		}
		of := t.value(f, arg)
		switch {
		case of == 0:
			return 0
		case id == 0 || id == of:
			id = of
		case t.standsIn(of, id):
		case t.standsIn(id, of):
			id = of
		default:
			return 0
		}
	}
	return id
}

// standsIn reports whether a table is made where something that has a name may be missing; it is known by that name then.
func (t *tracer) standsIn(table, named ID) bool {
	if t.all[table].Kind != Table || t.all[named].Kind == Table {
		return false
	}
	t.identify(table, named)
	return t.canonical(table) == t.canonical(named)
}

// isNil reports whether a value is nil or false, which have no fields.
func (t *tracer) isNil(f *flow.Func, s *ssa.Form, v ssa.ValueID) bool {
	known := t.Constants()
	if known == nil {
		return false
	}
	return known.Value(f, v).Is(value.Nil | value.Boolean)
}
