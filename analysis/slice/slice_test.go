package slice

import (
	"testing"

	"luaflow/analysis/facts"
	"luaflow/analysis/value"
	"luaflow/compile"
	"luaflow/compile/source"
)

const sample = `
local n, hits, seen = 0, 0, {}
local function both(a, b)
  if a > b then hits = hits + 1 end
  return a, b
end
local function each(list, f)
  for i, v in ipairs(list) do
    if f(v, i) then break end
    seen[#seen + 1] = v
  end
end
each({ 1, 2, 3 }, function(v, i)
  local x, y = both(v, i)
  n = n + x
  return y > 2
end)
while n > 3 do
  n = n - hits
  if n == 4 then goto out end
end
::out::
local function fact(k) if k < 2 then return 1 end return k * fact(k - 1) end
return n, #seen, fact(hits), ...
`

func graphOf(t *testing.T, text string) *Graph {
	t.Helper()
	u := compile.Compile(source.NewFile("test.lua", text))
	if len(u.Errors) > 0 {
		t.Fatal(u.Errors[0])
	}
	return New(facts.NewCode(u.Main, value.Library{}, nil))
}

// TestForwardIsBackwardTurnedRound: whatever depends on an instruction is something
// that has the instruction in its backward slice; and the other way, but for what
// jumps bring along.
func TestForwardIsBackwardTurnedRound(t *testing.T) {
	g := graphOf(t, sample)
	var all []Criterion
	for fn := range g.funcs {
		for pc := range g.funcs[fn].Proto.Code {
			if g.funcs[fn].Graph.Reachable(pc) {
				all = append(all, Criterion{fn, pc, -1})
			}
		}
	}
	pairs := 0
	for _, from := range all {
		forward := g.Forward(from)
		for _, to := range all {
			w := g.newSliceWalk()
			w.within = g.bound([]Criterion{to}, false)
			w.meet(g.funcs[to.Func].at(to.PC), free)
			w.back()
			backward := w.has(g.funcs[from.Func].at(from.PC))
			if got := forward.Has(to.Func, to.PC); got != backward && !crossesMain(from, to) {
				t.Errorf("from %v to %v: forward %v, backward %v", from, to, got, backward)
			}
			if backward {
				pairs++
			}
		}
	}
	if pairs < len(all)*len(all)/10 || pairs > len(all)*len(all)*9/10 {
		t.Errorf("%d of %d pairs depend: that shows nothing", pairs, len(all)*len(all))
	}
}

// crossesMain reports whether one of two instructions is in main and the other is not:
// then only one of the two slices is bounded by what main executes before or after.
func crossesMain(a, b Criterion) bool { return (a.Func == 0) != (b.Func == 0) }

// TestCallees: what calls may call, by what their values hold.
func TestCallees(t *testing.T) {
	g := graphOf(t, `
		local M = {}
		function M.f() end
		function M:g() self.h() end
		M.h = M.f
		local list = { M.f, function() end }
		list[1]()
		local function call(c) c() end
		call(M.g)
		function global() end
		global()
		pcall(M.f, 1)
		unknown(M.g)
		M:g()
		local either = M and M.f or M.g
		either()
	`)
	want := []struct{ caller, callees, callbacks int }{
		{2, 1, 0}, // self.h
		{0, 2, 0}, // list[1]
		{4, 1, 0}, // c
		{0, 1, 0}, // call
		{0, 1, 0}, // global
		{0, 0, 1}, // pcall
		{0, 0, 1}, // unknown
		{0, 1, 0}, // M:g
		{0, 2, 0}, // either
	}
	got := append([]call(nil), g.calls...)
	for _, w := range want {
		found := false
		for i, c := range got {
			if int(c.fn) == w.caller && len(c.callees) == w.callees && len(c.callbacks) == w.callbacks {
				got = append(got[:i], got[i+1:]...)
				found = true
				break
			}
		}
		if !found {
			t.Errorf("no call in function %d has %d callees and %d callbacks: %v", w.caller, w.callees, w.callbacks, got)
		}
	}
}
