package machine

import (
	bc "luaflow/compile/bytecode"
)

// The interpreter loop: luaV_execute of lvm.c, one case per opcode.

// begin prepares the execution of the instruction at f.pc.
func (m *Machine) begin(f *frame) {
	if m.steps++; m.steps > m.maxSteps {
		panic(exhausted("steps"))
	}
	f.deadStep = f.fn.dead != nil && f.fn.dead[f.pc]
	if m.hooks.Step != nil {
		m.hooks.Step(f.fn.number, f.from, f.pc)
	}
	f.from = f.pc
}

// execute runs f to its end: what it returns, or the arguments of the function that
// replaces it.
func (m *Machine) execute(f *frame) (values []Value, tail *Closure) {
	for {
		i := f.fn.proto.Code[f.pc]
		if m.marks.Skip && f.fn.dead[f.pc] && skippable(i.Op()) {
			if m.steps++; m.steps > m.maxSteps {
				panic(exhausted("steps"))
			}
			f.deadStep, f.from = true, f.pc
			m.skip(f)
			continue
		}
		m.begin(f)
		switch i.Op() {
		case bc.RETURN:
			values := m.operands(f, i.A(), i.B()-1)
			f.closeFrom(0)
			return values, nil
		case bc.TAILCALL:
			if args, callee := m.tailCall(f, i); callee != nil {
				return args, callee
			}
		default:
			m.instruction(f, i)
		}
		f.pc++
	}
}

// rk returns the operand B or C: a register or a constant.
func (m *Machine) rk(f *frame, operand int) Value {
	if bc.IsK(operand) {
		return f.fn.constants[bc.KIndex(operand)]
	}
	return m.use(f, operand)
}

// instruction runs i and leaves f.pc in front of the next one.
func (m *Machine) instruction(f *frame, i bc.Instruction) {
	a, b, c := i.A(), i.B(), i.C()
	switch i.Op() {
	case bc.MOVE:
		m.define(f, a, m.use(f, b))
	case bc.LOADK:
		m.define(f, a, f.fn.constants[i.Bx()])
	case bc.LOADKX:
		m.define(f, a, f.fn.constants[f.fn.proto.Code[f.pc+1].Ax()])
	case bc.LOADBOOL:
		m.define(f, a, boolean(b != 0))
		if c != 0 {
			f.pc++
		}
	case bc.LOADNIL:
		for k := range b + 1 {
			m.define(f, a+k, Value{})
		}
	case bc.GETUPVAL:
		m.define(f, a, m.useUpvalue(f, b))
	case bc.GETTABUP:
		m.define(f, a, m.index(m.useUpvalue(f, b), m.rk(f, c)))
	case bc.GETTABLE:
		m.define(f, a, m.index(m.use(f, b), m.rk(f, c)))
	case bc.SETTABUP:
		m.setIndex(m.useUpvalue(f, a), m.rk(f, b), m.rk(f, c))
	case bc.SETUPVAL:
		m.defineUpvalue(f, b, m.use(f, a))
	case bc.SETTABLE:
		m.setIndex(m.use(f, a), m.rk(f, b), m.rk(f, c))
	case bc.NEWTABLE:
		m.define(f, a, table(newTable(f.site())))
		m.allocated()
	case bc.SELF:
		object := m.use(f, b)
		method := m.index(object, m.rk(f, c))
		m.define(f, a, method)
		m.define(f, a+1, object)
	case bc.ADD, bc.SUB, bc.MUL, bc.MOD, bc.POW, bc.DIV, bc.IDIV, bc.BAND, bc.BOR, bc.BXOR, bc.SHL, bc.SHR:
		m.define(f, a, m.arith(i.Op(), m.rk(f, b), m.rk(f, c)))
	case bc.UNM, bc.BNOT:
		v := m.use(f, b)
		m.define(f, a, m.arith(i.Op(), v, v))
	case bc.NOT:
		m.define(f, a, boolean(!m.use(f, b).truth()))
	case bc.LEN:
		m.define(f, a, m.objectLength(m.use(f, b)))
	case bc.CONCAT:
		m.define(f, a, m.concat(m.operands(f, b, c-b+1)))
		m.allocated()
	case bc.JMP:
		if a > 0 {
			f.closeFrom(a - 1)
		}
		f.pc += i.SBx()
	case bc.EQ:
		m.test(f, m.equal(m.rk(f, b), m.rk(f, c)) == (a != 0))
	case bc.LT:
		m.test(f, m.less(m.rk(f, b), m.rk(f, c)) == (a != 0))
	case bc.LE:
		m.test(f, m.lessEqual(m.rk(f, b), m.rk(f, c)) == (a != 0))
	case bc.TEST:
		m.test(f, m.use(f, a).truth() == (c != 0))
	case bc.TESTSET:
		v := m.use(f, b)
		if v.truth() == (c != 0) {
			m.define(f, a, v)
		}
		m.test(f, v.truth() == (c != 0))
	case bc.CALL:
		values := m.operands(f, a, open(b))
		f.clobber(a)
		m.results(f, a, c-1, m.call(values[0], values[1:]))
	case bc.FORLOOP:
		m.forLoop(f, i)
	case bc.FORPREP:
		m.forPrep(f, i)
	case bc.TFORCALL:
		values := m.operands(f, a, 3)
		f.clobber(a + 3)
		m.results(f, a+3, c, m.call(values[0], values[1:]))
	case bc.TFORLOOP:
		if v := m.use(f, a+1); !v.isNil() {
			m.define(f, a, v)
			f.pc += i.SBx()
		}
	case bc.SETLIST:
		m.setList(f, i)
	case bc.CLOSURE:
		m.define(f, a, function(m.newClosure(f, f.fn.children[i.Bx()])))
		m.allocated()
	case bc.VARARG:
		m.results(f, a, b-1, f.varargs)
	case bc.EXTRAARG: // the instruction in front has read it
	}
}

// test goes to the JMP after a test, or over it.
func (m *Machine) test(f *frame, jump bool) {
	if !jump {
		f.pc++
	}
}

// setList stores the items of a constructor, without metamethods.
func (m *Machine) setList(f *frame, i bc.Instruction) {
	n := i.B() + 1
	if i.B() == 0 {
		n = -1
	}
	values, block := m.operands(f, i.A(), n), i.C()
	if block == 0 {
		block = f.fn.proto.Code[f.pc+1].Ax()
	}
	t, first := values[0].table(), int64(block-1)*bc.FieldsPerFlush
	for k, v := range values[1:] {
		m.setInt(t, first+int64(k)+1, v)
	}
}

// forPrep executes the start of a numeric loop: the limit becomes an integer if the loop
// runs on integers, and everything a float otherwise.
func (m *Machine) forPrep(f *frame, i bc.Instruction) {
	a := i.A()
	first, limit, step := m.use(f, a), m.use(f, a+1), m.use(f, a+2)
	if first.kind == Integer && step.kind == Integer {
		if end, stop, ok := forLimit(limit, step.Int()); ok {
			start := first.Int()
			if stop {
				start = 0
			}
			m.define(f, a, integer(start-step.Int()))
			m.define(f, a+1, integer(end))
			f.pc += i.SBx()
			return
		}
	}
	var floats [3]float64
	for k, v := range [...]Value{limit, step, first} {
		n, ok := toFloat(v)
		if !ok {
			m.fail("'for' %s must be a number", [...]string{"limit", "step", "initial value"}[k])
		}
		floats[k] = n
	}
	m.define(f, a, float(floats[2]-floats[1]))
	m.define(f, a+1, float(floats[0]))
	m.define(f, a+2, float(floats[1]))
	f.pc += i.SBx()
}

// forLimit rounds the limit of a loop on integers so that the loop runs as often. A
// float beyond all integers is no limit, or stops the loop at once.
func forLimit(limit Value, step int64) (end int64, stop, ok bool) {
	n, ok := toNumber(limit)
	if !ok || n.kind == Integer {
		return n.Int(), false, ok
	}
	f := n.float()
	rounded := roundFor(f, step)
	if i, fits := bc.FloatToInt(rounded); fits {
		return i, false, true
	}
	if f > 0 {
		return maxInteger, step < 0, true
	}
	return minInteger, step >= 0, true
}

// forLoop executes the end of an iteration.
func (m *Machine) forLoop(f *frame, i bc.Instruction) {
	a := i.A()
	index, limit, step := m.use(f, a), m.use(f, a+1), m.use(f, a+2)
	var next Value
	var more bool
	if index.kind == Integer {
		n := index.Int() + step.Int()
		next, more = integer(n), step.Int() > 0 && n <= limit.Int() || step.Int() <= 0 && limit.Int() <= n
	} else {
		n := index.float() + step.float()
		next, more = float(n), step.float() > 0 && n <= limit.float() || !(step.float() > 0) && limit.float() <= n
	}
	if more {
		m.define(f, a, next)
		m.define(f, a+3, next)
		f.pc += i.SBx()
	}
}
