package symbols

import (
	"slices"
	"strings"

	"luaflow/analysis/effect"
	"luaflow/analysis/textmap"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// textWalk finds the occurrences in the text, once it is known which table is which.
type textWalk struct {
	*tracer
	found   []Occurrence
	byPlace map[placed]int // indices in found
	defined map[ID]bool
	given   map[syntax.Expr]given // by what is assigned to or declared
	ofFunc  []ID                  // by FuncID: the thing that the function is put into
	classes map[ID]bool           // the tables that are the `__index` of themselves
}

func newTextWalk(t *tracer) *textWalk {
	w := &textWalk{
		tracer: t, byPlace: map[placed]int{}, defined: map[ID]bool{}, given: map[syntax.Expr]given{}, classes: map[ID]bool{},
		ofFunc: make([]ID, len(t.Unit.Tree.Funcs)),
	}
	for table, index := range t.index {
		if table == index {
			w.classes[t.canonical(table)] = true
		}
	}
	return w
}

// placed is a thing at a place.
type placed struct {
	at    source.Span
	thing ID
}

// given is what a name or field gets.
type given struct {
	value syntax.Expr // nil if it is not written there alone
	stat  source.Span // all of what gives it
	// isFunction: it is a function statement. isUpdate: the value rests on that before.
	isFunction, isUpdate bool
}

// file finds the occurrences in the whole file.
func (w *textWalk) file() {
	for _, s := range w.Unit.Tree.Stats {
		w.statement(s)
	}
	for i := range w.Unit.Res.Bindings[1:] {
		w.undeclared(resolve.BindingID(i + 1))
	}
	syntax.Inspect(w.Unit.Tree.Main.Body, w.node)
	for i := range w.all {
		if x := &w.all[i]; x.writes > 1 {
			x.Holds = 0
		}
	}
}

// findOverrides finds what fields hide of the tables above theirs.
func (w *textWalk) findOverrides() {
	above := map[ID]ID{}
	for id := range w.all {
		if base := w.all[id].inherits; base != 0 {
			above[w.canonical(ID(id))] = w.canonical(base)
		}
	}
	for id := range w.all {
		if x := w.all[id]; w.defined[ID(id)] && x.Kind == Field {
			x.Overrides = w.hidden(above, x.Owner, x.Name)
			w.all[id] = x
		}
	}
}

// hidden returns the field with a name in the tables above one.
func (w *textWalk) hidden(above map[ID]ID, table ID, name string) ID {
	for range maxFields {
		table = above[table]
		switch id := w.field(table, name); {
		case table == 0:
			return 0
		case w.defined[id] || w.all[table].Kind == Module:
			return id
		}
	}
	return 0
}

// kept returns the occurrences without those of fields that the file gives no value, of tables that are its own: it may be that nothing does,
// or another file.
func (w *textWalk) kept() []Occurrence {
	kept := w.found[:0]
	for _, o := range w.found {
		if w.all[w.root(o.Thing)].Kind != Table || w.defined[o.Thing] {
			kept = append(kept, o)
		}
	}
	return kept
}

// root returns the thing that fields lead on from.
func (t *things) root(id ID) ID {
	for t.all[id].Kind == Field {
		id = t.all[id].Owner
	}
	return id
}

// statement notes what a statement assigns.
func (w *textWalk) statement(s syntax.Stat) {
	switch s := s.(type) {
	case *syntax.Local:
		w.declare(s.Names, s.Exprs(), s.Span())
	case *syntax.Global:
		w.declare(s.Names, s.Exprs(), s.Span())
	case *syntax.LocalFunction:
		w.given[s.Name] = given{value: s.Func, stat: s.Span(), isFunction: true}
	case *syntax.FunctionStat:
		w.given[s.Target] = given{value: s.Func, stat: s.Span(), isFunction: true}
	case *syntax.Assign:
		targets := s.Targets()
		for i, target := range targets {
			w.given[target] = given{value: alone(s.Values(), i, len(targets)), stat: s.Span()}
		}
	case *syntax.Compound:
		w.given[s.Target] = given{stat: s.Span(), isUpdate: true}
	}
}

// declare notes what a statement gives the variables that it declares.
func (w *textWalk) declare(names []*syntax.Name, values []syntax.Expr, stat source.Span) {
	for i, name := range names {
		w.given[name] = given{value: alone(values, i, len(names)), stat: stat}
	}
}

// alone returns the expression that gives the value number i of n; nil if it gives others too.
func alone(values []syntax.Expr, i, n int) syntax.Expr {
	if v := textmap.ValueAt(values, i, n); v.Of == 1 {
		return v.Expr
	}
	return nil
}

// undeclared adds the place where a variable is declared that the text does not name there: the colon in front of a method.
func (w *textWalk) undeclared(id resolve.BindingID) {
	b := &w.Unit.Res.Bindings[id]
	if b.Kind != resolve.Self || b.Decl != nil || b.Sym != syntax.SymSelf {
		return
	}
	if at := w.Text.DeclaredAt(b); at.Valid() {
		thing := w.local(id)
		w.all[thing].Form, w.all[thing].DefinedAt, w.all[thing].Captured = SelfParameter, at, b.Captured
		w.add(at, thing, Definition|Write)
	}
}

// node adds what a node names.
func (w *textWalk) node(n syntax.Node) bool {
	w.Text.Step()
	switch n := n.(type) {
	case *syntax.Name:
		w.name(n)
	case *syntax.Field:
		w.access(n, n.Obj, n.Key)
	case *syntax.Index:
		if key, ok := n.Key.(*syntax.String); ok {
			w.access(n, n.Obj, key)
		}
	case *syntax.MethodCall:
		w.access(n, n.Obj, n.Name)
	case *syntax.Table:
		w.items(n)
	case *syntax.Call:
		w.required(n)
	}
	return true
}

// name adds the occurrence of a variable.
func (w *textWalk) name(n *syntax.Name) {
	ref := &w.Unit.Res.Refs[n.ID]
	g, isGiven := w.given[n]
	switch {
	case w.isGlobal(ref):
		w.occur(n.Span(), w.the(Thing{Kind: Global, Name: w.Unit.Tree.Str(n.Sym)}), n, g, isGiven)
	case ref.Kind == resolve.ToGlobal || ref.Binding == 0: // a field of an _ENV of its own
		if id := w.field(w.environment(n, ref), w.Unit.Tree.Str(n.Sym)); id != 0 {
			w.occur(n.Span(), id, n, g, isGiven)
		}
	case ref.Kind == resolve.Declaration:
		id := w.local(ref.Binding)
		roles := Definition
		if b := &w.Unit.Res.Bindings[ref.Binding]; b.Kind != resolve.Local || g.value != nil {
			roles |= Write
		}
		w.define(id, n, n.Span(), g)
		w.addWhole(n.Span(), id, roles, g)
	default:
		w.occur(n.Span(), w.local(ref.Binding), n, g, isGiven || ref.Write)
	}
}

// environment returns the thing that _ENV is where a name is a field of it.
func (w *textWalk) environment(n *syntax.Name, ref *resolve.Ref) ID {
	switch {
	case ref.Binding == 0 || w.Code == nil:
		return 0
	case ref.Upvalue >= 0:
		return w.upvalue(&w.Code.Funcs[w.Text.Owner(n.ID)], int(ref.Upvalue))
	}
	b := &w.Unit.Res.Bindings[ref.Binding]
	local := slices.Index(w.Unit.Funcs[b.Func].Map.Locals, ref.Binding)
	if local < 0 || b.Writes > 0 {
		return 0
	}
	return w.variable(&w.Code.Funcs[b.Func], local, int(w.Unit.Map.Regs[ref.Binding]))
}

func (w *textWalk) local(id resolve.BindingID) ID {
	return w.the(Thing{Kind: Local, Name: w.Unit.Tree.Str(w.Unit.Res.Bindings[id].Sym), Binding: id})
}

// access adds the occurrence of the field that an expression accesses.
func (w *textWalk) access(e, obj syntax.Expr, key *syntax.String) {
	if id := w.field(w.thingOf(obj), w.Unit.Tree.Str(key.Sym)); id != 0 {
		g, isGiven := w.given[e]
		w.occur(key.Span(), id, e, g, isGiven)
	}
}

// items adds the fields of a constructor.
func (w *textWalk) items(table *syntax.Table) {
	owner := w.made[table.Span()]
	if owner == 0 {
		return
	}
	for _, item := range table.Items {
		if key, ok := item.Key().(*syntax.String); ok {
			stat := source.Span{Start: key.Start, End: item.Value().Span().End}
			w.occur(key.Span(), w.field(owner, w.Unit.Tree.Str(key.Sym)), key, given{value: item.Value(), stat: stat}, true)
		}
	}
}

// required adds the name of what a call requires.
func (w *textWalk) required(call *syntax.Call) {
	x := w.all[w.called[call.Span()]]
	if x.Kind != Module {
		return
	}
	for _, arg := range call.Args() {
		if name, ok := arg.(*syntax.String); ok && w.Unit.Tree.Str(name.Sym) == x.Name {
			w.add(name.Span(), w.called[call.Span()], Import|Read)
		}
	}
}

// occur adds an occurrence of what an expression names, which may be given a value there.
func (w *textWalk) occur(at source.Span, id ID, e syntax.Expr, g given, isGiven bool) {
	id = w.canonical(id)
	if !isGiven {
		w.add(at, id, Read)
		return
	}
	roles := Write
	if g.isUpdate {
		roles |= Read
	}
	x := &w.all[id]
	x.writes++
	mayDefine := x.Kind != Local && (w.all[w.root(id)].Kind != Module || g.isFunction)
	if mayDefine && !w.defined[id] {
		roles |= Definition
		w.define(id, e, at, g)
	}
	w.addWhole(at, id, roles, g)
}

// addWhole adds an occurrence with all of the function that it is given, if it is one.
func (w *textWalk) addWhole(at source.Span, id ID, roles Role, g given) {
	i := w.add(at, id, roles)
	if _, isFunction := g.value.(*syntax.Function); isFunction && roles&Definition != 0 {
		w.found[i].Whole = g.stat
	}
}

// add adds an occurrence and returns its index.
func (w *textWalk) add(at source.Span, id ID, roles Role) int {
	i, ok := w.byPlace[placed{at, id}]
	if !ok {
		i = len(w.found)
		w.byPlace[placed{at, id}] = i
		w.found = append(w.found, Occurrence{Span: at, Thing: id, Whole: source.NoSpan})
	}
	w.found[i].Roles |= roles
	return i
}

// define notes what the first definition of a thing tells of it.
func (w *textWalk) define(id ID, e syntax.Expr, at source.Span, g given) {
	w.defined[id] = true
	x := w.all[id]
	x.DefinedAt, x.Form = at, w.form(id)
	if g.stat.Valid() && g.stat.Len() > 0 {
		x.Comment = commentAbove(w.Unit.Tree, g.stat.Start)
	}
	if x.Kind == Local {
		b := &w.Unit.Res.Bindings[x.Binding]
		x.InFunction, x.Captured = w.ofFunc[b.Func], b.Captured
	}
	if fn, ok := g.value.(*syntax.Function); ok {
		x.Form, x.Head = Function, w.head(e, fn)
		if fn.HasSelf {
			x.Form = Method
		}
		w.ofFunc[fn.ID] = id
	} else if g.value != nil {
		x.Holds = w.held(&x, g.value)
	}
	w.all[id] = x
}

// held returns what a thing is by the expression that it is given, as Thing.Holds has it.
func (w *textWalk) held(x *Thing, value syntax.Expr) ID {
	if x.Kind == Global || x.Kind == Local && w.Unit.Res.Bindings[x.Binding].Writes > 0 {
		return 0
	}
	id := w.canonical(w.thingOf(value))
	if w.all[w.root(id)].Kind != Module {
		return 0
	}
	return id
}

// form returns what a thing is that no function is put into.
func (w *textWalk) form(id ID) Form {
	x := &w.all[id]
	if x.Kind != Local {
		if w.classes[id] {
			return Class
		}
		return Variable
	}
	b := &w.Unit.Res.Bindings[x.Binding]
	switch {
	case b.Kind == resolve.Param:
		return Parameter
	case b.Kind == resolve.Self:
		return SelfParameter
	case b.Attrib == syntax.Const:
		return Constant
	}
	return Variable
}

// head returns the first line of a function as it is put into what an expression names.
func (w *textWalk) head(e syntax.Expr, fn *syntax.Function) string {
	name := w.Unit.File.Slice(e.Span())
	var list []string
	for _, p := range fn.Params {
		list = append(list, w.Unit.Tree.Str(p.Sym))
	}
	if fn.IsVararg() {
		list = append(list, "...")
	}
	return "function " + strings.Join(strings.Fields(name), " ") + "(" + strings.Join(list, ", ") + ")"
}

// thingOf returns the thing that an expression gives; 0 if that is not known.
func (w *textWalk) thingOf(e syntax.Expr) ID { return w.thingWithin(e, maxFields) }

// thingWithin returns what thingOf does, of an expression with at most so many fields, of which things have no more; else 0.
func (w *textWalk) thingWithin(e syntax.Expr, fields int) ID {
	paren, isParen := e.(*syntax.Paren)
	for ; isParen; paren, isParen = e.(*syntax.Paren) {
		e = paren.X
	}
	if fields < 0 {
		return 0
	}
	switch e := e.(type) {
	case *syntax.Name:
		return w.read(e)
	case *syntax.Field:
		return w.field(w.thingWithin(e.Obj, fields-1), w.Unit.Tree.Str(e.Key.Sym))
	case *syntax.Index:
		if key, ok := e.Key.(*syntax.String); ok {
			return w.field(w.thingWithin(e.Obj, fields-1), w.Unit.Tree.Str(key.Sym))
		}
	case *syntax.Guard:
		return w.thingWithin(e.X, fields)
	case *syntax.Table:
		return w.made[e.Span()]
	case *syntax.Call, *syntax.MethodCall:
		return w.called[e.Span()]
	}
	return 0
}

// read returns the thing that a variable is where a name reads it.
func (w *textWalk) read(n *syntax.Name) ID {
	ref := &w.Unit.Res.Refs[n.ID]
	switch {
	case w.Code == nil:
		return 0
	case w.isGlobal(ref):
		return w.the(Thing{Kind: Global, Name: w.Unit.Tree.Str(n.Sym)})
	case ref.Kind == resolve.ToGlobal:
		return w.field(w.environment(n, ref), w.Unit.Tree.Str(n.Sym))
	case ref.Kind == resolve.ToUpvalue && ref.Upvalue >= 0:
		return w.upvalue(&w.Code.Funcs[w.Text.Owner(n.ID)], int(ref.Upvalue))
	case ref.Kind != resolve.ToLocal:
		return 0
	}
	f := &w.Code.Funcs[w.Unit.Res.Bindings[ref.Binding].Func]
	pc, reg, i := w.Text.ReadAt(n), int(w.Unit.Map.Regs[ref.Binding]), 0
	if pc < 0 {
		return 0
	}
	for used := range effect.Uses(f.Proto, pc).All() {
		if used == reg {
			return w.operand(f, pc, i)
		}
		i++
	}
	return 0
}
