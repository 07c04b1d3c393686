package place

import (
	"sort"
	"strings"

	"luaflow/analysis/facts"
	"luaflow/analysis/flow"
	"luaflow/analysis/value"
	"luaflow/analysis/waste"
	"luaflow/compile"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// Query is a question about one occurrence of a name, or about another place.
type Query struct {
	*waste.Parts
	Name    *syntax.Name     // nil if there is none at the place; then so are Ref and Binding
	Ref     *resolve.Ref     // what the name means
	Binding *resolve.Binding // nil for a global and the chunk's own _ENV
	Fn      syntax.FuncID    // that the occurrence stands in, unless it is a global
	// Info is what Answer has found.
	Info Info
}

// PartsOf returns what questions about a unit, which may call functions of some hosts, are
// answered from, in memory of its own: for those who have no Parts yet.
func PartsOf(u *compile.Unit, hosts value.Hosts) *waste.Parts {
	return waste.Of(facts.Of(u, hosts, new(facts.Memory)), new(waste.Memory))
}

// At prepares a question about the name that touches pos, or about pos if none does. What is
// found out to answer it stays in p for the next question.
func At(p *waste.Parts, pos source.Pos) *Query {
	u := p.Unit
	q := &Query{Parts: p, Name: nameAt(u.Tree, pos)}
	if q.Name == nil {
		return q
	}
	n := q.Name
	q.Ref = &u.Res.Refs[n.ID]
	q.Info = Info{
		Span: n.Span(), Name: u.Tree.Str(n.Sym),
		IsUse: !q.Ref.Write && q.Ref.Kind != resolve.Declaration,
	}
	if q.Ref.Kind != resolve.ToGlobal && q.Ref.Binding != 0 {
		q.Binding = &u.Res.Bindings[q.Ref.Binding]
		q.Fn = q.Binding.Func
		if q.Ref.Kind == resolve.ToUpvalue {
			q.Fn = q.Text.Owner(n.ID)
		}
	}
	return q
}

// nameAt returns the occurrence of a name that touches pos, nil if there is none.
func nameAt(t *syntax.Tree, pos source.Pos) *syntax.Name {
	i := t.Names.Search(pos)
	if i > 0 && t.Names.At(i-1).Span().Touches(pos) {
		return t.Names.At(i - 1)
	}
	if int(i) < t.Names.Len() && t.Names.At(i).Span().Touches(pos) {
		return t.Names.At(i)
	}
	return nil
}

// Indented returns the first letter of the line, if the place is in front of it.
func Indented(f *source.File, pos source.Pos) source.Pos {
	line := f.LineSpan(f.Point(pos, source.UTF8).Line)
	if first := line.Start + source.Pos(len(f.Slice(line))-len(strings.TrimLeft(f.Slice(line), " \t"))); pos < first {
		return first
	}
	return pos
}

// IsKnown reports whether there is code in which the flow of the variable's values
// can be followed: not for an upvalue, nor in a function that is not understood.
func (q *Query) IsKnown() bool {
	return q.Facts.Code != nil && q.Ref.Kind != resolve.ToUpvalue && !q.Unit.Funcs[q.Fn].Broken
}

// Flow returns the function that the variable lives in.
func (q *Query) Flow() *flow.Func { return q.FlowOf(q.Binding.Func) }

// FlowOf returns a function.
func (q *Query) FlowOf(fn syntax.FuncID) *flow.Func { return &q.Facts.Code.Funcs[fn] }

// Reg returns the register of the variable.
func (q *Query) Reg() int { return int(q.Unit.Map.Regs[q.Ref.Binding]) }

// stores returns the stores of the function that the variable lives in.
func (q *Query) stores() []srcmap.StoreRec { return q.Unit.Funcs[q.Binding.Func].Map.Stores }

// Nearest returns the name that is nearest to the place, on its line if there is one.
func (q *Query) Nearest(pos source.Pos) source.Span {
	names := &q.Unit.Tree.Names
	i := int(names.Search(pos))
	best, far := source.NoSpan, 0
	line := q.Text.Line(pos)
	for _, k := range [2]int{i - 1, i} {
		if k < 0 || k >= names.Len() {
			continue
		}
		at := names.At(syntax.NameID(k)).Span()
		d := max(int(at.Start)-int(pos), int(pos)-int(at.End))
		if q.Text.Line(at.Start) != line {
			d += q.Unit.File.Len()
		}
		if !best.Valid() || d < far {
			best, far = at, d
		}
	}
	return best
}

// FuncAt returns the innermost function around a place.
func (q *Query) FuncAt(pos source.Pos) int {
	funcs := q.Unit.Tree.Funcs // in the order of their starts
	after := sort.Search(len(funcs)-1, func(i int) bool { return funcs[i+1].Body.Start > pos }) + 1
	f := funcs[after-1]
	for f.Parent != nil && !f.Body.Span().Touches(pos) {
		f = f.Parent
	}
	return int(f.ID)
}
