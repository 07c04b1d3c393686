package place

import (
	"luaflow/analysis/effect"
	"luaflow/analysis/waste"
	"luaflow/compile/bytecode"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// Which instructions put a value where the text wants it.

// TargetsOf returns the variables and fields in the text that instructions of a function store to, by pc; of
// one pc in the order in which they are compiled. Of stores and statements without an instruction of a part there need be none.
// There are none in a function whose code does not stand for its text.
func TargetsOf(p *waste.Parts, fn syntax.FuncID, part bytecode.Part) map[int][]source.Span {
	targets := make(map[int][]source.Span)
	if p.Facts.Code == nil || p.Unit.Funcs[fn].Broken {
		return targets
	}
	stores := p.Unit.Funcs[fn].Map.Stores
	defs := p.Facts.Code.Funcs[fn].Definitions(p.Unit.Meter)
	for i := range stores {
		p.Text.Step()
		s := &stores[i]
		if s.Name == syntax.NoName || int(s.PCs.Start) > part.To || int(s.PCs.End) < part.From {
			continue
		}
		q := &Query{Parts: p, Fn: fn, Binding: &p.Unit.Res.Bindings[s.Binding]}
		for _, made := range q.ofStore(s, defs) {
			if made.PC >= 0 {
				targets[made.PC] = append(targets[made.PC], p.Text.NameSpan(s.Name))
			}
		}
	}
	p.Text.EachStat(func(in syntax.FuncID, s syntax.Stat) {
		if pcs := p.Text.PCs(s); in != fn || int(pcs.Start) > part.To || int(pcs.End) < part.From {
			return
		}
		switch s := s.(type) {
		case *syntax.Assign:
			fieldTargets(p, fn, s, s.Targets(), targets)
		case *syntax.Compound:
			fieldTargets(p, fn, s, []syntax.Expr{s.Target}, targets)
		case *syntax.FunctionStat:
			fieldTargets(p, fn, s, []syntax.Expr{s.Target}, targets)
		}
	})
	return targets
}

// fieldTargets adds the fields and globals that a statement assigns to. The last one is stored to first.
func fieldTargets(p *waste.Parts, fn syntax.FuncID, s syntax.Stat, all []syntax.Expr, targets map[int][]source.Span) {
	var fields []source.Span
	for _, e := range all {
		if n, ok := e.(*syntax.Name); !ok || p.Unit.Res.Refs[n.ID].Kind == resolve.ToGlobal {
			fields = append(fields, e.Span())
		}
	}
	pcs, f := p.Text.PCs(s), &p.Unit.Funcs[fn]
	var writes []int
	for pc := int(pcs.Start); pc < int(pcs.End); pc++ {
		switch effect.ReferenceOf(f.Proto.Code[pc]) {
		case effect.WritesField, effect.WritesUpvalueField:
			if f.Map.Origins.At(pc).Span() == s.Span() {
				writes = append(writes, pc)
			}
		}
	}
	if len(writes) != len(fields) {
		return
	}
	for i, pc := range writes {
		targets[pc] = append(targets[pc], fields[len(fields)-1-i])
	}
}
