package facts

import (
	"slices"

	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/compile/bytecode"
)

// The oracle: the same facts by the textbook, an instruction at a time, with maps
// of sets, until nothing changes. It shares with the package only what effect says
// of single instructions.

type regs map[int]bool

func regsOf(r effect.Regs) regs {
	s := regs{}
	for reg := range r.All() {
		s[reg] = true
	}
	return s
}

// merge adds t to s and reports whether s grew.
func (s regs) merge(t regs) bool {
	n := len(s)
	for reg := range t {
		s[reg] = true
	}
	return len(s) > n
}

func (s regs) without(t regs) regs {
	r := regs{}
	for reg := range s {
		if !t[reg] {
			r[reg] = true
		}
	}
	return r
}

type oracle struct {
	p         *bytecode.Proto
	children  []*oracle
	reachable []bool
	reads     map[int]bool // upvalues that this function or those in it read
	writes    map[int]bool
	readable  []regs // by pc: the cells that closures may read
	writable  []regs
	live      []regs // by pc
	liveWays  ways
	reach     []defs // by pc
}

// def is a definition of a register: its pc, or Entry or ByClosure.
type def struct{ pc, reg int }

type defs map[def]bool

func newOracle(p *bytecode.Proto) *oracle {
	o := &oracle{p: p}
	for _, child := range p.Protos {
		o.children = append(o.children, newOracle(child))
	}
	o.findReachable()
	o.findAccess()
	o.readable = o.findCells(func(c *oracle) map[int]bool { return c.reads })
	o.writable = o.findCells(func(c *oracle) map[int]bool { return c.writes })
	o.findLive()
	o.findReaching()
	return o
}

func (o *oracle) succs(pc int) []int {
	var s []int
	first, second := effect.Successors(o.p, pc)
	if first >= 0 {
		s = append(s, first)
	}
	if second >= 0 {
		s = append(s, second)
	}
	return s
}

func (o *oracle) findReachable() {
	o.reachable = make([]bool, len(o.p.Code))
	todo := []int{0}
	for len(todo) > 0 {
		pc := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if !o.reachable[pc] {
			o.reachable[pc] = true
			todo = append(todo, o.succs(pc)...)
		}
	}
}

func (o *oracle) findAccess() {
	o.reads, o.writes = map[int]bool{}, map[int]bool{}
	for pc, i := range o.p.Code {
		if !o.reachable[pc] {
			continue
		}
		switch upvalue, how := effect.Upvalue(i); how {
		case effect.Read:
			o.reads[upvalue] = true
		case effect.Write:
			o.writes[upvalue] = true
		}
		if i.Op() != bytecode.CLOSURE {
			continue
		}
		child := o.children[i.Bx()]
		for k, up := range child.p.Upvalues {
			if !up.InStack && child.reads[k] {
				o.reads[int(up.Index)] = true
			}
			if !up.InStack && child.writes[k] {
				o.writes[int(up.Index)] = true
			}
		}
	}
}

// capturedAt returns the registers that the instruction at pc captures for a closure that
// accesses them.
func (o *oracle) capturedAt(pc int, access func(*oracle) map[int]bool) regs {
	s := regs{}
	if i := o.p.Code[pc]; i.Op() == bytecode.CLOSURE {
		child := o.children[i.Bx()]
		for k, up := range child.p.Upvalues {
			if up.InStack && access(child)[k] {
				s[int(up.Index)] = true
			}
		}
	}
	return s
}

func (o *oracle) findCells(access func(*oracle) map[int]bool) []regs {
	at := make([]regs, len(o.p.Code))
	for pc := range at {
		at[pc] = regs{}
	}
	for changed := true; changed; {
		changed = false
		for pc, i := range o.p.Code {
			if !o.reachable[pc] {
				continue
			}
			out := o.capturedAt(pc, access)
			for reg := range at[pc] {
				if i.Op() != bytecode.JMP || i.A() == 0 || reg < i.A()-1 {
					out[reg] = true
				}
			}
			for _, to := range o.succs(pc) {
				changed = at[to].merge(out) || changed
			}
		}
	}
	return at
}

// collectorReads returns the cells that finalizers may read after the instruction at pc,
// collectorWrites those that they may write.
func (o *oracle) collectorReads(pc int) regs { return o.collectorReadsOf(pc, o.readable[pc]) }

func (o *oracle) collectorReadsOf(pc int, cells regs) regs {
	return o.collectorAccesses(pc, cells, func(c *oracle) map[int]bool { return c.reads })
}

func (o *oracle) collectorWrites(pc int) regs {
	return o.collectorAccesses(pc, o.writable[pc], func(c *oracle) map[int]bool { return c.writes })
}

func (o *oracle) collectorAccesses(pc int, before regs, access func(*oracle) map[int]bool) regs {
	s := regs{}
	i := o.p.Code[pc]
	switch i.Op() {
	case bytecode.NEWTABLE, bytecode.CONCAT, bytecode.CLOSURE:
		s.merge(before)
	}
	if i.Op() == bytecode.CLOSURE && o.readable[pc][i.A()] {
		s.merge(o.capturedAt(pc, access))
	}
	return s
}

// otherCodeReads returns the cells that others may read in the middle of the instruction at pc.
func (o *oracle) otherCodeReads(pc int) regs { return o.otherCodeReadsOf(pc, o.readable[pc]) }

func (o *oracle) otherCodeReadsOf(pc int, cells regs) regs {
	i := o.p.Code[pc]
	switch i.Op() {
	case bytecode.MOVE, bytecode.LOADK, bytecode.LOADKX, bytecode.LOADBOOL, bytecode.LOADNIL,
		bytecode.GETUPVAL, bytecode.SETUPVAL, bytecode.NEWTABLE, bytecode.NOT, bytecode.TEST,
		bytecode.TESTSET, bytecode.FORLOOP, bytecode.TFORLOOP, bytecode.SETLIST, bytecode.CLOSURE,
		bytecode.VARARG, bytecode.EXTRAARG:
		return nil
	case bytecode.EQ:
		if bytecode.IsK(i.B()) || bytecode.IsK(i.C()) {
			return nil
		}
	case bytecode.JMP:
		return o.closed(pc, cells)
	}
	return cells
}

// closed returns the cells that the JMP at pc closes.
func (o *oracle) closed(pc int, cells regs) regs {
	s := regs{}
	for reg := range cells {
		if o.closes(pc, reg) {
			s[reg] = true
		}
	}
	return s
}

// ways is, by pc, registers as sets of two kinds: those that are in the set if they are
// no cells yet when control comes to the pc, and those that are if they are cells.
type ways [2][]regs

// findWays solves the problem of what is read after each pc, by closures and what base
// says, going through all paths with what is a cell by then.
func (o *oracle) findWays(base func(pc int) regs) ways {
	var w ways
	for k := range w {
		for range o.p.Code {
			w[k] = append(w[k], regs{})
		}
	}
	for changed := true; changed; {
		changed = false
		for pc := len(o.p.Code) - 1; pc >= 0; pc-- {
			for k := range w {
				s := o.wayAfter(&w, k, pc).without(regsOf(effect.Defs(o.p, pc)))
				s.merge(o.otherCodeReadsOf(pc, o.cellsOf(k)))
				s.merge(base(pc))
				changed = w[k][pc].merge(s) || changed
			}
		}
	}
	return w
}

// cellsOf returns the registers that are cells in one way.
func (o *oracle) cellsOf(way int) regs {
	cells := regs{}
	for pc := range o.p.Code {
		if way == 1 && o.reachable[pc] {
			cells.merge(o.capturedAt(pc, func(c *oracle) map[int]bool { return c.reads }))
		}
	}
	return cells
}

// wayAfter returns the set of one way after the definitions of pc, finalizers' reads included.
func (o *oracle) wayAfter(w *ways, way, pc int) regs {
	s := o.collectorReadsOf(pc, o.cellsOf(way))
	for k := range o.succs(pc) {
		s.merge(o.wayOver(w, way, pc, k))
	}
	return s
}

// wayOver returns what of one way at pc comes from edge k.
func (o *oracle) wayOver(w *ways, way, pc, k int) regs {
	s := o.wayInto(w, way, pc, k)
	if k == 0 {
		s = s.without(regsOf(effect.EdgeDefs(o.p, pc)))
	}
	return s
}

// wayInto returns what wayOver does, with what the edge defines.
func (o *oracle) wayInto(w *ways, way, pc, k int) regs {
	to := o.succs(pc)[k]
	captured := regs{}
	if o.reachable[pc] {
		captured = o.capturedAt(pc, func(c *oracle) map[int]bool { return c.reads })
	}
	s := regs{}
	for reg := range w[0][to] {
		if way == 0 && !captured[reg] || !captured[reg] && o.closes(pc, reg) {
			s[reg] = true
		}
	}
	for reg := range w[1][to] {
		if captured[reg] || way == 1 && !o.closes(pc, reg) {
			s[reg] = true
		}
	}
	return s
}

// closes reports whether pc is a JMP that closes reg.
func (o *oracle) closes(pc, reg int) bool {
	i := o.p.Code[pc]
	return i.Op() == bytecode.JMP && i.A() > 0 && reg >= i.A()-1
}

// both joins the sets of both ways where cells are the registers that may be cells.
func both(plain, ifCell, cells regs) regs {
	s := regs{}
	s.merge(plain)
	for reg := range ifCell {
		if cells[reg] {
			s[reg] = true
		}
	}
	return s
}

func (o *oracle) findLive() {
	o.liveWays = o.findWays(func(pc int) regs { return regsOf(effect.Uses(o.p, pc)) })
	for pc := range o.p.Code {
		o.live = append(o.live, both(o.liveWays[0][pc], o.liveWays[1][pc], o.readable[pc]))
	}
}

// liveOut returns what is live on the edges that leave pc.
func (o *oracle) liveOut(pc int) regs { return o.out(&o.liveWays, pc) }

// out returns what is in the sets on the edges that leave pc.
func (o *oracle) out(w *ways, pc int) regs {
	s := regs{}
	for k := range o.succs(pc) {
		s.merge(both(o.wayOver(w, 0, pc, k), o.wayOver(w, 1, pc, k), o.readable[pc]))
	}
	return s
}

// edgeDefOut reports whether reg, which the first edge of pc defines, is in the sets at
// its end.
func (o *oracle) edgeDefOut(w *ways, pc, reg int) bool {
	return both(o.wayInto(w, 0, pc, 0), o.wayInto(w, 1, pc, 0), o.readable[pc])[reg]
}

// liveAt reports what LiveAt claims.
func (o *oracle) liveAt(pc, reg int) bool {
	return !o.reachable[pc] || o.live[pc][reg] || pc > 0 && o.reachable[pc-1] && o.collectorReads(pc - 1)[reg]
}

// variableScope returns the pcs at which the variable is in reg that is there at pc; ok is false
// if none is, although there are records.
func (o *oracle) variableScope(pc, reg int) (start, end int, ok bool) {
	if len(o.p.Locals) == 0 {
		return 0, len(o.p.Code), true
	}
	k := bytecode.ActiveLocal(o.p, reg, pc)
	if k < 0 {
		return 0, 0, false
	}
	return int(o.p.Locals[k].StartPC), int(o.p.Locals[k].EndPC), true
}

// overwrites returns what Overwrites claims, without its bound.
func (o *oracle) overwrites(pc, reg int) (stores regs, ends bool) {
	stores = regs{}
	start, end, ok := o.variableScope(pc, reg)
	if !ok {
		return stores, true
	}
	type point struct {
		pc   int
		cell bool
	}
	seen := map[point]bool{}
	todo := []point{{pc, o.readable[pc][reg]}}
	for len(todo) > 0 {
		at := todo[0]
		pc := at.pc
		todo = todo[1:]
		if seen[at] {
			continue
		}
		seen[at] = true
		cells := regs{reg: at.cell}
		switch {
		case pc < start || pc >= end:
			ends = true
			continue
		case regsOf(effect.Uses(o.p, pc))[reg] || at.cell && o.otherCodeReadsOf(pc, cells)[reg]:
			continue
		case regsOf(effect.Defs(o.p, pc))[reg]:
			stores[pc] = true
			continue
		case at.cell && o.collectorReadsOf(pc, cells)[reg] || o.collectorReadsOf(pc, regs{})[reg]:
			continue
		case len(o.succs(pc)) == 0:
			ends = true
		}
		for k, to := range o.succs(pc) {
			if k == 0 && regsOf(effect.EdgeDefs(o.p, pc))[reg] {
				stores[pc] = true
			} else {
				captured := o.reachable[pc] && o.capturedAt(pc, func(c *oracle) map[int]bool { return c.reads })[reg]
				todo = append(todo, point{to, at.cell || captured})
			}
		}
	}
	return stores, ends
}

// codeWrites returns the cells that others may write in the middle of the instruction at pc.
func (o *oracle) codeWrites(pc int) regs {
	switch o.p.Code[pc].Op() {
	case bytecode.JMP, bytecode.RETURN, bytecode.FORPREP: // they read only
		return nil
	}
	if o.otherCodeReads(pc) == nil {
		return nil
	}
	return o.writable[pc]
}

func (o *oracle) findReaching() {
	o.reach = make([]defs, len(o.p.Code))
	for pc := range o.reach {
		o.reach[pc] = defs{}
	}
	for reg := range int(o.p.MaxStack) {
		o.reach[0][def{flow.Entry, reg}] = true
	}
	for changed := true; changed; {
		changed = false
		for pc := range o.p.Code {
			if !o.reachable[pc] {
				continue
			}
			for k, to := range o.succs(pc) {
				n := len(o.reach[to])
				for d := range o.reachOver(pc, k) {
					o.reach[to][d] = true
				}
				changed = changed || len(o.reach[to]) > n
			}
		}
	}
}

// reachOver returns the definitions that reach the end of edge k of pc.
func (o *oracle) reachOver(pc, k int) defs {
	s := defs{}
	for d := range o.reach[pc] {
		s[d] = true
	}
	add := func(pc int, regs regs) {
		for reg := range regs {
			s[def{pc, reg}] = true
		}
	}
	kill := func(regs regs) {
		for d := range s {
			if regs[d.reg] {
				delete(s, d)
			}
		}
	}
	add(flow.ByClosure, o.codeWrites(pc))
	add(pc, regsOf(effect.MayDefs(o.p, pc)))
	kill(regsOf(effect.Defs(o.p, pc)))
	add(pc, regsOf(effect.Defs(o.p, pc)))
	add(flow.ByClosure, o.collectorWrites(pc))
	if k == 0 {
		kill(regsOf(effect.EdgeDefs(o.p, pc)))
		add(pc, regsOf(effect.EdgeDefs(o.p, pc)))
	}
	return s
}

// reaching returns the pcs of the definitions of reg that reach pc, ascending.
func (o *oracle) reaching(pc, reg int) []int {
	var pcs []int
	for d := range o.reach[pc] {
		if d.reg == reg {
			pcs = append(pcs, d.pc)
		}
	}
	slices.Sort(pcs)
	return pcs
}

// defUse returns the facts' list, in its order.
func (o *oracle) defUse() []flow.DefUse {
	pairs := []flow.DefUse{}
	for pc := range o.p.Code {
		if !o.reachable[pc] {
			continue
		}
		for reg := range regsOf(effect.Uses(o.p, pc)) {
			for _, d := range o.reaching(pc, reg) {
				pair := flow.DefUse{Def: flow.DefFact{Place: flow.Place{PC: d + 1, Reg: reg}}, Use: flow.Place{PC: pc + 1, Reg: reg}}
				if d == flow.ByClosure {
					pair.Def = flow.DefFact{Place: flow.Place{PC: 0, Reg: reg}, ByClosure: true}
				}
				if d != flow.Entry || reg < int(o.p.NumParams) {
					pairs = append(pairs, pair)
				}
			}
		}
	}
	slices.SortFunc(pairs, flow.CompareDefUse)
	return pairs
}

// dead returns the facts' list, in its order. The register of a variable that is never active is
// taken from f.
func (o *oracle) dead(f *flow.Func) []flow.Place {
	named := map[def]bool{}
	registers := bytecode.LocalRegisters(o.p)
	for k, l := range o.p.Locals {
		reg := registers[k]
		if l.StartPC == l.EndPC {
			reg = f.Register(k)
		}
		if l.Name[0] == '(' {
			continue
		}
		for pc := range o.p.Code {
			if pc >= int(l.StartPC) && pc < int(l.EndPC) && o.definesAt(pc)[reg] {
				named[def{pc, reg}] = true
			}
			if pc == int(l.StartPC) {
				for _, d := range o.reaching(pc, reg) {
					named[def{d, reg}] = true
				}
			}
		}
	}
	places := []flow.Place{}
	for d := range named {
		isParam := d.pc == flow.Entry && d.reg < int(o.p.NumParams)
		if isParam && !o.liveAt(0, d.reg) || d.pc >= 0 && o.reachable[d.pc] && !o.liveAfter(d.pc, d.reg) {
			places = append(places, flow.Place{PC: d.pc + 1, Reg: d.reg})
		}
	}
	slices.SortFunc(places, flow.ComparePlaces)
	return places
}

// definesAt returns what the instruction at pc defines, on one edge or maybe.
func (o *oracle) definesAt(pc int) regs {
	s := regsOf(effect.Defs(o.p, pc))
	s.merge(regsOf(effect.EdgeDefs(o.p, pc)))
	s.merge(regsOf(effect.MayDefs(o.p, pc)))
	return s
}

// liveAfter reports whether the value that pc gives to reg is read.
func (o *oracle) liveAfter(pc, reg int) bool {
	if regsOf(effect.EdgeDefs(o.p, pc))[reg] {
		return o.edgeDefOut(&o.liveWays, pc, reg)
	}
	return o.liveOut(pc)[reg] || o.collectorReads(pc)[reg]
}
