package effect

import bc "luaflow/compile/bytecode"

// Access says how a variable is accessed.
type Access uint8

// The accesses.
const (
	Read Access = 1 << iota
	Write
)

// Upvalue returns the index of the upvalue that i accesses, and how; the access is 0 if
// it accesses none. A CLOSURE that passes an upvalue on accesses nothing.
func Upvalue(i bc.Instruction) (index int, how Access) {
	switch i.Op() {
	case bc.GETUPVAL, bc.GETTABUP:
		return i.B(), Read
	case bc.SETTABUP:
		return i.A(), Read
	case bc.SETUPVAL:
		return i.B(), Write
	}
	return 0, 0
}

// Closes returns the first register of those whose variables end at i: closures that
// captured one keep its cell. The result is -1 if i closes nothing. A RETURN
// closes all; a TAILCALL leaves that to its RETURN or to the frame it replaces.
func Closes(i bc.Instruction) int {
	switch i.Op() {
	case bc.JMP:
		return i.A() - 1
	case bc.RETURN:
		return 0
	}
	return -1
}

// Closure returns the number, in p.Protos, of the function of which i makes a closure;
// -1 if it makes none. What it captures is told by that function's Upvalues: a
// register of p (InStack), or an upvalue of p.
func Closure(i bc.Instruction) int {
	if i.Op() == bc.CLOSURE {
		return i.Bx()
	}
	return -1
}
