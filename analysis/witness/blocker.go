package witness

import (
	"slices"
	"sort"

	"luaflow/analysis/consts"
	"luaflow/analysis/depend"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
	"luaflow/analysis/textmap"
	"luaflow/analysis/waste"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// Why nothing needs a value that something reads: a condition that always comes out the same
// keeps control from the read, or a function ignores what it is given.

// Blocker is such a condition, or such a function.
type Blocker struct {
	Condition source.Span // not Valid() if it is a function
	// Constant spans the one declaration that makes the condition so; not Valid() if several
	// do.
	Constant source.Span
	// Where there is no Condition: the function that ignores its argument, and the name of the
	// parameter that this is given to, if it has others as well.
	Function  syntax.FuncID
	Parameter string // "" if Function has no others
}

// maxBlockerSteps bounds the values that BlockerOf looks at.
const maxBlockerSteps = 1 << 8

// BlockerOf returns why nothing needs what is computed with the values of a cascade; ok is
// false if neither is found.
func BlockerOf(p *waste.Parts, c *waste.Cascade) (b Blocker, ok bool) {
	w := blockerWalk{Parts: p, relation: p.Relation(), constants: p.Facts.Constants(), visited: make(map[depend.Node]bool)}
	for _, m := range c.Members {
		if m.Value == ssa.NoValue {
			continue
		}
		w.add(depend.ValueOf(&p.Facts.Code.Funcs[m.Fn], m.Value))
		for len(w.todo) > 0 && w.steps < maxBlockerSteps {
			w.steps++
			next := w.todo[len(w.todo)-1]
			w.todo = w.todo[:len(w.todo)-1]
			if b, ok := w.value(next); ok {
				return b, true
			}
		}
	}
	return b, false
}

// blockerWalk goes forward from values to what is computed with them.
type blockerWalk struct {
	*waste.Parts
	relation  *depend.Relation
	constants *consts.Constants
	steps     int
	visited   map[depend.Node]bool
	todo      []depend.Node
}

// add queues a value, unless the walk has come to it.
func (w *blockerWalk) add(v depend.Node) {
	if !w.visited[v] {
		w.visited[v] = true
		w.todo = append(w.todo, v)
	}
}

// value looks at the users of a value.
func (w *blockerWalk) value(v depend.Node) (b Blocker, ok bool) {
	f := w.relation.FuncOf(v)
	for n := range w.relation.Serves(v) {
		switch {
		case n.Kind == depend.Value:
			w.add(n)
		case n.Kind != depend.Instruction:
		case !w.constants.Executable(f, int(n.At)):
			if b, ok := w.conditionBefore(f, int(n.At)); ok {
				return b, true
			}
		default:
			if b, ok := w.argument(f, int(n.At), ssa.ValueID(v.At)); ok {
				return b, true
			}
			for made := range w.relation.Serves(n) {
				if made.Kind == depend.Value {
					w.add(made)
				}
			}
		}
	}
	return b, false
}

// argument goes on to the parameter of a function of the file that the instruction at pc gives
// a value to, if it does; ok says that the function ignores it.
func (w *blockerWalk) argument(f *flow.Func, pc int, v ssa.ValueID) (b Blocker, ok bool) {
	callee := w.constants.Callee(f, pc)
	at := slices.Index(w.Facts.Code.SSA(f).Uses(pc), v) - 1
	if callee == nil || at < 0 || at >= int(callee.Proto.NumParams) {
		return b, false
	}
	b.Condition, b.Constant, b.Function = source.NoSpan, source.NoSpan, syntax.FuncID(callee.Number)
	if callee.Proto.NumParams > 1 && at < len(callee.Proto.Locals) {
		b.Parameter = callee.Proto.Locals[at].Name
	}
	form := w.Facts.Code.SSA(callee)
	if form == nil {
		return b, false
	}
	param := form.Parameter(at)
	if param < 0 {
		return b, true
	}
	w.add(depend.ValueOf(callee, param))
	return b, len(form.Users(param)) == 0 && !form.Observed(param)
}

// conditionBefore finds the condition that keeps control from the instruction at pc.
func (w *blockerWalk) conditionBefore(f *flow.Func, pc int) (b Blocker, ok bool) {
	if !f.Graph.Reachable(pc) {
		return b, false
	}
	tree := w.Facts.Code.Dominators(f)
	block := f.Graph.Block(pc)
	for ; block >= 0 && !w.constants.Executable(f, int(f.Graph.Blocks[block].Start)); block = tree.Parent(block) {
	}
	if block < 0 {
		return b, false
	}
	if _, decided := w.constants.Decided(f, block); !decided {
		return b, false
	}
	b.Condition = w.Unit.Funcs[f.Number].Map.Origins.At(f.Graph.Last(block)).Span()
	b.Constant = constantIn(w.Parts, b.Condition)
	return b, true
}

// constantIn returns the declaration of the only variable that is named in a piece of text,
// if it is given a constant there and nothing else ever, and NoSpan if not.
func constantIn(p *waste.Parts, at source.Span) source.Span {
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
	switch textmap.ValueAt(decl.Exprs(), k, len(decl.Names)).Expr.(type) {
	case *syntax.Literal, *syntax.Number, *syntax.String:
		return b.Decl.Span()
	}
	return source.NoSpan
}

// HolderOf returns where the variable is named that a function is first stored to; NoSpan if
// it is stored to none.
func HolderOf(p *waste.Parts, fn syntax.FuncID) source.Span {
	at := source.NoSpan
	p.Text.EachStore(func(_ syntax.FuncID, s *srcmap.StoreRec) {
		if f, ok := p.Text.ValueOf(s).Expr.(*syntax.Function); ok && f.ID == fn && !at.Valid() {
			at = p.Text.NameSpan(s.Name)
		}
	})
	return at
}
