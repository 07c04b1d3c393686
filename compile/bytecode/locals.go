package bytecode

// Which local variable is in which register, from the debug records alone. The
// records do not name registers; the reference finds them by counting
// (luaF_getlocalname in lfunc.c), and so does this file.
//
// All of it supposes records as Verify accepts them: in order of activation, with
// ranges that nest. A stripped function has none.

// ActiveLocal returns the index in p.Locals of the variable that is in reg when the
// instruction at pc is about to run, or -1 if the register holds a temporary
// value. It takes time in proportion to the number of records; LocalRegisters is
// for those who ask often.
func ActiveLocal(p *Proto, reg, pc int) int {
	for i := range p.Locals {
		v := &p.Locals[i]
		if int(v.StartPC) > pc {
			break
		}
		if pc < int(v.EndPC) {
			if reg == 0 {
				return i
			}
			reg--
		}
	}
	return -1
}

// LocalRegisters returns the register of each record of p.Locals.
//
// A variable that is never active, as one that is declared at the very end of its
// block, leaves no trace of its register where others like it stand beside it:
// the answer is then the lowest that is possible.
func LocalRegisters(p *Proto) []int {
	registers := make([]int, len(p.Locals))
	var active []int32 // the EndPCs of the variables around, innermost last
	for i := range p.Locals {
		v := &p.Locals[i]
		for len(active) > 0 && active[len(active)-1] <= v.StartPC {
			active = active[:len(active)-1]
		}
		registers[i] = len(active)
		active = append(active, v.EndPC)
	}
	return registers
}
