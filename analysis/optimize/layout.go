package optimize

import (
	"luaflow/analysis/cfg"
	bc "luaflow/compile/bytecode"
)

// Blocks that stay are put into code in the order in which they stood. A block that
// is empty is passed over by all that leads to it; a jump is made only where the
// block after is not the one that control goes to.

// laidOut is the code of a function with its old numbers of everything else.
type laidOut struct {
	code  []bc.Instruction
	lines bc.Lines
	from  []int32 // by new pc: the old one that it stands for
	// at is by old pc, one entry more, where what stood there, or what follows it,
	// stands now.
	at []int32
}

// layout is the state of laying out one function.
type layout struct {
	*plan
	out    laidOut
	target []cfg.BlockID // by block: the block that control gets to by way of empty ones
	placed []bool        // by block: something leads there
	order  []cfg.BlockID // the blocks that are placed
	fixups []fixup
}

// fixup is an instruction whose jump distance waits for the place of its target.
type fixup struct {
	pc     int
	target cfg.BlockID
}

func layOut(p *plan) laidOut {
	l := &layout{
		plan:   p,
		target: make([]cfg.BlockID, len(p.f.Graph.Blocks)),
		placed: make([]bool, len(p.f.Graph.Blocks)),
	}
	p.pairLoops()
	for b := range l.target {
		l.target[b] = cfg.None
	}
	l.place()
	l.emit()
	for _, f := range l.fixups {
		to := l.out.at[p.f.Graph.Blocks[f.target].Start]
		l.out.code[f.pc] = l.out.code[f.pc].WithSBx(int(to) - f.pc - 1)
	}
	return l.out
}

// pairLoops keeps both ends of a numeric for if one has to stay.
func (p *plan) pairLoops() {
	for pc, i := range p.f.Proto.Code {
		if i.Op() != bc.FORPREP {
			continue
		}
		loop := pc + 1 + i.SBx()
		if p.keep[pc] || p.keep[loop] && p.code[loop].Op() == bc.FORLOOP {
			p.keep[pc], p.keep[loop] = true, true
			p.code[loop] = p.f.Proto.Code[loop]
			p.next[p.f.Graph.Block(loop)] = cfg.None
		}
	}
}

// first returns the first pc in a block at which something stays, -1 if nothing does.
func (l *layout) first(b cfg.BlockID) int {
	block := &l.f.Graph.Blocks[b]
	for pc := int(block.Start); pc < int(block.End); pc++ {
		if l.keep[pc] {
			return pc
		}
	}
	return -1
}

// resolve returns the block that control gets to from the start of b: the first one that
// is not empty, or one of a ring of empty ones, which has no end.
func (l *layout) resolve(b cfg.BlockID) cfg.BlockID {
	var way []cfg.BlockID
	to := b
	for l.target[to] == cfg.None {
		l.target[to] = to // for now: if the way comes back here, it goes round
		if l.first(to) >= 0 || l.next[to] < 0 || l.isAnchor(to) {
			break
		}
		way = append(way, to)
		to = l.next[to]
	}
	to = l.target[to]
	for _, passed := range way {
		l.target[passed] = to
	}
	return to
}

// isAnchor reports whether b is the start of the body of a numeric for that stays:
// FORLOOP can lead to no other place than after its FORPREP.
func (l *layout) isAnchor(b cfg.BlockID) bool {
	start := int(l.f.Graph.Blocks[b].Start)
	return start > 0 && l.keep[start-1] && l.code[start-1].Op() == bc.FORPREP
}

// place finds the blocks that something leads to, from the entry on.
func (l *layout) place() {
	todo := []cfg.BlockID{l.resolve(0)}
	for len(todo) > 0 {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if l.placed[b] {
			continue
		}
		l.placed[b] = true
		for _, to := range l.successors(b) {
			todo = append(todo, l.resolve(to))
		}
	}
	for b, is := range l.placed {
		if is {
			l.order = append(l.order, cfg.BlockID(b))
		}
	}
}

// successors returns where block b leads to as it is laid out.
func (l *layout) successors(b cfg.BlockID) []cfg.BlockID {
	if l.next[b] >= 0 {
		return []cfg.BlockID{l.next[b]}
	}
	succs := l.f.Graph.Succs(b)
	if closing := l.closing(b); closing >= 0 {
		return []cfg.BlockID{l.jumpTarget(closing), succs[1]}
	}
	return succs
}

// isTest reports whether b ends with a test that stays one: its JMP goes with it.
func (l *layout) isTest(b cfg.BlockID) bool {
	last := l.f.Graph.Last(b)
	return l.next[b] < 0 && l.keep[last] && l.code[last].Op().Mode().IsTest
}

// closing returns the block that is the JMP of the test which b ends with, if that closes
// cells; cfg.None if it does not.
func (l *layout) closing(b cfg.BlockID) cfg.BlockID {
	if l.isTest(b) && l.f.Graph.Last(b)+1 == int(l.f.Graph.Blocks[b].End) {
		return l.f.Graph.Succs(b)[0]
	}
	return cfg.None
}

// jumpTarget returns where the JMP that is block b leads to, b itself if control never
// comes there.
func (l *layout) jumpTarget(b cfg.BlockID) cfg.BlockID {
	if l.next[b] >= 0 {
		return l.next[b]
	}
	return b
}

// emit writes the code.
func (l *layout) emit() {
	l.out.at = make([]int32, len(l.f.Proto.Code)+1)
	if entry := l.resolve(0); l.order[0] != entry {
		l.jump(0, 0, entry)
	}
	rest := l.order
	for b := range l.f.Graph.Blocks {
		if len(rest) > 0 && rest[0] == cfg.BlockID(b) {
			rest = rest[1:]
			l.block(cfg.BlockID(b), rest)
			continue
		}
		for pc := l.f.Graph.Blocks[b].Start; pc < l.f.Graph.Blocks[b].End; pc++ {
			l.out.at[pc] = int32(len(l.out.code))
		}
	}
	l.end()
}

// end puts a RETURN after code that lacks one, or of which the end is led to.
func (l *layout) end() {
	last := len(l.f.Proto.Code)
	end := len(l.out.code)
	open := end == 0 || l.out.code[end-1].Op() != bc.RETURN
	for _, f := range l.fixups {
		open = open || int(l.out.at[l.f.Graph.Blocks[f.target].Start]) == end
	}
	if open {
		l.add(last-1, bc.ABC(bc.RETURN, 0, 1, 0))
	}
	l.out.at[last] = int32(len(l.out.code))
}

// add writes an instruction that stands for the one at an old pc.
func (l *layout) add(pc int, i bc.Instruction) {
	l.out.code = append(l.out.code, i)
	l.out.from = append(l.out.from, int32(pc))
	if l.f.Proto.Lines.Len() > 0 {
		l.out.lines.Append(l.f.Proto.Lines.At(pc))
	}
}

// jump writes a JMP for the instruction at an old pc, which closes what that names.
func (l *layout) jump(pc, closes int, to cfg.BlockID) {
	l.wait(to)
	l.add(pc, bc.AsBx(bc.JMP, closes, 0))
}

// wait notes that the next instruction leads to the start of a block.
func (l *layout) wait(to cfg.BlockID) {
	l.fixups = append(l.fixups, fixup{len(l.out.code), l.resolve(to)})
}

// block writes block b; rest is the blocks after it.
func (l *layout) block(b cfg.BlockID, rest []cfg.BlockID) {
	block := &l.f.Graph.Blocks[b]
	last := l.f.Graph.Last(b)
	for pc := int(block.Start); pc < last; pc++ {
		l.out.at[pc] = int32(len(l.out.code))
		if l.keep[pc] {
			l.add(pc, l.code[pc])
		}
	}
	l.out.at[last] = int32(len(l.out.code))
	if l.keep[last] {
		l.last(b, last, rest)
	} else {
		l.fall(last, l.next[b], rest)
	}
	for pc := last + 1; pc < int(block.End); pc++ {
		l.out.at[pc] = int32(len(l.out.code))
	}
}

// last writes the last instruction of block b, and what leads on from there.
func (l *layout) last(b cfg.BlockID, pc int, rest []cfg.BlockID) {
	succs := l.f.Graph.Succs(b)
	i := l.code[pc]
	switch {
	case l.isTest(b):
		l.add(pc, i)
		to, closes := succs[0], 0
		if closing := l.closing(b); closing >= 0 {
			to = l.jumpTarget(closing)
			if l.keep[pc+1] {
				closes = l.code[pc+1].A()
			}
		}
		l.jump(pc+1, closes, to)
		l.fall(pc, succs[1], rest)
	case i.Op() == bc.JMP:
		l.jump(pc, i.A(), l.next[b])
	case i.Op() == bc.FORPREP:
		l.wait(succs[0])
		l.add(pc, i)
	case i.Op() == bc.FORLOOP || i.Op() == bc.TFORLOOP:
		l.wait(succs[0])
		l.add(pc, i)
		l.fall(pc, succs[1], rest)
	case i.Op() == bc.LOADBOOL && l.skips(l.next[b], rest):
		l.add(pc, i.WithC(1))
	default:
		l.add(pc, i)
		l.fall(pc, l.next[b], rest)
	}
}

// fall writes a jump to a block if that is not the next one.
func (l *layout) fall(pc int, to cfg.BlockID, rest []cfg.BlockID) {
	if to < 0 {
		return // control leaves the function, or does not come here
	}
	if len(rest) == 0 || rest[0] != l.resolve(to) {
		l.jump(pc, 0, to)
	}
}

// skips reports whether exactly one instruction stands between the end of a block
// and the one that it leads to.
func (l *layout) skips(to cfg.BlockID, rest []cfg.BlockID) bool {
	if to < 0 || len(rest) < 2 || rest[1] != l.resolve(to) {
		return false
	}
	between := rest[0]
	block := &l.f.Graph.Blocks[between]
	if l.next[between] < 0 || l.resolve(l.next[between]) != rest[1] {
		return false
	}
	kept := 0
	for pc := block.Start; pc < block.End; pc++ {
		if l.keep[pc] {
			kept++
		}
	}
	return kept == 1
}
