package optimize

import (
	"luaflow/analysis/cfg"
	bc "luaflow/compile/bytecode"
)

// The closing of captured variables, which is what a JMP with an A above 0 is for. The
// marking takes it for no effect: whether a variable is closed matters only where its
// register gets another value.

// closeFor closes, at the end of block b that goes straight to where its ways meet,
// what is closed on those ways. If one of them closes less, that makes no difference:
// what the others close is out of scope where they meet.
func (p *plan) closeFor(b cfg.BlockID) {
	join := p.next[b]
	if join < 0 {
		return
	}
	closes := 0
	seen := map[cfg.BlockID]bool{b: true, join: true}
	todo := append([]cfg.BlockID(nil), p.f.Graph.Succs(b)...)
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[at] {
			continue
		}
		seen[at] = true
		i := p.f.Proto.Code[p.f.Graph.Blocks[at].End-1]
		if i.Op() == bc.JMP && i.A() > 0 && (closes == 0 || i.A() < closes) {
			closes = i.A()
		}
		todo = append(todo, p.f.Graph.Succs(at)...)
	}
	if closes > 0 {
		last := p.f.Graph.Last(b)
		p.code[last], p.keep[last] = bc.AsBx(bc.JMP, closes, 0), true
	}
}

// dropCloses leaves out the closing of variables that no function captures any
// more.
func (p *plan) dropCloses() {
	last := -1 // the highest register that is captured
	for _, child := range p.children {
		if child == nil {
			continue
		}
		for _, u := range child.Proto.Upvalues {
			if u.InStack {
				last = max(last, int(u.Index))
			}
		}
	}
	for pc, i := range p.code {
		if p.keep[pc] && i.Op() == bc.JMP && i.A()-1 > last {
			p.keep[pc] = false
		}
	}
}
