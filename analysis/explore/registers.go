package explore

import (
	"luaflow/analysis/cfg"
)

// registers returns what the registers hold that is still needed.
func (q *functionView) registers() []Register {
	out := []Register{}
	if q.flow == nil || q.flow.IsLarge {
		return out
	}
	for reg := range int(q.proto.MaxStack) {
		if r := q.ranges(reg); len(r) > 0 {
			out = append(out, Register{reg, r})
		}
	}
	return out
}

// ranges returns the stretches of the code in which a register holds a value that is still needed.
func (q *functionView) ranges(reg int) (ranges []Range) {
	last := -2 // the variable of the range before; -2 for none
	for b := range q.flow.Graph.Blocks {
		in := q.flow.LiveIn(cfg.BlockID(b))
		block := q.flow.Graph.Blocks[b]
		if q.flow.Graph.Rank(cfg.BlockID(b)) < 0 {
			last = -2
			continue
		}
		isTouched := in.Has(reg)
		for pc := int(block.Start); pc < min(int(block.End), q.size); pc++ {
			isTouched = isTouched || pc > int(block.Start) && defines(q.proto, pc-1, reg)
			if !isTouched || !q.flow.LiveAt(pc, reg) {
				last, isTouched = -2, false
				continue
			}
			local := q.flow.Variable(pc, reg)
			if local == last {
				ranges[len(ranges)-1].To = pc + 1
				continue
			}
			last = local
			name, at := q.variable(local)
			ranges = append(ranges, Range{pc, pc + 1, name, at})
		}
	}
	return ranges
}

// variable returns the name of a variable of the function, and where it is declared; nothing for -1.
func (q *functionView) variable(local int) (name string, at Span) {
	if local < 0 {
		return "", Span{}
	}
	u := q.Parts.Unit
	if locals := u.Funcs[q.id].Map.Locals; local < len(locals) && locals[local] != 0 {
		at = q.span(q.Parts.Text.DeclaredAt(&u.Res.Bindings[locals[local]]))
	}
	return q.proto.Locals[local].Name, at
}
