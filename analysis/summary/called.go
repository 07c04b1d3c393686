package summary

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"luaflow/analysis/calls"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
	"luaflow/analysis/value"
	"luaflow/compile/bytecode"
)

// The calls of functions in fields of modules.

func (d *finder) called(at Field) *callee {
	c := d.callees[at]
	if c == nil {
		c = &callee{Called: Called{Field: at}, seen: map[flow.Site]bool{}}
		d.callees[at] = c
	}
	return c
}

// findCalled finds the calls of what the file reads from fields.
func (d *finder) findCalled() {
	for u, sites := range d.out.UsedAt {
		if u.How == Reads && u.Field != "" && !strings.Contains(u.Field, star) && (u.Of != Own || d.isFunction(u.Field)) {
			for _, at := range sites {
				d.read(Field{u.Of, u.Field}, at)
			}
		}
	}
	for _, at := range slices.SortedFunc(maps.Keys(d.callees), compareFields) {
		if c := d.callees[at]; c.Escapes || c.Calls > 0 {
			c.finish()
			d.out.Called = append(d.out.Called, c.Called)
		}
	}
}

// isFunction reports whether an Export is known as a function.
func (d *finder) isFunction(export string) bool {
	k, ok := d.out.Export(export)
	return ok && d.out.Exports[k].Is != nil
}

func compareFields(a, b Field) int {
	return cmp.Or(cmp.Compare(a.Of, b.Of), cmp.Compare(a.Name, b.Name))
}

// read follows what the instruction at a site reads from a field to its calls.
func (d *finder) read(field Field, at flow.Site) {
	c := d.called(field)
	f, pc := &d.Code.Funcs[at.Func], int(at.PC)
	switch effect.ReferenceOf(f.Proto.Code[pc]) {
	case effect.ReadsField, effect.ReadsUpvalueField:
	default:
		c.Escapes = true
		return
	}
	first, n := d.Code.SSA(f).Defs(pc)
	if n == 0 {
		c.Escapes = true
		return
	}
	w := d.spreadFrom(f, first, false)
	c.Escapes = c.Escapes || w.open
	for _, a := range w.accesses {
		if a.how == Calls {
			c.add(d, a.Site)
		}
	}
}

// add notes a call.
func (c *callee) add(d *finder, at flow.Site) {
	if c.seen[at] {
		return
	}
	c.seen[at] = true
	f, pc := &d.Code.Funcs[at.Func], int(at.PC)
	line := d.Unit.File.Line(d.Unit.Funcs[at.Func].Map.Origins.At(pc).Span().Start)
	if c.Calls++; c.Calls == 1 || line < c.Line {
		c.Line = line
	}
	ins := f.Proto.Code[pc]
	c.IsUsed = c.IsUsed || !effect.DiscardsResults(ins)
	given := len(d.Code.SSA(f).Uses(pc)) - 1
	switch {
	case effect.TakesOpen(ins):
		given-- // what is open is one of them
		c.Given = calls.Unbounded
	case c.Given != calls.Unbounded:
		c.Given = max(c.Given, given)
	}
	c.join(d, f, pc, given)
	if of, ok := d.fieldCalled(f, pc); ok && of == c.Field {
		d.out.CalledAt[c.Field] = append(d.out.CalledAt[c.Field], at)
		c.certain(d, f, pc, given)
	}
}

// certain notes a call that calls nothing else, and gives so many arguments.
func (c *callee) certain(d *finder, f *flow.Func, pc, given int) {
	s := d.Code.SSA(f)
	for given > 0 && d.constants.Operand(f, pc, given).Is(value.Nil) {
		given--
	}
	c.Written = max(c.Written, given)
	if effect.IsOpen(f.Proto.Code[pc]) {
		return
	}
	first, n := s.Defs(pc)
	if n != 3 || !d.iterates(s, first) {
		c.Wanted = max(c.Wanted, n)
	}
	c.Needs = c.Needs || n > 0 && d.needs(s, first)
	for v := first; int(v) < int(first)+n; v++ {
		if len(s.Users(v)) > 0 || s.Observed(v) {
			c.Looking++
			return
		}
	}
	c.Not++
}

// needs reports whether some instruction needs a value, or a copy of it, to be something else than nil.
func (d *finder) needs(s *ssa.Form, v ssa.ValueID) bool {
	for _, u := range s.Users(v) {
		pc := u.PC()
		if pc < 0 {
			continue
		}
		isCopy := effect.ReferenceOf(s.F.Proto.Code[pc]) == effect.Copies
		if calls.Needs(s, pc, v) || isCopy && d.needs(s, s.First(pc)) {
			return true
		}
	}
	return false
}

// iterates reports whether a loop goes through what a value gives: it takes three, of which most functions give fewer.
func (d *finder) iterates(s *ssa.Form, v ssa.ValueID) bool {
	for _, u := range s.Users(v) {
		if pc := u.PC(); pc >= 0 && effect.ReferenceOf(s.F.Proto.Code[pc]) == effect.Iterates {
			return true
		}
	}
	return false
}

// join notes the arguments of a call, which gives so many, and any number after them if it takes what is open.
func (c *callee) join(d *finder, f *flow.Func, pc, given int) {
	isOpen := effect.TakesOpen(f.Proto.Code[pc])
	for k := range max(given, len(c.arguments)) {
		if k == len(c.arguments) {
			c.arguments = append(c.arguments, &argument{varies: c.anyOpen})
			if c.Calls > 1 { // those that were there gave it nothing
				c.arguments[k].join(Argument{Is: "nil"})
			}
		}
		switch {
		case k < given:
			c.arguments[k].join(d.argument(f, pc, k+1))
		case isOpen:
			c.arguments[k].varies = true
		default:
			c.arguments[k].join(Argument{Is: "nil"})
		}
	}
	c.anyOpen = c.anyOpen || isOpen
}

// maxText is how long a string is that is noted as a constant, if it is a name.
const maxText = 16

// constantOf returns a constant as an Argument has it; "" if none has.
func constantOf(k bytecode.Constant) string {
	if k.Kind == bytecode.KFloat || k.Kind == bytecode.KString && (len(k.Str()) > maxText || !isName(k.Str())) {
		return ""
	}
	return k.String()
}

// argument returns what operand i of the call at pc is.
func (d *finder) argument(f *flow.Func, pc, i int) Argument {
	if k, ok := d.constants.Pool().Constant(d.constants.Operand(f, pc, i)); ok {
		return Argument{Is: constantOf(k)}
	}
	s := d.Code.SSA(f)
	name, isExport := d.exported[f.Number]
	if v := s.Uses(pc)[i]; isExport && v >= 0 && !s.UseByClosure(pc, i) {
		if v = s.Original(v); s.Values[v].Kind == ssa.EntryValue && int(s.Values[v].Reg) < int(f.Proto.NumParams) {
			return Argument{Of: []Parameter{{name, int(s.Values[v].Reg)}}}
		}
	}
	return Argument{}
}
