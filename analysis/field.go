package analysis

import (
	"sort"

	"luaflow/analysis/dataflow"
	"luaflow/analysis/effect"
	"luaflow/analysis/value"
	"luaflow/compile/bytecode"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// Stores to fields: which text an instruction that writes a field stands for.

// FieldStore is a place in the text where a field of a table gets a value.
type FieldStore struct {
	// Target is the *syntax.Field or *syntax.Index that is assigned to, in the
	// statement Stat. In a constructor, Table, it is nil.
	Target syntax.Expr
	Stat   syntax.Stat
	Table  *syntax.Table
	Key    syntax.Expr
	// Value is what the field gets; nil if it is one of several values of a call.
	Value syntax.Expr
}

// At is what the store begins with, as far as the field: where it is underlined.
func (s *FieldStore) At() source.Span {
	if s.Target != nil {
		return s.Target.Span()
	}
	return s.Key.Span()
}

// FieldStoreAt is the store of the instruction at pc, which writes a field under one
// key. ok is false if it stands for none.
func (p *FuncPass) FieldStoreAt(pc int) (s FieldStore, ok bool) {
	switch st := p.statAt(p.Map.Origins.At(pc).Span()).(type) {
	case *syntax.Assign:
		return p.targetAt(st, pc)
	case *syntax.FunctionStat:
		if f, isField := st.Target.(*syntax.Field); isField {
			return FieldStore{Target: f, Stat: st, Key: f.Key, Value: st.Func}, true
		}
	}
	return p.itemAt(pc)
}

// statAt is the statement with a span, nil if there is none.
func (p *Pass) statAt(at source.Span) syntax.Stat {
	stats := p.Unit.Tree.Stats
	i := sort.Search(len(stats), func(i int) bool { return stats[i].Span().Start >= at.Start })
	if i < len(stats) && stats[i].Span() == at {
		return stats[i]
	}
	return nil
}

// targetAt is the target that the instruction at pc, of an assignment, stores to.
// The last one is stored to first.
func (p *FuncPass) targetAt(st *syntax.Assign, pc int) (s FieldStore, ok bool) {
	left := p.fieldWrites(pc+1, int(p.PCs(st).End), st.Span())
	values := st.Values()
	for i, target := range st.Targets() {
		var key syntax.Expr
		switch t := target.(type) {
		case *syntax.Field:
			key = t.Key
		case *syntax.Index:
			key = t.Key
		default:
			continue
		}
		if left > 0 {
			left--
			continue
		}
		s = FieldStore{Target: target, Stat: st, Key: key}
		if v := valueAt(values, i, len(st.Targets())); v.Of == 1 {
			s.Value = v.Expr
		}
		return s, true
	}
	return s, false
}

// fieldWrites counts the instructions from start to end, exclusive, that write a
// field and stand for the whole of a text.
func (p *FuncPass) fieldWrites(start, end int, at source.Span) int {
	n := 0
	for pc := start; pc < end; pc++ {
		switch effect.ReferenceOf(p.Flow.Proto.Code[pc]) {
		case effect.WritesField, effect.WritesUpvalueField:
			if p.Map.Origins.At(pc).Span() == at {
				n++
			}
		}
	}
	return n
}

// itemAt is the field of a constructor that the SETTABLE at pc stores. Its table is
// made in front of it, and until the constructor is done nothing else writes to the
// register that holds the table.
func (p *FuncPass) itemAt(pc int) (s FieldStore, ok bool) {
	code := p.Flow.Proto.Code
	if code[pc].Op() != bytecode.SETTABLE {
		return s, false
	}
	items := 0
	for at := pc - 1; at >= 0; at-- {
		switch i := code[at]; {
		case i.A() != code[pc].A():
		case i.Op() == bytecode.SETTABLE:
			items++
		case i.Op() == bytecode.NEWTABLE:
			return p.itemOf(p.tableAt(p.Map.Origins.At(at).Span()), items, p.Map.Origins.At(pc).Span())
		case effect.Defs(p.Flow.Proto, at).Has(i.A()):
			return s, false
		}
	}
	return s, false
}

// itemOf is keyed item number n of a constructor, if a piece of its text is there.
func (p *FuncPass) itemOf(t *syntax.Table, n int, at source.Span) (s FieldStore, ok bool) {
	if t == nil || !t.Span().Covers(at) {
		return s, false
	}
	for _, it := range t.Items {
		if it.Key() == nil {
			continue
		}
		if n == 0 {
			return FieldStore{Table: t, Key: it.Key(), Value: it.Value()}, true
		}
		n--
	}
	return s, false
}

// tableAt is the constructor with a span, nil if there is none.
func (p *Pass) tableAt(at source.Span) (found *syntax.Table) {
	stat := p.statAround(at)
	if stat == syntax.NoStat {
		return nil
	}
	var visit func(syntax.Node)
	visit = func(n syntax.Node) {
		if t, ok := n.(*syntax.Table); ok && t.Span() == at {
			found = t
		} else if found == nil && n.Span().Covers(at) {
			syntax.Children(n, visit)
		}
	}
	visit(p.Unit.Tree.Stats[stat])
	return found
}

// FillAt is the text that fills a table by the instruction at a site: the field that
// is assigned to, or the call.
func (p *Pass) FillAt(at dataflow.Site) source.Span {
	f := p.At(syntax.FuncID(at.Func))
	if s, ok := f.FieldStoreAt(int(at.PC)); ok {
		return s.At()
	}
	return f.Map.Origins.At(int(at.PC)).Span()
}

// FadeOfFill is the statement that fills a table by the instruction at a site and does
// nothing else, if it holds no body of a function.
func (p *Pass) FadeOfFill(at dataflow.Site) (fade source.Span, ok bool) {
	f := p.At(syntax.FuncID(at.Func))
	if p.Marking(value.None).Live(f.Flow, int(at.PC)) {
		return source.NoSpan, false
	}
	switch st := p.statAt(f.Map.Origins.At(int(at.PC)).Span()).(type) {
	case *syntax.Assign:
		return st.Span(), len(st.Targets()) == 1 && !p.HasFunction(st.Span())
	case syntax.CallStat:
		return st.Span(), !p.HasFunction(st.Span())
	}
	return source.NoSpan, false
}
