package consts

import (
	"luaflow/analysis/effect"
	"luaflow/analysis/ssa"
	"luaflow/analysis/value"
	"luaflow/compile/bytecode"
)

// What one instruction makes of what is known of its operands: the abstract
// interpreter after Constants, an arm for each opcode (lvm.c, luaV_execute).
//
// Each arm is a transfer function: from operands to values, to an Impact, and to the edges that control
// may take. It must hold for all values that the operands stand for, be monotone, and not complete
// while an operand that it needs is Bottom: no value has come there yet. What a metamethod may
// return, or an unknown function, is Unknown. Of a sum:
//
//	a                 Bottom    1     integer   integer or string
//	a + 2             Bottom    3     integer   Unknown
//	Impact            None      None  None      Operators
//	control goes on   not yet   yes   yes       yes

// successors is a set of edges: bit k stands for number k of effect.Successors.
type successors uint8

const (
	stays  successors = 0 // the instruction does not complete, as far as is known
	first  successors = 1
	second successors = 2
)

// unresolved stands for the Impact of a call of a known function until that is
// known.
const unresolved value.Impact = 255

// evaluate sets the values that the instruction at pc makes and its Impact, and
// tells where control goes.
func (w *propagator) evaluate(pc int) successors {
	switch i := w.f.Proto.Code[pc]; i.Op() {
	case bytecode.MOVE:
		return w.result(pc, w.use(pc, 0), value.None)
	case bytecode.LOADK, bytecode.LOADKX, bytecode.LOADBOOL, bytecode.LOADNIL:
		return w.load(pc, i)
	case bytecode.GETUPVAL:
		return w.result(pc, w.upvalue(i.B()), value.None)
	case bytecode.SETUPVAL:
		return w.setUpvalue(pc, i)
	case bytecode.GETTABUP, bytecode.GETTABLE, bytecode.SELF:
		return w.index(pc, i)
	case bytecode.SETTABUP, bytecode.SETTABLE:
		return w.setIndex(pc, i)
	case bytecode.NEWTABLE:
		return w.result(pc, value.Of(value.Table), value.None)
	case bytecode.SETLIST:
		return w.fill(pc, i)
	case bytecode.ADD, bytecode.SUB, bytecode.MUL, bytecode.MOD, bytecode.POW, bytecode.DIV, bytecode.IDIV,
		bytecode.BAND, bytecode.BOR, bytecode.BXOR, bytecode.SHL, bytecode.SHR, bytecode.UNM, bytecode.BNOT:
		return w.arith(pc, i)
	case bytecode.NOT:
		return w.result(pc, w.use(pc, 0).Not(), value.None)
	case bytecode.LEN:
		length, impact := w.pool.Len(w.use(pc, 0))
		return w.result(pc, length, impact)
	case bytecode.CONCAT:
		text, impact := w.pool.Concat(w.uses(pc, 0)...)
		return w.result(pc, text, impact)
	case bytecode.EQ, bytecode.LT, bytecode.LE:
		return w.compare(pc, i)
	case bytecode.TEST, bytecode.TESTSET:
		return w.test(pc, i)
	case bytecode.CALL, bytecode.TAILCALL, bytecode.TFORCALL:
		return w.evaluateCall(pc, i)
	case bytecode.RETURN:
		return w.ret(pc)
	case bytecode.FORPREP:
		return w.forPrep(pc, i)
	case bytecode.FORLOOP:
		return w.forLoop(pc, i)
	case bytecode.TFORLOOP:
		return w.tforLoop(pc)
	case bytecode.CLOSURE:
		child := w.f.Child(effect.Closure(i)).Number
		w.call(child)
		return w.result(pc, value.OfFunction(child), value.None)
	case bytecode.VARARG:
		return w.results(pc, [3]value.Value{value.Unknown, value.Unknown, value.Unknown})
	}
	return first // JMP, EXTRAARG
}

// use returns what is known of operand k of Uses(pc).
func (w *propagator) use(pc, k int) value.Value {
	if !w.sharing {
		return w.value(w.s.Uses(pc)[k])
	}
	return w.operand(w.f, w.s, pc, k)
}

// uses returns what is known of the operands of Uses(pc) from k on. It is valid up to
// the next call.
func (w *propagator) uses(pc, k int) []value.Value {
	w.args = w.args[:0]
	for n := len(w.s.Uses(pc)); k < n; k++ {
		w.args = append(w.args, w.use(pc, k))
	}
	return w.args
}

// constantOr returns the constant that rk names, or operand k of Uses(pc).
func (w *propagator) constantOr(rk, pc, k int) value.Value {
	if bytecode.IsK(rk) {
		return w.pool.OfConstant(w.f.Proto.Constants[bytecode.KIndex(rk)])
	}
	return w.use(pc, k)
}

// operandsBC returns what is known of RK(B) and RK(C) of an instruction whose k operands in front
// of them are registers. A constant is not among its Uses, so that C is the next one of these
// after B only if B is a register.
func (w *propagator) operandsBC(pc int, i bytecode.Instruction, k int) (b, c value.Value) {
	b = w.constantOr(i.B(), pc, k)
	if !bytecode.IsK(i.B()) {
		k++
	}
	return b, w.constantOr(i.C(), pc, k)
}

// setImpact notes the Impact of the instruction at pc, in the place of that with less known operands.
func (w *propagator) setImpact(pc int, impact value.Impact) {
	w.impacts[int(w.state.code)+pc] = impact
}

// result returns the end of an instruction that makes one value, or whose further values
// are set; without a value it does not complete.
func (w *propagator) result(pc int, is value.Value, impact value.Impact) successors {
	w.setImpact(pc, impact)
	if is.IsBottom() {
		return stays
	}
	w.set(w.s.First(pc), is)
	return first
}

// results sets all values that the instruction at pc makes. Those after the third
// may be anything: `pairs` and FORPREP give three, and of a function of the program no more is known
// than of the first.
func (w *propagator) results(pc int, are [3]value.Value) successors {
	firstDef, n := w.s.Defs(pc)
	for k := range n {
		is := value.Unknown
		if k < len(are) {
			is = are[k]
		}
		w.set(firstDef+ssa.ValueID(k), is)
	}
	return first
}

// load evaluates what loads a constant, which may be several registers of nil. It is the same every
// time.
func (w *propagator) load(pc int, i bytecode.Instruction) successors {
	var is value.Value
	switch i.Op() {
	case bytecode.LOADK:
		is = w.pool.OfConstant(w.f.Proto.Constants[i.Bx()])
	case bytecode.LOADKX:
		is = w.pool.OfConstant(w.f.Proto.Constants[w.f.Proto.Code[pc+1].Ax()])
	case bytecode.LOADBOOL:
		is = value.OfBool(i.B() != 0)
	default:
		is = value.Of(value.Nil)
	}
	firstDef, n := w.s.Defs(pc)
	for k := range n {
		w.set(firstDef+ssa.ValueID(k), is)
	}
	return first
}

// arith evaluates an arithmetic or bitwise operator. One that always raises an error has no value, and
// control does not go on.
func (w *propagator) arith(pc int, i bytecode.Instruction) successors {
	var a, b value.Value
	if op := i.Op(); op == bytecode.UNM || op == bytecode.BNOT {
		a = w.use(pc, 0)
		b = a
	} else {
		a, b = w.operandsBC(pc, i, 0)
	}
	is, impact := w.pool.Arith(i.Op(), a, b)
	return w.result(pc, is, impact)
}

// branch returns where a test goes that may come out so: over the first edge if it comes
// out as wanted. That is over both if it may come out both ways, and over none as long as what is tested
// has no value. wanted turns the two around: with the bits second and first, it swaps them.
func branch(truth value.Truth, wanted bool) successors {
	var next successors
	if truth&value.Always != 0 {
		next = first
	}
	if truth&value.Never != 0 {
		next |= second
	}
	if !wanted {
		next = next>>1 | next<<1&second
	}
	return next
}

// compare evaluates EQ, LT and LE, which go over their first edge if they come out as A says.
func (w *propagator) compare(pc int, i bytecode.Instruction) successors {
	a, b := w.operandsBC(pc, i, 0)
	truth, impact := w.pool.Compare(i.Op(), a, b)
	w.setImpact(pc, impact)
	return branch(truth, i.A() != 0)
}

// test evaluates TEST and TESTSET. On the edge on which TESTSET copies its operand, that is known to be
// true, or to be false or nil: in `x = a or {}` what comes from `a` is no nil.
func (w *propagator) test(pc int, i bytecode.Instruction) successors {
	tested, wanted := w.use(pc, 0), i.C() != 0
	next := branch(tested.Truth(), wanted)
	if i.Op() == bytecode.TESTSET && next&first != 0 {
		if wanted {
			tested = tested.Truthy()
		} else {
			tested = tested.Falsy()
		}
		w.set(w.s.First(pc), tested)
	}
	return next
}

// ret evaluates a RETURN: its first value, or nil, is joined to the result of the function.
func (w *propagator) ret(pc int) successors {
	is := value.Of(value.Nil)
	if len(w.s.Uses(pc)) > 0 {
		// Of an open result the first value, or nil, stands for all.
		is = w.use(pc, 0)
	}
	w.returnFrom(w.f.Number, is)
	return first
}

// returnFrom notes that a function returns, with such a first result, and has the calls of it evaluated
// again if either is news.
func (w *propagator) returnFrom(function int, is value.Value) {
	state := &w.funcs[function]
	if joined := value.Join(state.result, is); joined != state.result || !state.returns {
		state.result, state.returns = joined, true
		w.wake(w.waiting[function])
	}
}

// forPrep evaluates the numbers of a for loop as the machine prepares them. It may be found out that
// they are never right, which is an error. The FORLOOP looks at the operands of this instruction, not
// only at its values, so that it is evaluated again whenever this one is.
func (w *propagator) forPrep(pc int, i bytecode.Instruction) successors {
	loop := w.pool.For(w.use(pc, 0), w.use(pc, 1), w.use(pc, 2))
	w.setImpact(pc, loop.Impact)
	if loop.Enters == 0 {
		return stays
	}
	if w.again {
		w.pending = append(w.pending, task{int32(w.f.Number), ssa.User(pc + 1 + i.SBx())})
	}
	return w.results(pc, [3]value.Value{loop.Init, loop.Limit, loop.Step})
}

// forLoop evaluates the turn of a for loop. Turns are not told apart: what is said of the count holds at
// the start and after each step, what is said of the variable in all of them. If the loop never enters,
// control goes on; else it may do so after any turn.
func (w *propagator) forLoop(pc int, i bytecode.Instruction) successors {
	count, variable := w.s.First(pc), w.s.First(pc)+1
	prep := w.s.ForPrep(pc)
	if prep < 0 {
		w.set(count, value.Unknown)
		w.set(variable, value.Unknown)
		return first | second
	}
	loop := w.pool.For(w.use(prep, 0), w.use(prep, 1), w.use(prep, 2))
	if loop.Enters&value.Always == 0 {
		return second
	}
	w.set(count, loop.Init)
	w.set(variable, loop.Var)
	return first | second
}

// tforLoop evaluates whether the iterator has given something: the loop goes on with what is not nil.
func (w *propagator) tforLoop(pc int) successors {
	control := w.use(pc, 0)
	next := stays
	if more := control.Only(value.Any &^ value.Nil); !more.IsBottom() {
		w.set(w.s.First(pc), more)
		next = first
	}
	if control.MayBe(value.Nil) {
		next |= second
	}
	return next
}
