package analysis

import (
	"luaflow/analysis/cfg"
	"luaflow/analysis/dataflow"
	"luaflow/analysis/effect"
	"luaflow/compile/resolve"
	"luaflow/compile/syntax"
)

// Reads that no execution gets to. A variable that only such text reads is in use
// all the same: without it the text would mean another variable.

// ReadUnreachable reports whether a read of the binding stands where control never
// comes, by the graphs of its function and of those around it.
func (p *Pass) ReadUnreachable(id resolve.BindingID) bool {
	if p.unreached == nil {
		p.unreached = p.findUnreachedReads()
	}
	return p.unreached[id]
}

func (p *Pass) findUnreachedReads() []bool {
	found := make([]bool, len(p.Unit.Res.Bindings))
	if p.Flow == nil {
		return found
	}
	never := neverMade(p.Flow)
	for i, pc := range p.Unit.Map.Names {
		if pc < 0 {
			continue
		}
		name := syntax.NameID(i)
		ref := &p.Unit.Res.Refs[name]
		if ref.Binding == 0 || ref.Write {
			continue
		}
		fn := p.Owner(name)
		if never[fn] || !p.Flow.Funcs[fn].Graph.Reachable(int(pc)) {
			found[ref.Binding] = true
		}
	}
	return found
}

// neverMade is, by FuncID, the functions of which no closure is ever made: the
// CLOSURE cannot be reached, or stands in such a function.
func neverMade(prog *dataflow.Program) []bool {
	never := make([]bool, len(prog.Funcs))
	for i := range prog.Funcs {
		f := &prog.Funcs[i]
		for pc, ins := range f.Proto.Code {
			child := effect.Closure(ins)
			if child >= 0 && (never[i] || !f.Graph.Reachable(pc)) {
				never[f.Child(child).Number] = true
			}
		}
	}
	return never
}

// EachUnreachable calls visit for the pcs of each block of a function that cannot
// be reached.
func EachUnreachable(g *cfg.Graph, visit func(start, end int)) {
	if len(g.Order) == len(g.Blocks) {
		return
	}
	for b := range g.Blocks {
		if block := &g.Blocks[b]; g.Rank(cfg.BlockID(b)) < 0 {
			visit(int(block.Start), int(block.End))
		}
	}
}
