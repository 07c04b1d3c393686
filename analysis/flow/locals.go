package flow

import "luaflow/compile/bytecode"

// Local variables as the debug records of a function tell of them. A record says when its variable
// begins and ends, not where it is: variables are in registers as on a stack, so that the register
// is the number of records that begin in front of it, in their order, and have not ended (as in
// luaF_getlocalname of lfunc.c).

// Variable returns the index in Proto.Locals of the variable that is in reg at pc, -1
// if there is none. Without debug records there is never one.
func (f *Body) Variable(pc, reg int) int {
	records := f.vars.in(reg)
	k := f.begunBy(records, pc)
	if k == 0 || pc >= int(f.Proto.Locals[records[k-1]].EndPC) {
		return -1
	}
	return int(records[k-1]) // the last one that begins at pc or in front of it
}

// nextVariable returns the first variable that is in reg after pc, -1 if there is none.
func (f *Body) nextVariable(pc, reg int) int {
	records := f.vars.in(reg)
	k := f.begunBy(records, pc)
	if k == len(records) {
		return -1
	}
	return int(records[k])
}

// begunBy returns how many of the records of one register begin at pc or in front of it.
func (f *Body) begunBy(records []int32, pc int) int {
	low, high := 0, len(records)
	for low < high {
		if mid := (low + high) / 2; int(f.Proto.Locals[records[mid]].StartPC) <= pc {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return low
}

// Register returns the register of the variable with this index in Proto.Locals.
func (f *Body) Register(local int) int { return int(f.vars.reg[local]) }

// findVariables finds the register of every record and sorts the records by it.
func (f *Body) findVariables(mem *Memory) {
	locals := f.Proto.Locals
	registers := int(f.Proto.MaxStack) + 2
	v := variables{
		reg:   mem.registers.TakeUncleared(len(locals)),
		byReg: mem.numbers.TakeUncleared(registers + len(locals)),
	}
	f.vars = v
	first := v.byReg[:registers]
	clear(first)
	active := mem.active[:0] // where the records that enclose the current one end
	for k := range locals {
		l := &locals[k]
		for n := len(active); n > 0 && ended(active[n-1], l); n = len(active) {
			active = active[:n-1]
		}
		reg := min(len(active), int(f.Proto.MaxStack))
		active = append(active, l.EndPC)
		v.reg[k] = uint8(reg)
		first[reg+1]++
	}
	first[0] = int32(registers)
	for reg := 1; reg < registers; reg++ {
		first[reg] += first[reg-1]
	}
	next := append(active[:0], first...)
	mem.active = next
	for k := range locals {
		reg := v.reg[k]
		v.byReg[next[reg]] = int32(k)
		next[reg]++
	}
}

// ended reports whether a variable that ends at end is gone when l begins. One
// that begins and ends where the other ends is the last of the same block: its
// store was the block's last instruction.
func ended(end int32, l *bytecode.LocalVar) bool {
	return end < l.StartPC || end == l.StartPC && l.StartPC < l.EndPC
}
