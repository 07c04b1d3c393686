package summary

import (
	"maps"
	"slices"
	"strings"

	"luaflow/analysis/calls"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// What a file returns, the fields of that, and the functions in them.

// module finds what the file returns, and the Exports if that is a table that it makes: it returns where that goes, else nil.
func (d *finder) module() *spread {
	main := &d.Code.Funcs[0]
	d.out.Returns = Nothing
	made, some := ssa.NoValue, false
	for pc := range calls.Returns(main, d.constants) {
		v, ok := d.returned(main, pc)
		switch {
		case !ok || some && v != made:
			d.out.Returns = Other
			return nil
		case v != ssa.NoValue:
			made, some = v, true
			d.out.Returns = ATable
		case some:
			d.out.Returns = Other
			return nil
		}
	}
	if !some {
		return nil
	}
	d.made = int(d.Code.SSA(main).Values[made].PC)
	own := d.spreadFrom(main, made, true)
	d.out.Open, d.out.Filled = own.open, own.metatable
	for _, a := range own.accesses {
		if a.how == Writes {
			d.export(a)
		}
	}
	d.sortExports()
	return own
}

// returned returns the table that main returns at pc, where it is made; ssa.NoValue if it returns nothing, not ok if it is something else.
func (d *finder) returned(main *flow.Func, pc int) (v ssa.ValueID, ok bool) {
	s := d.Code.SSA(main)
	uses, i := s.Uses(pc), 0
	if effect.ReferenceOf(main.Proto.Code[pc]) == effect.Calls {
		if d.Code.Names().OfCallee(main, pc) != setmetatable {
			return ssa.NoValue, false
		}
		i = 1
	}
	if len(uses) == 0 && !effect.TakesOpen(main.Proto.Code[pc]) {
		return ssa.NoValue, true
	}
	if len(uses) <= i || uses[i] < 0 || s.UseByClosure(pc, i) {
		return ssa.NoValue, false
	}
	v = s.Original(uses[i])
	for v >= 0 && s.Values[v].Kind == ssa.DefValue {
		at := int(s.Values[v].PC)
		switch ins := main.Proto.Code[at]; {
		case effect.ReferenceOf(ins) == effect.Makes:
			return v, true
		case effect.ReferenceOf(ins) == effect.Calls && v == s.First(at) && len(s.Uses(at)) > 1 && d.Code.Names().OfCallee(main, at) == setmetatable:
			if v = s.Uses(at)[1]; v >= 0 && !s.UseByClosure(at, 1) {
				v = s.Original(v)
			}
		default:
			return ssa.NoValue, false
		}
	}
	return ssa.NoValue, false
}

// export notes an assignment to a field of the own table.
func (d *finder) export(a access) {
	if strings.Contains(a.field, star) {
		d.out.Filled = true
		return
	}
	d.exporting[a.Site] = a.field
	span := d.placeOf(a.Site)
	i := slices.IndexFunc(d.out.Exports, func(e Export) bool { return e.Name == a.field })
	if i < 0 {
		i = len(d.out.Exports)
		d.out.Exports = append(d.out.Exports, Export{Name: a.field, Function: true})
		d.out.ExportedAt = append(d.out.ExportedAt, span)
	}
	e := &d.out.Exports[i]
	if e.Writes == 0 || span.Start < d.out.ExportedAt[i].Start {
		d.out.ExportedAt[i] = span
		e.Line = d.Unit.File.Line(span.Start)
	}
	e.Writes++
	_, isFunction := d.functionAt(a.Site)
	e.Function = e.Function && isFunction
}

// placeOf returns where an instruction that writes a field stands: the field, if the text tells.
func (d *finder) placeOf(at flow.Site) source.Span {
	if s, ok := d.Text.FieldStoreAt(syntax.FuncID(at.Func), int(at.PC)); ok {
		return s.At()
	}
	return d.Unit.Funcs[at.Func].Map.Origins.At(int(at.PC)).Span()
}

// functionAt returns the number of the function that an instruction writes to a field.
func (d *finder) functionAt(at flow.Site) (fn int, ok bool) {
	f, pc := &d.Code.Funcs[at.Func], int(at.PC)
	uses := d.Code.SSA(f).Uses(pc)
	ins := f.Proto.Code[pc]
	if len(uses) == 0 || !effect.NamedIn(ins).ReadsC(ins.C()) {
		return 0, false
	}
	return d.constants.Operand(f, pc, len(uses)-1).Function()
}

func (d *finder) sortExports() {
	order := make([]int, len(d.out.Exports))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return strings.Compare(d.out.Exports[a].Name, d.out.Exports[b].Name) })
	exports, places := make([]Export, len(order)), make([]source.Span, len(order))
	for i, from := range order {
		exports[i], places[i] = d.out.Exports[from], d.out.ExportedAt[from]
	}
	d.out.Exports, d.out.ExportedAt = exports, places
}

// divide makes the Parts: a function that is assigned to a field of the own table and goes nowhere else is one of its own, with those in
// it.
func (d *finder) divide() {
	for _, at := range slices.SortedFunc(maps.Keys(d.exporting), flow.Site.Compare) {
		name := d.exporting[at]
		if fn, ok := d.functionAt(at); ok && d.isOnlyUse(at) {
			d.part[fn] = d.partOf(name)
		}
	}
	for i := range d.Code.Funcs {
		if f := &d.Code.Funcs[i]; d.part[i] == 0 && f.Parent >= 0 {
			d.part[i] = d.part[f.Parent]
		}
	}
}

// isOnlyUse reports whether the function that an instruction writes to a field is used by nothing else.
func (d *finder) isOnlyUse(at flow.Site) bool {
	f := &d.Code.Funcs[at.Func]
	s := d.Code.SSA(f)
	uses := s.Uses(int(at.PC))
	v := uses[len(uses)-1]
	return v >= 0 && s.Values[v].Kind == ssa.DefValue && len(s.Users(v)) == 1 && !s.Observed(v) &&
		d.relation.FuncMadeBy(f, int(s.Values[v].PC)) >= 0
}

// partOf returns the index of the Part of an Export, which it makes if need be.
func (d *finder) partOf(export string) int {
	for i := range d.out.Parts[1:] {
		if d.out.Parts[i+1].Export == export {
			return i + 1
		}
	}
	d.out.Parts = append(d.out.Parts, Part{Export: export})
	return len(d.out.Parts) - 1
}

// useOwn notes what the file does with fields of its own table, but for those that it sets.
func (d *finder) useOwn(own *spread) {
	d.opens(own, Own)
	for _, a := range own.accesses {
		if _, isExport := d.exporting[a.Site]; !isExport {
			d.use([]access{a}, Own)
		}
	}
}

// writes notes where the fields of the own table are assigned.
func (d *finder) writes() {
	d.out.WrittenAt = make([][]flow.Site, len(d.out.Exports))
	for _, at := range slices.SortedFunc(maps.Keys(d.exporting), flow.Site.Compare) {
		k, _ := d.out.Export(d.exporting[at])
		d.out.WrittenAt[k] = append(d.out.WrittenAt[k], at)
	}
}
