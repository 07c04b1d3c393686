package dataflow

import (
	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
)

// Liveness of registers: backward, union. A register is live at a point if its
// value there may be read later, by an instruction or through a cell.

// LiveOut is the registers that are live at the end of block b, behind the
// definitions of its last instruction: on some edge, and not defined by that edge.
// It is empty for blocks that cannot be reached.
func (f *Func) LiveOut(b cfg.BlockID) Set {
	words := f.words()
	var s Set
	copy(s[:], f.liveRows()[int(b)*words:int(b+1)*words])
	return s
}

// LiveIn is the registers that are live at the start of block b.
func (f *Func) LiveIn(b cfg.BlockID) Set {
	t := f.transferOf(b, f.cellSets())
	out := f.LiveOut(b)
	t.gen.addWithout(&out, &t.kill)
	return t.gen
}

// liveRows is LiveOut by block, the words of a set after one another.
func (f *Func) liveRows() []uint64 {
	cells := f.cellSets()
	f.liveOnce.Do(func() {
		f.program.mu.Lock()
		defer f.program.mu.Unlock()
		p := f.livenessProblem(f.program.mem, cells)
		p.solve(zeroed(&f.program.mem.todo, wordsFor(len(f.Graph.Blocks))))
		f.live = p.sets
	})
	return f.live
}

func (f *Func) livenessProblem(mem *Memory, cells []uint64) problem {
	words := f.words()
	n := len(f.Graph.Blocks)
	p := problem{
		graph:    &f.Graph,
		backward: true,
		words:    words,
		gen:      zeroed(&mem.gen, words*n),
		kill:     zeroed(&mem.kill, words*n),
		edge:     zeroed(&mem.edge, n),
		edgeKill: mem.edgeKill[:0],
		sets:     mem.words.Take(words * n),
	}
	for _, b := range f.Graph.Order {
		t := f.transferOf(b, cells)
		copy(p.at(p.gen, int(b)), t.gen[:])
		copy(p.at(p.kill, int(b)), t.kill[:])
		if defs := effect.EdgeDefs(f.Proto, int(f.Graph.Blocks[b].End)-1); defs != 0 {
			var kill Set
			kill.addAll(defs)
			p.edgeKill = append(p.edgeKill, kill[:words]...)
			p.edge[b] = int32(len(p.edgeKill) / words)
		}
	}
	mem.edgeKill = p.edgeKill
	return p
}

// transfer is what a block does with the registers: those that it reads before it
// defines them, and those that it defines.
type transfer struct {
	gen, kill Set
	cells     shared
}

func (f *Func) transferOf(b cfg.BlockID, cells []uint64) transfer {
	var t transfer
	if cells == nil {
		t.block(f, b)
	} else {
		t.cells = f.sharedAt(cells, b)
		t.blockWithCells(f, b)
	}
	return t
}

func (t *transfer) block(f *Func, b cfg.BlockID) {
	block := &f.Graph.Blocks[b]
	for pc := int(block.Start); pc < int(block.End); pc++ {
		t.read(effect.Uses(f.Proto, pc))
		t.kill.addAll(effect.Defs(f.Proto, pc))
	}
}

func (t *transfer) blockWithCells(f *Func, b cfg.BlockID) {
	block := &f.Graph.Blocks[b]
	for pc := int(block.Start); pc < int(block.End); pc++ {
		t.read(effect.Uses(f.Proto, pc))
		seen := observable(f.Proto.Code[pc], &t.cells)
		t.gen.addWithout(&seen, &t.kill)
		t.kill.addAll(effect.Defs(f.Proto, pc))
		behind := f.sharedWithFinalizers(pc, &t.cells)
		t.gen.addWithout(&behind.read, &t.kill)
		f.captureAt(pc, &t.cells)
	}
}

// read adds the registers that are not defined yet.
func (t *transfer) read(uses effect.Regs) {
	for ; uses != 0; uses = uses.Rest() {
		first, n := uses.Run()
		for reg := first; reg < first+n; reg++ {
			w := reg >> 6 & 3
			t.gen[w] |= 1 << (reg & 63) &^ t.kill[w]
		}
	}
}

func (s *Set) addAll(regs effect.Regs) {
	for ; regs != 0; regs = regs.Rest() {
		first, n := regs.Run()
		s.addRun(first, n)
	}
}

// LiveAt reports whether the value that reg holds at pc may be read later; at the
// point before the instruction there, finalizers that the one in front of it has
// set off may still be running. A store whose register is not live behind it is
// dead. Where control never comes LiveAt claims nothing: it is true.
func (f *Func) LiveAt(pc, reg int) bool {
	if !f.Graph.Reachable(pc) || f.finalizersRead(pc, reg) {
		return true
	}
	b := f.Graph.Block(pc)
	switch how, _ := f.scan(pc, int(f.Graph.Blocks[b].End), reg); how {
	case untouched:
		return row(f.liveRows()[int(b)*f.words():]).has(reg)
	case overwritten:
		return false
	}
	return true
}

// LiveAfter reports whether the value that the instruction at pc gives to reg, one
// of those that it defines or may define, is read later.
func (f *Func) LiveAfter(pc, reg int) bool {
	if !f.Graph.Reachable(pc) {
		return true
	}
	b := f.Graph.Block(pc)
	if pc+1 < int(f.Graph.Blocks[b].End) {
		return f.LiveAt(pc+1, reg)
	}
	for k, to := range f.Graph.Succs(b) {
		if k > 0 && effect.EdgeDefs(f.Proto, pc).Has(reg) {
			break
		}
		if f.LiveAt(int(f.Graph.Blocks[to].Start), reg) {
			return true
		}
	}
	return false
}
