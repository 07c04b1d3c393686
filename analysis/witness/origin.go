package witness

import (
	"slices"
	"sort"

	"luaflow/analysis/consts"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
	"luaflow/analysis/tables"
	"luaflow/analysis/value"
	"luaflow/analysis/waste"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// Where values come from: back along the definitions of the operands of an instruction, for the
// message of a check about a condition, and for the reasons that explain values.

// OriginKind says what an Origin is.
type OriginKind uint8

// The kinds of origin.
const (
	ByStore  OriginKind = iota // a store to a variable of the function that holds the value
	ByOther                    // a store to a variable of a function around, whichever was last
	ByLoop                     // a loop, to a variable of its own
	ByResult                   // an instruction, of what it reads
	ByTable                    // reading a field of a table that stays in the file
	ByCallee                   // a function of the file, as its result
)

// Origin is something that makes a value what it is.
type Origin struct {
	Kind OriginKind       // what gives the value
	Is   value.Value      // all that is known of the value
	Func syntax.FuncID    // in which the instruction at PC is; of ByCallee the function called
	PC   int              // that makes the value
	Rec  *srcmap.StoreRec // of ByStore, ByOther and ByLoop
	// Object is the table of ByTable.
	Object tables.ObjectID
}

// Origins finds where values of one unit come from.
type Origins struct {
	parts     *waste.Parts
	constants *consts.Constants

	reader  flow.Site // what reads the values
	visit   func(*Origin) (goOn bool)
	visited []valueAt

	// The stores of the unit by variable, made when they are first asked for.
	stores []storeIn
	first  []int32 // by BindingID: where those of the variable begin in stores
}

// valueAt is a value of a function.
type valueAt struct {
	fn syntax.FuncID
	v  ssa.ValueID
}

// storeIn is a store with the function that it stands in.
type storeIn struct {
	*srcmap.StoreRec
	fn syntax.FuncID
}

// OriginsIn returns what finds origins in a unit of which the constants are known.
func OriginsIn(p *waste.Parts) *Origins { return &Origins{parts: p, constants: p.Facts.Constants()} }

// maxOrigins is how many values are followed for one question, however strange the code.
const maxOrigins = 100

// Of visits the origins of what the instruction at pc reads, the nearest first, and after those
// of which visit says so the origins of what they are made of. It visits the origins of each
// value once.
func (o *Origins) Of(fn syntax.FuncID, pc int, visit func(*Origin) (goOn bool)) {
	o.begin(fn, pc, visit)
	for _, v := range o.formOf(fn).Uses(pc) {
		o.value(fn, v)
	}
}

// OfValue calls visit as Of does, for one value that the instruction at pc reads.
func (o *Origins) OfValue(fn syntax.FuncID, v ssa.ValueID, pc int, visit func(*Origin) (goOn bool)) {
	o.begin(fn, pc, visit)
	o.value(fn, v)
}

// OfUpvalue calls visit as Of does, for a value of an upvalue that the instruction at pc reads.
func (o *Origins) OfUpvalue(fn syntax.FuncID, upvalue, pc int, is value.Value, visit func(*Origin) (goOn bool)) {
	o.begin(fn, pc, visit)
	o.variable(o.parts.Unit.Res.Upvalues[fn][upvalue].Binding, is)
}

func (o *Origins) begin(fn syntax.FuncID, pc int, visit func(*Origin) bool) {
	o.reader, o.visit, o.visited = flow.SiteAt(int(fn), pc), visit, o.visited[:0]
}

func (o *Origins) flowOf(fn syntax.FuncID) *flow.Func { return &o.parts.Facts.Code.Funcs[fn] }

func (o *Origins) formOf(fn syntax.FuncID) *ssa.Form { return o.parts.Facts.Code.SSA(o.flowOf(fn)) }

// value goes back from a value. What is never made, or cannot be the value of a phi, comes over an
// edge that is never taken.
func (o *Origins) value(fn syntax.FuncID, v ssa.ValueID) {
	if v < 0 || len(o.visited) == maxOrigins || slices.Contains(o.visited, valueAt{fn, v}) {
		return
	}
	o.visited = append(o.visited, valueAt{fn, v})
	f, form := o.flowOf(fn), o.formOf(fn)
	is := o.constants.Value(f, v)
	switch d := &form.Values[v]; d.Kind {
	case ssa.PhiValue:
		for _, arg := range form.PhiArgs(v) {
			if arg < 0 {
				continue
			}
			if from := o.constants.Value(f, arg); !from.IsBottom() && from.Within(is) {
				o.value(fn, arg)
			}
		}
	case ssa.DefValue, ssa.EdgeValue:
		from := Origin{Kind: ByResult, Is: is, Func: fn, PC: int(d.PC)}
		if from.Rec = storeAt(o.parts, o.reader, fn, int(d.PC), int(d.Reg)); from.Rec != nil {
			from.Kind = ByStore
		} else if from.Rec = o.loopAt(fn, v); from.Rec != nil {
			from.Kind = ByLoop
		}
		if o.visit(&from) {
			o.operands(fn, int(d.PC), is)
		}
	}
}

// storeAt returns the store by which the instruction at pc gives reg its value, for who reads
// that; nil if it is an intermediate result, which nothing after the store sees. Stores are in
// the order in which their code ends.
func storeAt(p *waste.Parts, reader flow.Site, fn syntax.FuncID, pc, reg int) *srcmap.StoreRec {
	stores := p.Unit.Funcs[fn].Map.Stores
	first := sort.Search(len(stores), func(i int) bool { return int(stores[i].PCs.End) > pc })
	at, isElsewhere := int(reader.PC), int(reader.Func) != int(fn)
	for i := first; i < len(stores) && int(stores[i].PCs.Start) <= pc; i++ {
		if s := &stores[i]; s.Upvalue < 0 && int(s.Reg) == reg && (isElsewhere || at < pc || int(s.PCs.End) <= at) {
			return s
		}
	}
	return nil
}

// loopAt returns the store by which a loop gives a variable the value v; nil if none does.
func (o *Origins) loopAt(fn syntax.FuncID, v ssa.ValueID) *srcmap.StoreRec {
	form, stores := o.formOf(fn), o.parts.Unit.Funcs[fn].Map.Stores
	if !effect.SetsLoopVariables(o.flowOf(fn).Proto.Code[form.Values[v].PC]) {
		return nil
	}
	for i := range stores {
		if s := &stores[i]; s.Kind == srcmap.LoopInit && form.At(int(s.PCs.End), int(s.Reg)) == v {
			return s
		}
	}
	return nil
}

// operands goes on to what the instruction at pc makes a value of.
func (o *Origins) operands(fn syntax.FuncID, pc int, is value.Value) {
	f := o.flowOf(fn)
	i := f.Proto.Code[pc]
	if _, literal := effect.Literal(f.Proto, pc); literal {
		return
	}
	uses := o.formOf(fn).Uses(pc)
	switch effect.ReferenceOf(i) {
	case effect.ReadsUpvalue:
		upvalue, _ := effect.Upvalue(i)
		o.variable(o.parts.Unit.Res.Upvalues[fn][upvalue].Binding, is)
		return
	case effect.ReadsField, effect.ReadsUpvalueField:
		if touch := o.parts.Facts.Objects().Touch(f, pc); touch.Object >= 0 {
			o.visit(&Origin{Kind: ByTable, Is: is, Func: fn, PC: pc, Object: touch.Object})
		}
		return
	case effect.Calls:
		if callee := o.constants.Callee(f, pc); callee != nil {
			o.visit(&Origin{Kind: ByCallee, Is: is, Func: syntax.FuncID(callee.Number), PC: pc})
			return
		}
		uses = uses[1:]
	}
	for _, operand := range uses {
		o.value(fn, operand)
	}
}

// variable goes on to the stores to a variable of a function around, which holds a value.
func (o *Origins) variable(id resolve.BindingID, is value.Value) {
	for _, s := range o.storesTo(id) {
		at := max(int(s.PCs.End)-1, 0)
		if o.constants.Executable(o.flowOf(s.fn), at) && o.visit(&Origin{Kind: ByOther, Is: is, Func: s.fn, PC: at, Rec: s.StoreRec}) {
			for _, v := range ValuesOf(o.parts, s.fn, s.StoreRec) {
				o.value(s.fn, v)
			}
		}
	}
}

// storesTo returns the stores to a variable, in the order of the functions and in each of these of
// their code.
func (o *Origins) storesTo(id resolve.BindingID) []storeIn {
	if o.first == nil {
		o.collectStores()
	}
	return o.stores[o.first[id]:o.first[id+1]]
}

// collectStores sorts the stores by variable.
func (o *Origins) collectStores() {
	bindings := o.parts.Unit.Res.Bindings
	o.first = make([]int32, len(bindings)+2)
	next := o.first[1:] // shifted by one until all stores are in place
	total := 0
	o.parts.Text.EachStore(func(_ syntax.FuncID, rec *srcmap.StoreRec) {
		next[rec.Binding+1]++
		total++
	})
	for id := range bindings {
		o.parts.Unit.Meter.Step()
		next[id+1] += next[id]
	}
	o.stores = make([]storeIn, total)
	o.parts.Text.EachStore(func(fn syntax.FuncID, rec *srcmap.StoreRec) {
		o.stores[next[rec.Binding]] = storeIn{rec, fn}
		next[rec.Binding]++
	})
}

// Created returns where the table of a ByTable is made.
func (o *Origins) Created(of *Origin) (places []source.Span) {
	for _, site := range o.parts.Facts.Objects().Sites(of.Object) {
		places = append(places, o.parts.Unit.Funcs[site.Func].Map.Origins.At(int(site.PC)).Span())
	}
	return places
}

// ValuesOf returns the values that a store gives to a variable of its function.
func ValuesOf(p *waste.Parts, fn syntax.FuncID, s *srcmap.StoreRec) []ssa.ValueID {
	form := p.Facts.Code.SSA(&p.Facts.Code.Funcs[fn])
	if form == nil || s.Upvalue >= 0 || s.Elided {
		return nil
	}
	if s.Kind == srcmap.ParamInit || s.Kind == srcmap.LoopInit || s.PCs.Empty() {
		if v := form.At(int(s.PCs.End), int(s.Reg)); v >= 0 {
			return []ssa.ValueID{initial(form, v)}
		}
		return nil
	}
	return form.DownwardExposed(int(s.PCs.Start), int(s.PCs.End), int(s.Reg))
}

// initial returns the value that comes in from outside, of one at the start of a function or of a loop's body: where a jump leads back
// there, that is joined with what it brings.
func initial(form *ssa.Form, v ssa.ValueID) ssa.ValueID {
	if form.Values[v].Kind != ssa.PhiValue {
		return v
	}
	for _, arg := range form.PhiArgs(v) {
		if arg >= 0 && (form.Values[arg].Kind == ssa.EntryValue || form.Values[arg].Kind == ssa.EdgeValue) {
			return arg
		}
	}
	return v
}

// IsNegated reports whether the test at pc asks for the opposite of what its condition is about
// in the end: instructions for the operators `not` stand in front of the test. There is none for
// the last operator, which turns the test itself.
func IsNegated(p *waste.Parts, f *flow.Func, pc int) (negated bool) {
	form := p.Facts.Code.SSA(f)
	if form == nil {
		return false
	}
	reader := flow.SiteAt(f.Number, pc)
	for at := pc; ; {
		uses := form.Uses(at)
		if len(uses) == 0 { // code that is never executed has no values
			return negated
		}
		v := uses[0]
		if v < 0 || form.Values[v].Kind != ssa.DefValue {
			return negated
		}
		d := &form.Values[v]
		if at = int(d.PC); !effect.Negates(f.Proto.Code[at]) || storeAt(p, reader, syntax.FuncID(f.Number), at, int(d.Reg)) != nil {
			return negated
		}
		negated = !negated
	}
}
