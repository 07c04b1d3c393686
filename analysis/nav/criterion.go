package nav

import (
	"errors"

	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/slice"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/srcmap"
)

// This file defines which instructions a place in the text stands for.

var (
	errBroken      = errors.New("the code does not stand for the text, which has errors")
	errUnreachable = errors.New(unreachable)
)

// criteria returns the instructions at a place in the text, and the piece of text that
// they were made for.
func (q *query) criteria(pos source.Pos) ([]slice.Criterion, source.Span, error) {
	if q.name != nil {
		found := q.ofName()
		if len(found) > 0 {
			return q.reachable(found, q.name.Span())
		}
	}
	found, at := q.ofExpression(pos)
	if len(found) == 0 {
		return nil, at, &NothingError{"nothing is computed here", q.nearest(pos)}
	}
	return q.reachable(found, at)
}

// reachable drops what is never executed.
func (q *query) reachable(found []slice.Criterion, at source.Span) ([]slice.Criterion, source.Span, error) {
	kept := found[:0:0]
	for _, c := range found {
		if c.PC == flow.Entry || q.Facts.Flow.Funcs[c.Func].Graph.Reachable(c.PC) {
			kept = append(kept, c)
		}
	}
	if len(kept) == 0 {
		return nil, at, errUnreachable
	}
	return kept, at, nil
}

// ofName returns the instructions that read or write for the name; none for a global.
func (q *query) ofName() []slice.Criterion {
	switch {
	case q.binding == nil:
		return nil
	case !q.info.IsUse:
		return q.ofStores()
	case q.ref.Kind == resolve.ToUpvalue:
		pc := int(q.unit.Map.Read(q.name.ID))
		if pc < 0 {
			return nil
		}
		return []slice.Criterion{{Func: int(q.fn), PC: pc, Reg: -1}}
	}
	pc := q.Text.ReadAt(q.name)
	if pc < 0 || !effect.Uses(q.flow().Proto, pc).Has(q.reg()) {
		return nil
	}
	return []slice.Criterion{{Func: int(q.fn), PC: pc, Reg: q.reg()}}
}

// ofStores returns the instructions that make the stores to the name.
func (q *query) ofStores() (found []slice.Criterion) {
	fn := int(q.fn)
	for i := range q.unit.Funcs[fn].Map.Stores {
		s := &q.unit.Funcs[fn].Map.Stores[i]
		if s.Name != q.name.ID {
			continue
		}
		if s.Upvalue >= 0 {
			return q.ofUpvalueStore(s)
		}
		for _, pc := range q.flow().Reaching(int(s.PCs.End), int(s.Reg)) {
			if q.makes(s, pc) {
				found = append(found, slice.Criterion{Func: fn, PC: pc, Reg: -1})
			}
		}
		for k := range found {
			if found[k].PC == flow.Entry {
				found[k].Reg = int(s.Reg)
			}
		}
	}
	return found
}

func (q *query) ofUpvalueStore(s *srcmap.StoreRec) (found []slice.Criterion) {
	fn := int(q.fn)
	proto := q.Facts.Flow.Funcs[fn].Proto
	for pc := int(s.PCs.Start); pc < int(s.PCs.End); pc++ {
		if upvalue, how := effect.Upvalue(proto.Code[pc]); how == effect.Write && upvalue == int(s.Upvalue) {
			found = append(found, slice.Criterion{Func: fn, PC: pc, Reg: -1})
		}
	}
	return found
}

// ofExpression returns the instructions that were made for the smallest piece of text
// around a place.
func (q *query) ofExpression(pos source.Pos) (found []slice.Criterion, at source.Span) {
	at = noSpan
	fn := q.funcAt(pos)
	for pc, o := range q.unit.Funcs[fn].Map.Origins.All() {
		span := o.Span()
		if !span.Touches(pos) || o.Role() == srcmap.ImplicitReturn {
			continue
		}
		switch {
		case at == noSpan || span.Len() < at.Len():
			at, found = span, []slice.Criterion{{Func: fn, PC: pc, Reg: -1}}
		case span == at:
			found = append(found, slice.Criterion{Func: fn, PC: pc, Reg: -1})
		}
	}
	return found, at
}

// funcAt returns the innermost function around a place.
func (q *query) funcAt(pos source.Pos) int {
	fn := 0
	for i, f := range q.unit.Tree.Funcs { // a function comes before those inside it
		if i > 0 && f.Body.Span().Touches(pos) {
			fn = i
		}
	}
	return fn
}
