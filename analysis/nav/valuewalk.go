package nav

import (
	"cmp"
	"slices"

	"luaflow/analysis/consts"
	"luaflow/analysis/depend"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/place"
	"luaflow/analysis/ssa"
	"luaflow/analysis/textmap"
	"luaflow/analysis/waste"
	"luaflow/analysis/witness"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// What a walk from one site of a value to the next ones needs, and what it finds.

// SiteKind says what a Site is.
type SiteKind uint8

// The kinds of site.
const (
	VariableSite  SiteKind = iota // a name, stored to or read
	FieldSite                     // an assignment to a field of a table that stays in the file, or an item of one
	CallSite                      // a call
	ArgumentSite                  // an argument in a call of a function of the file
	ReturnSite                    // what a function of the file returns
	ConditionSite                 // what a branch asks
	ConstantSite                  // a literal, a table constructor, a function, or `...`
)

// A Site is one end of a Flow: where the text gives a value, hands it on or uses it.
type Site struct {
	Kind SiteKind    // what stands there
	At   source.Span // the name or the expression; the colon for the implicit self
	Name string      // of the variable, or the expression on one line
}

// A Flow is a step of a value from one site to the next, of which the one that was asked about is not named.
type Flow struct {
	Site  Site          // the other one
	Where []source.Span // where the values that flow forward are read, or leave their file; of one that flows back Site.At
}

// ValueTree finds where values come from and go to, for one who asks about many sites of a file: which functions
// calls may call is found once.
type ValueTree struct {
	inProgram
	graph *callGraph // nil until a call is met that is not known to call one function
}

// valueWalk walks from one site to the next ones. It visits each value once.
type valueWalk struct {
	*waste.Parts
	relation  *depend.Relation
	constants *consts.Constants
	stores    *witness.Stores
	tree      *ValueTree

	root    source.Span // where it begins
	isStore bool        // that is a store, which may come from itself
	isAlone bool        // the value of the store is made of nothing
	visited map[depend.Node]bool
	globals map[globalName]bool // that were asked for; true if something is assigned to them
	found   []Flow
	index   map[source.Span]int // in found, by Site.At
	exits   []Exit
	from    source.Span // where the value comes from forth into this file, in that which it has left; NoSpan if it does not
}

// globalName is a global of a file: a name, and the table in which it is looked up.
type globalName struct {
	name        syntax.Sym
	environment resolve.BindingID
}

// walk returns a walk from a site; nil if nothing is known of the text.
func (t *ValueTree) walk(at source.Span) *valueWalk {
	p := t.parts
	relation := p.Relation()
	if relation == nil {
		return nil
	}
	return &valueWalk{
		Parts: p, tree: t, relation: relation, constants: p.Facts.Constants(), stores: witness.StoresIn(p),
		root: at, from: source.NoSpan, visited: make(map[depend.Node]bool), globals: make(map[globalName]bool), index: make(map[source.Span]int),
	}
}

// result returns what was found, in the order of the text.
func (w *valueWalk) result() []Flow {
	slices.SortFunc(w.found, func(a, b Flow) int { return bySpan(a.Site.At, b.Site.At) })
	for i := range w.found {
		where := &w.found[i].Where
		slices.SortFunc(*where, bySpan)
		*where = slices.Compact(*where)
	}
	return w.found
}

// emit notes a site, and where the value is read that goes there.
func (w *valueWalk) emit(kind SiteKind, at, where source.Span) {
	if !at.Valid() || at.Empty() || at == w.root && !w.isStore {
		return
	}
	i, known := w.index[at]
	if !known {
		i = len(w.found)
		w.index[at] = i
		w.found = append(w.found, Flow{Site: Site{kind, at, w.nameOf(at)}})
	}
	if w.from.Valid() {
		where = w.from
	}
	w.found[i].Where = append(w.found[i].Where, where)
}

// nameOf returns how a site is called.
func (w *valueWalk) nameOf(at source.Span) string {
	text := w.Unit.File.Slice(at)
	if text == ":" {
		return w.Unit.Tree.Str(syntax.SymSelf)
	}
	return place.Shorten(witness.OneLine(text))
}

// emitStore notes a store, unless a loop variable would come from itself: the next value is made of the
// loop's own count or state.
func (w *valueWalk) emitStore(s *srcmap.StoreRec, where source.Span) {
	at := w.Text.StoredAt(s)
	if s.Kind == srcmap.LoopInit && at == w.root {
		return
	}
	if !where.Valid() {
		where = at
	}
	w.emit(VariableSite, at, where)
}

func (w *valueWalk) flowOf(fn syntax.FuncID) *flow.Func { return &w.Facts.Code.Funcs[fn] }

func (w *valueWalk) formOf(f *flow.Func) *ssa.Form { return w.Facts.Code.SSA(f) }

// originOf returns the text of an instruction.
func (w *valueWalk) originOf(f *flow.Func, pc int) source.Span {
	return w.Unit.Funcs[f.Number].Map.Origins.At(pc).Span()
}

// begin reports whether a walk comes to a node for the first time.
func (w *valueWalk) begin(n depend.Node) bool {
	if w.visited[n] {
		return false
	}
	w.Unit.Meter.Step()
	w.visited[n] = true
	return true
}

// storeAt returns the store to a variable that is made at the root of the walk, and the function whose code makes it;
// 0 and nil if a variable is read there, or none stands there.
func (w *valueWalk) storeAt() (syntax.FuncID, *srcmap.StoreRec) {
	q := place.At(w.Parts, w.root.Start)
	if q.Name != nil && q.Name.Span() == w.root {
		if q.Binding == nil || q.Info.IsUse {
			return 0, nil
		}
		return q.Fn, storeIn(w.Unit.Funcs[q.Fn].Map.Stores, func(s *srcmap.StoreRec) bool { return s.Name == q.Name.ID })
	}
	for _, fn := range w.Unit.Tree.Funcs { // the colon that declares self
		if fn.HasSelf && fn.Start <= w.root.Start && w.root.End <= fn.Body.Start && w.Text.Colon(fn) == w.root {
			return fn.ID, storeIn(w.Unit.Funcs[fn.ID].Map.Stores, func(s *srcmap.StoreRec) bool { return s.Name == syntax.NoName })
		}
	}
	return 0, nil
}

// storeIn returns the first of some stores that is one; nil if none is.
func storeIn(stores []srcmap.StoreRec, is func(*srcmap.StoreRec) bool) *srcmap.StoreRec {
	for i := range stores {
		if is(&stores[i]) {
			return &stores[i]
		}
	}
	return nil
}

// instructionsAt calls visit for the reachable instructions that were made for the text of the site, and if there are
// none, as of `a and b`, for those that were made for a part of it.
func (w *valueWalk) instructionsAt(visit func(f *flow.Func, pc int)) {
	if w.instructionsOf(w.root, visit) {
		return
	}
	w.eachReachable(func(f *flow.Func, pc int, at source.Span) {
		if w.root.Covers(at) {
			visit(f, pc)
		}
	})
}

// instructionsOf calls visit for the reachable instructions that were made for a part of the text of the site, and
// reports whether there are some.
func (w *valueWalk) instructionsOf(part source.Span, visit func(f *flow.Func, pc int)) (some bool) {
	w.eachReachable(func(f *flow.Func, pc int, at source.Span) {
		if at == part {
			visit(f, pc)
			some = true
		}
	})
	return some
}

// eachReachable calls visit for the instructions of the function around the site that can be reached, with their text.
func (w *valueWalk) eachReachable(visit func(f *flow.Func, pc int, at source.Span)) {
	f := w.flowOf(syntax.FuncID(place.At(w.Parts, w.root.Start).FuncAt(w.root.Start)))
	for pc, o := range w.Unit.Funcs[f.Number].Map.Origins.All() {
		if f.Graph.Reachable(pc) && o.Role() != srcmap.ImplicitReturn {
			visit(f, pc, o.Span())
		}
	}
}

// upvalueStore returns the store that the SETUPVAL at pc makes.
func (w *valueWalk) upvalueStore(f *flow.Func, pc int) *srcmap.StoreRec {
	return storeIn(w.Unit.Funcs[f.Number].Map.Stores, func(s *srcmap.StoreRec) bool {
		return s.Upvalue >= 0 && int(s.PCs.Start) <= pc && pc < int(s.PCs.End)
	})
}

// globalAt returns the name of the global that the instruction at pc reads or writes, as a question; nil if
// it reads or writes none.
func (w *valueWalk) globalAt(f *flow.Func, pc int) *place.Query {
	q := place.At(w.Parts, w.originOf(f, pc).Start)
	if q.Name == nil || q.Ref.Kind != resolve.ToGlobal {
		return nil
	}
	return q
}

// callees returns the functions of the file that the call at pc may call: the one that it is known to call, or those
// that the file brings there.
func (w *valueWalk) callees(f *flow.Func, pc int) []callee {
	if known := w.constants.Callee(f, pc); known != nil {
		return []callee{{f: known, first: 1}}
	}
	if w.tree.graph == nil {
		w.tree.graph = newCallGraph(w.Parts, w.relation)
	}
	return w.tree.graph.of(f, pc)
}

// callsOf calls visit for the calls that may call a function, by function and pc.
func (w *valueWalk) callsOf(number syntax.FuncID, visit func(f *flow.Func, pc int, c callee)) {
	eachCall(w.Parts, func(f *flow.Func, pc int) {
		if f.IsLarge || !w.constants.Executable(f, pc) {
			return
		}
		for _, c := range w.callees(f, pc) {
			if c.f.Number == int(number) {
				visit(f, pc, c)
			}
		}
	})
}

// argument returns which operand of the call at pc its callee's parameter k is given; -1 if none.
func (w *valueWalk) argument(f *flow.Func, pc int, c callee, k int) int {
	return argumentOf(f, w.formOf(f), pc, c.first+k)
}

// argumentAt returns the text of operand i of the call at pc, from 1; that of the instruction if it has none of its own.
func (w *valueWalk) argumentAt(f *flow.Func, pc, i int) source.Span {
	at := w.originOf(f, pc)
	var args []syntax.Expr
	switch call := expressionAt(w.Text, at).(type) {
	case *syntax.Call:
		args = call.Args()
	case *syntax.MethodCall:
		args = append([]syntax.Expr{call.Obj}, call.Args()...)
	}
	if len(args) > 0 {
		return args[min(i, len(args))-1].Span()
	}
	if v := w.formOf(f).Uses(pc)[i]; v >= 0 && w.formOf(f).Values[v].Kind == ssa.DefValue {
		return w.originOf(f, int(w.formOf(f).Values[v].PC))
	}
	return at
}

// resultOf returns which result of the call at pc a register takes.
func resultOf(f *flow.Func, pc, reg int) int {
	first, _ := effect.Defs(f.Proto, pc).Run()
	return max(reg-first, 0)
}

// parameterOf returns the number of a parameter, from 0.
func parameterOf(s *srcmap.StoreRec) int { return int(s.Reg) }

// returned returns the expression whose value the RETURN at pc hands back as result n; NoSpan if there is
// none.
func (w *valueWalk) returned(f *flow.Func, pc, n int) source.Span {
	if r := w.returnAt(f, pc); r != nil {
		if e := textmap.ValueAt(r.Exprs(), n, n+1).Expr; e != nil {
			return e.Span()
		}
	}
	return source.NoSpan
}

// returnAt returns the statement that the RETURN at pc was made for; nil if it was made for none.
func (w *valueWalk) returnAt(f *flow.Func, pc int) *syntax.Return {
	at := w.originOf(f, pc)
	stats := w.Unit.Tree.Stats
	i, _ := slices.BinarySearchFunc(stats, at.Start, func(s syntax.Stat, pos source.Pos) int { return cmp.Compare(s.Span().Start, pos) })
	for ; i < len(stats) && stats[i].Span().Start == at.Start; i++ {
		if r, ok := stats[i].(*syntax.Return); ok {
			return r
		}
	}
	return nil
}
