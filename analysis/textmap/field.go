package textmap

import (
	"sort"

	"luaflow/analysis/effect"
	"luaflow/compile"
	"luaflow/compile/meter"
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
	Key    syntax.Expr // what the field is indexed with; never nil
	// Value is what the field gets; nil if it is one of several values of a call.
	Value syntax.Expr
}

// At returns what the store begins with, as far as the field: where it is underlined.
func (s *FieldStore) At() source.Span {
	if s.Target != nil {
		return s.Target.Span()
	}
	return s.Key.Span()
}

// FieldStoreAt returns the store of the instruction of fn at pc, which writes a field under one
// key. ok is false if it stands for none.
func (x *Text) FieldStoreAt(fn syntax.FuncID, pc int) (s FieldStore, ok bool) {
	f := &x.Unit.Funcs[fn]
	switch st := x.StatAt(f.Map.Origins.At(pc).Span()).(type) {
	case *syntax.Assign:
		return x.targetAt(f, st, pc)
	case *syntax.FunctionStat:
		if t, isField := st.Target.(*syntax.Field); isField {
			return FieldStore{Target: t, Stat: st, Key: t.Key, Value: st.Func}, true
		}
	}
	return x.itemAt(f, pc)
}

// StatAt returns the statement with a span, nil if there is none.
func (x *Text) StatAt(at source.Span) syntax.Stat {
	stats := x.Unit.Tree.Stats
	i := sort.Search(len(stats), func(i int) bool { return stats[i].Span().Start >= at.Start })
	if i < len(stats) && stats[i].Span() == at {
		return stats[i]
	}
	return nil
}

// targetAt returns the target that the instruction at pc, of an assignment, stores to.
// The last one is stored to first.
func (x *Text) targetAt(f *compile.Func, st *syntax.Assign, pc int) (s FieldStore, ok bool) {
	left := fieldWrites(f, pc+1, int(x.PCs(st).End), st.Span())
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
		if v := ValueAt(values, i, len(st.Targets())); v.Of == 1 {
			s.Value = v.Expr
		}
		return s, true
	}
	return s, false
}

// fieldWrites counts the instructions from start to end, exclusive, that write a
// field and stand for the whole of a text.
func fieldWrites(f *compile.Func, start, end int, at source.Span) int {
	n := 0
	for pc := start; pc < end; pc++ {
		switch effect.ReferenceOf(f.Proto.Code[pc]) {
		case effect.WritesField, effect.WritesUpvalueField:
			if f.Map.Origins.At(pc).Span() == at {
				n++
			}
		}
	}
	return n
}

// itemAt returns the field of a constructor that the instruction at pc stores. Its table is
// made in front of it, and until the constructor is done nothing else writes to the
// register that holds the table.
func (x *Text) itemAt(f *compile.Func, pc int) (s FieldStore, ok bool) {
	code := f.Proto.Code
	if effect.ReferenceOf(code[pc]) != effect.WritesField {
		return s, false
	}
	items := 0
	for at := pc - 1; at >= 0; at-- {
		if at%meter.Stride == 0 {
			x.Step()
		}
		switch i := code[at]; {
		case i.A() != code[pc].A():
		case effect.ReferenceOf(i) == effect.WritesField:
			items++
		case effect.ReferenceOf(i) == effect.Makes:
			return itemOf(x.tableAt(f.Map.Origins.At(at).Span()), items, f.Map.Origins.At(pc).Span())
		case effect.Defs(f.Proto, at).Has(i.A()):
			return s, false
		}
	}
	return s, false
}

// itemOf returns keyed item number n of a constructor, if a piece of its text is there.
func itemOf(t *syntax.Table, n int, at source.Span) (s FieldStore, ok bool) {
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

// tableAt returns the constructor with a span, nil if there is none.
func (x *Text) tableAt(at source.Span) (found *syntax.Table) {
	stat := x.StatAround(at)
	if stat == syntax.NoStat {
		return nil
	}
	syntax.Inspect(x.Unit.Tree.Stats[stat], func(n syntax.Node) bool {
		t, ok := n.(*syntax.Table)
		if ok && t.Span() == at {
			found = t
			return false
		}
		return found == nil && n.Span().Covers(at)
	})
	return found
}

// FillAt returns the text that fills a table by the instruction of fn at pc: the field that
// is assigned to, or the call.
func (x *Text) FillAt(fn syntax.FuncID, pc int) source.Span {
	if s, ok := x.FieldStoreAt(fn, pc); ok {
		return s.At()
	}
	return x.Unit.Funcs[fn].Map.Origins.At(pc).Span()
}
