package plan

import (
	"slices"
	"sort"

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

// Marked is what the marking says of a program, for one who asks.
type Marked struct {
	Pass    *analysis.Pass // over it, that knows of no hosts
	Marking *live.Marking  // of its code

	groups func() *groups
}

// groups is which stores go together.
type groups struct {
	cycles, tables map[source.Pos]*Group // by where the findings of them stand
	overwritten    map[source.Pos]bool   // see IsOverwritten
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
	p := b.withoutHosts()
	d := &Marked{Pass: p, Marking: p.Facts.Code.Marking(value.None)}
	d.groups = func() *groups { return Fact(b, func(*Original) *groups { return d.findGroups() }) }
	return d
}

// Cycle returns the stores that are there for one another only, one of them at a place; nil
// if there are none, or if not for certain.
func (d *Marked) Cycle(at source.Pos) *Group { return d.groups().cycles[at] }

// Table returns the stores of a table that is never read, and which is first stored at a
// place; nil if there is none, or if not for certain.
func (d *Marked) Table(at source.Pos) *Group { return d.groups().tables[at] }

// IsOverwritten reports whether the field that gets a value at a place is stored to
// again before anything can read it.
func (d *Marked) IsOverwritten(at source.Pos) bool { return d.groups().overwritten[at] }

// findGroups returns the groups of the program.
func (d *Marked) findGroups() *groups {
	found := &groups{make(map[source.Pos]*Group), make(map[source.Pos]*Group), make(map[source.Pos]bool)}
	cascades, tables := d.Pass.Waste.Cascades(), d.Pass.Waste.WriteOnlyTables()
	for i := range cascades {
		d.addCascade(found, &cascades[i])
	}
	for i := range tables {
		d.addTable(found, &tables[i])
	}
	d.Pass.EachFunc(func(p *analysis.FuncPass) {
		for _, w := range p.Facts.Code.OverwrittenFields(p.Flow) {
			if s, ok := p.Text.FieldStoreAt(p.ID, w.PC); ok && len(w.By) > 0 {
				found.overwritten[s.At().Start] = true
			}
		}
	})
	return found
}

func (d *Marked) addCascade(found *groups, c *waste.Cascade) {
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
		found.cycles[d.Pass.Text.NameSpan(n).Start] = g
	}
}

func (d *Marked) addTable(found *groups, t *waste.WriteOnlyTable) {
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
	found.tables[d.Pass.Text.NameSpan(first).Start] = g
}

// addFill adds what fills a table to a group, and reports whether that is a statement and not a part of an
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

// isNeeded reports whether the instruction at pc is needed: it is live, or the proof does
// not know what it does.
func (d *Marked) isNeeded(f *flow.Func, pc int) bool {
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
