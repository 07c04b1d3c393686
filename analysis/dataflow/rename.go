package dataflow

import (
	"slices"

	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
)

// Making the form of one function: number the definitions and note the registers
// of the operands (collect), place phis (phi.go), then walk down the dominator tree
// with the current value of every register and put it in the place of each operand
// (Cytron et al., figure 12).

// maxDeep is the most instructions that a function may have to be put into this
// form: what rests on it takes about a hundred bytes an instruction.
const maxDeep = 2_000_000

// SSA is computed once per function. It is nil if the function has more than two
// million instructions; whoever asks then has to think the worst of all values.
func (f *Func) SSA() *SSA {
	f.ssaOnce.Do(func() {
		if len(f.Proto.Code) > maxDeep {
			return
		}
		live, cells := f.liveRows(), f.cellSets()
		var dominators *cfg.Tree
		var frontiers *cfg.Frontiers
		if len(f.Graph.Order) > 1 || len(f.Graph.Preds(0)) > 0 {
			dominators, frontiers = f.Dominators(), f.Frontiers()
		}
		f.program.mu.Lock()
		defer f.program.mu.Unlock()
		b := renamer{f: f, mem: f.program.mem, words: f.words(), liveOut: live, cells: cells}
		f.ssa = b.build(dominators, frontiers)
	})
	return f.ssa
}

// renamer makes the form of one function. Its rows are scratch memory.
type renamer struct {
	f     *Func
	mem   *Memory
	s     *SSA
	words int // of a set of registers

	// Rows of registers by block.
	liveOut  []uint64
	cells    []uint64 // see Func.cellSets
	exposed  []uint64 // read in front of any definition in the block
	defined  []uint64 // on all edges
	observed []uint64 // cells that closures may read as they are at the start; nil if there are none
	written  []uint64 // cells that may hold at the start what closures wrote; nil if there are none
	liveIn   []uint64 // of blocks where paths meet
	phis     []uint64
	numPhis  int

	current [256]ValueID // by register, during the walk
	log     []change
}

// change is what current held for a register before a definition.
type change struct {
	reg int32
	old ValueID
}

func (r *renamer) build(dominators *cfg.Tree, frontiers *cfg.Frontiers) *SSA {
	r.s = &r.mem.forms.Take(1)[0]
	r.s.f = r.f
	r.collect()
	if r.cells != nil {
		r.observed, r.written = r.solveObserved(), r.solveClosureWrites()
	}
	if frontiers != nil {
		r.placePhis(frontiers)
	}
	r.numberValues()
	r.walk(dominators)
	if r.cells != nil {
		r.noteObserved()
		r.noteClosureWrites()
	}
	return r.s
}

// at is the row of block b in rows.
func (r *renamer) at(rows []uint64, b cfg.BlockID) row { return rows[int(b)*r.words:][:r.words] }

// collect numbers the definitions that instructions make, leaves the register of
// each operand in the place of its value, and fills exposed and defined.
func (r *renamer) collect() {
	f, s, mem := r.f, r.s, r.mem
	n := len(f.Proto.Code)
	s.firstUse = mem.numbers.Take(n + 1)
	s.firstDef = mem.valueIDs.Take(n + 1)
	r.exposed = zeroed(&mem.gen, r.words*len(f.Graph.Blocks))
	r.defined = zeroed(&mem.kill, r.words*len(f.Graph.Blocks))
	c := collector{uses: mem.operands[:0], defs: mem.definitions[:0], base: ValueID(f.Proto.NumParams), s: s}
	for b := range f.Graph.Blocks {
		c.block(f, cfg.BlockID(b))
		copy(r.at(r.exposed, cfg.BlockID(b)), c.exposed[:])
		copy(r.at(r.defined, cfg.BlockID(b)), c.defined[:])
	}
	s.firstUse[n], s.firstDef[n] = int32(len(c.uses)), c.base+ValueID(len(c.defs))
	mem.operands, mem.definitions = c.uses, c.defs
	s.uses = mem.valueIDs.Take(len(c.uses))
	copy(s.uses, c.uses)
}

// collector goes over the instructions of one function in the order of their pcs.
type collector struct {
	s                *SSA
	uses             []ValueID // registers
	defs             []Definition
	base             ValueID // the number of the first of defs
	exposed, defined Set     // of the current block
}

func (c *collector) block(f *Func, b cfg.BlockID) {
	c.exposed, c.defined = Set{}, Set{}
	block := &f.Graph.Blocks[b]
	reachable := f.Graph.Rank(b) >= 0
	for pc := block.Start; pc < block.End; pc++ {
		c.s.firstUse[pc], c.s.firstDef[pc] = int32(len(c.uses)), c.base+ValueID(len(c.defs))
		if reachable {
			c.instruction(f, int(pc))
		}
	}
	if last := int(block.End) - 1; reachable {
		// These opcodes end blocks.
		c.add(effect.MayDefs(f.Proto, last), last, DefValue)
		c.add(effect.EdgeDefs(f.Proto, last), last, EdgeValue)
	}
}

func (c *collector) instruction(f *Func, pc int) {
	for regs := effect.Uses(f.Proto, pc); regs != 0; regs = regs.Rest() {
		first, n := regs.Run()
		for reg := first; reg < first+n; reg++ {
			c.uses = append(c.uses, ValueID(reg))
			w := reg >> 6 & 3
			c.exposed[w] |= 1 << (reg & 63) &^ c.defined[w]
		}
	}
	defs := effect.Defs(f.Proto, pc)
	c.defined.addAll(defs)
	c.add(defs, pc, DefValue)
}

// add numbers the definitions of regs at pc.
func (c *collector) add(regs effect.Regs, pc int, kind ValueKind) {
	for ; regs != 0; regs = regs.Rest() {
		first, n := regs.Run()
		for reg := first; reg < first+n; reg++ {
			c.defs = append(c.defs, Definition{PC: int32(pc), Reg: uint8(reg), Kind: kind})
		}
	}
}

// numberValues makes the array of all values. The phis must be placed.
func (r *renamer) numberValues() {
	f, s, defs := r.f, r.s, r.mem.definitions
	params := int(f.Proto.NumParams)
	live := r.liveAtStart(0)
	live = live.from(params)
	entries := params + live.size()
	s.Values = r.mem.values.Take(entries + len(defs) + r.numPhis)
	entry := 0
	add := func(reg int) bool {
		s.Values[entry] = Definition{PC: Entry, Reg: uint8(reg), Kind: EntryValue}
		r.current[reg] = ValueID(entry)
		entry++
		return true
	}
	for reg := range params {
		add(reg)
	}
	live.All(add)
	copy(s.Values[entries:], defs)
	if more := entries - params; more > 0 {
		for pc := range s.firstDef {
			s.firstDef[pc] += ValueID(more)
		}
	}
	r.numberPhis(ValueID(entries + len(defs)))
}

// liveAtStart is the registers that are live at the start of block b.
func (r *renamer) liveAtStart(b cfg.BlockID) Set {
	var live Set
	exposed, defined, out := r.at(r.exposed, b), r.at(r.defined, b), r.at(r.liveOut, b)
	for w := range r.words {
		live[w] = exposed[w] | out[w]&^defined[w]
	}
	if r.observed != nil {
		for w, word := range r.at(r.observed, b) {
			live[w] |= word
		}
	}
	return live
}

// walk gives the operands their values, down the dominator tree in pre-order.
func (r *renamer) walk(dominators *cfg.Tree) {
	if dominators == nil {
		r.rename(0)
		return
	}
	path := r.mem.path[:0] // from the root of the tree to the current block
	r.log = r.mem.log[:0]
	for _, b := range dominators.Preorder() {
		for parent := dominators.Parent(b); len(path) > 0 && path[len(path)-1].block != parent; {
			r.undo(path[len(path)-1].log)
			path = path[:len(path)-1]
		}
		path = append(path, ancestor{b, len(r.log)})
		r.enter(b)
		r.rename(b)
		r.leave(b)
	}
	r.mem.path, r.mem.log = path, r.log
}

// ancestor is a block on the path of the walk and the length of the log when the
// walk came to it.
type ancestor struct {
	block cfg.BlockID
	log   int
}

// define makes v the current value of its register.
func (r *renamer) define(v ValueID) {
	reg := r.s.Values[v].Reg
	r.log = append(r.log, change{int32(reg), r.current[reg]})
	r.current[reg] = v
}

// undo takes back the definitions that were logged from n on.
func (r *renamer) undo(n int) {
	for k := len(r.log) - 1; k >= n; k-- {
		r.current[r.log[k].reg] = r.log[k].old
	}
	r.log = r.log[:n]
}

// enter makes current what comes into b over its edges.
func (r *renamer) enter(b cfg.BlockID) {
	first, n := r.s.Phis(b)
	for v := first; v < first+ValueID(n); v++ {
		r.define(v)
	}
	if pc := r.f.edgeInto(b); pc >= 0 {
		for v := r.s.firstDef[pc]; v < r.s.firstDef[pc+1]; v++ {
			if r.s.Values[v].Kind == EdgeValue {
				r.define(v)
			}
		}
	}
}

// rename goes over the instructions of b.
func (r *renamer) rename(b cfg.BlockID) {
	s, block := r.s, &r.f.Graph.Blocks[b]
	for pc := block.Start; pc < block.End; pc++ {
		operands := s.uses[s.firstUse[pc]:s.firstUse[pc+1]]
		for k, reg := range operands {
			operands[k] = r.current[reg]
		}
		for v := s.firstDef[pc]; v < s.firstDef[pc+1]; v++ {
			if s.Values[v].Kind == DefValue {
				r.define(v)
			}
		}
	}
}

// leave gives the phis behind b what they join on the edges from there.
func (r *renamer) leave(b cfg.BlockID) {
	s := r.s
	for k, to := range r.f.Graph.Succs(b) {
		first, n := s.Phis(to)
		if n == 0 {
			continue
		}
		last := int(r.f.Graph.Blocks[b].End) - 1
		edge, width := r.f.edgeNumber(b, k), r.f.phiWidth(to)
		for j := range n {
			v := ValueID(NoValue)
			reg := s.Values[first+ValueID(j)].Reg
			if k == 0 {
				v = s.edgeDef(last, int(reg))
			}
			if v < 0 {
				v = r.current[reg]
			}
			s.args[int(s.firstArg[to])+j*width+edge] = v
		}
	}
}

// edgeDef is the value that the instruction at pc gives to reg on its first edge
// only, NoValue if there is none.
func (s *SSA) edgeDef(pc, reg int) ValueID {
	if v := s.Def(pc, reg); v >= 0 && s.Values[v].Kind == EdgeValue {
		return v
	}
	return NoValue
}

// edgeNumber is the index of edge k of b among the Preds of the block that it leads
// to.
func (f *Func) edgeNumber(b cfg.BlockID, k int) int {
	succs := f.Graph.Succs(b)
	at, _ := slices.BinarySearch(f.Graph.Preds(succs[k]), b)
	if k == 1 && succs[0] == succs[1] {
		at++
	}
	return at
}
