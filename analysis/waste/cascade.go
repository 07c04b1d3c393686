package waste

import (
	"cmp"
	"slices"

	"luaflow/analysis/depend"
	"luaflow/analysis/facts"
	"luaflow/analysis/flow"
	"luaflow/analysis/live"
	"luaflow/analysis/ssa"
	"luaflow/analysis/value"
	"luaflow/compile/resolve"
	"luaflow/compile/syntax"
)

// Cascades: stores that something reads, but only to compute other values that
// nothing needs, or the next value of the same variable. Liveness does not see them;
// the marking does. Which store is there for which is told by asking what else would
// be live if the dead stores were.

// cascades finds the cascades of a file, and with them the tables that are only written to: what a
// store is read for may be either.
type cascades struct {
	reads     *reads
	functions *functions
	found     *facts.Fact[cascadesFound] // for all who ask
}

// cascadesFound is what cascades found.
type cascadesFound struct {
	all    []Cascade
	tables []WriteOnlyTable
	names  map[syntax.NameID]bool // of the stores in cascades that are certain
}

// Cascades returns the cascades of the file in the order of their first members.
func (c *cascades) Cascades() []Cascade { return c.find().all }

// InCascade reports whether the store to this name is in a cascade that is certain, so
// that there is no more to be said about it.
func (c *cascades) InCascade(n syntax.NameID) bool {
	return !c.reads.file.Text.Pedantic && c.find().names[n]
}

// WriteOnlyTables returns those tables, in the order of their first holders.
func (c *cascades) WriteOnlyTables() []WriteOnlyTable { return c.find().tables }

// find returns what there is, nothing in a file that is not understood.
func (c *cascades) find() *cascadesFound {
	file := c.reads.file
	return c.found.Get(func() *cascadesFound {
		found := new(cascadesFound)
		if lenient := file.Facts.Marking(value.Operators); lenient != nil {
			f := cascadeFinder{File: file, reads: c.reads, functions: c.functions, relation: file.Relation(),
				strict: file.Facts.Marking(value.None), lenient: lenient, constants: file.Facts.Constants()}
			f.run(found)
		}
		return found
	})
}

// run finds the cascades and the tables.
func (f *cascadeFinder) run(c *cascadesFound) {
	tables := newTableFinder(f.reads)
	f.tables = tables.findWriteOnly()
	f.holders = make(map[syntax.NameID]bool)
	for i := range f.tables {
		for _, m := range f.tables[i].Holders {
			f.holders[f.StoreOf(m).Name] = true
		}
	}
	candidates := f.withoutDeciders(f.candidates())
	c.all = f.group(value.Operators, f.lenient, slices.Clone(candidates))
	dead := slices.DeleteFunc(candidates, func(c candidate) bool { return !c.Dead })
	certain := f.group(value.None, f.strict, dead)
	c.names = make(map[syntax.NameID]bool)
	for i := range certain {
		certain[i].Certain = true
		for _, m := range certain[i].Members {
			c.names[f.StoreOf(m).Name] = true
		}
	}
	c.all = append(c.all, certain...)
	slices.SortStableFunc(c.all, func(a, b Cascade) int {
		return cmp.Compare(f.StoreOf(a.Members[0]).Name, f.StoreOf(b.Members[0]).Name)
	})
	for i := range f.tables {
		f.sort(f.tables[i].For)
	}
	c.tables = f.tables
}

// maxRounds is how often candidates are dropped that are read for nothing at all,
// because another has been dropped.
const maxRounds = 8

// group makes cascades of candidates that are dead in a marking, the one of a level.
// What is there to fill a table becomes part of that.
func (f *cascadeFinder) group(level value.Impact, base *live.Marking, candidates []candidate) []Cascade {
	fills := f.fills(level, base)
	for round := 0; slices.ContainsFunc(candidates, func(c candidate) bool { return c.Read }); round++ {
		more := f.Facts.Code.MarkingWith(level, f.sites(base, candidates, fills))
		webs := f.Facts.Code.Webs(base, more)
		idle := false
		for i := range candidates {
			c := &candidates[i]
			c.web = webs.OfInstruction(f.flow(c), int(c.Site.PC))
			if c.web == live.NoWeb && c.Value != ssa.NoValue {
				c.web = webs.OfValue(f.flow(c), c.Value)
			}
			idle = idle || c.Read && !f.isNeeded(base, more, c)
		}
		if !idle || round == maxRounds {
			return f.gather(level, base, webs, candidates)
		}
		candidates = slices.DeleteFunc(candidates, func(c candidate) bool { return c.Read && !f.isNeeded(base, more, &c) })
	}
	return nil
}

// fills returns the instructions that write to tables which are only written to, and that
// are dead in a marking.
func (f *cascadeFinder) fills(level value.Impact, base *live.Marking) []flow.Site {
	var fills []flow.Site
	for i := range f.tables {
		t := &f.tables[i]
		if !t.Certain && level == value.None {
			continue
		}
		for _, at := range t.Fills {
			if !base.Live(&f.Facts.Code.Funcs[at.Func], int(at.PC)) {
				fills = append(fills, at)
			}
		}
	}
	return fills
}

// sites returns the instructions of candidates that are dead in a marking, those that fill
// a table in its constructor included, and more.
func (f *cascadeFinder) sites(base *live.Marking, candidates []candidate, more []flow.Site) []flow.Site {
	sites := slices.Clone(more)
	for i := range candidates {
		if c := &candidates[i]; !base.Live(f.flow(c), int(c.Site.PC)) {
			sites = append(sites, c.Site)
			sites = f.appendItems(sites, base, c)
		}
	}
	return sites
}

// appendItems appends the instructions that fill the table of a candidate in its
// constructor, if it is one.
func (f *cascadeFinder) appendItems(sites []flow.Site, base *live.Marking, c *candidate) []flow.Site {
	if !f.IsTable(c.Member) {
		return sites
	}
	for n := range f.relation.Serves(c.gives()) {
		if n.Kind == depend.Instruction && f.IsItem(c.Member, int(n.At)) && !base.Live(f.flow(c), int(n.At)) {
			sites = append(sites, n.Site())
		}
	}
	return sites
}

// gather makes cascades of candidates whose webs are known.
func (f *cascadeFinder) gather(level value.Impact, base *live.Marking, webs *live.Webs, candidates []candidate) []Cascade {
	f.joinUnread(candidates)
	tables := make(map[int]*WriteOnlyTable) // by web
	for i := range f.tables {
		for _, at := range f.tables[i].Fills {
			if web := webs.OfInstruction(&f.Facts.Code.Funcs[at.Func], int(at.PC)); web != live.NoWeb {
				tables[web] = &f.tables[i]
			}
		}
	}
	byWeb := make(map[int]int) // indices of cascades
	var found []Cascade
	for i := range candidates {
		c := &candidates[i]
		if c.web == live.NoWeb {
			continue
		}
		if t := tables[c.web]; t != nil {
			if c.Read && t.Certain == (level == value.None) {
				t.For = append(t.For, c.Member)
			}
			continue
		}
		k, known := byWeb[c.web]
		if !known {
			k = len(found)
			byWeb[c.web] = k
			found = append(found, Cascade{})
		}
		found[k].Members = append(found[k].Members, c.Member)
	}
	return slices.DeleteFunc(f.joinRings(found), func(c Cascade) bool { return !f.isWorthSaying(level, &c) })
}

// joinUnread puts the stores to a variable that nothing reads into one web, if any is
// in one.
func (f *cascadeFinder) joinUnread(candidates []candidate) {
	webs := make(map[resolve.BindingID]int)
	joined := make(map[int]int)
	root := func(web int) int {
		for next, ok := joined[web]; ok; next, ok = joined[web] {
			web = next
		}
		return web
	}
	for i := range candidates {
		id := f.StoreOf(candidates[i].Member).Binding
		web := root(candidates[i].web)
		if f.Unit.Res.Bindings[id].Reads > 0 || web == live.NoWeb {
			continue
		}
		if first, known := webs[id]; !known {
			webs[id] = web
		} else if first = root(first); first != web {
			joined[web] = first
		}
	}
	for i := range candidates {
		c := &candidates[i]
		if web, known := webs[f.StoreOf(c.Member).Binding]; known {
			c.web = web
		}
		c.web = root(c.web)
	}
}

// isNeeded reports whether the value of a candidate, which base does not need, is read
// for a dead store.
func (f *cascadeFinder) isNeeded(base, more *live.Marking, c *candidate) bool {
	if f.IsTable(c.Member) {
		return f.isNeededTable(base, more, c)
	}
	if c.Value != ssa.NoValue {
		return more.LiveValue(f.flow(c), c.Value)
	}
	for n := range f.relation.Serves(c.gives()) {
		if n.Kind == depend.Cell && more.LiveCell(int(n.At)) {
			return true
		}
	}
	return false
}

// isNeededTable reports what isNeeded does, for a new table, which what fills it in its constructor
// reads as well. A phi that base needs joins it over an edge that control never takes.
func (f *cascadeFinder) isNeededTable(base, more *live.Marking, c *candidate) bool {
	p := f.flow(c)
	for n := range f.relation.Serves(c.gives()) {
		switch n.Kind {
		case depend.Instruction:
			if more.Live(p, int(n.At)) && !f.IsItem(c.Member, int(n.At)) {
				return true
			}
		case depend.Value:
			if phi := ssa.ValueID(n.At); more.LiveValue(p, phi) && !base.LiveValue(p, phi) {
				return true
			}
		case depend.Cell:
			if more.LiveCell(int(n.At)) {
				return true
			}
		}
	}
	return false
}

// isWorthSaying reports whether a cascade of a level tells more than other findings
// do, and sorts its members: one of them must be read, if the cascade is not certain
// one that may be needed. A variable that unreachable text reads is in use.
func (f *cascadeFinder) isWorthSaying(level value.Impact, c *Cascade) bool {
	slices.SortFunc(c.Members, func(a, b Member) int { return cmp.Compare(f.StoreOf(a).Name, f.StoreOf(b).Name) })
	worth := false
	for _, m := range c.Members {
		if f.reads.ReadUnexecuted(f.StoreOf(m).Binding) {
			return false
		}
		worth = worth || m.Read && (level == value.None || !m.Dead)
	}
	return worth
}
