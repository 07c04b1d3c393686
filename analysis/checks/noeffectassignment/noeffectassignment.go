// Package noeffectassignment reports assignments that give a local variable the value which it has
// already: a = b, and then b = a. Most often two values were to change places.
package noeffectassignment

import (
	_ "embed"
	"fmt"

	"luaflow/analysis"
	"luaflow/analysis/effect"
	"luaflow/analysis/fix/plan"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
	"luaflow/analysis/textmap"
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
		Uncovered: true,
		Func:      run,
	},
}

func run(p *analysis.Pass) func(*analysis.FuncPass) {
	if p.Facts.Code == nil {
		return nil
	}
	return func(fp *analysis.FuncPass) {
		f := form{FuncPass: fp, Form: fp.Facts.Code.SSA(fp.Flow)}
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
	value, copies := f.origin(f.copied(pc))
	if len(copies) == 0 || value == ssa.NoValue {
		return
	}
	f.Step()
	there, others := f.origin(f.before(pc, int(s.Reg)))
	if there != value || isWrittenInside(f.FuncPass, s.Binding) || isOfOthers(f.FuncPass, s) {
		return
	}
	if source, ok := textmap.Bare(f.Text.ValueOf(s).Expr).(*syntax.Name); ok {
		f.report(s, source, append(copies, others...))
	}
}

// isWrittenInside reports whether a function inside assigns to a variable of the function.
func isWrittenInside(fp *analysis.FuncPass, id resolve.BindingID) bool {
	b := &fp.Unit.Res.Bindings[id]
	if !b.Captured {
		return false
	}
	own := int32(0)
	for i := range fp.Map.Stores {
		if s := &fp.Map.Stores[i]; s.Binding == id && s.Kind == srcmap.Assign {
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

// form is the values of a function.
type form struct {
	*analysis.FuncPass
	*ssa.Form
	definitions *flow.Definitions // of the function; nil until they are asked for
}

// before returns the value that a register holds in front of the instruction at pc, which overwrites it; ssa.NoValue if there
// may be several.
func (f *form) before(pc, reg int) ssa.ValueID {
	if v := f.At(pc, reg); v != ssa.NoValue {
		return v
	}
	// The form need not tell where nothing reads it, the definitions that get there do.
	if f.definitions == nil {
		f.definitions = f.Flow.Definitions(f.Unit.Meter)
	}
	switch found := f.definitions.ReachingFrom(0, pc, reg); {
	case len(found) != 1 || found[0] == flow.ByClosure:
		return ssa.NoValue
	case found[0] == flow.Entry:
		return f.Parameter(reg)
	default:
		return f.Def(found[0], reg)
	}
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

// origin returns the value that a value is a copy of, through any number of copies, and the pcs of those, the last one
// first. The value itself is its origin if it is computed.
//
// Where a copy and another copy of its origin, or that itself, are what two registers hold at some place, both are of the
// same turn of any loop: a copy is dominated by its origin and dominates the place, so that no path leads from the
// origin to the place but through the copy.
func (f *form) origin(v ssa.ValueID) (of ssa.ValueID, copies []int) {
	for v != ssa.NoValue {
		d := &f.Values[v]
		if d.Kind != ssa.DefValue || effect.Copy(f.Flow.Proto.Code[d.PC]) < 0 {
			break
		}
		copies = append(copies, int(d.PC))
		v = f.copied(int(d.PC))
	}
	return v, copies
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
