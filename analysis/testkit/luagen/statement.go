package luagen

import (
	"fmt"
)

// Statements, and the program as a whole.

// kind is a kind of statement: how likely it is, and how it is written.
type kind struct {
	weight int
	write  func(g *generator)
}

// usualKinds returns all of them.
func usualKinds() []kind {
	return []kind{
		{14, (*generator).localStatement},
		{16, (*generator).assignment},
		{6, (*generator).emission},
		{8, (*generator).update},
		{7, (*generator).ifStatement},
		{5, (*generator).numericFor},
		{4, (*generator).genericFor},
		{3, (*generator).whileLoop},
		{3, (*generator).repeatLoop},
		{2, (*generator).backwardGoto},
		{2, (*generator).irreducible},
		{3, (*generator).forwardGoto},
		{3, (*generator).leaveLoop},
		{6, (*generator).localFunction},
		{4, (*generator).callStatement},
		{6, (*generator).keptClosure},
		{4, (*generator).runKept},
		{3, (*generator).closuresOfLoop},
		{4, (*generator).caughtError},
		{3, (*generator).coroutine},
		{3, (*generator).finalizer},
		{5, (*generator).tableStatement},
		{3, (*generator).methods},
		{3, (*generator).constantCondition},
		{2, (*generator).unreachable},
		{2, (*generator).deadChain},
		{2, (*generator).deadTable},
		{1, (*generator).deadRing},
		{2, (*generator).metatable},
		{2, (*generator).block},
		{2, (*generator).odd},
		{2, (*generator).earlyReturn},
		{1, (*generator).neverReturns},
		{1, (*generator).global},
		{3, (*generator).higherOrder},
		{2, (*generator).varargs},
		{2, (*generator).inheritance},
		{2, (*generator).nested},
		{1, (*generator).standardNames},
		{1, (*generator).environment},
		{1, (*generator).division},
	}
}

// drawKinds decides what this program has much of, and what it has none of.
func (g *generator) drawKinds() {
	g.kinds = usualKinds()
	for i := range g.kinds {
		g.kinds[i].weight *= []int{0, 1, 1, 1, 2, 5}[g.IntN(6)]
		g.total += g.kinds[i].weight
	}
}

func (g *generator) program() {
	local := g.pick("", "local ")
	fmt.Fprintf(&g.b, prelude, local, local+"function ")
	g.fn = &function{times: 1, vararg: true}
	for g.budget > 0 {
		g.part()
	}
	g.line("for i = 0, 4 do emit(run(i)) end")
	g.line("collectgarbage()")
	if g.messy && g.chance(50) {
		g.b.WriteByte('\n')
	}
}

// part writes a few statements of the main function: as they are, or in a function
// whose errors are caught.
func (g *generator) part() {
	if g.chance(40) {
		g.statements(3 + g.IntN(6))
		return
	}
	params := g.chance(40)
	if params {
		g.line("emit(pcall(function(a, b, ...)")
	} else {
		g.line("emit(pcall(function(...)")
	}
	g.inline(func() {
		if params {
			g.declare("a", anything)
			g.declare("b", anything)
		}
		g.statements(4 + g.IntN(10))
		g.returnStatement()
	})
	g.line("end, %s))", g.pick("1, 2, 3", "nil, 's'", "{}", "4"))
}

// inline writes the body of a function that is called where it stands, in a way that
// catches errors.
func (g *generator) inline(body func()) {
	fn := function{times: g.fn.times, cost: g.fn.cost, vararg: true, risky: true, results: []typ{anything}}
	g.function(&fn, body)
	g.fn.cost = fn.cost
}

// function writes the body of a function.
func (g *generator) function(fn *function, body func()) {
	fn.around = g.fn
	g.fn = fn
	g.scope(body)
	g.fn = fn.around
}

// statements writes n statements, fewer where the program is long enough.
func (g *generator) statements(n int) {
	for ; n > 0 && g.budget > 0; n-- {
		g.statement()
	}
	if g.chance(30) {
		g.emission()
	}
}

func (g *generator) statement() {
	g.budget--
	if !g.spend(1) {
		g.emission()
		return
	}
	if g.depth > 5 {
		[]func(*generator){(*generator).localStatement, (*generator).assignment, (*generator).emission, (*generator).update}[g.IntN(4)](g)
		return
	}
	w := g.IntN(g.total)
	for _, k := range g.kinds {
		if w -= k.weight; w < 0 {
			k.write(g)
			return
		}
	}
}

// inner writes a block of some statements.
func (g *generator) inner(n int) {
	g.scope(func() { g.statements(n) })
}

func (g *generator) someType() typ {
	return []typ{anything, anything, integer, integer, integer, number, str, boolean, list, record}[g.IntN(10)]
}

func (g *generator) localStatement() {
	t, name := g.someType(), g.fresh()
	switch g.IntN(8) {
	case 0:
		g.line("local %s", name)
		g.declare(name, anything)
	case 1:
		u, other := g.someType(), g.fresh()
		g.line("local %s, %s = %s, %s", name, other, g.expr(t, 2), g.expr(u, 1))
		g.declare(name, t)
		g.declare(other, u)
	case 2:
		g.severalResults(name)
	case 3:
		g.line("local %s = %s", name, g.pick("nil", "0", "''", "{}", "false"))
		g.declare(name, anything)
	default:
		g.line("local %s = %s", name, g.expr(t, 3))
		g.declare(name, t)
	}
}

// severalResults declares what one expression gives.
func (g *generator) severalResults(name string) {
	other := g.fresh()
	v := g.find(func(v *variable) bool {
		return v.fn != nil && len(v.fn.results) == 2 && g.affordable(v.fn)
	})
	switch {
	case v != nil:
		results := v.fn.results
		g.line("local %s, %s = %s", name, other, g.call(v, 1))
		g.declare(name, results[0])
		g.declare(other, results[1])
		return
	case g.fn.vararg && g.chance(50):
		g.line("local %s, %s = ...", name, other)
	default:
		g.line("local %s, %s = pcall(run, %d)", name, other, g.IntN(5))
	}
	g.declare(name, anything)
	g.declare(other, anything)
}

func (g *generator) assignment() {
	v := g.assignable()
	if v == nil {
		g.localStatement()
		return
	}
	w := g.assignable()
	switch k := g.IntN(10); {
	case k == 0 && v.typ == w.typ:
		g.line("%s, %s = %s, %s", v.name, w.name, w.name, v.name)
	case k == 1:
		g.line("%s, %s = %s, %s", v.name, w.name, g.expr(v.typ, 1), g.expr(w.typ, 1))
	case k == 2 && v.typ == anything:
		g.line("%s = nil", v.name)
	case k == 3 && v.typ == anything && w.typ == anything:
		g.line("%s, %s = run(%d)", v.name, w.name, g.IntN(5))
	case k == 4:
		l := g.ofType(list)
		if l == nil {
			g.emission()
			return
		}
		g.line("%s, %s[1] = %s, %s", v.name, l.name, g.expr(v.typ, 1), g.integer(1))
	default:
		g.line("%s = %s", v.name, g.expr(v.typ, 3))
	}
}

// update stores a value that is made of the old one.
func (g *generator) update() {
	v := g.assignable()
	if v == nil {
		g.localStatement()
		return
	}
	switch v.typ {
	case integer:
		g.line("%s = %s %s %s", v.name, v.name, g.pick("+", "-", "*", "~"), g.operand(g.integer(1)))
	case number:
		g.line("%s = %s %s %s", v.name, v.name, g.pick("+", "-", "*", "/ 2 +"), g.operand(g.number(1)))
	case str:
		g.line("%s = %s .. %s", v.name, v.name, g.literal())
	case boolean:
		g.line("%s = not %s", v.name, v.name)
	case list:
		g.line("%s[#%s + 1] = %s", v.name, v.name, g.integer(2))
	case record:
		field := g.pick(fieldNames...)
		g.line("%s.%s = (%s.%s or 0) + %s", v.name, field, v.name, field, g.operand(g.integer(1)))
	default:
		g.line("%s = %s", v.name, fmt.Sprintf(g.pick("%[1]s and %[2]s", "%[1]s or %[2]s", "%[2]s", "%[1]s == %[2]s"), v.name, g.operand(g.anything(1))))
	}
}

func (g *generator) emission() {
	switch g.IntN(4) {
	case 0:
		g.line("emit(%s, %s)", g.anything(1), g.anything(1))
	case 1:
		g.line("emit(%s)", g.expr(g.someType(), 2))
	default:
		g.line("emit(%s)", g.anything(0))
	}
}

func (g *generator) ifStatement() {
	g.line("if %s then", g.condition())
	g.inner(1 + g.IntN(4))
	for g.chance(25) {
		g.line("elseif %s then", g.condition())
		g.inner(1 + g.IntN(3))
	}
	if g.chance(50) {
		g.line("else")
		g.inner(1 + g.IntN(3))
	}
	g.line("end")
}

func (g *generator) condition() string {
	if g.chance(30) {
		return g.anything(2)
	}
	return g.boolean(2)
}

func (g *generator) block() {
	g.line("do")
	g.inner(2 + g.IntN(3))
	g.line("end")
}

// odd writes statements that do nothing much.
func (g *generator) odd() {
	v := g.assignable()
	if v == nil {
		return
	}
	switch g.IntN(6) {
	case 0:
		g.line("%s = %s", v.name, v.name)
	case 1:
		g.line("::%s::", g.label("unused"))
	case 2:
		g.line("do end")
	case 3:
		g.line(";")
	case 4:
		g.line("%s, %s = %s, %s", v.name, v.name, g.expr(v.typ, 1), g.expr(v.typ, 1))
	default:
		g.line("if %s then end", g.condition())
	}
}

// constantCondition writes a branch that always or never runs.
func (g *generator) constantCondition() {
	switch g.IntN(5) {
	case 0:
		name := g.fresh()
		g.line("local %s = %s", name, g.pick("false", "nil", "true", "3"))
		g.declare(name, anything).fixed = true
		g.line("if %s then", g.pick(name, "not "+name, name+" == 3"))
	case 1:
		name := g.fresh()
		g.line("local %s = %s", name, g.pick("1", "2", "10"))
		g.declare(name, integer).fixed = g.chance(60)
		g.line("if %s %s %s then", name, g.pick("<", ">=", "=="), g.pick("1", "2", "5.0"))
	case 2:
		g.line("if %s then", g.pick("true", "false", "nil", "1 > 2", "not nil", "'' == nil", "type(1) == 'number'"))
	case 3:
		g.line("while %s do", g.pick("false", "nil"))
		g.repeated(1, func() { g.inner(1 + g.IntN(3)) })
		g.line("end")
		return
	default:
		v := g.ofType(integer)
		if v == nil {
			return
		}
		g.line("if %s == %s and %s < %s then", v.name, v.name, v.name, v.name)
	}
	g.inner(1 + g.IntN(3))
	if g.chance(50) {
		g.line("else")
		g.inner(1 + g.IntN(3))
	}
	g.line("end")
}

// unreachable writes a way out with code after it.
func (g *generator) unreachable() {
	if g.depth == 0 || g.chance(30) {
		label := g.label("over")
		g.line("do")
		g.indent++
		g.line("goto %s", label)
		g.scope(func() { g.statements(1 + g.IntN(2)) })
		g.line("::%s::", label)
		g.indent--
		g.line("end")
		return
	}
	g.line("if %s then", g.condition())
	g.scope(func() {
		switch {
		case g.fn.loops > 0 && g.chance(40):
			g.line("do break end")
		case g.fn.risky && g.chance(50):
			g.line("%s", g.pick("error('stop', 0)", "error()", "assert(false)", "error({})"))
		case g.fn.around != nil:
			g.line("do %s end", g.returned())
		default:
			g.line("while true do if not tick() or %s then break end end", g.boolean(1))
		}
		g.statements(1 + g.IntN(2))
	})
	g.line("end")
}

// global writes to and reads a global variable.
func (g *generator) global() {
	name := g.pick("G", "H")
	switch g.IntN(4) {
	case 0:
		g.line("emit(%s)", name)
	case 1:
		g.line("_ENV.%s = %s", name, g.anything(1))
	case 2:
		g.line("%s = (tonumber(%s) or 0) + 1", name, name)
	default:
		g.line("%s = %s", name, g.anything(2))
	}
}
