// Package noeffectassignment reports assignments that give a local variable the value which it has
// already: a = b, and then b = a. Most often two values were to change places.
package noeffectassignment

import (
	_ "embed"
	"fmt"
	"slices"

	"luaflow/analysis"
	"luaflow/analysis/effect"
	"luaflow/analysis/fix/plan"
	"luaflow/analysis/ssa"
	"luaflow/analysis/textmap"
	"luaflow/analysis/witness"
	"luaflow/compile/resolve"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

//go:embed doc.md
var doc string

// Check is no-effect-assignment. It is about local variables: to assign to anything else may run
// a metamethod, or be seen by another function.
var Check = plan.Check{
	Plans: plans,
	Check: &analysis.Check{
		Code:      "no-effect-assignment",
		Family:    "3",
		Title:     "a variable is given the value that it has already",
		Doc:       doc,
		Severity:  analysis.Warning,
		Spare:     analysis.SpareInFile,
		Uncovered: true,
		Mistake:   true,
		Topic:     witness.OfPath,
		Func:      run,
	},
}

func run(p *analysis.Pass) func(*analysis.FuncPass) {
	if p.Facts.Code == nil {
		return nil
	}
	return func(fp *analysis.FuncPass) {
		f := form{FuncPass: fp, Form: fp.Facts.Code.SSA(fp.Flow), budget: mostSteps}
		for i := range fp.Map.Stores {
			s := &fp.Map.Stores[i]
			if pc := copyOf(fp, s); pc >= 0 {
				f.check(s, pc)
			}
		}
	}
}

// copyOf returns the instruction by which a store copies one local variable to another; -1 if it does something else.
func copyOf(fp *analysis.FuncPass, s *srcmap.StoreRec) int {
	if s.Kind != srcmap.Assign || s.Elided || s.Upvalue >= 0 {
		return -1
	}
	code := fp.Flow.Proto.Code
	for pc := int(s.PCs.End) - 1; pc >= int(s.PCs.Start); pc-- {
		if effect.Defs(fp.Flow.Proto, pc).Has(int(s.Reg)) {
			if effect.Copy(code[pc]) < 0 {
				return -1
			}
			return pc
		}
	}
	return -1
}

// check looks at the store of the copy at pc. What it copies must be a copy too.
func (f *form) check(s *srcmap.StoreRec, pc int) {
	values, copies := f.chain(f.copied(pc))
	if len(copies) == 0 || f.budget < 0 {
		return
	}
	there, others := f.chain(f.before(pc, int(s.Reg)))
	i, k := meet(values, there)
	if i < 0 || f.isWrittenInside(s.Binding) || isOfOthers(f.FuncPass, s) {
		return
	}
	if source, ok := textmap.Bare(f.Text.ValueOf(s).Expr).(*syntax.Name); ok {
		f.report(s, source, append(copies[:i], others[:k]...))
	}
}

// meet returns the first element of one list that is also in another one, by its index in each; -1 if there is none.
func meet(values, others []ssa.ValueID) (i, k int) {
	for i, v := range values {
		if k := slices.Index(others, v); k >= 0 {
			return i, k
		}
	}
	return -1, -1
}

// isWrittenInside reports whether a function inside assigns to a variable of the function.
func (f *form) isWrittenInside(id resolve.BindingID) bool {
	b := &f.Unit.Res.Bindings[id]
	if !b.Captured {
		return false
	}
	own := int32(0)
	f.budget -= len(f.Map.Stores)
	for i := range f.Map.Stores {
		if s := &f.Map.Stores[i]; s.Binding == id && s.Kind == srcmap.Assign {
			own++
		}
	}
	return own < b.Writes
}

// isOfOthers reports whether another check says of a store that it is for nothing.
func isOfOthers(fp *analysis.FuncPass, s *srcmap.StoreRec) bool {
	return fp.Text.Quiet(&fp.Unit.Res.Bindings[s.Binding]) || fp.Text.IsSelfAssignment(s) ||
		!fp.Waste.IsRead(s) || fp.Waste.InCascade(s.Name)
}

// mostSteps is how many blocks and stores may be looked at in one function for the values of all its copies. Only a function that
// a program wrote has so many copies and branches that it matters.
const mostSteps = 1 << 17

// form is the values of a function.
type form struct {
	*analysis.FuncPass
	*ssa.Form
	budget int // of mostSteps, what is left
}

// before returns the value that a register holds in front of the instruction at pc, which overwrites it; ssa.NoValue if that is not
// known. The form need not tell where nothing reads the register on from the start of a block: then it is what the register holds at
// the end of the block in front, if there is only one.
func (f *form) before(pc, reg int) ssa.ValueID {
	g := &f.Flow.Graph
	for f.budget >= 0 {
		f.Step()
		f.budget -= len(g.Blocks)
		if v := f.At(pc, reg); v != ssa.NoValue || !g.Reachable(pc) {
			return v
		}
		b := g.Block(pc)
		preds := g.Preds(b)
		if b == 0 || len(preds) != 1 {
			break
		}
		pc = g.Last(preds[0])
		if f.Def(pc, reg) != ssa.NoValue {
			break // on one of its edges, maybe
		}
	}
	return ssa.NoValue
}

// copied returns the value that the copy at pc copies; ssa.NoValue where that may also be one that a closure has
// written, or where control never comes.
func (f *form) copied(pc int) ssa.ValueID {
	uses := f.Uses(pc)
	if len(uses) == 0 || f.UseByClosure(pc, 0) {
		return ssa.NoValue
	}
	return uses[0]
}

// longestChain is how many copies of copies are followed.
const longestChain = 4

// chain returns a value, what that is a copy of, and so on, and between each two the pc of the copy. Of no value it is empty.
//
// Where two registers hold values at some place whose chains have one in common, both are of the same turn of any loop: a copy
// is dominated by what it copies and dominates the place, so that no path leads from that to the place but through the copy.
func (f *form) chain(v ssa.ValueID) (values []ssa.ValueID, copies []int) {
	for v != ssa.NoValue {
		values = append(values, v)
		d := &f.Values[v]
		if d.Kind != ssa.DefValue || effect.Copy(f.Flow.Proto.Code[d.PC]) < 0 || len(copies) == longestChain {
			break
		}
		if v = f.copied(int(d.PC)); v != ssa.NoValue {
			copies = append(copies, int(d.PC))
		}
	}
	return values, copies
}

func (f *form) report(s *srcmap.StoreRec, source *syntax.Name, copies []int) {
	r := f.Finding(f.ID, f.Text.NameSpan(s.Name))
	r.Message = fmt.Sprintf("`%s` has the value of `%s` already", f.Text.Name(&f.Unit.Res.Bindings[s.Binding]), f.Unit.Tree.Str(source.Sym))
	for _, pc := range copies {
		if at := f.Map.Origins.At(pc).Span(); at.Start < r.Span.Start {
			r.Related = append(r.Related, analysis.Related{Span: at, Message: "copied here"})
		}
	}
	r.Subject.Binding, r.Subject.Stat = s.Binding, s.Stat
	f.Report(r)
}
