package constantcondition

import (
	"slices"
	"sort"

	"luaflow/analysis"
	"luaflow/analysis/effect"
	"luaflow/analysis/ssa"
	"luaflow/analysis/value"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// Where the values come from that decide a condition: back along the definitions of
// its operands to the variables and fields that hold them.

// trace is what decides a condition.
type trace struct {
	*reporter
	at      int         // the pc of the instruction that asks
	expr    syntax.Expr // what it asks about
	origins []origin
	seen    []ssa.ValueID
	// silent: nothing is to be said, since a function of the file has returned the
	// value, which does so to be asked, or since a name asks for silence.
	silent bool
}

// origin is a variable or field that holds a value, and how it came to do so.
type origin struct {
	name    string
	value   value.Value
	binding resolve.BindingID // 0 for a field
	how     how
	places  []source.Span
}

// how is the way in which a value came to its place.
type how uint8

const (
	isSet      how = iota
	isDeclared     // without a value
	isField        // of tables that are made at the places
)

// String stands in front of the lines of places.
func (h how) String() string {
	return [...]string{"set", "declared without a value", "in the table created"}[h]
}

// place returns what is said of a place itself.
func (h how) place() string {
	return [...]string{"set here", "declared without a value here", "the table is created here"}[h]
}

// trace finds what decides about the instruction at pc, which asks about e.
func (r *reporter) trace(pc int, e syntax.Expr) *trace {
	t := &trace{reporter: r, at: pc, expr: e}
	for _, v := range r.Facts.Code.SSA(r.Flow).Uses(pc) {
		t.follow(v)
	}
	for i := range t.origins {
		slices.SortFunc(t.origins[i].places, func(a, b source.Span) int { return int(a.Start) - int(b.Start) })
	}
	return t
}

func (t *trace) follow(v ssa.ValueID) {
	const most = 100 // values, however strange the code
	if v < 0 || len(t.seen) == most || slices.Contains(t.seen, v) {
		return
	}
	t.seen = append(t.seen, v)
	form := t.Facts.Code.SSA(t.Flow)
	switch d := &form.Values[v]; d.Kind {
	case ssa.PhiValue:
		is := t.Value(t.Flow, v)
		for _, arg := range form.PhiArgs(v) {
			// What is never made, or cannot be the value, comes over an edge that is
			// never taken.
			if arg < 0 {
				continue
			}
			if from := t.Value(t.Flow, arg); !from.IsBottom() && from.Within(is) {
				t.follow(arg)
			}
		}
	case ssa.DefValue, ssa.EdgeValue:
		t.definition(v, d)
	}
}

// definition follows the value v that an instruction makes.
func (t *trace) definition(v ssa.ValueID, d *ssa.Definition) {
	pc, is := int(d.PC), t.Value(t.Flow, v)
	if t.Callee(t.Flow, pc) != nil {
		t.silent = true
		return
	}
	if s := t.storeAt(pc, int(d.Reg)); s != nil {
		t.add(s.Binding, is, t.Text.NameSpan(s.Name), t.Text.IsImplicitNil(s))
		if i := t.Flow.Proto.Code[pc]; effect.Copy(i) >= 0 {
			t.findCall(t.Facts.Code.SSA(t.Flow).Uses(pc)[0])
		}
		return
	}
	if !isKnown(is) {
		return
	}
	uses := t.Facts.Code.SSA(t.Flow).Uses(pc)
	switch i := t.Flow.Proto.Code[pc]; effect.ReferenceOf(i) {
	case effect.ReadsUpvalue:
		upvalue, _ := effect.Upvalue(i)
		t.variable(t.Unit.Res.Upvalues[t.ID][upvalue].Binding, is)
	case effect.ReadsField, effect.ReadsUpvalueField:
		t.field(pc, is)
	case effect.Calls:
		for _, arg := range uses[1:] {
			t.follow(arg)
		}
	default:
		for _, operand := range uses {
			t.follow(operand)
		}
	}
}

// storeAt returns the store by which the instruction at pc gives reg its value; nil if
// that is an intermediate result, which nothing after the store sees. Stores are in
// the order in which their code ends.
func (t *trace) storeAt(pc, reg int) *srcmap.StoreRec {
	stores := t.Map.Stores
	first := sort.Search(len(stores), func(i int) bool { return int(stores[i].PCs.End) > pc })
	for i := first; i < len(stores) && int(stores[i].PCs.Start) <= pc; i++ {
		if s := &stores[i]; s.Upvalue < 0 && int(s.Reg) == reg && (t.at < pc || int(s.PCs.End) <= t.at) {
			return s
		}
	}
	return nil
}

// findCall looks for a call after the copies of a value.
func (t *trace) findCall(v ssa.ValueID) {
	form := t.Facts.Code.SSA(t.Flow)
	for v >= 0 && form.Values[v].Kind == ssa.DefValue {
		pc := int(form.Values[v].PC)
		if t.Callee(t.Flow, pc) != nil {
			t.silent = true
		}
		if effect.Copy(t.Flow.Proto.Code[pc]) < 0 {
			return
		}
		v = form.Uses(pc)[0]
	}
}

// add notes that a variable has been given a value at a place.
func (t *trace) add(id resolve.BindingID, is value.Value, at source.Span, implicit bool) {
	b := &t.Unit.Res.Bindings[id]
	t.silent = t.silent || t.Text.Quiet(b)
	k := slices.IndexFunc(t.origins, func(o origin) bool { return o.binding == id })
	if k < 0 {
		k = len(t.origins)
		t.origins = append(t.origins, origin{name: t.Text.Name(b), value: is, binding: id, how: isDeclared})
	}
	o := &t.origins[k]
	o.value = value.Join(o.value, is)
	if !implicit {
		o.how = isSet
	}
	if !slices.Contains(o.places, at) {
		o.places = append(o.places, at)
	}
}

// variable: a variable of a function around this one holds the value.
func (t *trace) variable(id resolve.BindingID, is value.Value) {
	for _, s := range t.storesTo(t.Pass, id) {
		at := int(s.PCs.End) - 1
		f := &t.Facts.Code.Funcs[s.fn]
		if at < 0 || !t.Executable(f, at) {
			continue
		}
		if t.Callee(f, at) != nil {
			t.silent = true
		}
		t.add(id, is, t.Text.NameSpan(s.Name), t.Text.IsImplicitNil(s.StoreRec))
	}
}

// field: a field of a table that the file keeps to itself holds the value.
func (t *trace) field(pc int, is value.Value) {
	touch := t.Facts.Objects().Touch(t.Flow, pc)
	if touch.Object < 0 {
		return
	}
	e := fieldIn(t.expr)
	if e == nil {
		return
	}
	o := origin{name: t.Unit.File.Slice(e.Span()), value: is, how: isField}
	for _, site := range t.Facts.Objects().Sites(touch.Object) {
		at := t.Unit.Funcs[site.Func].Map.Origins.At(int(site.PC)).Span()
		o.places = append(o.places, source.Span{Start: at.Start, End: at.Start + 1})
	}
	t.origins = append(t.origins, o)
}

// fieldIn returns the *syntax.Field or *syntax.Index that e is, or that e compares with
// something; nil if e does neither.
func fieldIn(e syntax.Expr) syntax.Expr {
	switch e := e.(type) {
	case *syntax.Field, *syntax.Index:
		return e
	case *syntax.Paren:
		return fieldIn(e.X)
	case *syntax.Binary:
		if x := fieldIn(e.X); x != nil {
			return x
		}
		return fieldIn(e.Y)
	}
	return nil
}

// store is a store with the function that it stands in.
type store struct {
	*srcmap.StoreRec
	fn syntax.FuncID
}

// stores is the stores of a file by variable, made when they are first asked for.
type stores struct {
	all   []store
	first []int32 // by BindingID: where those of the variable begin in all
}

func (s *stores) storesTo(p *analysis.Pass, id resolve.BindingID) []store {
	if s.first == nil {
		s.collect(p)
	}
	return s.all[s.first[id]:s.first[id+1]]
}

// collect sorts the stores by variable.
func (s *stores) collect(p *analysis.Pass) {
	s.first = make([]int32, len(p.Unit.Res.Bindings)+2)
	next := s.first[1:] // shifted by one until all stores are in place
	total := 0
	p.Text.EachStore(func(_ syntax.FuncID, rec *srcmap.StoreRec) {
		next[rec.Binding+1]++
		total++
	})
	for id := range p.Unit.Res.Bindings {
		p.Step()
		next[id+1] += next[id]
	}
	s.all = make([]store, total)
	p.Text.EachStore(func(fn syntax.FuncID, rec *srcmap.StoreRec) {
		s.all[next[rec.Binding]] = store{rec, fn}
		next[rec.Binding]++
	})
}
