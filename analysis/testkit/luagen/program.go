package luagen

import "fmt"

// What whole programs do with functions as values, with the standard names, and with
// the environment.

// higherOrder passes functions, returns them, and keeps them in tables.
func (g *generator) higherOrder() {
	f, n := g.label("f"), g.label("n")
	v := g.find(func(v *variable) bool { return v.typ == integer && !v.fixed })
	switch g.IntN(6) {
	case 0: // a counter
		g.line("local function %s(%s) return function(d) %s = %s + (d or 1) return %s end end", f, n, n, n, n)
		g.line("local %s = %s(%s)", n, f, g.integer(1))
		g.line("%s(2) emit(%s())", n, n)
	case 1:
		g.line("local function %s(f, ...) return f(...) end", f)
		g.line("emit(%s(%s, 1, 2))", f, g.outside(func() string { return g.closure("x") }))
	case 2:
		if v == nil {
			return
		}
		g.line("local %s = { add = function(k) %s = %s + k return k end, get = function() return %s end }", f, v.name, v.name, v.name)
		g.line("%s.add(2)", f)
		g.line("%s", g.pick("emit("+f+".get())", f+".get = nil", "emit("+f+".add(1))"))
	case 3: // a variable with one function after the other
		g.line("local %s = function(x) return x end", f)
		g.line("if %s then %s = function(x) emit('other') return x end end", g.condition(), f)
		g.line("%s(%s)", g.pick("emit", "type"), f+"("+g.integer(1)+")")
	case 4:
		g.line("local function %s(k) if k <= 0 then return %s end return k + %s(k - 1) end", f, g.outside(func() string { return g.integer(0) }), f)
		g.line("%s(%s(%s))", g.pick("emit", "type"), f, g.pick("3", "0", "4"))
	default:
		g.line("local %s %s = function(x) return %s and x or function() return %s end end", f, f, f, f)
		g.line("emit(%s(%s))", f, g.anything(1))
	}
}

// varargs forwards, packs and unpacks.
func (g *generator) varargs() {
	f, p := g.label("f"), g.label("p")
	g.line("local function %s(...)", f)
	switch g.IntN(4) {
	case 0:
		g.line("  local %s = { ... } return #%s, ...", p, p)
	case 1:
		g.line("  local %s = table.pack(...) %s.n = %s.n + 1 return table.unpack(%s, 1, 2)", p, p, p, p)
	case 2:
		g.line("  local a, %s = ... %s = a return select('#', ...), %s", p, p, g.pick(p, "a", "(...)"))
	default:
		g.line("  return %s(..., select(-1, 0, ...))", g.pick("emit", "type"))
	}
	g.line("end")
	g.line("%s(%s(%s))", g.pick("emit", "type", "pcall"), f, g.pick("1, 2", g.integer(1), g.anything(1)+", nil"))
}

// inheritance finds methods through metatables, some of which come late.
func (g *generator) inheritance() {
	base, object := g.label("base"), g.label("o")
	g.line("local %s = { x = %s }", base, g.integer(1))
	g.line("%s.__index = %s", base, g.pick(base, "function(t, k) emit(k) return "+base+"[k] end"))
	g.line("function %s:get() return self.x end", base)
	g.line("local %s = %s", object, g.pick("setmetatable({}, "+base+")", "setmetatable({ x = 2 }, "+base+")", "{ x = 3, get = "+base+".get }"))
	g.line("%s.x = %s", g.pick(base, object), g.integer(1))
	if g.chance(30) {
		g.line("%s.__newindex = function(t, k, v) emit(k) rawset(t, k, v) end", base)
		g.line("%s.y = %s", object, g.integer(1))
	}
	g.line("emit(%s:get(), %s.y)", object, object)
}

// nested builds tables in tables, of which parts are dropped, shared or kept.
func (g *generator) nested() {
	t, u := g.label("t"), g.label("u")
	g.line("local %s = { a = { x = %s }, b = {} }", t, g.integer(1))
	g.line("local %s = %s", u, g.pick(t+".a", t+".b", "{}"))
	for range 1 + g.IntN(3) {
		g.line("%s", fmt.Sprintf(g.pick(
			"%[2]s.x = %[3]s", "%[1]s.a = %[2]s", "%[1]s.b = nil", "%[1]s.a.x = %[3]s", "%[2]s.self = %[1]s",
			"%[1]s[%[3]s] = %[2]s", "%[2]s[1] = %[2]s[1] or %[3]s", "%[1]s.a = { x = %[3]s }", "%[2]s = { x = 0 }",
		), t, u, g.integer(1)))
	}
	if g.chance(70) {
		g.line("emit(%s)", g.pick(u+".x", t+".a.x", t+".b == nil", u+" == "+t+".a", "next("+u+") ~= nil"))
	}
}

// standardNames hides or replaces functions of the library, for a while.
func (g *generator) standardNames() {
	if g.plain {
		return
	}
	fake := g.pick("function(...) emit('fake') return 1 end", "function() return 7 end")
	switch g.IntN(7) {
	case 0:
		g.line("do local math = { floor = %s, max = %s, min = %s }", fake, fake, fake)
		g.inner(1 + g.IntN(3))
		g.line("end")
	case 1:
		g.line("do local error = %s", fake)
		g.inner(1 + g.IntN(3))
		g.line("error('none') emit('behind')")
		g.line("end")
	case 2:
		g.line("%s = %s", g.pick("error", "_G.error", "_ENV.error", "_G['error']"), fake)
		g.statements(1 + g.IntN(2))
	case 3:
		g.line("rawset(_G, 'assert', %s)", fake)
		g.line("assert(false) emit('behind')")
	case 4:
		g.line("local floor, max = math.floor, %s", g.pick("math.max", fake))
		g.line("%s(floor(%s), max(1, %s))", g.pick("emit", "type"), g.integer(1), g.integer(0))
	case 5:
		g.line("%s.max = %s", g.pick("math", "_G.math", "_ENV['math']"), fake)
		g.line("%s(math.max(1, 2))", g.pick("emit", "type"))
	default:
		g.line("for name, f in pairs({ min = %s }) do math[name] = f end", fake)
		g.line("%s(math.min(1, 2))", g.pick("emit", "type"))
	}
}

// environment runs statements with globals of their own.
func (g *generator) environment() {
	if g.plain {
		return
	}
	if g.chance(50) {
		g.line("do local _ENV = setmetatable({}, { __index = _ENV%s })", g.pick("", ", __newindex = function(t, k, v) rawset(t, k, v) emit(k) end"))
		g.inner(1 + g.IntN(3))
		g.line("G = %s emit(G)", g.anything(1))
		g.line("end")
		return
	}
	g.line("do local emit, _ENV = emit, { G = %s }", g.anything(1))
	g.line("  emit(G) H = %s emit(H)", g.pick("1", "G", "nil"))
	g.line("end")
}

// division may divide by zero, and by what is known not to be zero.
func (g *generator) division() {
	d, q := g.label("d"), g.label("q")
	g.line("local %s = %s", d, g.pick("0", "2", "0.0", g.integer(1)))
	if g.fn.risky && g.chance(50) {
		g.line("local %s = %s %s %s", q, g.integer(1), g.pick("//", "%"), d)
	} else {
		g.line("local %s = %s ~= 0 and %s // %s", q, d, g.operand(g.integer(1)), d)
	}
	if g.chance(60) {
		g.line("emit(%s)", q)
	}
}
