package optimize

import (
	"slices"

	"luaflow/analysis/effect"
	bc "luaflow/compile/bytecode"
)

// Numbers without gaps: registers, constants, upvalues and functions that the code
// still names keep their order and move together.
//
// A register that nothing names can go although many instructions name rows of
// them: it is in none of the rows, so those stay rows. The records of variables tell
// registers by counting, so the record of a variable goes exactly if its register
// does, or if no code is left in its range.

// numbering gives new numbers to those old ones that are used.
type numbering struct {
	used  []bool
	byOld []int // -1 for those that are gone; filled by number
	count int
}

func newNumbering(n int) *numbering { return &numbering{used: make([]bool, n)} }

func (n *numbering) number() {
	n.byOld = make([]int, len(n.used))
	for old, used := range n.used {
		n.byOld[old] = -1
		if used {
			n.byOld[old] = n.count
			n.count++
		}
	}
}

// below returns how many of the numbers below old are used.
func (n *numbering) below(old int) int {
	for ; old < len(n.byOld); old++ {
		if n.byOld[old] >= 0 {
			return n.byOld[old]
		}
	}
	return n.count
}

// compaction is the new numbers of one function.
type compaction struct {
	plan                                     *plan
	out                                      laidOut
	registers, constants, upvalues, children *numbering
}

// compact makes the function of code with the old numbers.
func compact(p *plan, out laidOut) *Function {
	old := p.f.Proto
	c := &compaction{
		plan: p, out: out,
		registers: newNumbering(int(old.MaxStack)),
		constants: newNumbering(len(p.constants)),
		upvalues:  newNumbering(len(old.Upvalues)),
		children:  newNumbering(len(old.Protos)),
	}
	c.use()
	proto := &bc.Proto{
		Source: old.Source, LineDefined: old.LineDefined, LastLineDefined: old.LastLineDefined,
		NumParams: old.NumParams, IsVararg: old.IsVararg, Lines: out.lines,
		Code: make([]bc.Instruction, len(out.code)),
	}
	for pc := range out.code {
		proto.Code[pc] = c.renumber(pc)
	}
	for k, kept := range c.constants.used {
		if kept {
			proto.Constants = append(proto.Constants, p.constants[k])
		}
	}
	for k, kept := range c.upvalues.used {
		if kept {
			proto.Upvalues = append(proto.Upvalues, old.Upvalues[k])
		}
	}
	for k, kept := range c.children.used {
		if kept {
			proto.Protos = append(proto.Protos, c.child(k))
		}
	}
	proto.Locals = c.locals()
	proto.MaxStack = uint8(c.stack(proto))
	f := &Function{Proto: proto, From: out.from, Children: p.children}
	return f
}

// use finds out what the code names, and numbers it.
func (c *compaction) use() {
	p := c.plan.f.Proto
	for reg := range p.NumParams {
		c.registers.used[reg] = true
	}
	if c.plan.f.Parent < 0 {
		for k := range c.upvalues.used {
			c.upvalues.used[k] = true // whoever loads the chunk sets them
		}
	}
	laid := &bc.Proto{Code: c.out.code, MaxStack: p.MaxStack}
	for pc, i := range c.out.code {
		for _, regs := range [...]effect.Regs{
			effect.Uses(laid, pc), effect.Defs(laid, pc), effect.MayDefs(laid, pc), effect.EdgeDefs(laid, pc),
		} {
			for reg := range regs.All() {
				c.registers.used[reg] = true
			}
		}
		c.useOperands(pc, i)
	}
	for _, n := range [...]*numbering{c.registers, c.constants, c.upvalues, c.children} {
		n.number()
	}
}

// useOperands notes constants, upvalues and functions that i names, and what a
// closure captures.
func (c *compaction) useOperands(pc int, i bc.Instruction) {
	m := i.Op().Mode()
	a, b, cc := i.Operands()
	for _, o := range [...]struct {
		kind bc.Operand
		n    int
	}{{m.A, a}, {m.B, b}, {m.C, cc}} {
		switch {
		case o.kind == bc.ConstantIndex:
			c.constants.used[o.n] = true
		case o.kind == bc.RegisterOrK && bc.IsK(o.n):
			c.constants.used[bc.KIndex(o.n)] = true
		case o.kind == bc.UpvalueIndex:
			c.upvalues.used[o.n] = true
		case o.kind == bc.ProtoIndex:
			c.children.used[o.n] = true
			for _, u := range c.plan.children[o.n].Proto.Upvalues {
				if u.InStack {
					c.registers.used[u.Index] = true
				} else {
					c.upvalues.used[u.Index] = true
				}
			}
		}
	}
	if i.Op() == bc.LOADKX {
		c.constants.used[c.out.code[pc+1].Ax()] = true
	}
}

// child returns an inner function with the numbers of what it captures.
func (c *compaction) child(k int) *bc.Proto {
	p := c.plan.children[k].Proto
	p.Upvalues = slices.Clone(p.Upvalues)
	for n := range p.Upvalues {
		u := &p.Upvalues[n]
		if u.InStack {
			u.Index = uint8(c.registers.byOld[u.Index])
		} else {
			u.Index = uint8(c.upvalues.byOld[u.Index])
		}
	}
	return p
}

// renumber returns the instruction at pc with new numbers.
func (c *compaction) renumber(pc int) bc.Instruction {
	i := c.out.code[pc]
	m := i.Op().Mode()
	switch m.A {
	case bc.Register:
		// Of what names no register at all, like RETURN 0 1, the first one may be gone.
		i = i.WithA(c.registers.below(i.A()))
	case bc.UpvalueIndex:
		i = i.WithA(c.upvalues.byOld[i.A()])
	}
	switch i.Op() {
	case bc.JMP:
		if i.A() > 0 {
			i = i.WithA(c.registers.below(i.A()-1) + 1)
		}
	case bc.LOADK:
		return bc.ABx(bc.LOADK, i.A(), c.constants.byOld[i.Bx()])
	case bc.CLOSURE:
		return bc.ABx(bc.CLOSURE, i.A(), c.children.byOld[i.Bx()])
	case bc.EXTRAARG:
		if pc > 0 && c.out.code[pc-1].Op() == bc.LOADKX {
			return bc.Ax(bc.EXTRAARG, c.constants.byOld[i.Ax()])
		}
		return i
	}
	if m.Layout != bc.LayoutABC {
		return i
	}
	return i.WithB(c.operand(m.B, i.B())).WithC(c.operand(m.C, i.C()))
}

func (c *compaction) operand(kind bc.Operand, n int) int {
	switch {
	case kind == bc.Register || kind == bc.RegisterOrK && !bc.IsK(n):
		return c.registers.byOld[n]
	case kind == bc.RegisterOrK:
		return bc.RK(c.constants.byOld[bc.KIndex(n)])
	case kind == bc.UpvalueIndex:
		return c.upvalues.byOld[n]
	}
	return n
}

// locals returns the records that stay.
func (c *compaction) locals() []bc.LocalVar {
	var out []bc.LocalVar
	p := c.plan.f.Proto
	registers := bc.LocalRegisters(p)
	for k, l := range p.Locals {
		l.StartPC, l.EndPC = c.out.at[l.StartPC], c.out.at[l.EndPC]
		isParam := k < int(p.NumParams)
		if isParam || l.StartPC < l.EndPC && c.registers.byOld[registers[k]] >= 0 {
			out = append(out, l)
		}
	}
	return out
}

// stack returns how many registers a function needs.
func (c *compaction) stack(p *bc.Proto) int {
	top := 1
	for _, i := range p.Code {
		top = max(top, bc.HighestRegister(i))
	}
	return max(top+1, c.registers.count)
}
