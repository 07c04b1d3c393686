package waste

import (
	"cmp"
	"slices"

	"luaflow/analysis/consts"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/live"
	"luaflow/analysis/ssa"
	"luaflow/analysis/value"
	"luaflow/compile/resolve"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// Cascades: stores that something reads, but only to compute other values that
// nothing needs, or the next value of the same variable. Liveness does not see them;
// the marking does. Which store is there for which is told by asking what else would
// be live if the dead stores were.

// Cascade is dead stores that hang together.
type Cascade struct {
	// Members is the stores whose values are read for nothing, and those that
	// nothing reads for which they are, in the order of the text.
	Members []Member
	// Certain: it holds whatever metamethods do. If not, the members that are dead
	// for certain come in here to explain the others, and are in no cascade.
	Certain bool
}

// Member is a store of a cascade.
type Member struct {
	Fn    syntax.FuncID
	Store int // index into the Stores of Fn's map
	// Read: something reads the value.
	Read bool
	// Dead: nothing needs the value, whatever metamethods do.
	Dead bool

	// Site is an instruction that puts the value into the variable.
	Site  flow.Site
	Value ssa.ValueID // NoValue for a store to an upvalue
}

// StoreOf returns the store of a member.
func (p *Parts) StoreOf(m Member) *srcmap.StoreRec { return &p.Unit.Funcs[m.Fn].Map.Stores[m.Store] }

// Cascades returns the cascades of the file in the order of their first members.
func (p *Parts) Cascades() []Cascade { return p.findCascades().all }

// InCascade reports whether the store to this name is in a cascade that is certain, so
// that there is no more to be said about it.
func (p *Parts) InCascade(n syntax.NameID) bool { return !p.Text.Pedantic && p.findCascades().names[n] }

// cascades is what Parts keep.
type cascades struct {
	all    []Cascade
	tables []WriteOnlyTable
	names  map[syntax.NameID]bool // of the stores in cascades that are certain
}

func (p *Parts) findCascades() *cascades {
	if p.cascading == nil {
		p.cascading = new(cascades)
		if lenient := p.Facts.Marking(value.Operators); lenient != nil {
			f := cascadeFinder{Parts: p, strict: p.Facts.Marking(value.None), lenient: lenient, known: p.Facts.Constants()}
			f.run(p.cascading)
		}
	}
	return p.cascading
}

// candidate is a dead store with what makes its value.
type candidate struct {
	Member
	web int
}

type cascadeFinder struct {
	*Parts
	strict, lenient *live.Marking
	known           *consts.Constants
	tables          []WriteOnlyTable
	holders         map[syntax.NameID]bool // the names of stores that hold the tables
}

func (f *cascadeFinder) run(c *cascades) {
	f.tables = f.findWriteOnly()
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

// candidates returns the dead stores of the lenient marking, but those of tables.
func (f *cascadeFinder) candidates() []candidate {
	var found []candidate
	f.EachFunc(func(p *Func) {
		if !f.lenient.LiveFunc(p.Flow) {
			return
		}
		for i := range p.Map.Stores {
			s := &p.Map.Stores[i]
			if s.Elided || s.PCs.Empty() || s.Kind != srcmap.Init && s.Kind != srcmap.Assign && s.Kind != srcmap.FunctionInit {
				continue
			}
			c := candidate{Member: Member{Fn: p.ID, Store: i, Site: flow.SiteAt(p.Flow.Number, 0)}}
			if f.isDead(p, s, &c) && !f.isSilent(s) {
				found = append(found, c)
			}
		}
	})
	return found
}

// isSilent reports whether nothing is to be said about the values of a variable: not
// even that others are there for them.
func (f *cascadeFinder) isSilent(s *srcmap.StoreRec) bool {
	return f.Text.Quiet(&f.Unit.Res.Bindings[s.Binding]) || f.IsUnusedFunction(s.Binding) ||
		f.Text.IsSelfAssignment(s) || f.holders[s.Name]
}

// isDead reports whether nothing needs the value of a store, as far as the lenient
// marking knows, and completes the candidate.
func (f *cascadeFinder) isDead(p *Func, s *srcmap.StoreRec, c *candidate) bool {
	last := int(s.PCs.End) - 1
	if s.Upvalue >= 0 {
		upvalue, how := effect.Upvalue(p.Flow.Proto.Code[last])
		if how&effect.Write == 0 || upvalue != int(s.Upvalue) || f.lenient.Live(p.Flow, last) {
			return false
		}
		c.Site.PC, c.Value = int32(last), ssa.NoValue
		c.Read = f.Unit.Res.Bindings[s.Binding].Reads > 0
		c.Dead = !f.strict.Live(p.Flow, last)
		return f.known.Executable(p.Flow, last)
	}
	form := p.Facts.Code.SSA(p.Flow)
	if v := form.Def(last, int(s.Reg)); v >= 0 && f.lenient.LiveValue(p.Flow, v) {
		return false // as most are
	}
	c.Dead = true
	values := form.DownwardExposed(int(s.PCs.Start), int(s.PCs.End), int(s.Reg))
	for _, v := range values {
		c.Site.PC, c.Value = form.Values[v].PC, v
		if f.lenient.LiveValue(p.Flow, v) || !f.known.Executable(p.Flow, int(c.Site.PC)) {
			return false
		}
		c.Dead = c.Dead && !f.strict.LiveValue(p.Flow, v)
	}
	c.Read = p.Flow.LiveFrom(int(s.PCs.Start), int(s.PCs.End), int(s.Reg))
	return len(values) > 0
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
	p := f.flow(c)
	for _, u := range f.Facts.Code.SSA(p).Users(c.Value) {
		if pc := u.PC(); pc >= 0 && f.IsItem(c.Member, pc) && !base.Live(p, pc) {
			sites = append(sites, flow.SiteAt(p.Number, pc))
		}
	}
	return sites
}

// IsTable reports whether the value of a member is a new table.
func (p *Parts) IsTable(m Member) bool {
	return m.Value != ssa.NoValue && effect.ReferenceOf(p.Facts.Code.Funcs[m.Fn].Proto.Code[m.Site.PC]) == effect.Makes
}

// IsItem reports whether the instruction at pc, which uses the table of a member, fills
// it in its constructor.
func (p *Parts) IsItem(m Member, pc int) bool {
	how := effect.ReferenceOf(p.Facts.Code.Funcs[m.Fn].Proto.Code[pc])
	origins := &p.Unit.Funcs[m.Fn].Map.Origins
	return (how == effect.WritesField || how == effect.Fills) && origins.At(int(m.Site.PC)).Span().Covers(origins.At(pc).Span())
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

// flow returns the function of a candidate.
func (f *cascadeFinder) flow(c *candidate) *flow.Func { return &f.Facts.Code.Funcs[c.Site.Func] }

// isNeeded reports whether the value of a candidate, which base does not need, is read
// for a dead store.
func (f *cascadeFinder) isNeeded(base, more *live.Marking, c *candidate) bool {
	if f.IsTable(c.Member) {
		return f.isNeededTable(base, more, c)
	}
	if c.Value != ssa.NoValue {
		return more.LiveValue(f.flow(c), c.Value)
	}
	return more.LiveCell(f.Facts.Code.Cells().Of(int(c.Site.Func), int(f.StoreOf(c.Member).Upvalue)))
}

// isNeededTable reports what isNeeded does, for a new table, which what fills it in its constructor
// reads as well. A phi that base needs joins it over an edge that control never takes.
func (f *cascadeFinder) isNeededTable(base, more *live.Marking, c *candidate) bool {
	p := f.flow(c)
	form := f.Facts.Code.SSA(p)
	for _, u := range form.Users(c.Value) {
		if pc := u.PC(); pc >= 0 {
			if more.Live(p, pc) && !f.IsItem(c.Member, pc) {
				return true
			}
		} else if phi, _ := form.Phi(u); more.LiveValue(p, phi) && !base.LiveValue(p, phi) {
			return true
		}
	}
	s := f.StoreOf(c.Member)
	if !form.Observed(c.Value) {
		return false
	}
	cell := f.Facts.Code.Cells().At(p, int(s.PCs.End), int(s.Reg))
	return cell >= 0 && more.LiveCell(cell)
}

// isWorthSaying reports whether a cascade of a level tells more than other findings
// do, and sorts its members: one of them must be read, if the cascade is not certain
// one that may be needed. A variable that unreachable text reads is in use.
func (f *cascadeFinder) isWorthSaying(level value.Impact, c *Cascade) bool {
	slices.SortFunc(c.Members, func(a, b Member) int { return cmp.Compare(f.StoreOf(a).Name, f.StoreOf(b).Name) })
	worth := false
	for _, m := range c.Members {
		if f.ReadUnexecuted(f.StoreOf(m).Binding) {
			return false
		}
		worth = worth || m.Read && (level == value.None || !m.Dead)
	}
	return worth
}
