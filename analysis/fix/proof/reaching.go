package proof

import (
	"cmp"
	"slices"

	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
)

// This file answers two questions about one register of a function, which may be one that
// is not looked into: which definitions of it reach a point, and which instructions use one
// of them. Both are searches over the graph that come to each block once, backward for
// definitions and forward for uses, and stop at a definition that hides what is beyond it:
//
//	1  LOADK  0 "a"
//	2  TEST   1          definitions of 0 in front of 5: 1 and 4
//	3  JMP    to 5       uses of the 0 that 1 defines: 5
//	4  LOADK  0 "b"
//	5  RETURN 0
//
// They end because a block is put on the list once. What the proof claims rests on them, so
// they are not those of package flow, which the findings rest on.

// finder finds where values come from that calls work on.
type finder struct {
	flow  *flow.Program
	cells *flow.CellTable
	// fixed: by function and number of its local variable, whether that keeps the value
	// that it is declared with, as far as its own function goes.
	fixed    map[[2]int]bool
	read     map[place]bool // see isOnlyRead
	loaders  map[place]bool // see declaresLoader
	pieces   int            // of texts that were looked at
	changing map[int][]int  // by function: its cells that other functions store to
	accesses map[int]*accesses
	found    []registerAccess // scratch of accessesOf
}

// newFinder returns a finder that has looked at no function yet.
func newFinder(program *flow.Program) *finder {
	p := &finder{
		flow: program, cells: program.Cells(), fixed: make(map[[2]int]bool), read: make(map[place]bool),
		loaders:  make(map[place]bool),
		changing: make(map[int][]int), accesses: make(map[int]*accesses),
	}
	for c := range p.cells.Cells {
		if cell := &p.cells.Cells[c]; cell.Owner >= 0 && len(cell.Writes) > 0 {
			p.changing[cell.Owner] = append(p.changing[cell.Owner], c)
		}
	}
	return p
}

// place is what an instruction gives to a register, or found there.
type place struct {
	f       *flow.Func
	pc, reg int
}

// accesses lists what the code of a function that control may get to does with each register.
type accesses struct {
	first []int32  // by register: where its part of all begins; one more for the end
	all   []access // by register, in the order of the code
	// By register the parts of its code, in order, in which other code may store to the variable
	// there; and the instructions at which other code may run, as pcs in order. Kept apart, as
	// most of the code may be in reach of most registers.
	shared map[int][]part
	acts   []int32
}

// part is pcs from start to end, exclusive.
type part struct{ start, end int }

// access is a pc and what happens there to a register. At one pc accesses are ordered as
// they happen.
type access int32

// The ways to access a register.
const (
	uses        access = iota
	maybe              // a definition that may leave the old value
	defines            // a definition
	definesEdge        // a definition on the first edge only
	accessBits  = 3
)

// pc and how are the parts of an access.
func (a access) pc() int     { return int(a >> accessBits) }
func (a access) how() access { return a & (1<<accessBits - 1) }

// firstAccess returns the least access at pc.
func firstAccess(pc int) access { return access(pc) << accessBits }

// of returns the accesses of a register from pc start to end, exclusive.
func (a *accesses) of(reg, start, end int) []access {
	all := a.all[a.first[reg]:a.first[reg+1]]
	from, _ := slices.BinarySearch(all, firstAccess(start))
	to, _ := slices.BinarySearch(all[from:], firstAccess(end))
	return all[from : from+to]
}

// accessesOf returns the accesses in a function. They are found when the first question about it
// is asked, in time proportional to its code, and sorted by register by counting.
func (p *finder) accessesOf(f *flow.Func) *accesses {
	a := p.accesses[f.Number]
	if a == nil {
		a = &accesses{first: make([]int32, int(f.Proto.MaxStack)+1), shared: p.sharedIn(f)}
		p.found = appendAccesses(p.found[:0], f)
		for _, x := range p.found {
			a.first[x.reg+1]++
		}
		for reg := 1; reg < len(a.first); reg++ {
			a.first[reg] += a.first[reg-1]
		}
		a.all = make([]access, len(p.found))
		next := slices.Clone(a.first)
		for _, x := range p.found {
			a.all[next[x.reg]] = x.access
			next[x.reg]++
		}
		for pc, i := range f.Proto.Code {
			if len(a.shared) > 0 && effect.Actions(i)&(effect.RunsCode|effect.Allocates) != 0 {
				a.acts = append(a.acts, int32(pc))
			}
		}
		p.accesses[f.Number] = a
	}
	return a
}

// registerAccess is an access to a register.
type registerAccess struct {
	access
	reg uint8
}

// appendAccesses appends all accesses in a function, in the order of the code.
func appendAccesses(list []registerAccess, f *flow.Func) []registerAccess {
	for pc := range f.Proto.Code {
		if !f.Graph.Reachable(pc) {
			continue
		}
		at := firstAccess(pc)
		for reg := range effect.Uses(f.Proto, pc).All() {
			list = append(list, registerAccess{at + uses, uint8(reg)})
		}
		for reg := range effect.Defs(f.Proto, pc).All() {
			list = append(list, registerAccess{at + defines, uint8(reg)})
		}
		for reg := range effect.MayDefs(f.Proto, pc).All() {
			list = append(list, registerAccess{at + maybe, uint8(reg)})
		}
		for reg := range effect.EdgeDefs(f.Proto, pc).All() {
			list = append(list, registerAccess{at + definesEdge, uint8(reg)})
		}
	}
	return list
}

// sharedIn returns accesses.shared of a function: of each variable that other functions store
// to, the part of its scope that control may get to after a closure has captured it.
func (p *finder) sharedIn(f *flow.Func) map[int][]part {
	shared := make(map[int][]part)
	for _, k := range p.changing[f.Number] {
		c := &p.cells.Cells[k]
		start, end := 0, len(f.Proto.Code)
		if c.Local >= 0 {
			start, end = int(f.Proto.Locals[c.Local].StartPC), int(f.Proto.Locals[c.Local].EndPC)
		}
		if from := capturedFrom(f, c, start, end); from < end {
			shared[c.Reg] = append(shared[c.Reg], part{from, end})
		}
	}
	for reg, parts := range shared {
		shared[reg] = merged(parts)
	}
	return shared
}

// merged returns parts in order, those that overlap as one.
func merged(parts []part) []part {
	slices.SortFunc(parts, func(a, b part) int { return cmp.Compare(a.start, b.start) })
	out := parts[:1]
	for _, p := range parts[1:] {
		if last := &out[len(out)-1]; p.start < last.end {
			last.end = max(last.end, p.end)
		} else {
			out = append(out, p)
		}
	}
	return out
}

// mayStore reports whether other code may store to the variable in a register from pc start
// to end, exclusive.
func (a *accesses) mayStore(reg, start, end int) bool {
	parts := a.shared[reg]
	first, _ := slices.BinarySearchFunc(parts, start, func(p part, pc int) int { return cmp.Compare(p.end, pc+1) })
	for _, p := range parts[first:] {
		if p.start >= end {
			break
		}
		at, _ := slices.BinarySearch(a.acts, int32(max(start, p.start)))
		if at < len(a.acts) && int(a.acts[at]) < min(end, p.end) {
			return true
		}
	}
	return false
}

// capturedFrom returns the first pc of a scope, from start to end, that control may get to
// after a closure has captured its variable: that of the first capture, or where jumps lead
// back to from there. The jumps that come last are followed first, so that those to which
// they lead back are followed too.
func capturedFrom(f *flow.Func, c *flow.Cell, start, end int) int {
	from := end
	for _, s := range c.Captures {
		from = min(from, int(s.PC))
	}
	for b := f.Graph.Block(end - 1); b >= f.Graph.Block(start) && f.Graph.Last(b) >= from; b-- {
		for _, to := range f.Graph.Succs(b) {
			if to := int(f.Graph.Blocks[to].Start); start <= to {
				from = min(from, to)
			}
		}
	}
	return from
}

// search goes from block to block, to each once.
type search struct {
	f        *flow.Func
	accesses *accesses
	reg      int
	visited  map[cfg.BlockID]bool
	todo     []cfg.BlockID
	pcs      []int
}

// newSearch returns a search for what is done with a register, that has come to no block yet.
func (p *finder) newSearch(f *flow.Func, reg int) *search {
	return &search{f: f, accesses: p.accessesOf(f), reg: reg}
}

// add puts a block on the list unless it was there before.
func (s *search) add(b cfg.BlockID) {
	if s.visited == nil {
		s.visited = make(map[cfg.BlockID]bool)
	}
	if !s.visited[b] {
		s.visited[b] = true
		s.todo = append(s.todo, b)
	}
}

// take removes and returns a block of the list. There must be one.
func (s *search) take() cfg.BlockID {
	b := s.todo[len(s.todo)-1]
	s.todo = s.todo[:len(s.todo)-1]
	return b
}

// inOrder returns the pcs that were found, ascending.
func (s *search) inOrder() []int {
	slices.Sort(s.pcs)
	return slices.Compact(s.pcs)
}

// definitions returns the pcs, ascending, of the instructions that may have given a register
// the value that it has in front of the instruction at pc. isAll is false if it may have one
// that no instruction of the function gave it: that of a parameter, or from a closure.
func (p *finder) definitions(f *flow.Func, pc, reg int) (pcs []int, isAll bool) {
	if !f.Graph.Reachable(pc) {
		return nil, true
	}
	s := p.newSearch(f, reg)
	isAll = s.backFrom(f.Graph.Block(pc), pc)
	for len(s.todo) > 0 {
		b := s.take()
		isAll = s.backFrom(b, int(f.Graph.Blocks[b].End)) && isAll
	}
	return s.inOrder(), isAll
}

// backFrom finds the definitions in a block in front of pc, and adds the blocks from which others come. It
// reports whether these are all, as definitions does.
func (s *search) backFrom(b cfg.BlockID, pc int) (isAll bool) {
	g := &s.f.Graph
	if last := g.Last(b); last < pc && pc < int(g.Blocks[b].End) && s.definesEdge(last) {
		s.pcs = append(s.pcs, last) // pc is that of the JMP on the edge
		return true
	}
	start := int(g.Blocks[b].Start)
	for _, a := range slices.Backward(s.accesses.of(s.reg, start, pc)) {
		if a.how() != defines && a.how() != maybe {
			continue
		}
		s.pcs = append(s.pcs, a.pc())
		if a.how() == defines {
			after := a.pc() + 1
			if effect.Actions(s.f.Proto.Code[a.pc()])&effect.Allocates != 0 {
				after-- // finalizers run after the definition
			}
			return !s.accesses.mayStore(s.reg, after, pc)
		}
	}
	isAll = !s.accesses.mayStore(s.reg, start, pc)
	for _, from := range g.Preds(b) {
		s.backOver(from, b)
	}
	return isAll && b != 0
}

// backOver goes back over the edges from one block to another.
func (s *search) backOver(from, b cfg.BlockID) {
	if s.f.Graph.Rank(from) < 0 {
		return
	}
	last := s.f.Graph.Last(from)
	for k, to := range s.f.Graph.Succs(from) {
		switch {
		case to != b:
		case k == 0 && s.definesEdge(last):
			s.pcs = append(s.pcs, last)
		default:
			s.add(from)
		}
	}
}

// definesEdge reports whether the instruction at pc defines the register on its first edge.
func (s *search) definesEdge(pc int) bool { return effect.EdgeDefs(s.f.Proto, pc).Has(s.reg) }

// usersOf returns the pcs, ascending, of the instructions that use the value which the
// instruction at pc gives to a register.
func (p *finder) usersOf(f *flow.Func, pc, reg int) []int {
	if !f.Graph.Reachable(pc) {
		return nil
	}
	s := p.newSearch(f, reg)
	if b := f.Graph.Block(pc); s.definesEdge(pc) {
		s.add(f.Graph.Succs(b)[0])
	} else {
		s.onFrom(b, pc+1)
	}
	for len(s.todo) > 0 {
		b := s.take()
		s.onFrom(b, int(f.Graph.Blocks[b].Start))
	}
	return s.inOrder()
}

// onFrom finds the users in a block from pc on, and adds the blocks in which there may be
// others.
func (s *search) onFrom(b cfg.BlockID, pc int) {
	g := &s.f.Graph
	for _, a := range s.accesses.of(s.reg, pc, int(g.Blocks[b].End)) {
		switch a.how() {
		case uses:
			s.pcs = append(s.pcs, a.pc())
		case defines:
			return
		}
	}
	for k, to := range g.Succs(b) {
		if k > 0 || !s.definesEdge(g.Last(b)) {
			s.add(to)
		}
	}
}
