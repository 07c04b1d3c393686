package value

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// mostRounds is after how many iterations lua5.3 gives up a loop.
const mostRounds = 1000

// loopOperands returns values that loops begin with.
func loopOperands(p *Pool, rnd *rand.Rand) []operand {
	var list []operand
	for _, i := range []int64{0, 1, -1, 2, 3, 5, -7, 300, math.MaxInt64, math.MaxInt64 - 1, math.MaxInt64 - 7, math.MinInt64,
		math.MinInt64 + 1, math.MinInt64 + 5, 1 << 62, -(1 << 62)} {
		list = append(list, operand{literal(OfInt(i)), OfInt(i)})
	}
	for _, f := range []float64{0, math.Copysign(0, -1), 0.5, -0.5, 1, -1, 2.5, 7.9, -7.9, 1e15, 0x1p53, 0x1p53 - 10, 0x1p63, -0x1p63, 0x1p64,
		1e308, math.Inf(1), math.Inf(-1), 0.1, 5e-324} {
		list = append(list, operand{literal(OfFloat(f)), OfFloat(f)})
	}
	for _, s := range []string{"3", "1.5", "x", "0x10", " 2 ", "-1"} {
		list = append(list, operand{fmt.Sprintf("%q", s), p.OfString(s)})
	}
	list = append(list, operand{"0/0", OfFloat(math.NaN())}, operand{"nil", Of(Nil)}, operand{"{}", OfTable(1)},
		operand{"overloaded", Of(Table)}, operand{"true", OfBool(true)})
	for range 10 {
		list = append(list, operand{literal(OfInt(rnd.Int64N(40) - 20)), Bottom})
		list[len(list)-1].v = mustParse(p, list[len(list)-1].text)
	}
	return list
}

// mustParse returns the integer that literal wrote.
func mustParse(p *Pool, text string) Value {
	return (semantics{Pool: p}).number(p.OfString(strings.Trim(text, "()")))
}

// loopProgram prints for each loop how often it runs and the first and the last value
// of its variable.
const loopProgram = `
local function loop(a, b, c)
  called = false
  local n, first, last = 0
  local ok = pcall(function()
    for i = a, b, c do
      if n == 0 then first = i end
      n, last = n + 1, i
      if n == %d then break end
    end
  end)
  write(called and "m" or "", ok and n or "!", ";", encode(first), ";", encode(last), "\n")
end
`

func TestLoops(t *testing.T) {
	var p Pool
	rnd := rand.New(rand.NewPCG(9, 9))
	list := loopOperands(&p, rnd)
	var program strings.Builder
	fmt.Fprintf(&program, loopProgram, mostRounds)
	program.WriteString("local v = {}\n")
	for i, o := range list {
		fmt.Fprintf(&program, "v[%d] = %s\n", i+1, o.text)
	}
	type triple [3]operand
	var loops []triple
	for range 30_000 {
		var k triple
		var at [3]int
		for i := range k {
			at[i] = rnd.IntN(len(list))
			if i == 2 && rnd.IntN(3) > 0 {
				at[i] = rnd.IntN(8) // a small step
			}
			k[i] = list[at[i]]
		}
		loops = append(loops, k)
		fmt.Fprintf(&program, "loop(v[%d], v[%d], v[%d])\n", at[0]+1, at[1]+1, at[2]+1)
	}
	for _, mode := range []string{"", "basic"} {
		for i, line := range ask(t, program.String(), mode, len(loops)) {
			k := loops[i]
			name := fmt.Sprintf("for i = %s, %s, %s", k[0].text, k[1].text, k[2].text)
			run := p.parseLoop(t, line)
			for trial := range 12 {
				a, b, c := k[0].v, k[1].v, k[2].v
				if trial > 0 {
					a, b, c = pick(rnd, a), pick(rnd, b), pick(rnd, c)
				}
				if wrong := run.check(p.For(a, b, c), trial == 0 && isPlain(a, b, c)); wrong != "" {
					t.Errorf("%s as %v, %v, %v: %+v: %s", name, a, b, c, p.For(a, b, c), wrong)
				}
			}
		}
	}
}

// isPlain leaves out bounds that are NaNs, and steps so large that a loop may end
// after it has wrapped.
func isPlain(init, limit, step Value) bool {
	i, _ := step.Int()
	return init != Of(Float) && limit != Of(Float) && step != Of(Float) && -1<<32 < i && i < 1<<32
}

func pick(rnd *rand.Rand, v Value) Value {
	sets := weaker(v)
	return sets[rnd.IntN(len(sets))]
}

// loopRun is what lua5.3 makes of a loop.
type loopRun struct {
	metamethod, raised bool
	rounds             int64 // mostRounds stands for any number from there on
	first, last        Value
}

func (p *Pool) parseLoop(t *testing.T, line string) loopRun {
	t.Helper()
	part := strings.Split(line, ";")
	var r loopRun
	part[0], r.metamethod = strings.CutPrefix(part[0], "m")
	if r.raised = part[0] == "!"; r.raised {
		return r
	}
	if _, err := fmt.Sscan(part[0], &r.rounds); err != nil {
		t.Fatal(err)
	}
	r.first, r.last = p.parseAnswer(t, part[1]).value, p.parseAnswer(t, part[2]).value
	return r
}

// check returns what is wrong with l. exact: the package should know whether it ends.
func (r *loopRun) check(l Loop, exact bool) string {
	long := r.rounds == mostRounds
	switch {
	case r.metamethod:
		return "runs a metamethod"
	case r.raised && l.Impact == None:
		return "raises an error"
	case r.raised && exact && l.Impact != Effects:
		return "is sure to raise an error"
	case r.raised:
		return ""
	case r.rounds > 0 && l.Enters&Always == 0, r.rounds == 0 && l.Enters&Never == 0:
		return fmt.Sprintf("runs %d times", r.rounds)
	case r.rounds > 0 && !(r.first.Within(l.Var) && r.last.Within(l.Var)):
		return fmt.Sprintf("goes from %v to %v", r.first, r.last)
	case l.Iterations >= 0 && l.Iterations != r.rounds && !(long && l.Iterations > mostRounds):
		return fmt.Sprintf("runs %d times", r.rounds)
	case l.Iterations >= 0 && !l.Terminates:
		return "counts the iterations of a loop that need not end"
	case exact && !long && !l.Terminates:
		return "ends"
	}
	return ""
}

// TestEndlessLoops lists loops over which no run can be waited for: those that end
// late, and those that wrap or stand still.
func TestEndlessLoops(t *testing.T) {
	var p Pool
	i, f := OfInt, OfFloat
	integer := Of(Integer)
	for _, c := range []struct {
		init, limit, step Value
		ends              bool
		iterations        int64
	}{
		{i(1), i(math.MaxInt64 - 1), i(1), true, math.MaxInt64 - 1},
		{i(1), i(math.MaxInt64), i(1), false, -1},
		{i(1), f(math.Inf(1)), i(1), false, -1},
		{i(math.MinInt64), i(math.MaxInt64 - 1), i(1), true, -1},
		{i(2), i(math.MaxInt64), i(3), false, -1},
		{i(1), i(math.MaxInt64 - 2), i(3), true, (math.MaxInt64 - 1) / 3},
		{i(-1), i(math.MinInt64 + 1), i(-1), true, math.MaxInt64},
		{i(-1), i(math.MinInt64), i(-1), false, -1},
		{i(1), f(math.NaN()), i(-1), false, -1},
		{i(1), i(10), i(0), true, 0}, // as if it went down
		{i(10), i(1), i(0), false, -1},
		{i(10), i(10), i(0), false, -1},
		{i(0), f(math.Inf(-1)), i(0), false, -1},
		{integer, i(100), i(1), true, -1},
		{integer, i(math.MaxInt64), i(1), false, -1},
		{integer, i(math.MaxInt64 - 1), i(2), false, -1},
		{integer, i(math.MinInt64 + 2), i(-2), true, -1},
		{integer, i(0), i(0), false, -1},
		{i(1), integer, i(1), false, -1},
		{i(1), i(5), integer, false, -1},
		{f(0), f(1e9), f(1), true, -1},
		{f(0), f(0x1p53 - 1), f(1), true, -1},
		{f(0), f(0x1p53), f(1), false, -1},
		{f(0), f(0x1p53 + 2), f(1), false, -1},
		{f(0), f(math.Inf(1)), f(1), false, -1},
		{f(0), f(1), f(5e-324), false, -1},
		{f(1), f(2), f(0), true, 0},
		{f(2), f(1), f(0), false, -1},
		{f(-1e9), f(-1e10), f(-0.5), true, -1},
		{Of(Float), f(10), f(1), false, -1},
	} {
		l := p.For(c.init, c.limit, c.step)
		if l.Terminates != c.ends || l.Iterations != c.iterations {
			t.Errorf("%v, %v, %v: %+v", c.init, c.limit, c.step, l)
		}
	}
}
