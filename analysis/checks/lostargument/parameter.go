package lostargument

import (
	"fmt"
	"slices"

	"luaflow/analysis"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
	"luaflow/analysis/textmap"
	"luaflow/analysis/value"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// Parameters that are read, and that no call gives a value: they are nil.

// parameters looks at those of the function, from the last one on.
func (r *reporter) parameters() {
	sites, ok := r.calls.Sites(r.Flow.Number)
	if !ok || r.Flow.IsLarge || !slices.ContainsFunc(sites, func(at flow.Site) bool { return int(at.Func) != r.Flow.Number }) {
		return
	}
	given := 0
	for _, at := range sites {
		given = max(given, r.given(at))
	}
	hidden := int(r.Flow.Proto.NumParams) - len(r.Func.Params) // self
	var never []*syntax.Name
	for k := max(given-hidden, 0); k < len(r.Func.Params); k++ {
		n := r.Func.Params[k]
		b := &r.Unit.Res.Bindings[r.Unit.Res.Refs[n.ID].Binding]
		if b.Reads > 0 && b.Writes == 0 && !b.Captured && !r.Text.Quiet(b) && r.isNeeded(k+hidden) {
			never = append(never, n)
		}
	}
	if len(never) > 0 {
		r.never(never, sites)
	}
}

// given returns how many arguments a call gives, any number of them if the last gives several values.
func (r *reporter) given(at flow.Site) int {
	f := &r.Facts.Code.Funcs[at.Func]
	callees, _ := r.calls.Of(f, int(at.PC))
	n := len(r.Facts.Code.SSA(f).Uses(int(at.PC))) - callees.First
	if effect.TakesOpen(f.Proto.Code[at.PC]) {
		return int(^uint(0) >> 1)
	}
	return n
}

// isNeeded reports whether something raises an error if parameter k is nil, and nothing asks whether it is.
func (r *reporter) isNeeded(k int) bool {
	n := needs{reporter: r}
	v := r.Facts.Code.SSA(r.Flow).Parameter(k)
	return v >= 0 && n.value(v) && n.needed
}

// needs is what the uses of a value need of it.
type needs struct {
	*reporter
	needed bool // one raises an error if it is nil
}

// value reports whether nothing asks whether a value is nil: a test, a comparison, a join with others, or `type`.
func (n *needs) value(v ssa.ValueID) bool {
	s := n.Facts.Code.SSA(n.Flow)
	for _, u := range s.Users(v) {
		pc := u.PC()
		if pc < 0 {
			return false
		}
		isFirst := s.Uses(pc)[0] == v
		switch i := n.Flow.Proto.Code[pc]; effect.ReferenceOf(i) {
		case effect.Forgets, effect.Compares:
			return false
		case effect.Copies:
			first, made := s.Defs(pc)
			if made != 1 || s.Values[first].Kind != ssa.DefValue || !n.value(first) {
				return false
			}
		case effect.Calls:
			n.needed = n.needed || isFirst
			if n.constants.Operand(n.Flow, pc, 0).Name() == typeName {
				return false
			}
		case effect.Operates, effect.Measures:
			n.needed = true
		case effect.ReadsField, effect.WritesField:
			n.needed = n.needed || isFirst
		}
	}
	return true
}

var typeName = value.Global("type")

// never reports parameters.
func (r *reporter) never(params []*syntax.Name, sites []flow.Site) {
	f := r.Finding(r.ID, source.Span{Start: params[0].Start, End: params[len(params)-1].End})
	names := make([]string, len(params))
	for i, n := range params {
		names[i] = "`" + r.Unit.File.Slice(n.Span()) + "`"
	}
	f.Message = fmt.Sprintf("no call gives %s a value", textmap.Join(names, "or"))
	var places []source.Span
	for _, at := range sites {
		places = append(places, r.Unit.Funcs[at.Func].Map.Origins.At(int(at.PC)).Span())
	}
	f.Related = analysis.Point(places, "called here")
	f.Subject.Binding = r.Unit.Res.Refs[params[0].ID].Binding
	r.Report(f)
}
