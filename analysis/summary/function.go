package summary

import (
	"maps"
	"slices"
	"strings"

	"luaflow/analysis/calls"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
	"luaflow/compile/bytecode"
	"luaflow/compile/syntax"
)

// What is known of the functions of Exports, for those who call them from other files.

// Function is what is known of the function of an Export, as far as nobody else puts another one into its field.
type Function struct {
	Params   int  `json:"params,omitempty"` // self among them
	Needed   int  `json:"needed,omitempty"` // the parameters that must not be nil, by bit, as calls.IsNeeded has them
	Asked    int  `json:"asked,omitempty"`  // those of which branches depend, as calls.IsAsked has them
	IsVararg bool `json:"isVararg,omitempty"`
	// IsStub: it stands in the place of others: it is empty, takes nothing and does nothing but return, or never returns.
	IsStub bool `json:"isStub,omitempty"`
	// Returns: it may return values of its own, from Least to Most; Most is calls.Unbounded if they may be any number.
	Returns bool `json:"returns,omitempty"`
	Least   int  `json:"least,omitempty"`
	Most    int  `json:"most,omitempty"`
	// On is the functions of other files of which it returns all results as its own.
	On []Field `json:"on,omitempty"`
	// Error is the line on which it first returns nil or false and something that tells why; 0 if it does not, or returns nothing else.
	Error int `json:"error,omitempty"`
	// IsKept: the file uses it otherwise than in this field and by calls, so that others may come to call it.
	IsKept bool `json:"isKept,omitempty"`
}

// Field is a field of the table that a file returns, or that it requires.
type Field struct {
	Of   int    `json:"of"`   // which of the Requires; Own for the own table
	Name string `json:"name"` // the key
}

// functions notes what is known of the functions of Exports, and their calls by other names than those of the fields.
func (d *finder) functions() {
	known := d.Calls()
	if known == nil || d.made < 0 {
		return
	}
	for _, at := range slices.SortedFunc(maps.Keys(d.exporting), compareSites) {
		name := d.exporting[at]
		fn, ok := known.InField(flow.SiteAt(0, d.made), name)
		if !ok || d.Code.Funcs[fn].IsLarge {
			continue
		}
		k, _ := slices.BinarySearchFunc(d.out.Exports, name, func(e Export, name string) int { return strings.Compare(e.Name, name) })
		if e := &d.out.Exports[k]; e.Is == nil {
			e.Is = d.function(known, fn)
			e.Is.IsKept = d.callsByName(at, fn, name)
			d.exported[fn] = name
			d.out.Functions[k] = fn
		}
	}
}

// function returns what is known of a function.
func (d *finder) function(known *calls.Calls, fn int) *Function {
	f := &d.Code.Funcs[fn]
	is := &Function{Params: int(f.Proto.NumParams), IsVararg: f.Proto.IsVararg}
	count := known.Count(fn, func(g *flow.Func, pc int) bool {
		on, ok := d.fieldCalled(g, pc)
		if ok && !slices.Contains(is.On, on) {
			is.On = append(is.On, on)
		}
		return ok
	})
	is.Returns, is.Least, is.Most = count.Returns, count.Least, count.Most
	is.IsStub = d.isStub(fn, is)
	for k := range min(is.Params, maxParams) {
		if known.IsNeeded(f, k) {
			is.Needed |= 1 << k
		}
		if known.IsAsked(f, k) {
			is.Asked |= 1 << k
		}
	}
	is.Error = d.errorOf(f)
	return is
}

// maxParams is how many parameters are looked at, as numbers of a summary have 40 bits.
const maxParams = 32

func (d *finder) isStub(fn int, is *Function) bool {
	stats := d.Unit.Tree.Funcs[fn].Body.Stats
	if len(stats) == 0 || !is.Returns && len(is.On) == 0 {
		return true
	}
	_, returns := stats[0].(*syntax.Return)
	return is.Params == 0 && returns
}

// errorOf returns the Error of a Function.
func (d *finder) errorOf(f *flow.Func) (line int) {
	errors := calls.Errors(f, d.Code.SSA(f), d.constants)
	if len(errors) == 0 {
		return 0
	}
	return d.Unit.File.Line(d.Unit.Funcs[f.Number].Map.Origins.At(slices.Min(errors)).Span().Start)
}

// callsByName notes the calls of the function that an instruction puts into a field of the own table, by the names that it has besides. It
// reports whether the function goes anywhere else.
func (d *finder) callsByName(at flow.Site, fn int, name string) (isKept bool) {
	f := &d.Code.Funcs[at.Func]
	uses := d.Code.SSA(f).Uses(int(at.PC))
	f, made, _, ok := d.madeBy(f, int(at.PC), len(uses)-1, maxBack)
	if !ok || d.relation.FuncMadeBy(f, made) != fn {
		return true
	}
	w := d.newSpread(f, d.Code.SSA(f).First(made))
	w.exported = name
	w.follow()
	for _, a := range w.accesses {
		if a.how == Calls {
			d.called(Field{Own, name}).add(d, a.Site)
		}
	}
	return w.open
}

// fieldCalled returns the field of which the function that the call at pc calls was read, if nothing else may be called there.
func (d *finder) fieldCalled(f *flow.Func, pc int) (at Field, ok bool) {
	return d.fieldRead(f, pc, 0, maxBack)
}

// maxBack is how many copies and variables a value is followed back through.
const maxBack = 8

// fieldRead returns the field that operand i of the instruction at pc was read from.
func (d *finder) fieldRead(f *flow.Func, pc, i, steps int) (at Field, ok bool) {
	g, from, which, ok := d.madeBy(f, pc, i, steps)
	if !ok || which != 0 {
		return Field{}, false
	}
	key, isConstant := d.Code.SSA(g).FieldKey(from)
	if !isConstant || key.Kind != bytecode.KString {
		return Field{}, false
	}
	name := strings.Clone(key.Str())
	var h *flow.Func
	switch does := effect.ReferenceOf(g.Proto.Code[from]); does {
	case effect.ReadsField:
		h, from, which, ok = d.madeBy(g, from, 0, steps)
	case effect.ReadsUpvalueField:
		upvalue, _ := effect.Upvalue(g.Proto.Code[from])
		h, from, which, ok = d.heldBy(d.relation.Cells.Of(g.Number, upvalue), steps)
	default:
		return Field{}, false
	}
	if !ok {
		return Field{}, false
	}
	if h.Number == 0 && from == d.made && which == 0 {
		return Field{Own, name}, true
	}
	for k := range d.calls {
		if c := &d.calls[k]; c.at == flow.SiteAt(h.Number, from) && c.gives && c.result == which {
			return Field{k, name}, true
		}
	}
	return Field{}, false
}

// madeBy returns the instruction that makes the value of operand i of the instruction at pc, and which of its values that is, through copies
// and variables that never hold another. ok is false if there may be several.
func (d *finder) madeBy(f *flow.Func, pc, i, steps int) (in *flow.Func, at, which int, ok bool) {
	s := d.Code.SSA(f)
	if f.IsLarge || len(s.Uses(pc)) <= i || s.Uses(pc)[i] < 0 || s.UseByClosure(pc, i) {
		return nil, 0, 0, false
	}
	return d.maker(f, s.Uses(pc)[i], steps)
}

// maker does what madeBy does, for a value.
func (d *finder) maker(f *flow.Func, v ssa.ValueID, steps int) (in *flow.Func, at, which int, ok bool) {
	s := d.Code.SSA(f)
	if s.Values[v].Kind != ssa.DefValue || steps == 0 {
		return nil, 0, 0, false
	}
	at = int(s.Values[v].PC)
	switch ins := f.Proto.Code[at]; {
	case effect.ReferenceOf(ins) == effect.Copies:
		return d.madeBy(f, at, 0, steps-1)
	case effect.ReferenceOf(ins) == effect.ReadsUpvalue:
		return d.heldBy(d.relation.CellReadBy(f, at), steps-1)
	case effect.ReferenceOf(ins) == effect.Calls && d.Code.Names().OfCallee(f, at) == setmetatable && v == s.First(at):
		return d.madeBy(f, at, 1, steps-1)
	}
	return f, at, int(v - s.First(at)), true
}

// heldBy does what madeBy does, for what a captured variable holds.
func (d *finder) heldBy(cell, steps int) (in *flow.Func, at, which int, ok bool) {
	if cell < 0 {
		return nil, 0, 0, false
	}
	c := &d.relation.Cells.Cells[cell]
	values := d.Code.Forms().ObservedIn(cell)
	if c.Owner < 0 || len(c.Writes) > 0 || len(values) != 1 || d.Code.Funcs[c.Owner].IsLarge {
		return nil, 0, 0, false
	}
	return d.maker(&d.Code.Funcs[c.Owner], ssa.ValueID(values[0]), steps)
}
