package luagen

import "fmt"

// Tables, and computations that come to nothing.

func (g *generator) tableStatement() {
	if g.chance(50) {
		g.recordStatement()
		return
	}
	l := g.ofType(list)
	if l == nil {
		g.line("local %s = {%s, %s}", "a", g.integer(1), g.integer(1))
		g.declare("a", list)
		return
	}
	value := g.integer(1)
	switch g.IntN(9) {
	case 0, 1:
		g.line("%s[#%s + 1] = %s", l.name, l.name, value)
	case 2:
		g.line("table.insert(%s, %s)", l.name, value)
	case 3:
		g.line("table.insert(%s, 1, %s)", l.name, value)
	case 4:
		g.line("if #%[1]s > 0 then %[1]s[#%[1]s] = %[2]s end", l.name, value)
	case 5:
		g.line(g.pick("table.remove(%s)", "emit(table.remove(%s))"), l.name)
	case 6:
		g.line(g.pick("table.sort(%s)", "table.sort(%s, function(a, b) return a > b end)"), l.name)
	case 7:
		g.line("emit(table.unpack(%s, 1, 3))", l.name)
	default:
		name := g.fresh()
		other := l.name
		g.line("local %s = %s", name, other)
		g.declare(name, list)
	}
}

func (g *generator) recordStatement() {
	r := g.ofType(record)
	if r == nil {
		g.line("local %s = {x = %s}", "b", g.integer(1))
		g.declare("b", record)
		return
	}
	field := g.pick(fieldNames...)
	switch g.IntN(6) {
	case 0:
		g.line("%s.%s = nil", r.name, field)
	case 1:
		g.line("%[1]s.%[2]s, %[1]s.%[3]s = %[4]s, %[1]s.%[2]s", r.name, field, g.pick(fieldNames...), g.integer(1))
	case 2:
		name, other := g.fresh(), r.name
		g.line("local %s = %s", name, other)
		g.declare(name, record)
	case 3:
		g.line("emit(%s.%s)", r.name, field)
	case 4:
		g.line("keep(%d, function() %s.%s = %s end)", g.IntN(5), r.name, field, g.outside(func() string { return g.integer(1) }))
	default:
		g.line("%s.%s = %s", r.name, field, g.integer(2))
	}
}

// deadChain computes values that only further dead values are made of: in a row, or
// around a loop.
func (g *generator) deadChain() {
	p, q, r := g.label("p"), g.label("q"), g.label("r")
	g.line("local %s = %s", p, g.integer(1))
	switch g.IntN(4) {
	case 0:
		g.line("local %s = %s + 1", q, p)
		g.line("local %s = %s * 2", r, q)
	case 1:
		g.line("local %s = 1", q)
		g.line("for i = 1, 3 do %s, %s = %s, %s + %s end", p, q, q, p, q)
	case 2:
		g.line("for i = 1, 4 do %s = %s + i end", p, p)
	default:
		g.line("local %s = 0", q)
		g.line("while %s < 3 do %s = %s + 1 %s = %s + %s end", q, q, q, p, p, q)
	}
	if g.chance(15) {
		g.line("emit(%s)", p)
	} else if g.chance(15) {
		g.line("keep(%d, function() emit(%s) end)", g.IntN(5), p)
	}
}

// deadTable fills a table that nothing looks at.
func (g *generator) deadTable() {
	t := g.label("t")
	g.line("local %s = %s", t, g.pick("{}", "{1, 2}", "{x = 1}", "{x = 1, x = 2}"))
	for range 1 + g.IntN(3) {
		value := g.integer(1)
		g.line("%s", fmt.Sprintf(g.pick(
			"%[1]s.x = %[2]s", "%[1]s[#%[1]s + 1] = %[2]s", "table.insert(%[1]s, %[2]s)", "%[1]s.y = %[1]s.x",
			"for i = 1, 3 do %[1]s[i] = i end", "local function add(v) %[1]s[#%[1]s + 1] = v end add(%[2]s)",
			"%[1]s.z = { %[2]s }", "if %[1]s.z then %[1]s.z = %[2]s end",
		), t, value))
	}
	switch g.IntN(6) {
	case 0:
		g.line("emit(%s)", g.pick("#"+t, t+".x", t+".y", t+"[1]", "next("+t+") ~= nil", "type("+t+".z)"))
	case 1:
		g.line("local function drop() return %s end", t)
	case 2:
		g.line("emit(%s.x) %s.x = 5", t, t)
	}
}

// deadRing declares functions that only call each other.
func (g *generator) deadRing() {
	a, b := g.label("ring"), g.label("ring")
	if g.chance(50) {
		g.line("local function %s(n) if n > 0 then return %s(n - 1) end return n end", a, a)
	} else {
		g.line("local %s", a)
		g.line("local function %s(n) return %s(n) end", b, a)
		g.line("%s = function(n) if n > 0 then return %s(n - 1) end return %s end", a, b, g.outside(func() string { return g.integer(1) }))
	}
	if g.chance(30) {
		g.line(g.pick("%s(3)", "emit(%s(3))"), a)
	}
}
