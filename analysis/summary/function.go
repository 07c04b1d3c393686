package summary

import (
	"maps"
	"slices"
	"strings"

	"luaflow/analysis/calls"
	"luaflow/analysis/flow"
	"luaflow/compile/syntax"
)

// What is known of the functions of Exports, for those who call them from other files.

// functions notes what is known of the functions of Exports, and their calls by other names than those of the fields.
func (d *finder) functions() {
	known := d.Calls()
	if known == nil || d.made < 0 {
		return
	}
	for _, at := range slices.SortedFunc(maps.Keys(d.exporting), flow.Site.Compare) {
		name := d.exporting[at]
		fn, ok := known.InField(flow.SiteAt(0, d.made), name)
		if !ok || d.Code.Funcs[fn].IsLarge {
			continue
		}
		k, _ := d.out.Export(name)
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
	is := &Function{Params: int(f.Proto.NumParams), IsVararg: f.Proto.IsVararg, IsMethod: f.HasSelf()}
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
	form := d.Code.SSA(f)
	is.Error = d.firstLine(f, calls.Errors(f, form, d.constants))
	is.NilError = d.firstLine(f, calls.NilErrors(f, form, d.constants))
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

// firstLine returns the line of the first of some instructions; 0 if there are none.
func (d *finder) firstLine(f *flow.Func, pcs []int) (line int) {
	if len(pcs) == 0 {
		return 0
	}
	return d.Unit.File.Line(d.Unit.Funcs[f.Number].Map.Origins.At(slices.Min(pcs)).Span().Start)
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

// selves notes what methods of Exports do with their self, which is the own table where somebody calls them as such. If that goes
// elsewhere anyway, as a class does to its objects, self is rather one of these, and all names count for it.
func (d *finder) selves() {
	if d.out.Open {
		return
	}
	for _, fn := range slices.Sorted(maps.Keys(d.exported)) {
		if f := &d.Code.Funcs[fn]; f.HasSelf() {
			d.self(d.spreadFrom(f, 0, false)) // parameters are the first values
		}
	}
}

// self notes where the self of a method goes.
func (d *finder) self(w *spread) {
	d.out.Open, d.out.Filled = d.out.Open || w.open, d.out.Filled || w.metatable
	d.opens(w, Own)
	for _, a := range w.accesses {
		if _, isKnown := d.exporting[a.Site]; isKnown {
			continue
		}
		u := Use{Own, a.field, a.how}
		switch a.how {
		case Reads:
			u.How = Touches
			if d.isFunction(a.field) {
				d.read(Field{Own, a.field}, a.Site)
			}
		case Writes:
			d.out.Filled = d.out.Filled || strings.Contains(a.field, star)
		case Calls: // of self, by a metamethod
			continue
		}
		p := &d.out.Parts[d.part[a.Func]]
		p.Uses = append(p.Uses, u)
	}
}
