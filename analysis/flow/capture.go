package flow

import (
	"slices"

	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
)

// What closures capture: per function how it and those inside it access its
// upvalues, and per point which registers are cells that a closure may read or
// write by then. The first is found from the inside out: an upvalue of a function is read or
// written if an instruction does so, or if a closure that it makes, to which it hands the upvalue
// down, has it so. Functions nest, so that one pass is enough. The second is a problem of bit
// vectors, forward, with two bits for a register:
//
//	CLOSURE that captures R for closures that read it     generates Read(R)
//	… that write it                                       generates written(R)
//	JMP that closes from R on                             kills both of R and all above
//
// Between, the register may be given other values: the cell is that of the variable, not of a value.

// Sharing is the opcodes by which a function shares variables with others: those that access
// upvalues or make closures.
const Sharing = effect.UpvalueAccessors | effect.ClosureMakers

// findSharing fills f.sharing.
func (f *Body) findSharing(mem *Memory) {
	if !f.Opcodes.HasAny(Sharing) {
		return
	}
	n := 0
	for _, i := range f.Proto.Code {
		if Sharing.Has(i) {
			n++
		}
	}
	f.sharing = mem.numbers.TakeUncleared(n)[:0]
	for pc, i := range f.Proto.Code {
		if Sharing.Has(i) {
			f.sharing = append(f.sharing, int32(pc))
		}
	}
}

// SharesRegisters reports whether closures access registers of f.
func (f *Body) SharesRegisters() bool { return f.captured != nil }

// DependsOnPath reports whether some register is a cell that may be read on some paths to a
// point only.
func (f *Body) DependsOnPath() bool { return f.captured != nil && f.captured.byPath }

// isCaptured reports whether a closure captures reg.
func (f *Body) isCaptured(reg int) bool { return f.captured != nil && f.captured.registers.Has(reg) }

// IsWritable reports whether a closure writes to reg.
func (f *Body) IsWritable(reg int) bool { return f.captured != nil && f.captured.writable.Has(reg) }

// findCaptures fills f.Access and f.captured.
func (f *Body) findCaptures(mem *Memory) {
	if !f.Opcodes.HasAny(Sharing) {
		return
	}
	found := mem.found[:0]
	for _, b := range f.Graph.Order {
		block := &f.Graph.Blocks[b]
		var s Cells
		for k, i := range f.Proto.Code[block.Start:block.End] {
			if !Sharing.Has(i) {
				continue
			}
			if upvalue, how := effect.Upvalue(i); how != 0 {
				f.Access[upvalue] |= how
			} else if child := effect.Closure(i); child >= 0 {
				found = f.capturesOf(&f.Makes[child], block.Start+int32(k), &s, found)
			}
		}
	}
	mem.found = found
	if len(found) == 0 {
		return
	}
	slices.SortFunc(found, byRegister)
	by := &mem.captured.Take(1)[0]
	by.captures = mem.captures.TakeUncleared(len(found))
	copy(by.captures, found)
	for _, c := range found {
		by.registers.Add(int(c.reg))
		if c.access&effect.Write != 0 {
			by.writable.Add(int(c.reg))
		}
	}
	f.captured = by
}

// capturesOf appends what the CLOSURE at pc, which makes c, captures and s, the cells
// that stand in front of it in the block, does not hold; s holds it then. What c
// does with upvalues that f only hands down is an access of f's own.
func (f *Body) capturesOf(c *Closure, pc int32, s *Cells, found []capture) []capture {
	for k := range c.Upvalues {
		up := &c.Upvalues[k]
		how, reg := c.Access[k], int(up.Index)
		if !up.InStack {
			f.Access[up.Index] |= how
		} else if how &^= s.accessTo(reg); how != 0 {
			s.set(reg, how)
			found = append(found, capture{pc, up.Index, how})
		}
	}
	return found
}

// Cells is the registers that are cells at some point, by what the closures that
// captured them by then may do with them: Read has those that some may read, written those that
// some may write.
type Cells struct{ Read, written Set }

// add adds what a closure captures.
func (s *Cells) add(c *Closure) {
	for k := range c.Upvalues {
		if up := &c.Upvalues[k]; up.InStack {
			s.set(int(up.Index), c.Access[k])
		}
	}
}

// accessTo returns what may be done with reg.
func (s *Cells) accessTo(reg int) effect.Access {
	var how effect.Access
	if s.Read.Has(reg) {
		how |= effect.Read
	}
	if s.written.Has(reg) {
		how |= effect.Write
	}
	return how
}

// set adds what may be done with reg.
func (s *Cells) set(reg int, how effect.Access) {
	if how&effect.Read != 0 {
		s.Read.Add(reg)
	}
	if how&effect.Write != 0 {
		s.written.Add(reg)
	}
}

// close takes out the cells from reg on.
func (s *Cells) close(reg int) {
	read, written := s.Read.From(reg), s.written.From(reg)
	for w := range read {
		s.Read[w] &^= read[w]
		s.written[w] &^= written[w]
	}
}

// CellSets returns, by block, the registers that are cells at its start: words for
// those that may be read, then words for those that may be written. It is nil if f
// shares nothing with closures.
func (f *Body) CellSets() []uint64 {
	if f.captured == nil {
		return nil
	}
	return f.captured.cells
}

// solveCells solves the problem of CellSets: forward; a CLOSURE generates what it captures, a
// closing JMP kills the registers that it closes.
func (f *Body) solveCells(mem *Memory) []uint64 {
	words := f.Words()
	n := len(f.Graph.Blocks)
	p := problem{
		graph: &f.Graph,
		words: 2 * words,
		gen:   Zeroed(&mem.gen, 2*words*n),
		kill:  Zeroed(&mem.kill, 2*words*n),
		sets:  mem.words.Take(2 * words * n),
	}
	all := Set{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}
	for _, b := range f.Graph.Order {
		gen, kill := p.at(p.gen, int(b)), p.at(p.kill, int(b))
		var s Cells
		f.captureIn(b, &s)
		gen[:words].assign(&s.Read)
		gen[words:].assign(&s.written)
		last := f.Proto.Code[f.Graph.Blocks[b].End-1]
		if reg := effect.Closes(last); reg >= 0 {
			closed := all.From(reg)
			kill[:words].assign(&closed)
			kill[words:].assign(&closed)
		}
	}
	p.solve(Zeroed(&mem.todo, WordsFor(n)), mem.Meter)
	f.captured.byPath = dependOnPath(&p, words)
	return p.sets
}

// changingCells is the opcodes for which CaptureAt does something.
const changingCells = effect.ClosureMakers | effect.Closers

// captureIn carries s from the start of block b to its end.
func (f *Body) captureIn(b cfg.BlockID, s *Cells) {
	block := &f.Graph.Blocks[b]
	for k, i := range f.Proto.Code[block.Start:block.End] {
		if changingCells.Has(i) {
			f.CaptureAt(int(block.Start)+k, s)
		}
	}
}

// CaptureAt carries s over the instruction at pc.
func (f *Body) CaptureAt(pc int, s *Cells) {
	i := f.Proto.Code[pc]
	if child := effect.Closure(i); child >= 0 {
		s.add(&f.Makes[child])
	} else if reg := effect.Closes(i); reg >= 0 {
		s.close(reg)
	}
}

// SharedAt returns the cells at the start of block b.
func (f *Body) SharedAt(cells []uint64, b cfg.BlockID) Cells {
	if cells == nil {
		return Cells{}
	}
	words := f.Words()
	row := cells[2*words*int(b):][:2*words]
	return Cells{SetOf(row[:words]), SetOf(row[words:])}
}

// Capturing appends the pcs of the CLOSUREs that capture a register.
func (f *Body) Capturing(reg int, pcs []int) []int {
	if f.captured == nil {
		return pcs
	}
	for _, c := range f.captured.from(reg, 0) {
		if int(c.reg) != reg {
			break
		}
		pcs = append(pcs, int(c.pc))
	}
	return pcs
}

// CellAt returns how closures that captured reg by the time that control is at pc may
// access it.
func (f *Body) CellAt(pc, reg int) effect.Access {
	if !f.isCaptured(reg) {
		return 0
	}
	b := f.Graph.Block(pc)
	s := f.SharedAt(f.CellSets(), b)
	how := s.accessTo(reg)
	// And a CLOSURE in front of pc in the same block; nothing closes in between.
	for _, c := range f.captured.from(reg, f.Graph.Blocks[b].Start) {
		if int(c.reg) != reg || int(c.pc) >= pc {
			break
		}
		how |= c.access
	}
	return how
}

// isReadable reports whether closures that captured reg by the time that control is at
// pc may read it.
func (f *Body) isReadable(pc, reg int) bool { return f.CellAt(pc, reg)&effect.Read != 0 }

// captureFrom returns the first pc in (pc, end], all in one block, that comes right after a
// CLOSURE which captures reg for closures that read it, and one after end without such a
// CLOSURE.
func (f *Body) captureFrom(pc, end, reg int) int {
	for _, c := range f.captured.from(reg, int32(pc)) {
		if int(c.reg) != reg || int(c.pc) >= end {
			break
		}
		if c.access&effect.Read != 0 {
			return int(c.pc) + 1
		}
	}
	return end + 1
}

// CapturedBy returns how the closure that the CLOSURE at pc makes may access reg.
func (f *Body) CapturedBy(pc, reg int) effect.Access {
	var s Cells
	s.add(&f.Makes[effect.Closure(f.Proto.Code[pc])])
	return s.accessTo(reg)
}

// dependOnPath reports whether some register is a cell that may be read on some paths to
// a block only. p is the solved problem of CellSets.
func dependOnPath(p *problem, words int) bool {
	for w := range words {
		if p.sets[w] != 0 {
			return true // a loop leads back to the entry
		}
	}
	for _, b := range p.graph.Order {
		in, gen, kill := p.at(p.sets, int(b)), p.at(p.gen, int(b)), p.at(p.kill, int(b))
		for _, to := range p.graph.Succs(b) {
			for w, there := range p.at(p.sets, int(to))[:words] {
				if gen[w]|in[w]&^kill[w] != there {
					return true
				}
			}
		}
	}
	return false
}
