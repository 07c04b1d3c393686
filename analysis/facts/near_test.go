package facts

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
	"luaflow/analysis/tables"
	"luaflow/analysis/testkit/luagen"
	"luaflow/analysis/value"
	"luaflow/compile/testkit/scale"
)

// TestNear holds that what is known near a function is what is known of the program as a whole, and that for functions which
// have nothing to do with the rest of it others are not looked at.
func TestNear(t *testing.T) {
	alone, tried := 0, 0
	for seed := range scale.Of(3000) {
		if !scale.Turn(seed) {
			continue
		}
		tried++
		text := luagen.Modules(rand.New(rand.NewPCG(4, uint64(seed))))
		main := mainOf(text)
		if main == nil {
			continue
		}
		whole, other := NewCode(main, value.Library{}, nil), NewCode(main, value.Library{}, nil)
		var last *memo
		for i := range whole.Funcs {
			near := other.near(&other.Funcs[i])
			if near.memo == last {
				continue
			}
			last = near.memo
			if near != other {
				alone++
			}
			if err := compareNear(whole, near); err != nil {
				t.Fatalf("seed %d, near %d: %v in\n%s", seed, i, err, text)
			}
		}
	}
	if alone < tried {
		t.Errorf("%d parts are looked at without the rest, want %d", alone, tried)
	}
}

// compareNear compares what is known of the functions of a part.
func compareNear(whole, near *Code) error {
	for i := range whole.Funcs {
		if !near.memo.part.Has(i) {
			continue
		}
		f, g := &whole.Funcs[i], &near.Funcs[i]
		if err := compareConstants(whole, near, f, g); err != nil {
			return fmt.Errorf("function %d: %w", i, err)
		}
		if err := compareMarkings(whole, near, f, g); err != nil {
			return fmt.Errorf("function %d: %w", i, err)
		}
	}
	return nil
}

// compareConstants compares the values of a function, and what is executed of it.
func compareConstants(whole, near *Code, f, g *flow.Func) error {
	c, d := whole.Constants(), near.Constants()
	if c.Called(f) != d.Called(g) || c.Returns(f) != d.Returns(g) || c.Summary(f) != d.Summary(g) || whole.inWords(c.Result(f)) != near.inWords(d.Result(g)) {
		return fmt.Errorf("called %t, returns %t, summary %v; near %t, %t, %v", c.Called(f), c.Returns(f), c.Summary(f), d.Called(g), d.Returns(g), d.Summary(g))
	}
	for pc := range f.Proto.Code {
		if c.Executable(f, pc) != d.Executable(g, pc) || c.Impact(f, pc) != d.Impact(g, pc) || c.Stops(f, pc) != d.Stops(g, pc) {
			return fmt.Errorf("%d: executed %t, impact %v; near %t, %v", pc, c.Executable(f, pc), c.Impact(f, pc), d.Executable(g, pc), d.Impact(g, pc))
		}
		for k := range whole.SSA(f).Uses(pc) {
			if is, was := near.inWords(d.Operand(g, pc, k)), whole.inWords(c.Operand(f, pc, k)); is != was {
				return fmt.Errorf("%d: operand %d is %s, near %s", pc, k, was, is)
			}
		}
		if is, was := near.touchInWords(g, pc), whole.touchInWords(f, pc); is != was {
			return fmt.Errorf("%d: it accesses %s, near %s", pc, was, is)
		}
	}
	for v := range whole.SSA(f).Values {
		if is, was := near.inWords(d.Value(g, ssa.ValueID(v))), whole.inWords(c.Value(f, ssa.ValueID(v))); is != was {
			return fmt.Errorf("value %d is %s, near %s", v, was, is)
		}
	}
	for k := range f.Proto.Upvalues {
		if is, was := near.inWords(d.Upvalue(g, k)), whole.inWords(c.Upvalue(f, k)); is != was || c.IsFixed(f, k) != d.IsFixed(g, k) {
			return fmt.Errorf("upvalue %d is %s, near %s", k, was, is)
		}
	}
	return nil
}

// compareMarkings compares what is live of a function.
func compareMarkings(whole, near *Code, f, g *flow.Func) error {
	for _, level := range []value.Impact{value.None, value.Operators} {
		a, b := whole.Marking(level), near.Marking(level)
		if a.LiveFunc(f) != b.LiveFunc(g) {
			return fmt.Errorf("live %t, near %t", a.LiveFunc(f), b.LiveFunc(g))
		}
		for pc := range f.Proto.Code {
			if a.Live(f, pc) != b.Live(g, pc) {
				return fmt.Errorf("%d: live %t, near %t", pc, a.Live(f, pc), b.Live(g, pc))
			}
		}
		for v := range whole.SSA(f).Values {
			if a.LiveValue(f, ssa.ValueID(v)) != b.LiveValue(g, ssa.ValueID(v)) {
				return fmt.Errorf("value %d: live %t", v, a.LiveValue(f, ssa.ValueID(v)))
			}
		}
	}
	return nil
}

// inWords returns a value with nothing in it that hangs on how objects and strings are numbered.
func (c *Code) inWords(v value.Value) string {
	if id, ok := v.Object(); ok {
		return fmt.Sprint("table of ", c.Objects().Sites(tables.ObjectID(id)))
	}
	return fmt.Sprint(v.Types(), " ", v.Name(), " ", c.Constants().Pool().Format(v))
}

// touchInWords returns how the instruction at pc accesses an object, and who else does.
func (c *Code) touchInWords(f *flow.Func, pc int) string {
	o := c.Objects()
	touch := o.Touch(f, pc)
	if touch.Object < 0 {
		return "nothing"
	}
	sites := func(touches []int32) (at []flow.Site) {
		for _, t := range touches {
			_, site := o.TouchAt(t)
			at = append(at, site)
		}
		slices.SortFunc(at, func(a, b flow.Site) int { return int(a.Func-b.Func)*1_000_000 + int(a.PC-b.PC) })
		return at
	}
	return fmt.Sprint(touch.How, o.Sites(touch.Object), sites(o.Writers(touch.Slot)), sites(o.Readers(touch.Object)))
}
