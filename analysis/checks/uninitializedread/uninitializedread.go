// Package uninitializedread reports reads of local variables that only the nil of a
// declaration without a value can reach: in static single assignment form, uses of
// the value that the declaration makes.
package uninitializedread

import (
	_ "embed"
	"fmt"
	"slices"

	"luaflow/analysis"
	"luaflow/analysis/depend"
	"luaflow/analysis/effect"
	"luaflow/analysis/fix/plan"
	"luaflow/analysis/ssa"
	"luaflow/analysis/witness"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

//go:embed doc.md
var doc string

// Check is uninitialized-read.
var Check = plan.Check{
	Check: &analysis.Check{
		Code:      "uninitialized-read",
		Luacheck:  []string{"221", "321", "341"},
		Family:    "3",
		Title:     "a local variable is read that has no value yet",
		Doc:       doc,
		Severity:  analysis.Warning,
		Uncovered: true,
		Topic:     witness.OfRead,
		Func:      func(*analysis.Pass) func(*analysis.FuncPass) { return run },
	},
}

func run(p *analysis.FuncPass) {
	for i := range p.Map.Stores {
		s := &p.Map.Stores[i]
		b := &p.Unit.Res.Bindings[s.Binding]
		if b.Reads == 0 || !p.Text.IsImplicitNil(s) || p.Text.Quiet(b) {
			continue
		}
		if reads := readsOf(p, i, b); len(reads) > 0 {
			report(p, i, reads)
		}
	}
}

// read is an occurrence of a name that reads nil.
type read struct {
	at source.Span
	fn syntax.FuncID
	// indexed: a field of the variable is assigned there.
	indexed bool
}

// readsOf returns the occurrences that read the nil of a declaration, in the order of the
// text, tests of it left out.
func readsOf(p *analysis.FuncPass, store int, b *resolve.Binding) []read {
	s := &p.Map.Stores[store]
	form, relation := p.Facts.Code.SSA(p.Flow), p.Waste.Relation()
	if form == nil || relation == nil {
		return nil
	}
	v := form.Def(int(s.PCs.End)-1, int(s.Reg))
	never := b.Writes == 0 && (b.Captured || p.Text.Pedantic)
	if v == ssa.NoValue || !never && !relation.IsUsed(p.Flow, v) || p.Text.IsNilAgain(p.ID, store) {
		return nil
	}
	var pcs []int
	for n := range relation.Serves(depend.ValueOf(p.Flow, v)) {
		if n.Kind == depend.Instruction && !form.ByClosure(int(n.At), int(s.Reg)) && usesNil(p, int(n.At)) {
			pcs = append(pcs, int(n.At))
		}
	}
	if len(pcs) == 0 && !never {
		return nil
	}
	var reads []read
	p.Text.EachRead(s.Binding, func(n *syntax.Name, ref *resolve.Ref) bool {
		fn, pc := p.ID, 0
		if ref.Kind == resolve.ToLocal {
			if pc = p.Text.ReadAt(n); !slices.Contains(pcs, pc) {
				return true
			}
		} else {
			fn, pc = p.Text.Owner(n.ID), int(p.Unit.Map.ReadPC(n.ID))
			if !never || pc < 0 || !isUpvalueRead(p.Pass, fn, pc) {
				return true
			}
		}
		if p.Text.Pedantic || !p.Text.Accumulates(n) {
			does := effect.ReferenceOf(p.Facts.Code.Funcs[fn].Proto.Code[pc])
			reads = append(reads, read{n.Span(), fn, does == effect.WritesField || does == effect.WritesUpvalueField})
		}
		return true
	})
	return reads
}

// usesNil reports what UsesNil does; in a pedantic run a test counts too.
func usesNil(p *analysis.FuncPass, pc int) bool {
	known := p.Facts.Constants()
	return p.Facts.UsesNil(p.Flow, pc) || p.Text.Pedantic && known != nil && known.Executable(p.Flow, pc)
}

// isUpvalueRead reports what UsesNil does, for an instruction that gets the value of an upvalue: what
// is done with the value is asked about.
func isUpvalueRead(p *analysis.Pass, fn syntax.FuncID, pc int) bool {
	f := &p.Facts.Code.Funcs[fn]
	if p.Unit.Funcs[fn].Broken || !p.Facts.UsesNil(f, pc) {
		return false
	}
	if effect.ReferenceOf(f.Proto.Code[pc]) != effect.ReadsUpvalue {
		return true
	}
	if f.IsLarge {
		return false
	}
	first, _ := p.Facts.Code.SSA(f).Defs(pc)
	for n := range p.Waste.Relation().Serves(depend.ValueOf(f, first)) {
		if n.Kind == depend.Value || n.Kind == depend.Instruction && p.Facts.UsesNil(f, int(n.At)) {
			return true
		}
	}
	return false
}

// report makes one finding of all reads of one nil.
func report(p *analysis.FuncPass, store int, reads []read) {
	s := &p.Map.Stores[store]
	b := &p.Unit.Res.Bindings[s.Binding]
	name := p.Text.Name(b)
	first := reads[0]
	f := p.Finding(first.fn, first.at)
	switch {
	case b.Writes == 0:
		f.Luacheck = "221"
		f.Message = fmt.Sprintf("`%s` is always nil: nothing is assigned to it", name)
	case first.indexed:
		f.Luacheck = "341"
		f.Message = fmt.Sprintf("a field of `%s` is assigned, but `%[1]s` is nil here: it has no value yet", name)
	default:
		f.Luacheck = "321"
		f.Message = fmt.Sprintf("`%s` is nil here: it has no value yet", name)
	}
	f.Related = []analysis.Related{{Span: p.Text.NameSpan(s.Name), Message: "declared without a value here"}}
	for _, r := range reads[1:] {
		f.Related = append(f.Related, analysis.Related{Span: r.at, Message: "read here too", Also: true})
	}
	f.Subject.Binding, f.Subject.Stat = s.Binding, s.Stat
	p.Report(f)
}
