package analysis

import (
	"slices"
	"sort"

	"luaflow/analysis/dataflow"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// Reads that are never executed because a condition always comes out the same: why nothing
// needs a value that something reads.

// Blocker is such a condition.
type Blocker struct {
	Condition source.Span
	// Constant spans the one declaration that makes it so; not Valid() if several do.
	Constant source.Span
}

// maxBlockerSteps bounds the values that Blocker looks at.
const maxBlockerSteps = 1 << 8

// Blocker returns the condition that keeps control from a read of what is computed with the
// values of a cascade; ok is false if none is found.
func (p *Pass) Blocker(c *Cascade) (b Blocker, ok bool) {
	known := p.Constants()
	steps := 0
	for _, m := range c.Members {
		if m.value == dataflow.NoValue {
			continue
		}
		f := &p.Flow.Funcs[m.Fn]
		ssa, seen := f.SSA(), map[dataflow.ValueID]bool{m.value: true}
		for todo := []dataflow.ValueID{m.value}; len(todo) > 0 && steps < maxBlockerSteps; steps++ {
			v := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			for _, u := range ssa.Users(v) {
				pc := u.PC()
				first, n := dataflow.ValueID(0), 1
				switch {
				case pc < 0:
					first, _ = ssa.Phi(u)
				case !known.Executable(f, pc):
					if b, ok := p.blockerOf(f, known, pc); ok {
						return b, true
					}
					continue
				default:
					first, n = ssa.Defs(pc)
				}
				for v := first; v < first+dataflow.ValueID(n); v++ {
					if !seen[v] {
						seen[v] = true
						todo = append(todo, v)
					}
				}
			}
		}
	}
	return b, false
}

// blockerOf finds the condition that keeps control from the instruction at pc.
func (p *Pass) blockerOf(f *dataflow.Func, known *dataflow.Constants, pc int) (b Blocker, ok bool) {
	if !f.Graph.Reachable(pc) {
		return b, false
	}
	tree := f.Dominators()
	block := f.Graph.Block(pc)
	for ; block >= 0 && !known.Executable(f, int(f.Graph.Blocks[block].Start)); block = tree.Parent(block) {
	}
	if block < 0 {
		return b, false
	}
	if _, decided := known.Decided(f, block); !decided {
		return b, false
	}
	b.Condition = p.Unit.Funcs[f.Number].Map.Origins.At(f.Graph.Last(block)).Span()
	b.Constant = p.constantIn(b.Condition)
	return b, true
}

// constantIn is the declaration of the only variable that is named in a piece of text, if it
// is given a constant there and nothing else ever.
func (p *Pass) constantIn(at source.Span) source.Span {
	names := &p.Unit.Tree.Names
	id := resolve.BindingID(0)
	first := sort.Search(names.Len(), func(i int) bool { return names.At(syntax.NameID(i)).Start >= at.Start })
	for i := first; i < names.Len() && names.At(syntax.NameID(i)).Start < at.End; i++ {
		ref := &p.Unit.Res.Refs[i]
		if ref.Kind == resolve.ToGlobal || id != 0 && ref.Binding != id {
			return source.NoSpan
		}
		id = ref.Binding
	}
	b := &p.Unit.Res.Bindings[id]
	if id == 0 || b.Writes > 0 || b.Stat == syntax.NoStat || b.Decl == nil {
		return source.NoSpan
	}
	decl, ok := p.Unit.Tree.Stats[b.Stat].(*syntax.Local)
	if !ok {
		return source.NoSpan
	}
	k := slices.IndexFunc(decl.Names, func(n *syntax.Name) bool { return n.ID == b.Decl.ID })
	if k < 0 {
		return source.NoSpan
	}
	switch valueAt(decl.Exprs(), k, len(decl.Names)).Expr.(type) {
	case *syntax.Literal, *syntax.Number, *syntax.String:
		return b.Decl.Span()
	}
	return source.NoSpan
}
