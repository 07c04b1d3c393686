package facts

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"luaflow/analysis/value"
	"luaflow/compile/bytecode"
	"luaflow/compile/meter"
)

// How cost grows with one function of n statements over a hundred locals, in the
// four shapes that hurt tools of this kind: definitions that survive one-armed ifs,
// loops thirty deep, one long loop body, and a mixture.

const growLocals = 100

// shape writes code.
type shape struct {
	*rand.Rand
	p *bytecode.Proto
}

func (s *shape) emit(i bytecode.Instruction) { s.p.Code = append(s.p.Code, i) }

func (s *shape) local() int { return s.IntN(growLocals) }

// assign emits `v = v + k`.
func (s *shape) assign() {
	s.emit(bytecode.ABC(bytecode.ADD, s.local(), s.local(), bytecode.RK(0)))
}

// test emits the start of `if v then` or `while v do`, and returns the pc of the JMP over the
// body.
func (s *shape) test() int {
	s.emit(bytecode.ABC(bytecode.TEST, s.local(), 0, 0))
	s.emit(bytecode.AsBx(bytecode.JMP, 0, 0))
	return len(s.p.Code) - 1
}

// land makes the jump at pc lead here.
func (s *shape) land(pc int) {
	s.p.Code[pc] = s.p.Code[pc].WithSBx(len(s.p.Code) - pc - 1)
}

func (s *shape) back(to int) {
	s.emit(bytecode.AsBx(bytecode.JMP, 0, to-len(s.p.Code)-1))
}

func (s *shape) ifs(n int) {
	for range n / 2 {
		jump := s.test()
		s.assign()
		s.land(jump)
	}
}

func (s *shape) nests(n int) {
	for range n / 60 {
		var exits []int
		for range 30 {
			exits = append(exits, s.test())
			s.assign()
		}
		for k := range exits {
			exit := exits[len(exits)-1-k]
			s.back(exit - 1)
			s.land(exit)
		}
	}
}

func (s *shape) loop(n int) {
	exit := s.test()
	var breaks []int
	for k := range n {
		if k%10 != 0 {
			s.assign()
			continue
		}
		over := s.test()
		s.emit(bytecode.ABC(bytecode.CALL, growLocals, 1, 1))
		s.land(over)
		over = s.test()
		breaks = append(breaks, len(s.p.Code))
		s.emit(bytecode.AsBx(bytecode.JMP, 0, 0))
		s.land(over)
	}
	s.back(exit - 1)
	for _, pc := range append(breaks, exit) {
		s.land(pc)
	}
}

func (s *shape) mixed(n int) {
	for k := 0; k < n; {
		k += s.block(6)
	}
}

// block emits one statement, of a depth at most, and returns how many it holds.
func (s *shape) block(depth int) int {
	count := 1
	switch k := s.IntN(20); {
	case depth == 0 || k > 4:
		s.assign()
	case k > 2:
		jump := s.test()
		for range s.IntN(10) {
			count += s.block(depth - 1)
		}
		s.land(jump)
	default:
		exit := s.test()
		for range s.IntN(10) {
			count += s.block(depth - 1)
		}
		s.back(exit - 1)
		s.land(exit)
	}
	return count
}

var shapes = []struct {
	name  string
	write func(*shape, int)
	most  int
}{
	{"ifs", (*shape).ifs, 64_000},
	{"nests", (*shape).nests, 64_000},
	{"loop", (*shape).loop, 32_000}, // a jump reaches no further
	{"mixed", (*shape).mixed, 64_000},
}

func grow(write func(*shape, int), n int) *bytecode.Proto {
	s := &shape{rand.New(rand.NewPCG(42, 0)), &bytecode.Proto{
		MaxStack: growLocals + 2, NumParams: 3, Constants: []bytecode.Constant{bytecode.Int(1)},
	}}
	s.emit(bytecode.ABC(bytecode.LOADNIL, 3, growLocals-3, 0))
	write(s, n)
	s.emit(bytecode.ABC(bytecode.RETURN, 0, 4, 0))
	return s.p
}

// TestGrowth: the blocks that the solver looks at, and the memory of the whole
// analysis, grow with an exponent of at most 1.15.
func TestGrowth(t *testing.T) {
	for _, shape := range shapes {
		t.Run(shape.name, func(t *testing.T) {
			const least = 1000
			steps, bytes := growthCost(t, grow(shape.write, least))
			mostSteps, mostBytes := growthCost(t, grow(shape.write, shape.most))
			for _, cost := range []struct {
				what        string
				least, most float64
			}{{"steps of the solver", steps, mostSteps}, {"bytes", bytes, mostBytes}} {
				exponent := math.Log(cost.most/cost.least) / math.Log(float64(shape.most)/least)
				t.Logf("%s: %.0f, then %.0f: exponent %.2f", cost.what, cost.least, cost.most, exponent)
				if exponent > 1.15 {
					t.Errorf("%s grow with exponent %.2f", cost.what, exponent)
				}
			}
		})
	}
}

// growthCost returns how many blocks the solver of liveness looks at, and how many bytes the
// analysis takes from nothing.
func growthCost(t *testing.T, p *bytecode.Proto) (steps, bytes float64) {
	t.Helper()
	if err := bytecode.Verify(p); err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	program := NewCode(p, value.Library{}, nil)
	f := &program.Funcs[0]
	f.LiveOut(0)
	runtime.ReadMemStats(&after)
	var solver meter.Meter
	NewCode(p, value.Library{}, &Memory{Meter: &solver})
	return float64(solver.Steps()), float64(after.TotalAlloc - before.TotalAlloc)
}

// BenchmarkLiveness measures graph and liveness of one function, with memory that is used again.
func BenchmarkLiveness(b *testing.B) {
	for _, shape := range shapes {
		for n := 1000; n <= shape.most; n *= 4 {
			p := grow(shape.write, n)
			b.Run(fmt.Sprintf("%s/%d", shape.name, n), func(b *testing.B) {
				mem := new(Memory)
				b.ReportAllocs()
				for b.Loop() {
					NewCode(p, value.Library{}, mem).Funcs[0].LiveOut(0)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(p.Code)), "ns/instruction")
			})
		}
	}
}
