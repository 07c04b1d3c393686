package testkit

import (
	"math/rand/v2"
	"testing"

	"luaflow/compile/bytecode"
)

// Random code that bytecode.Verify accepts. It is nonsense as a program: any jump,
// any register, closures over anything; so it holds far stranger flow than a
// compiler makes.

// codeGenerator writes the code of one function.
type codeGenerator struct {
	*rand.Rand
	p      *bytecode.Proto
	base   int   // the first register in use
	starts []int // pcs that may be jumped to
	jumps  []int // pcs of jumps whose distance is still open
}

// registers that random code uses; those of a FORLOOP or TFORCALL reach further.
const randomRegisters = 8

// RandomMain returns a main function of random code, with functions in it.
func RandomMain(r *rand.Rand) *bytecode.Proto { return randomFunc(r, nil, 3) }

// EachRandomMain calls test for n functions of RandomMain; the number of each is its seed.
func EachRandomMain(t *testing.T, n int, test func(t *testing.T, seed int, main *bytecode.Proto)) {
	t.Helper()
	for seed := range n {
		main := RandomMain(rand.New(rand.NewPCG(uint64(seed), 0)))
		if err := bytecode.Verify(main); err != nil {
			t.Fatalf("program %d: %v", seed, err)
		}
		test(t, seed, main)
	}
}

func randomFunc(r *rand.Rand, parent *bytecode.Proto, depth int) *bytecode.Proto {
	p := &bytecode.Proto{
		NumParams: uint8(r.IntN(3)),
		IsVararg:  true,
		Constants: []bytecode.Constant{bytecode.Int(1)},
		Upvalues:  make([]bytecode.Upvalue, 1+r.IntN(4)),
	}
	base := 0
	if r.IntN(8) == 0 {
		base = 60 // sets reach from one word into the next
	}
	p.MaxStack = uint8(base + randomRegisters + 6)
	for k := range p.Upvalues {
		up := &p.Upvalues[k]
		switch {
		case parent == nil:
			up.InStack = true // whoever loads the chunk makes it
		case r.IntN(2) == 0:
			up.InStack, up.Index = true, uint8(int(parent.MaxStack)-6-1-r.IntN(randomRegisters))
		default:
			up.Index = uint8(r.IntN(len(parent.Upvalues)))
		}
	}
	if depth > 0 {
		for range r.IntN(3) {
			p.Protos = append(p.Protos, randomFunc(r, p, depth-1))
		}
	}
	g := &codeGenerator{Rand: r, p: p, base: base}
	g.units(5+r.IntN(25), 2)
	g.start()
	g.emit(bytecode.ABC(bytecode.RETURN, 0, 1, 0))
	for _, pc := range g.jumps {
		to := g.starts[g.IntN(len(g.starts))]
		p.Code[pc] = p.Code[pc].WithSBx(to - pc - 1)
	}
	g.locals()
	return p
}

// locals makes records of variables that nest.
func (g *codeGenerator) locals() {
	if g.IntN(4) == 0 {
		return // stripped
	}
	var ends []int32
	for range g.p.NumParams {
		ends = append(ends, int32(len(g.p.Code)))
		g.p.Locals = append(g.p.Locals, bytecode.LocalVar{Name: "p", EndPC: int32(len(g.p.Code))})
	}
	at := 0
	for range g.IntN(12) {
		at = min(at+g.IntN(4), len(g.p.Code)-1)
		for len(ends) > 0 && int(ends[len(ends)-1]) <= at {
			ends = ends[:len(ends)-1]
		}
		limit := len(g.p.Code)
		if len(ends) > 0 {
			limit = int(ends[len(ends)-1])
		}
		if len(ends) == int(g.p.MaxStack) {
			return
		}
		end := int32(at + g.IntN(limit-at+1))
		ends = append(ends, end)
		g.p.Locals = append(g.p.Locals, bytecode.LocalVar{Name: string(rune('a' + len(g.p.Locals))), StartPC: int32(at), EndPC: end})
	}
}

func (g *codeGenerator) emit(i bytecode.Instruction) { g.p.Code = append(g.p.Code, i) }

func (g *codeGenerator) start() { g.starts = append(g.starts, len(g.p.Code)) }

func (g *codeGenerator) jump(op bytecode.Op, a int) {
	g.jumps = append(g.jumps, len(g.p.Code))
	g.emit(bytecode.AsBx(op, a, 0))
}

func (g *codeGenerator) reg() int { return g.base + g.IntN(randomRegisters) }

func (g *codeGenerator) rk() int {
	if g.IntN(4) == 0 {
		return bytecode.RK(0)
	}
	return g.reg()
}

// closing returns the A of a JMP, which often closes nothing.
func (g *codeGenerator) closing() int { return g.IntN(2) * (g.reg() + 1) }

func (g *codeGenerator) up() int { return g.IntN(len(g.p.Upvalues)) }

// units emits n steps that control can come to from anywhere.
func (g *codeGenerator) units(n, depth int) {
	for range n {
		g.start()
		switch k := g.IntN(20); {
		case k < 4:
			g.branch(depth)
		case k < 7 && len(g.p.Protos) > 0:
			g.emit(bytecode.ABx(bytecode.CLOSURE, g.reg(), g.IntN(len(g.p.Protos))))
		case k < 9:
			g.call()
		default:
			g.plain()
		}
	}
}

func (g *codeGenerator) branch(depth int) {
	switch k := g.IntN(7); {
	case k == 0 && depth > 0:
		a := g.reg()
		prep := len(g.p.Code)
		g.emit(bytecode.AsBx(bytecode.FORPREP, a, 0))
		g.units(g.IntN(4), depth-1)
		g.start()
		n := len(g.p.Code) - prep - 1
		g.p.Code[prep] = g.p.Code[prep].WithSBx(n)
		g.emit(bytecode.AsBx(bytecode.FORLOOP, a, -n-1))
	case k == 1:
		a := g.reg()
		g.emit(bytecode.ABC(bytecode.TFORCALL, a, 0, 1+g.IntN(3)))
		g.jump(bytecode.TFORLOOP, a+2)
	case k == 2:
		g.jump(bytecode.JMP, g.closing())
	case k == 3:
		a := g.reg()
		g.emit(bytecode.ABC(bytecode.LOADBOOL, a, 0, 1))
		g.emit(bytecode.ABC(bytecode.LOADBOOL, a, 1, 0))
	case k == 4:
		g.emit(bytecode.ABC(bytecode.TEST, g.reg(), 0, g.IntN(2)))
		g.jump(bytecode.JMP, 0)
	case k == 5:
		g.emit(bytecode.ABC(bytecode.TESTSET, g.reg(), g.reg(), g.IntN(2)))
		g.jump(bytecode.JMP, g.closing())
	default:
		g.emit(bytecode.ABC(bytecode.EQ+bytecode.Op(g.IntN(3)), g.IntN(2), g.rk(), g.rk()))
		g.jump(bytecode.JMP, 0)
	}
}

// call emits what takes or makes several values.
func (g *codeGenerator) call() {
	a := g.reg()
	switch g.IntN(7) {
	case 0:
		g.emit(bytecode.ABC(bytecode.CALL, a, 1+g.IntN(3), 1+g.IntN(3)))
	case 1: // f(...)
		g.emit(bytecode.ABC(bytecode.VARARG, a+1, 0, 0))
		g.emit(bytecode.ABC(bytecode.CALL, a, 0, 1+g.IntN(2)))
	case 2: // f(x, g())
		g.emit(bytecode.ABC(bytecode.CALL, a+1+g.IntN(2), 1+g.IntN(2), 0))
		g.emit(bytecode.ABC(bytecode.CALL, a, 0, 1+g.IntN(2)))
	case 3: // return f()
		g.emit(bytecode.ABC(bytecode.TAILCALL, a, 1+g.IntN(2), 0))
		g.emit(bytecode.ABC(bytecode.RETURN, a, 0, 0))
	case 4: // {f()}
		g.emit(bytecode.ABC(bytecode.CALL, a+1, 1+g.IntN(2), 0))
		g.emit(bytecode.ABC(bytecode.SETLIST, a, 0, 1))
	case 5:
		g.emit(bytecode.ABC(bytecode.VARARG, a, 1+g.IntN(3), 0))
	default:
		g.emit(bytecode.ABC(bytecode.RETURN, a, 1+g.IntN(2), 0))
	}
}

func (g *codeGenerator) plain() {
	switch g.IntN(14) {
	case 0, 1, 2:
		g.emit(bytecode.ABC(bytecode.MOVE, g.reg(), g.reg(), 0))
	case 3:
		g.emit(bytecode.ABC(bytecode.LOADNIL, g.reg(), g.IntN(3), 0))
	case 4:
		g.emit(bytecode.ABC(bytecode.GETUPVAL, g.reg(), g.up(), 0))
	case 5:
		g.emit(bytecode.ABC(bytecode.SETUPVAL, g.reg(), g.up(), 0))
	case 6:
		g.emit(bytecode.ABC(bytecode.GETTABUP, g.reg(), g.up(), g.rk()))
	case 7:
		g.emit(bytecode.ABC(bytecode.NEWTABLE, g.reg(), 0, 0))
	case 8:
		g.emit(bytecode.ABC(bytecode.SELF, g.reg(), g.reg(), g.rk()))
	case 9:
		b := g.reg()
		g.emit(bytecode.ABC(bytecode.CONCAT, g.reg(), b, b+1+g.IntN(2)))
	case 10:
		g.emit(bytecode.ABC(bytecode.SETTABLE, g.reg(), g.rk(), g.rk()))
	case 11:
		g.emit(bytecode.ABx(bytecode.LOADKX, g.reg(), 0))
		g.emit(bytecode.Ax(bytecode.EXTRAARG, 0))
	case 12:
		g.emit(bytecode.ABx(bytecode.LOADK, g.reg(), 0))
	default:
		g.emit(bytecode.ABC(bytecode.ADD+bytecode.Op(g.IntN(12)), g.reg(), g.rk(), g.rk()))
	}
}
