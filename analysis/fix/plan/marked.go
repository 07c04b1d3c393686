package plan

import (
	"cmp"
	"slices"
	"sort"
	"sync"

	"luaflow/analysis"
	"luaflow/analysis/effect"
	"luaflow/analysis/fix/proof"
	"luaflow/analysis/flow"
	"luaflow/analysis/live"
	"luaflow/analysis/ssa"
	"luaflow/analysis/textmap"
	"luaflow/analysis/value"
	"luaflow/analysis/waste"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// This file defines what the makers of fixes know from the marking: which instructions
// nobody needs, and which stores go together. It is for them alone; the proof decides
// without it.

// Marked is what the marking says of a program.
type Marked struct {
	Pass    *analysis.Pass // over it, that knows of no hosts
	Marking *live.Marking  // of its code

	groupsOnce  sync.Once             // for all three
	cycles      map[source.Pos]*Group // by where the findings of them stand
	tables      map[source.Pos]*Group
	overwritten map[source.Pos]bool // see IsOverwritten
}

// Group is stores that one fix removes.
type Group struct {
	Stores []syntax.NameID      // to variables
	Fields []textmap.FieldStore // to fields
	calls  []syntax.CallStat    // that store to fields
	Unread []syntax.NameID      // the stores to variables that nothing reads
	// Lossy: to store to the fields may raise an error.
	Lossy bool
	// Anchor: the table may be there to keep alive what is put into it.
	Anchor bool
}

// Marked returns what the marking says of the unit.
func (b *Original) Marked() *Marked {
	b.markedOnce.Do(func() {
		p := b.bare()
		b.markedFacts = &Marked{Pass: p, Marking: p.Facts.Code.Marking(value.None)}
	})
	return b.markedFacts
}

// Cycle returns the stores that are there for one another only, one of them at a place; nil
// if there are none, or if not for certain.
func (d *Marked) Cycle(at source.Pos) *Group {
	d.groupsOnce.Do(d.findGroups)
	return d.cycles[at]
}

// Table returns the stores of a table that is never read, and which is first stored at a
// place; nil if there is none, or if not for certain.
func (d *Marked) Table(at source.Pos) *Group {
	d.groupsOnce.Do(d.findGroups)
	return d.tables[at]
}

// IsOverwritten reports whether the field that gets a value at a place is stored to
// again before anything can read it.
func (d *Marked) IsOverwritten(at source.Pos) bool {
	d.groupsOnce.Do(d.findGroups)
	return d.overwritten[at]
}

func (d *Marked) findGroups() {
	d.cycles, d.tables = make(map[source.Pos]*Group), make(map[source.Pos]*Group)
	cascades, tables := d.Pass.Waste.Cascades(), d.Pass.Waste.WriteOnlyTables()
	for i := range cascades {
		d.addCascade(&cascades[i])
	}
	for i := range tables {
		d.addTable(&tables[i])
	}
	d.overwritten = make(map[source.Pos]bool)
	d.Pass.EachFunc(func(p *analysis.FuncPass) {
		for _, w := range p.Facts.Code.OverwrittenFields(p.Flow) {
			if s, ok := p.Text.FieldStoreAt(p.ID, w.PC); ok && len(w.By) > 0 {
				d.overwritten[s.At().Start] = true
			}
		}
	})
}

func (d *Marked) addCascade(c *waste.Cascade) {
	if !c.Certain {
		return
	}
	g := new(Group)
	for _, m := range c.Members {
		g.Stores = append(g.Stores, d.Pass.Waste.StoreOf(m).Name)
		if !m.Read {
			g.Unread = append(g.Unread, d.Pass.Waste.StoreOf(m).Name)
		}
	}
	for _, n := range g.Stores {
		d.cycles[d.Pass.Text.NameSpan(n).Start] = g
	}
}

func (d *Marked) addTable(t *waste.WriteOnlyTable) {
	if !t.Certain {
		return
	}
	g := &Group{Anchor: t.Anchor}
	for _, m := range slices.Concat(t.Holders, t.For) {
		g.Stores = append(g.Stores, d.Pass.Waste.StoreOf(m).Name)
	}
	for _, at := range t.Fills {
		if !d.addFill(g, at) {
			return
		}
	}
	first := d.Pass.Waste.StoreOf(t.Holders[0]).Name
	d.tables[d.Pass.Text.NameSpan(first).Start] = g
}

// addFill adds what fills a table to a group; ok is false if that is part of an
// expression.
func (d *Marked) addFill(g *Group, at flow.Site) (ok bool) {
	f := d.Pass.At(syntax.FuncID(at.Func))
	g.Lossy = g.Lossy || d.Marking.Live(f.Flow, int(at.PC))
	if s, ok := f.Text.FieldStoreAt(f.ID, int(at.PC)); ok {
		g.Fields = append(g.Fields, s)
		return s.Stat != nil
	}
	stats := d.Pass.Unit.Tree.Stats
	span := f.Map.Origins.At(int(at.PC)).Span()
	i := sort.Search(len(stats), func(i int) bool { return stats[i].Span().Start >= span.Start })
	if i == len(stats) {
		return false
	}
	call, ok := stats[i].(syntax.CallStat)
	if ok && call.Span() == span {
		g.calls = append(g.calls, call)
		return true
	}
	return false
}

// stays reports whether the instruction at pc is needed: it is live, or the proof does
// not know what it does.
func (d *Marked) stays(f *flow.Func, pc int) bool {
	if d.Marking.Live(f, pc) {
		return true
	}
	known := d.Pass.Facts.Constants()
	if !known.Executable(f, pc) {
		return false
	}
	operands := d.Pass.Facts.Code.SSA(f).Uses(pc)
	switch proof.AssumptionOf(f.Proto.Code[pc]) {
	case proof.OnCallee:
		name := known.Operand(f, pc, 0).Name()
		return name == 0 || !proof.MayLack(name.String())
	case proof.OnFirst:
		operands = operands[:1]
	case proof.NoAssumption:
		return false
	}
	return slices.ContainsFunc(operands, func(v ssa.ValueID) bool { return d.isOpaque(f, v) })
}

// isOpaque reports whether a value comes from a field or a call, so that the proof knows
// nothing of it, but for standard names.
func (d *Marked) isOpaque(f *flow.Func, v ssa.ValueID) bool {
	def := &d.Pass.Facts.Code.SSA(f).Values[v]
	if def.Kind != ssa.DefValue {
		return false
	}
	switch effect.ReferenceOf(f.Proto.Code[def.PC]) {
	case effect.ReadsField, effect.Calls:
		return d.Pass.Facts.Constants().Value(f, v).Name() == 0
	}
	return false
}

// isFree reports whether nobody can tell that e is not computed.
func (s *Script) isFree(e syntax.Expr) bool {
	return s.IsPure(e) || s.interprocedural && !s.hasLive(e.Span())
}

// hasLive reports whether an instruction that stays stands for a piece of the text at, which
// is part of one statement.
func (s *Script) hasLive(at source.Span) bool {
	found := false
	s.eachLive(at, func(source.Span) { found = true })
	return found
}

// eachLive calls visit for the instructions that stay and stand for a piece of the text
// at, with what they stand for.
func (s *Script) eachLive(at source.Span, visit func(source.Span)) {
	spans := s.live(StatAt(s.Unit.Tree, s.Places, at.Start))
	i := sort.Search(len(spans), func(i int) bool { return spans[i].Start >= at.Start })
	for ; i < len(spans) && spans[i].Start < at.End; i++ {
		if at.Covers(spans[i]) {
			visit(spans[i])
		}
	}
}

// live returns what the instructions of a statement that stay stand for, in order.
func (s *Script) live(stat syntax.StatID) []source.Span {
	if spans, known := s.alive[stat]; known {
		return spans
	}
	var spans []source.Span
	d := s.Original.Marked()
	pcs, fn := s.Unit.Map.PCs(stat), s.Places[stat].Func
	for pc := pcs.Start; pc < pcs.End; pc++ {
		if d.stays(&d.Pass.Facts.Code.Funcs[fn], int(pc)) {
			spans = append(spans, s.Unit.Funcs[fn].Map.Origins.At(int(pc)).Span())
		}
	}
	slices.SortFunc(spans, func(a, b source.Span) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
	})
	if s.alive == nil {
		s.alive = make(map[syntax.StatID][]source.Span)
	}
	s.alive[stat] = slices.Compact(spans)
	return s.alive[stat]
}

// Effects appends the parts of e that are to be computed if nobody needs its value, in
// order.
func (s *Script) Effects(e syntax.Expr, parts []syntax.Expr) []syntax.Expr {
	if s.isFree(e) {
		return parts
	}
	children := operands(e)
	switch {
	case s.onlyHolds(e) || s.interprocedural && s.isFreeBut(e, children):
		for _, c := range children {
			parts = s.Effects(c, parts)
		}
		return parts
	case s.form == noLocal:
		return s.callsOf(e, parts)
	}
	return append(parts, e)
}

// onlyHolds reports whether e does nothing but what those of its operands do that are
// always computed.
func (s *Script) onlyHolds(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Paren:
		return true
	case *syntax.Unary:
		return e.Op == syntax.Not
	case *syntax.Binary:
		return (e.Op == syntax.And || e.Op == syntax.Or) && s.isFree(e.Y)
	case *syntax.Table:
		return !slices.ContainsFunc(e.Items, func(it syntax.Item) bool { return it.Key() != nil && !isConstantKey(it.Key()) })
	}
	return false
}

// isFreeBut reports whether nobody can tell that e is not computed, as long as the
// operands are.
func (s *Script) isFreeBut(e syntax.Expr, operands []syntax.Expr) bool {
	free := true
	s.eachLive(e.Span(), func(at source.Span) {
		i := sort.Search(len(operands), func(i int) bool { return operands[i].Span().End >= at.End })
		free = free && i < len(operands) && operands[i].Span().Covers(at)
	})
	return free
}

// operands returns the expressions right below e that are always computed, in order.
func operands(e syntax.Expr) []syntax.Expr {
	if b, ok := e.(*syntax.Binary); ok && (b.Op == syntax.And || b.Op == syntax.Or) {
		return []syntax.Expr{b.X}
	}
	var list []syntax.Expr
	syntax.Children(e, func(n syntax.Node) {
		if x, ok := n.(syntax.Expr); ok {
			list = append(list, x)
		}
	})
	return list
}
