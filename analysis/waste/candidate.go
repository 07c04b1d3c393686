package waste

import (
	"luaflow/analysis/consts"
	"luaflow/analysis/depend"
	"luaflow/analysis/effect"
	"luaflow/analysis/facts"
	"luaflow/analysis/flow"
	"luaflow/analysis/live"
	"luaflow/analysis/ssa"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// What a cascade is, and which stores may be in one.

// Cascade is dead stores that hang together.
type Cascade struct {
	// Members is the stores whose values are read for nothing, and those that
	// nothing reads for which they are, in the order of the text.
	Members []Member
	// Certain: it holds whatever metamethods do. If not, the members that are dead
	// for certain come in here to explain the others, and are in no cascade.
	Certain bool
}

// candidate is a dead store with what makes its value.
type candidate struct {
	Member
	web int
}

// cascadeFinder finds the cascades of a file.
type cascadeFinder struct {
	*File
	reads           *reads
	functions       *functions
	relation        *depend.Relation
	strict, lenient *live.Marking
	constants       *consts.Constants
	tables          []WriteOnlyTable
	holders         map[syntax.NameID]bool // the names of stores that hold the tables
}

// gives returns the value or, for a store to an upvalue, the instruction by which a candidate gives
// others what they read.
func (c *candidate) gives() depend.Node {
	if c.Value == ssa.NoValue {
		return depend.AtSite(c.Site)
	}
	return depend.Node{Kind: depend.Value, Func: c.Site.Func, At: int32(c.Value)}
}

// flow returns the function of a candidate.
func (f *cascadeFinder) flow(c *candidate) *flow.Func { return &f.Facts.Code.Funcs[c.Site.Func] }

// candidates returns the dead stores of the lenient marking, but those of tables.
func (f *cascadeFinder) candidates() []candidate {
	var found []candidate
	f.Facts.EachFunc(func(p *facts.Function) {
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
	return f.Text.Quiet(&f.Unit.Res.Bindings[s.Binding]) || f.functions.IsUnusedFunction(s.Binding) ||
		f.Text.IsSelfAssignment(s) || f.holders[s.Name]
}

// isDead reports whether nothing needs the value of a store, as far as the lenient
// marking knows, and completes the candidate.
func (f *cascadeFinder) isDead(p *facts.Function, s *srcmap.StoreRec, c *candidate) bool {
	last := int(s.PCs.End) - 1
	if s.Upvalue >= 0 {
		upvalue, how := effect.Upvalue(p.Flow.Proto.Code[last])
		if how&effect.Write == 0 || upvalue != int(s.Upvalue) || f.lenient.Live(p.Flow, last) {
			return false
		}
		c.Site.PC, c.Value = int32(last), ssa.NoValue
		c.Read = f.Unit.Res.Bindings[s.Binding].Reads > 0
		c.Dead = !f.strict.Live(p.Flow, last)
		return f.constants.Executable(p.Flow, last)
	}
	form := f.Facts.Code.SSA(p.Flow)
	if v := form.Def(last, int(s.Reg)); v >= 0 && f.lenient.LiveValue(p.Flow, v) {
		return false // as most are
	}
	c.Dead = true
	values := form.DownwardExposed(int(s.PCs.Start), int(s.PCs.End), int(s.Reg))
	for _, v := range values {
		c.Site.PC, c.Value = form.Values[v].PC, v
		if f.lenient.LiveValue(p.Flow, v) || !f.constants.Executable(p.Flow, int(c.Site.PC)) {
			return false
		}
		c.Dead = c.Dead && !f.strict.LiveValue(p.Flow, v)
	}
	c.Read = p.Flow.LiveFrom(int(s.PCs.Start), int(s.PCs.End), int(s.Reg))
	return len(values) > 0
}
