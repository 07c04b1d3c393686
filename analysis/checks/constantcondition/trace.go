package constantcondition

import (
	"slices"

	"luaflow/analysis/effect"
	"luaflow/analysis/ssa"
	"luaflow/analysis/value"
	"luaflow/analysis/witness"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// Where the values come from that decide a condition: back along the definitions of
// its operands to the variables and fields that hold them.

// trace is what decides a condition.
type trace struct {
	*reporter
	expr    syntax.Expr // what it asks about
	origins []origin
	// silent: nothing is to be said, since a function of the file has returned the
	// value, which does so to be asked, or since a name asks for silence.
	silent bool
}

// origin is a variable or field that holds a value, and how it came to do so.
type origin struct {
	name    string
	value   value.Value
	binding resolve.BindingID // 0 for a field
	by      assignment
	places  []source.Span
}

// assignment is the way in which a value came to its place.
type assignment uint8

const (
	isSet      assignment = iota
	isDeclared            // without a value
	isField               // of tables that are made at the places
)

// String stands in front of the lines of places.
func (h assignment) String() string {
	return [...]string{"set", "declared without a value", "in the table created"}[h]
}

// place returns what is said of a place itself.
func (h assignment) place() string {
	return [...]string{"set here", "declared without a value here", "the table is created here"}[h]
}

// trace finds what decides about the instruction at pc, which asks about e.
func (r *reporter) trace(pc int, e syntax.Expr) *trace {
	t := &trace{reporter: r, expr: e}
	r.values.Of(r.ID, pc, t.visit)
	for i := range t.origins {
		slices.SortFunc(t.origins[i].places, func(a, b source.Span) int { return int(a.Start) - int(b.Start) })
	}
	return t
}

// visit notes an origin of a value, and reports whether those that it comes from are to be visited: of a
// variable, what that is given does not matter.
func (t *trace) visit(o *witness.Origin) (goOn bool) {
	f := &t.Facts.Code.Funcs[o.Func]
	if o.Kind == witness.ByOther && o.Rec.PCs.End == 0 {
		return false
	}
	if o.Kind != witness.ByTable && t.Callee(f, o.PC) != nil {
		t.silent = true
		if o.Kind != witness.ByOther {
			return false
		}
	}
	switch o.Kind {
	case witness.ByResult, witness.ByLoop:
		return isKnown(o.Is)
	case witness.ByTable:
		t.field(o)
	default:
		t.add(o.Rec.Binding, o.Is, t.Text.NameSpan(o.Rec.Name), t.Text.IsImplicitNil(o.Rec))
		if o.Kind != witness.ByOther && effect.Copy(f.Proto.Code[o.PC]) >= 0 {
			t.findCall(t.Facts.Code.SSA(f).Uses(o.PC)[0])
		}
	}
	return false
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
		t.origins = append(t.origins, origin{name: t.Text.Name(b), value: is, binding: id, by: isDeclared})
	}
	o := &t.origins[k]
	o.value = value.Join(o.value, is)
	if !implicit {
		o.by = isSet
	}
	if !slices.Contains(o.places, at) {
		o.places = append(o.places, at)
	}
}

// field: a field of a table that the file keeps to itself holds the value.
func (t *trace) field(of *witness.Origin) {
	e := fieldIn(t.expr)
	if e == nil {
		return
	}
	o := origin{name: t.Unit.File.Slice(e.Span()), value: of.Is, by: isField}
	for _, at := range t.values.Created(of) {
		o.places = append(o.places, source.Span{Start: at.Start, End: at.Start + 1})
	}
	t.origins = append(t.origins, o)
}

// fieldIn returns the *syntax.Field or *syntax.Index that e is, or that e compares with
// something; nil if e does neither.
func fieldIn(e syntax.Expr) (found syntax.Expr) {
	syntax.Inspect(e, func(n syntax.Node) bool {
		switch e := n.(type) {
		case *syntax.Field, *syntax.Index:
			if found == nil {
				found = e.(syntax.Expr)
			}
		case *syntax.Paren, *syntax.Binary:
			return found == nil
		}
		return false
	})
	return found
}
