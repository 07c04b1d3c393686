package place

import (
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/srcmap"
)

// Which instructions a place in the text stands for.

// Instruction is an instruction, or the start of a function.
type Instruction struct {
	Func int // its number
	PC   int // flow.Entry is the start of the function, with Reg a parameter
	Reg  int // a register that it reads and is about; -1 if it is about all
}

// OfName returns the instructions that read or write for the name; none for a global.
func (q *Query) OfName() []Instruction {
	switch {
	case q.Binding == nil:
		return nil
	case !q.Info.IsUse:
		return q.ofStores()
	case q.Ref.Kind == resolve.ToUpvalue:
		pc := int(q.Unit.Map.ReadPC(q.Name.ID))
		if pc < 0 {
			return nil
		}
		return []Instruction{{Func: int(q.Fn), PC: pc, Reg: -1}}
	}
	pc := q.Text.ReadAt(q.Name)
	if pc < 0 || !effect.Uses(q.Flow().Proto, pc).Has(q.Reg()) {
		return nil
	}
	return []Instruction{{Func: int(q.Fn), PC: pc, Reg: q.Reg()}}
}

// ofStores returns the instructions that make the stores to the name.
func (q *Query) ofStores() (found []Instruction) {
	var defs *flow.Definitions
	for i := range q.Unit.Funcs[q.Fn].Map.Stores {
		if s := &q.Unit.Funcs[q.Fn].Map.Stores[i]; s.Name == q.Name.ID {
			if defs == nil {
				defs = q.FlowOf(q.Fn).Definitions(q.Unit.Meter)
			}
			found = append(found, q.ofStore(s, defs)...)
		}
	}
	return found
}

// ofStore returns the instructions that make a store of the function, of whose registers defs are.
func (q *Query) ofStore(s *srcmap.StoreRec, defs *flow.Definitions) (found []Instruction) {
	if s.Upvalue >= 0 {
		return q.ofUpvalueStore(s)
	}
	start, end := 0, int(s.PCs.End)
	switch { // see makes
	case s.Kind == srcmap.Assign && s.Elided:
		start = end - 1
	case s.Kind == srcmap.Assign:
		start = int(s.PCs.Start)
	}
	for _, pc := range defs.ReachingFrom(start, end, int(s.Reg)) {
		if !q.makes(s, pc) {
			continue
		}
		made := Instruction{Func: int(q.Fn), PC: pc, Reg: -1}
		if pc == flow.Entry {
			made.Reg = int(s.Reg)
		}
		found = append(found, made)
	}
	return found
}

func (q *Query) ofUpvalueStore(s *srcmap.StoreRec) (found []Instruction) {
	fn := int(q.Fn)
	proto := q.Facts.Code.Funcs[fn].Proto
	for pc := int(s.PCs.Start); pc < int(s.PCs.End); pc++ {
		if upvalue, how := effect.Upvalue(proto.Code[pc]); how == effect.Write && upvalue == int(s.Upvalue) {
			found = append(found, Instruction{Func: fn, PC: pc, Reg: -1})
		}
	}
	return found
}

// OfExpression returns the instructions that were made for the smallest piece of text
// around a place.
func (q *Query) OfExpression(pos source.Pos) (found []Instruction, at source.Span) {
	at = source.NoSpan
	fn := q.FuncAt(pos)
	for pc, o := range q.Unit.Funcs[fn].Map.Origins.All() {
		span := o.Span()
		if !span.Touches(pos) || o.Role() == srcmap.ImplicitReturn {
			continue
		}
		switch {
		case at == source.NoSpan || span.Len() < at.Len():
			at, found = span, []Instruction{{Func: fn, PC: pc, Reg: -1}}
		case span == at:
			found = append(found, Instruction{Func: fn, PC: pc, Reg: -1})
		}
	}
	return found, at
}
