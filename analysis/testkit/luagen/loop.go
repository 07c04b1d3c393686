package luagen

import "fmt"

// Loops, and ways into and out of them.

// loopBody writes the body of a loop that runs so often, with names of its own.
func (g *generator) loopBody(times int, declare func()) {
	g.repeated(times, func() {
		g.scope(func() {
			declare()
			if g.chance(25) {
				g.withContinue()
				return
			}
			g.statements(1 + g.IntN(4))
		})
	})
}

// withContinue writes statements of which some may be jumped over.
func (g *generator) withContinue() {
	label := g.label("continue")
	g.line("do")
	g.scope(func() {
		g.statements(1 + g.IntN(2))
		g.line("if %s then goto %s end", g.condition(), label)
		g.statements(1 + g.IntN(3))
	})
	g.line("end")
	g.line("::%s::", label)
}

func (g *generator) numericFor() {
	name, times, t := g.fresh(), 4, integer
	var bounds string
	switch g.IntN(9) {
	case 0:
		bounds, times = "3, 1, -1", 3
	case 1:
		bounds, times, t = "1, 2, 0.5", 3, number
	case 2:
		bounds, times = "1, 0", 1
	case 3:
		bounds, times, t = "1.0, 3", 3, number
	case 4:
		bounds = "1, math.min(4, " + g.integer(1) + ")"
	case 5:
		bounds = "1, math.min(4, #" + g.prefix(g.list(0)) + ")"
	case 6:
		bounds = g.operand(g.integer(0)) + " % 3, 3"
	default:
		bounds, times = "1, "+g.pick("1", "2", "3"), 3
	}
	if !g.spend(2 * times) {
		return
	}
	g.line("for %s = %s do", name, bounds)
	g.loopBody(times, func() { g.declare(name, t) })
	g.line("end")
}

func (g *generator) genericFor() {
	k, v := g.fresh(), g.fresh()
	if k == v || !g.spend(8) {
		return
	}
	switch g.IntN(6) {
	case 0, 1:
		g.line("for %s, %s in ipairs(%s) do", k, v, g.list(1))
		g.loopBody(4, func() {
			g.line("if %s > 3 then break end", k)
			g.declare(k, integer)
			g.declare(v, integer)
		})
	case 2:
		g.fields(k, v)
		return
	case 3:
		g.line("for %s in (%s):gmatch('%s') do", k, g.str(1), g.pick("%a", ".", "t."))
		g.loopBody(4, func() { g.declare(k, str) })
	case 4:
		g.iterator(k)
		return
	default:
		g.line("for %s, %s in next, {%s} do", k, v, g.anything(1))
		g.loopBody(1, func() {
			g.declare(k, anything)
			g.declare(v, anything)
		})
	}
	g.line("end")
}

// fields sums the fields of a table, in whatever order.
func (g *generator) fields(k, v string) {
	sum := g.find(func(v *variable) bool { return v.typ == integer && !v.fixed })
	if sum == nil || sum.name == k || sum.name == v {
		return
	}
	g.line("for %s, %s in pairs({x = %s, y = %s, %s}) do", k, v, g.integer(1), g.integer(0), g.integer(1))
	g.line("  %s = %s + %s", sum.name, sum.name, g.pick(v, "#tostring("+k+")"))
	g.line("end")
}

// iterator goes through a closure's results.
func (g *generator) iterator(name string) {
	n := g.label("n")
	g.line("local %s = 0", n)
	g.declare(n, integer).fixed = true
	g.line("for %s in function() %s = %s + 1 if %s < 4 then return %s end end do", name, n, n, n, n)
	g.loopBody(3, func() { g.declare(name, integer) })
	g.line("end")
}

func (g *generator) whileLoop() {
	if !g.spend(8) {
		return
	}
	if g.chance(40) {
		g.line("while tick() and %s do", g.condition())
		g.loopBody(3, func() {})
		g.line("end")
		return
	}
	n := g.label("n")
	g.line("local %s = 0", n)
	g.declare(n, integer).fixed = true
	g.line("while %s < %s do", n, g.pick("1", "2", "3"))
	g.loopBody(3, func() { g.line("%s = %s + 1", n, n) })
	g.line("end")
}

func (g *generator) repeatLoop() {
	if !g.spend(8) {
		return
	}
	n := g.label("n")
	g.line("local %s = 0", n)
	g.declare(n, integer).fixed = true
	g.line("repeat")
	g.repeated(3, func() {
		g.scope(func() {
			g.line("%s = %s + 1", n, n)
			t, own := g.someType(), g.fresh()
			g.line("local %s = %s", own, g.expr(t, 2))
			g.declare(own, t)
			g.line("do")
			g.inner(1 + g.IntN(3))
			g.line("end")
			g.line("until %s > 2 or %s", n, g.condition())
		})
	})
}

// backwardGoto writes a loop without a loop statement.
func (g *generator) backwardGoto() {
	if !g.spend(8) {
		return
	}
	n, label := g.label("n"), g.label("again")
	g.line("do")
	g.scope(func() {
		g.line("local %s = 0", n)
		g.declare(n, integer).fixed = true
		g.line("::%s::", label)
		g.line("%s = %s + 1", n, n)
		g.repeatedBlock(1 + g.IntN(4))
		g.line("if %s < 3 and %s then goto %s end", n, g.condition(), label)
	})
	g.line("end")
}

// repeatedBlock writes a block that runs several times, but in no loop that break leaves.
func (g *generator) repeatedBlock(n int) {
	times := g.fn.times
	g.fn.times *= 3
	g.line("do")
	g.inner(n)
	g.line("end")
	g.fn.times = times
}

// irreducible writes a loop with two entries.
func (g *generator) irreducible() {
	if !g.spend(12) {
		return
	}
	n, first, second := g.label("n"), g.label("first"), g.label("second")
	g.line("do")
	g.scope(func() {
		g.line("local %s = 0", n)
		g.declare(n, integer).fixed = true
		g.line("if %s then goto %s end", g.condition(), second)
		g.line("::%s::", first)
		g.repeatedBlock(1 + g.IntN(3))
		g.line("::%s:: %s = %s + 1", second, n, n)
		g.repeatedBlock(1 + g.IntN(3))
		g.line("if %s < 3 then goto %s end", n, g.pick(first, second))
		if g.chance(50) {
			g.line("if %s < 4 then goto %s end", n, g.pick(first, second))
		}
	})
	g.line("end")
}

// forwardGoto jumps over a part of a block.
func (g *generator) forwardGoto() {
	label := g.label("skip")
	g.line("do")
	g.scope(func() {
		g.statements(g.IntN(2))
		g.line("if %s then goto %s end", g.condition(), label)
		g.line("do")
		g.inner(1 + g.IntN(3))
		g.line("end")
		g.line("::%s::", label)
		if g.chance(40) {
			g.line("do")
			g.inner(1 + g.IntN(2))
			g.line("end")
		}
	})
	g.line("end")
}

// leaveLoop writes a break.
func (g *generator) leaveLoop() {
	if g.fn.loops == 0 {
		g.emission()
		return
	}
	before := ""
	if v := g.assignable(); v != nil {
		before = fmt.Sprintf("%s = %s ", v.name, g.expr(v.typ, 1))
	}
	g.line("if %s then %sbreak end", g.condition(), before)
}
