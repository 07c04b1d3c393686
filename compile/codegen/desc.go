package codegen

import (
	"math"

	bc "luaflow/compile/bytecode"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// desc.go says where the value of an expression is while it is being computed (the
// reference's expdesc), and brings it where it is needed.

// kind is the state of a desc.
type kind uint8

const (
	vVoid        kind = iota // no value: an empty list
	vNil                     // the constants …
	vTrue                    //
	vFalse                   //
	vConst                   // info: number of a constant
	vFloat                   // num: its bits
	vInt                     // num
	vNonReloc                // info: the register that holds the value
	vLocal                   // info: the register of the variable
	vUpvalue                 // info: index of the upvalue
	vIndexed                 // table, key, inUpvalue
	vJump                    // info: pc of the jump taken if the comparison holds
	vRelocatable             // info: pc of the instruction whose A is still open
	vCall                    // info: pc of the CALL
	vVararg                  // info: pc of the VARARG
	vGuardedCall             // info: pc of a CALL; after it come a jump and the LOADNIL for a call that does not happen
)

// desc is a potential value, with the jumps that leave its expression early.
type desc struct {
	kind      kind
	inUpvalue bool  // vIndexed: the table is an upvalue, not a register
	table     int32 // vIndexed: register or upvalue
	key       int32 // vIndexed: register or constant
	info      int32
	t, f      int // jump lists: exit when true, exit when false
	num       uint64
}

func (v *desc) init(k kind, info int) {
	*v = desc{kind: k, info: int32(info), t: noJump, f: noJump}
}

func (v *desc) hasJumps() bool { return v.t != v.f }

// isVariable reports whether v can be assigned to.
func (v *desc) isVariable() bool {
	return v.kind == vLocal || v.kind == vUpvalue || v.kind == vIndexed
}

func (v *desc) isMulti() bool { return v.kind == vCall || v.kind == vVararg }

// isNumeral reports whether v is a number that may be folded.
func (v *desc) isNumeral() bool {
	return (v.kind == vInt || v.kind == vFloat) && !v.hasJumps()
}

// instr returns the instruction that v is about.
func (g *generator) instr(v *desc) *bc.Instruction { return &g.fs.code[v.info] }

// releaseExpr frees the register of a temporary.
func (g *generator) releaseExpr(v *desc) {
	if v.kind == vNonReloc {
		g.release(int(v.info))
	}
}

// releaseBoth frees two temporaries, the newer one first.
func (g *generator) releaseBoth(a, b *desc) {
	if a.kind == vNonReloc && (b.kind != vNonReloc || a.info > b.info) {
		g.releaseExpr(a)
		g.releaseExpr(b)
		return
	}
	g.releaseExpr(b)
	g.releaseExpr(a)
}

// setReturns makes a call or vararg give n values.
func (g *generator) setReturns(v *desc, n int) {
	switch v.kind {
	case vCall:
		i := g.instr(v)
		*i = i.WithC(n + 1)
	case vVararg:
		i := g.instr(v)
		*i = i.WithB(n + 1).WithA(g.fs.freeReg)
		g.reserve(1)
	}
}

// setOneReturn makes a call or vararg give one value.
func (g *generator) setOneReturn(v *desc) {
	switch v.kind {
	case vCall, vGuardedCall:
		v.kind, v.info = vNonReloc, int32(g.instr(v).A())
	case vVararg:
		i := g.instr(v)
		*i = i.WithB(2)
		v.kind = vRelocatable
	}
}

// discharge makes v a value, not a variable.
func (g *generator) discharge(v *desc) {
	switch v.kind {
	case vLocal:
		v.kind = vNonReloc
	case vUpvalue:
		v.info = int32(g.emitABC(bc.GETUPVAL, 0, int(v.info), 0))
		v.kind = vRelocatable
	case vIndexed:
		g.release(int(v.key))
		op := bc.GETTABUP
		if !v.inUpvalue {
			g.release(int(v.table))
			op = bc.GETTABLE
		}
		v.info = int32(g.emitABC(op, 0, int(v.table), int(v.key)))
		v.kind = vRelocatable
	case vCall, vVararg, vGuardedCall:
		g.setOneReturn(v)
	}
}

// dischargeTo puts the value of v, its jumps aside, into reg. A vJump stays.
func (g *generator) dischargeTo(v *desc, reg int) {
	g.discharge(v)
	switch v.kind {
	case vNil:
		g.loadNil(reg, 1)
	case vTrue, vFalse:
		g.emitABC(bc.LOADBOOL, reg, b2i(v.kind == vTrue), 0)
	case vConst:
		g.loadConst(reg, int(v.info))
	case vFloat:
		g.loadConst(reg, g.floatConst(math.Float64frombits(v.num)))
	case vInt:
		g.loadConst(reg, g.intConst(int64(v.num)))
	case vRelocatable:
		i := g.instr(v)
		*i = i.WithA(reg)
	case vNonReloc:
		if int(v.info) != reg {
			g.emitABC(bc.MOVE, reg, int(v.info), 0)
		}
	default: // vJump
		return
	}
	v.kind, v.info = vNonReloc, int32(reg)
}

func (g *generator) dischargeToAny(v *desc) {
	if v.kind != vNonReloc {
		g.reserve(1)
		g.dischargeTo(v, g.fs.freeReg-1)
	}
}

// toReg puts the whole value of v, jumps included, into reg.
func (g *generator) toReg(v *desc, reg int) {
	g.dischargeTo(v, reg)
	if v.kind == vJump {
		g.concat(&v.t, int(v.info))
	}
	if v.hasJumps() {
		g.joinJumps(v, reg)
	}
	v.t, v.f = noJump, noJump
	v.kind, v.info = vNonReloc, int32(reg)
}

// joinJumps makes the early exits of v meet after it, through two LOADBOOLs if some of them carry
// no value.
func (g *generator) joinJumps(v *desc, reg int) {
	loadFalse, loadTrue := noJump, noJump
	if g.needsValue(v.t) || g.needsValue(v.f) {
		over := noJump
		if v.kind != vJump {
			over = g.jump()
			g.setRole(srcmap.Branch)
		}
		g.label()
		loadFalse = g.emitABC(bc.LOADBOOL, reg, 0, 1)
		g.label()
		loadTrue = g.emitABC(bc.LOADBOOL, reg, 1, 0)
		g.patchHere(over)
	}
	end := g.label()
	g.patchAll(v.f, end, reg, loadFalse)
	g.patchAll(v.t, end, reg, loadTrue)
}

// toNextReg puts v into the next free register.
func (g *generator) toNextReg(v *desc) {
	g.discharge(v)
	g.releaseExpr(v)
	g.reserve(1)
	g.toReg(v, g.fs.freeReg-1)
}

// toAnyReg puts v into some register, which it returns.
func (g *generator) toAnyReg(v *desc) int {
	g.discharge(v)
	if v.kind == vNonReloc {
		if !v.hasJumps() {
			return int(v.info)
		}
		if int(v.info) >= len(g.fs.active) {
			g.toReg(v, int(v.info))
			return int(v.info)
		}
	}
	g.toNextReg(v)
	return int(v.info)
}

// toAnyRegOrUpvalue does that unless v is an upvalue.
func (g *generator) toAnyRegOrUpvalue(v *desc) {
	if v.kind != vUpvalue || v.hasJumps() {
		g.toAnyReg(v)
	}
}

// toValue makes v a value that may be a constant.
func (g *generator) toValue(v *desc) {
	if v.hasJumps() {
		g.toAnyReg(v)
	} else {
		g.discharge(v)
	}
}

// toRK makes v an operand: a register, or a constant with a small number.
func (g *generator) toRK(v *desc) int {
	g.toValue(v)
	switch v.kind {
	case vTrue:
		v.info = int32(g.wordConst(bc.KTrue))
	case vFalse:
		v.info = int32(g.wordConst(bc.KFalse))
	case vNil:
		v.info = int32(g.wordConst(bc.KNil))
	case vInt:
		v.info = int32(g.intConst(int64(v.num)))
	case vFloat:
		v.info = int32(g.floatConst(math.Float64frombits(v.num)))
	case vConst:
	default:
		return g.toAnyReg(v)
	}
	v.kind = vConst
	if v.info <= bc.MaxIndexRK {
		return bc.RK(int(v.info))
	}
	return g.toAnyReg(v)
}

// store emits the code that puts the value of v into a variable.
func (g *generator) store(target, v *desc) {
	switch target.kind {
	case vLocal:
		g.releaseExpr(v)
		g.toReg(v, int(target.info))
		return
	case vUpvalue:
		g.emitABC(bc.SETUPVAL, g.toAnyReg(v), int(target.info), 0)
		g.setRole(srcmap.Store)
	case vIndexed:
		op := bc.SETTABLE
		if target.inUpvalue {
			op = bc.SETTABUP
		}
		g.emitABC(op, int(target.table), int(target.key), g.toRK(v))
		g.setRole(srcmap.Store)
	}
	g.releaseExpr(v)
}

// self makes v the method `v:name`, with the object after it. The name is a constant
// before the object may become one, as in `(5):name()`.
func (g *generator) self(v *desc, name syntax.Sym) {
	var key desc
	key.init(vConst, g.stringConst(name))
	obj := g.toAnyReg(v)
	g.releaseExpr(v)
	v.kind, v.info = vNonReloc, int32(g.fs.freeReg)
	g.reserve(2)
	g.emitABC(bc.SELF, int(v.info), obj, g.toRK(&key))
	g.releaseExpr(&key)
}

// index makes v the variable `v[key]`; v is in a register or an upvalue.
func (g *generator) index(v, key *desc) {
	v.table, v.key = v.info, int32(g.toRK(key))
	v.inUpvalue = v.kind == vUpvalue
	v.kind = vIndexed
}

// goIfTrue emits the jump (list v.f) that is taken where v is false, and goes on where it is
// true.
func (g *generator) goIfTrue(v *desc) {
	g.discharge(v)
	pc := noJump
	switch v.kind {
	case vJump:
		g.negate(v)
		pc = int(v.info)
	case vConst, vFloat, vInt, vTrue: // always true
	default:
		pc = g.jumpIf(v, false)
	}
	g.prepend(&v.f, pc)
	g.patchHere(v.t)
	v.t = noJump
}

// goIfFalse emits the jump (list v.t) that is taken where v is true, and goes on where it is
// false.
func (g *generator) goIfFalse(v *desc) {
	g.discharge(v)
	pc := noJump
	switch v.kind {
	case vJump:
		pc = int(v.info)
	case vNil, vFalse: // always false
	default:
		pc = g.jumpIf(v, true)
	}
	g.prepend(&v.t, pc)
	g.patchHere(v.f)
	v.f = noJump
}

// jumpIf emits a jump taken if v is cond. A `not` right before is folded into it.
func (g *generator) jumpIf(v *desc, cond bool) int {
	if v.kind == vRelocatable {
		if i := *g.instr(v); i.Op() == bc.NOT {
			g.dropLast()
			return g.branch(bc.TEST, i.B(), 0, b2i(!cond))
		}
	}
	g.dischargeToAny(v)
	g.releaseExpr(v)
	return g.branch(bc.TESTSET, noReg, int(v.info), b2i(cond))
}

// branch emits a test and its jump as condJump does, with the role of a branch, and returns the jump.
func (g *generator) branch(op bc.Op, a, b, c int) int {
	role := g.role
	g.role = srcmap.Branch
	pc := g.condJump(op, a, b, c)
	g.role = role
	return pc
}

// negate turns a comparison around.
func (g *generator) negate(v *desc) {
	i := &g.fs.code[g.control(int(v.info))]
	*i = i.WithA(b2i(i.A() == 0))
}
