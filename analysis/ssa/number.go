package ssa

import (
	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
)

// The numbers of values, and room for the phis and what they join.

// numberValues makes the array of all values: parameters, other registers that are live at the
// entry, definitions by pc, phis. The phis must be placed. The second are rare; without any, the
// numbers of values are those that flow has given to definitions, and its array is shared.
func (r *renamer) numberValues() {
	f, s := r.f, r.s
	params := int(f.Proto.NumParams)
	live := flow.Set{}
	for w := range r.words {
		live[w] = f.LiveWord(w)
	}
	live = live.From(params)
	entries := params + live.Len()
	s.Values = r.mem.values.TakeUncleared(entries + len(r.o.Defs()) + r.numPhis)
	entry := 0
	add := func(reg int) bool {
		s.Values[entry] = Definition{PC: flow.Entry, Reg: uint8(reg), Kind: EntryValue}
		r.current[reg] = ValueID(entry)
		entry++
		return true
	}
	for reg := range params {
		add(reg)
	}
	live.All(add)
	if more := ValueID(entries - params); more > 0 {
		s.firstDef = r.mem.valueIDs.TakeUncleared(len(r.o.FirstDef))
		for pc, v := range r.o.FirstDef {
			s.firstDef[pc] = v + more
		}
	}
	r.numberDefs()
	r.numberPhis(ValueID(entries + len(r.o.Defs())))
}

// numberDefs fills in the values that instructions make. Those of EdgeDefs, which flow lists as
// the last ones of an instruction, only a block's last one has.
func (r *renamer) numberDefs() {
	s, g, v := r.s, &r.f.Graph, 0
	values := s.Values[s.firstDef[0]:]
	registers := r.o.Defs()
	for pc, first := range s.firstDef[1:] {
		for after := int(first - s.firstDef[0]); v < after; v++ {
			values[v] = Definition{PC: int32(pc), Reg: registers[v], Kind: DefValue}
		}
	}
	if !r.f.Opcodes.HasAny(effect.EdgeDefiners) {
		return
	}
	for _, b := range g.Order {
		last := g.Last(b)
		for regs := effect.EdgeDefs(r.f.Proto, last); regs != 0; regs = regs.Rest() {
			first, n := regs.Run()
			for reg := first; reg < first+n; reg++ {
				s.Values[s.Def(last, reg)].Kind = EdgeValue
			}
		}
	}
}

// bytesForPhi is what is needed for a phi that joins two or three values: its Definition,
// its arguments, as such and among the users of values, what is known of it, and the marks of the
// sets that it may be in.
const bytesForPhi = 56

// numberPhis numbers the phis from first on and makes room for their arguments. The values at
// the entry must be in r.current: in a function whose first block is the head of a loop they
// are arguments of its phis, for the edge from outside, which the graph does not have.
func (r *renamer) numberPhis(first ValueID) {
	if r.numPhis == 0 {
		return
	}
	s, n := r.s, len(r.f.Graph.Blocks)
	r.mem.makeRoom(r.numPhis * bytesForPhi)
	p := &r.mem.phiLists.Take(1)[0]
	s.phis = p
	p.first = r.mem.valueIDs.TakeUncleared(n + 1)
	p.firstArg = r.mem.numbers.TakeUncleared(n + 1)
	group := first >> 6 // whose nearest block is looked for
	p.nearest = r.mem.numbers.TakeUncleared(int(first+ValueID(r.numPhis)-1)>>6 - int(group) + 1)[:0]
	args := int32(0)
	for b := range n {
		p.first[b], p.firstArg[b] = first, args
		block := cfg.BlockID(b)
		for reg := range r.at(r.phis, block).All {
			s.Values[first] = Definition{PC: r.f.Graph.Blocks[b].Start, Reg: uint8(reg), Kind: PhiValue}
			first++
		}
		for ; group<<6 < first; group++ {
			p.nearest = append(p.nearest, int32(b))
		}
		args += int32(int(first-p.first[b]) * phiWidth(r.f, block))
	}
	p.first[n], p.firstArg[n] = first, args
	p.args = r.mem.valueIDs.TakeUncleared(int(args)) // for leave and leaveUnreachable
	// A loop may lead back to block 0, which has one more edge from outside.
	width := phiWidth(r.f, 0)
	for v := ValueID(0); v < p.first[1]-p.first[0]; v++ {
		p.args[int(v)*width+width-1] = r.current[s.Values[p.first[0]+v].Reg]
	}
}
