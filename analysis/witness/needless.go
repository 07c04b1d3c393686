package witness

import (
	"fmt"
	"slices"

	"luaflow/analysis/depend"
	"luaflow/analysis/effect"
	"luaflow/analysis/live"
	"luaflow/analysis/place"
	"luaflow/analysis/ssa"
	"luaflow/analysis/textmap"
	"luaflow/analysis/value"
	"luaflow/compile/bytecode"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// Why nothing needs a value that is read: what it is read for, and so
// on, down to values that nothing reads.

// needless explains a store to a variable of the function around it, if nothing needs its value,
// and reports whether it has.
func (e *explainer) needless(s *srcmap.StoreRec) bool {
	fn := e.Binding.Func
	values := e.valuesOf(member{fn, s})
	if len(values) == 0 {
		return false
	}
	isDead := func(m *live.Marking) bool {
		return !slices.ContainsFunc(values, func(v ssa.ValueID) bool { return m.LiveValue(e.FlowOf(fn), v) })
	}
	return e.explainNeedless(member{fn, s}, isDead)
}

// needlessUpvalue explains a store to a variable of a function around, and reports whether that is one
// whose value nothing needs.
func (e *explainer) needlessUpvalue() bool {
	if e.Binding == nil || e.Ref.Kind != resolve.ToUpvalue || e.Facts.Code == nil {
		return false
	}
	for i := range e.Unit.Funcs[e.Fn].Map.Stores {
		s := &e.Unit.Funcs[e.Fn].Map.Stores[i]
		if s.Name == e.Name.ID && s.Upvalue >= 0 && !s.PCs.Empty() {
			last := int(s.PCs.End) - 1
			return e.explainNeedless(member{e.Fn, s}, func(m *live.Marking) bool { return !m.Live(e.FlowOf(e.Fn), last) })
		}
	}
	return false
}

// explainNeedless explains a store if it is dead in some marking and executed, and reports
// whether it has.
func (e *explainer) explainNeedless(m member, isDead func(*live.Marking) bool) bool {
	strict, lenient := e.Facts.Marking(value.None), e.Facts.Marking(value.Operators)
	if e.constants == nil || strict == nil || e.Binding.Exposed || e.Binding.Reads == 0 || !isDead(lenient) ||
		!strict.LiveFunc(e.FlowOf(m.fn)) || !e.executable(m.fn, max(int(m.rec.PCs.End)-1, 0)) {
		return false
	}
	n := needs{explainer: e, relation: e.Relation()}
	n.followReaders(m)
	if len(n.steps) == 0 {
		return false
	}
	title := fmt.Sprintf("nothing needs the value assigned to %s%s", place.Quote(e.Info.Name), e.purpose(m))
	if !isDead(strict) {
		title += ", unless a metamethod or an error depends on it"
	}
	e.add(OfStore, e.Info.Span, title, n.steps)
	e.isNeedless = true
	return true
}

// purpose returns, after the name of a store whose value nothing needs, what it is read for.
func (e *explainer) purpose(m member) string {
	members, how, ok := PurposeOf(e.Parts, m.fn, m.rec)
	switch {
	case !ok:
		return ", though something reads it"
	case members == nil:
		return ": it is only used for values that nothing needs"
	}
	var names []string
	for _, o := range members {
		if name := e.nameOf(e.StoreOf(o)); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	object := textmap.Enumerate(names)
	if len(names) == 1 && names[0] == place.Quote(e.Info.Name) {
		return ": it is only used to " + how.AimToUpdate(object, "the next value of "+object)
	}
	return ": it is only used to " + how.Aim(object)
}

// needs follows what needless values are read for.
type needs struct {
	*explainer
	relation *depend.Relation
	members  []member
	steps    []Step
	from     member // whose readers are looked for
	visited  []depend.Node
	readers  int
}

// followReaders adds a step for each reader of root, and of the members that read it in their turn.
func (n *needs) followReaders(root member) {
	n.members = []member{root}
	for k := 0; k < len(n.members) && k < MaxMembers; k++ {
		n.from, n.visited, n.readers = n.members[k], nil, 0
		if n.from.rec.Upvalue >= 0 {
			if cell := n.relation.Cells.Of(int(n.from.fn), int(n.from.rec.Upvalue)); cell >= 0 {
				n.cell(depend.CellOf(cell))
			}
		}
		for _, v := range n.valuesOf(n.from) {
			n.value(depend.ValueOf(n.FlowOf(n.from.fn), v))
		}
		if n.readers == 0 {
			n.addStep(n.Text.NameSpan(n.from.rec.Name), fmt.Sprintf("nothing reads this value of %s", n.nameOf(n.from.rec)))
		}
	}
}

func (n *needs) addStep(at source.Span, text string) {
	if s := (Step{at, text}); !slices.Contains(n.steps, s) {
		n.steps = append(n.steps, s)
	}
}

// value looks at what uses a value that something of the member's became.
func (n *needs) value(v depend.Node) {
	const most = 200 // values, however strange the code
	if len(n.visited) == most || slices.Contains(n.visited, v) {
		return
	}
	n.visited = append(n.visited, v)
	for user := range n.relation.Serves(v) {
		switch user.Kind {
		case depend.Instruction:
			n.instruction(syntax.FuncID(user.Func), int(user.At))
		case depend.Value:
			n.value(user)
		case depend.Cell:
			n.cell(user)
		}
	}
}

// cell looks at what reads a cell in which closures see the value.
func (n *needs) cell(cell depend.Node) {
	for reader := range n.relation.Serves(cell) {
		if !n.executable(syntax.FuncID(reader.Func), int(reader.At)) {
			continue
		}
		for v := range n.relation.Serves(reader) {
			if v.Kind == depend.Value {
				n.value(v)
			}
		}
	}
}

// instruction looks at what the instruction at pc makes of the value.
func (n *needs) instruction(fn syntax.FuncID, pc int) {
	if !n.executable(fn, pc) {
		return
	}
	f := n.FlowOf(fn)
	i := f.Proto.Code[pc]
	if !n.Facts.Marking(value.None).LiveFunc(f) {
		n.readers++
		n.addStep(n.firstLine(n.Unit.Funcs[fn].Map.Origins.At(pc).Span()), "used here, in a function that nothing needs")
		return
	}
	if upvalue, how := effect.Upvalue(i); how&effect.Write != 0 {
		if s := n.upvalueStore(fn, pc, upvalue); s != nil {
			n.store(fn, pc, s)
			return
		}
	}
	form := n.Facts.Code.SSA(f)
	first, count := form.Defs(pc)
	for v := first; v < first+ssa.ValueID(count); v++ {
		if s := n.storedAs(fn, v); s != nil {
			n.store(fn, pc, s)
		} else if !effect.PreparesLoop(i) && effect.ConditionOf(i) != effect.Count {
			n.value(depend.ValueOf(f, v))
		}
	}
	if count == 0 || effect.PreparesLoop(i) {
		n.readers++
		text := sinkText(i)
		if _, only := n.constants.Decided(f, f.Graph.Block(pc)); only {
			text = "tested here, where the result is always the same"
		}
		n.addStep(n.firstLine(n.Unit.Funcs[fn].Map.Origins.At(pc).Span()), text)
	}
}

// sinkText returns what an instruction that stores nothing in a variable makes of a value that
// nothing needs.
func sinkText(i bytecode.Instruction) string {
	switch effect.ReferenceOf(i) {
	case effect.WritesField, effect.Fills:
		return "put into a table that nothing reads"
	case effect.Calls:
		return "passed to a call that does nothing"
	}
	if effect.EndsBlock(i) {
		return "only decides whether to compute what nothing needs"
	}
	return "used here, for a result that nothing needs"
}

// store notes that a value is computed for another one, by the instruction at pc.
func (n *needs) store(fn syntax.FuncID, pc int, s *srcmap.StoreRec) {
	n.readers++
	m := member{fn, s}
	if !slices.ContainsFunc(n.members, func(o member) bool { return o.rec.Name == s.Name }) {
		n.members = append(n.members, m)
	}
	name := n.nameOf(s)
	text := "used here only to compute " + name
	if s.Binding == n.from.rec.Binding {
		text = "used here only to update " + name
	}
	n.addStep(n.readIn(fn, pc, s), text)
}

// readIn returns where the statement of a store reads the variable whose value is followed;
// the statement itself if it does not name it.
func (n *needs) readIn(fn syntax.FuncID, pc int, s *srcmap.StoreRec) source.Span {
	at := n.Unit.Funcs[fn].Map.Origins.At(pc).Span()
	if s.Stat != syntax.NoStat {
		at = n.Unit.Tree.Stats[s.Stat].Span()
	}
	names := &n.Unit.Tree.Names
	for name := range names.From(names.Search(at.Start)) {
		if name.Start >= at.End {
			break
		}
		ref := &n.Unit.Res.Refs[name.ID]
		if ref.Binding == n.from.rec.Binding && !ref.Write && (ref.Kind == resolve.ToLocal || ref.Kind == resolve.ToUpvalue) {
			return name.Span()
		}
	}
	return n.firstLine(at)
}

// upvalueStore returns the store of a function that the SETUPVAL at pc makes.
func (e *explainer) upvalueStore(fn syntax.FuncID, pc, upvalue int) *srcmap.StoreRec {
	stores := e.Unit.Funcs[fn].Map.Stores
	for i := range stores {
		if s := &stores[i]; int(s.Upvalue) == upvalue && int(s.PCs.Start) <= pc && pc < int(s.PCs.End) {
			return s
		}
	}
	return nil
}
