package fix

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"luaflow/analysis/effect"
	"luaflow/analysis/fix/proof"
	"luaflow/analysis/flow"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// This file asks the proof about the code before and after an edit, and says in terms
// of the text what it finds.

// prove returns nil if the program after the fix, whose functions are after, is the same as before;
// if lossy, but for what the statements do that the edits touch. needs is what the
// program before needs, of which functions in needed are believed to be.
func (p *pairing) prove(after *flow.Program, lossy bool, needed []int) (needs *proof.Needs, err error) {
	was := proof.Program{Flow: p.was.Code(), Dialects: p.was.Unit.Dialects, Names: p.was.Standard, Needed: needed, Meter: p.was.Unit.Meter}
	now := proof.Program{Flow: after, Dialects: p.now.Dialects, Meter: p.now.Meter}
	if lossy {
		was.Waived = p.waivedEffects()
	}
	partner := make([]int, len(p.funcs))
	for i, fn := range p.funcs {
		partner[i] = -1
		if fn != noFunc {
			partner[i] = int(fn)
		}
	}
	for _, f := range needed {
		now.Needed = append(now.Needed, max(partner[f], 0))
	}
	needs, err = proof.Same(was, now, partner)
	var d *proof.Difference
	if errors.As(err, &d) {
		return nil, p.differs(d)
	}
	return needs, err
}

// waivedEffects finds the instructions that stand for a piece of text which the edits touch,
// in the statements that they touch.
func (p *pairing) waivedEffects() func(function, pc int) bool {
	of := make(map[[2]int]bool)
	for id, touched := range p.touched {
		if !touched {
			continue
		}
		pcs, fn := p.was.Unit.Map.PCs(syntax.StatID(id)), p.was.Places()[id].Func
		for pc := pcs.Start; pc < pcs.End; pc++ {
			at := p.was.Unit.Funcs[fn].Map.Origins.At(int(pc)).Span()
			isGone := len(p.shift.touching(at)) > 0
			if effect.ReferenceOf(p.was.Unit.Funcs[fn].Proto.Code[pc]) == effect.WritesField {
				isGone = p.shift.isDeleted(source.Span{Start: at.Start, End: at.Start + 1}) // and not only a value beside its own
			}
			if isGone {
				of[[2]int{int(fn), int(pc)}] = true
			}
		}
	}
	return func(function, pc int) bool { return of[[2]int{function, pc}] }
}

// differs returns where the two programs differ.
func (p *pairing) differs(d *proof.Difference) error {
	u := p.was.Unit
	m := misfit{at: p.placeOf(d), lost: p.lost(d)}
	m.error = fmt.Errorf("line %d %w", u.File.Line(m.at), d)
	if d.Kind == proof.Parameters {
		m.error = fmt.Errorf("the function at line %d %w", u.File.Line(m.at), d)
	}
	for _, other := range d.Also {
		m.also = append(m.also, p.placeOf(other))
	}
	return m
}

// placeOf returns the place of a difference in the text before.
func (p *pairing) placeOf(d *proof.Difference) source.Pos {
	u := p.was.Unit
	if d.Kind == proof.Parameters {
		return u.Tree.Funcs[d.Func].Start
	}
	return u.Funcs[syntax.FuncID(d.Func)].Map.Origins.At(d.PC).Span().Start
}

// lost returns the spans of what has an effect before the fix and is deleted, by their starts.
func (p *pairing) lost(d *proof.Difference) []source.Span {
	if d.Stays == nil {
		return nil
	}
	var lost []source.Span
	for fn := range p.was.Unit.Funcs {
		for pc, o := range p.was.Unit.Funcs[fn].Map.Origins.All() {
			if d.Stays(fn, pc) && p.shift.isDeleted(o.Span()) {
				lost = append(lost, o.Span())
			}
		}
	}
	slices.SortFunc(lost, func(a, b source.Span) int { return cmp.Compare(a.Start, b.Start) })
	return lost
}
