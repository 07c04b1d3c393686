package luagen

import (
	"fmt"
	"strings"
)

// Functions, closures, and what calls them behind the program's back.

// localFunction declares a function with a signature.
func (g *generator) localFunction() {
	name := g.fresh()
	s := &signature{}
	var params []string
	for range g.IntN(4) {
		s.params = append(s.params, g.someType())
		params = append(params, g.fresh())
	}
	for range 1 + g.IntN(2) {
		s.results = append(s.results, g.someType())
	}
	fn := &function{times: 1, vararg: g.chance(20), risky: g.fn.risky, results: s.results}
	text := strings.Join(params, ", ")
	if fn.vararg {
		text = strings.TrimPrefix(text+", ...", ", ")
	}
	local := g.chance(70)
	if local {
		g.line("local function %s(%s)", name, text)
	} else {
		g.line("local %s = function(%s)", name, text)
	}
	g.function(fn, func() {
		if local {
			g.declare(name, callable) // it could call itself, for ever
		}
		for i, p := range params {
			g.declare(p, s.params[i])
		}
		g.statements(1 + g.IntN(5))
		g.returnStatement()
	})
	g.line("end")
	s.cost = fn.cost + 2
	v := g.declare(name, callable)
	v.fn = s
}

// returned returns a return statement with results of the function's types.
func (g *generator) returned() string {
	if len(g.fn.results) == 0 {
		return "return"
	}
	var values []string
	for _, t := range g.fn.results {
		values = append(values, g.expr(t, 2))
	}
	return "return " + strings.Join(values, ", ")
}

// returnStatement ends a function.
func (g *generator) returnStatement() {
	tail := g.find(func(v *variable) bool {
		return v.fn != nil && equalTypes(v.fn.results, g.fn.results) && g.affordable(v.fn)
	})
	if tail != nil && g.chance(50) {
		g.line("return %s", g.call(tail, 1))
		return
	}
	g.line("%s", g.returned())
}

func equalTypes(a, b []typ) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// earlyReturn leaves the function now and then.
func (g *generator) earlyReturn() {
	if g.fn.around == nil {
		g.emission()
		return
	}
	g.line("if %s then %s end", g.condition(), g.returned())
}

// callStatement calls a function for nothing.
func (g *generator) callStatement() {
	v := g.find(func(v *variable) bool { return v.fn != nil && g.affordable(v.fn) })
	if v == nil {
		g.runKept()
		return
	}
	g.line("%s", g.call(v, 2))
}

// closure returns a small function that reads or writes what is around it.
func (g *generator) closure(params string) string {
	v := g.assignable()
	if v == nil {
		return fmt.Sprintf("function(%s) emit(%s) end", params, g.anything(0))
	}
	switch g.IntN(6) {
	case 0, 1:
		return fmt.Sprintf("function(%s) emit(%s) end", params, v.name)
	case 2:
		return fmt.Sprintf("function(%s) %s = %s end", params, v.name, g.expr(v.typ, 2))
	case 3:
		return fmt.Sprintf("function(%s) %s = %s return %s end", params, v.name, g.expr(v.typ, 1), v.name)
	case 4:
		return fmt.Sprintf("function(%s) keep(%d, function() emit(%s) end) end", params, g.IntN(5), v.name)
	}
	return fmt.Sprintf("function(%s) local %s = %s keep(%d, function() emit(%s) end) end", params, v.name, g.expr(v.typ, 1), g.IntN(5), v.name)
}

// keptClosure keeps a closure that anybody may run.
func (g *generator) keptClosure() {
	if g.chance(50) {
		g.line("keep(%d, %s)", g.IntN(5), g.outside(func() string { return g.closure(g.pick("", "i")) }))
		return
	}
	g.line("keep(%d, function(...)", g.IntN(5))
	fn := function{times: 1, cost: maxCost * 9 / 10, vararg: true, risky: true, results: []typ{anything}}
	g.function(&fn, func() {
		g.statements(1 + g.IntN(4))
		g.returnStatement()
	})
	g.line("end)")
}

// outside writes expressions of a function that is not the one around.
func (g *generator) outside(write func() string) (s string) {
	fn := function{around: g.fn, times: 1}
	g.fn = &fn
	s = write()
	g.fn = fn.around
	return s
}

func (g *generator) runKept() {
	switch g.IntN(4) {
	case 0:
		g.line("emit(run(%d))", g.IntN(5))
	case 1:
		g.line("M.x = %s", g.anything(1))
	case 2:
		g.line("local _ = %s", g.withMetamethod(func() string { return g.operand(g.anything(1)) }))
		g.declare("_", anything)
	default:
		g.line("run(%d)", g.IntN(5))
	}
}

// closuresOfLoop makes closures in a loop, and calls them after it.
func (g *generator) closuresOfLoop() {
	if !g.spend(12) {
		return
	}
	fs := g.label("fs")
	i := g.fresh()
	own := g.fresh()
	for own == i {
		own = g.fresh()
	}
	g.line("local %s = {}", fs)
	g.line("for %s = 1, 3 do", i)
	g.repeated(3, func() {
		g.scope(func() {
			g.declare(i, integer)
			t := g.someType()
			g.line("local %s = %s", own, g.expr(t, 2))
			g.declare(own, t)
			g.line("%s[#%s + 1] = %s", fs, fs, g.outside(func() string { return g.closure("") }))
			g.statements(g.IntN(3))
			if g.chance(40) {
				g.line("%s = %s", own, g.expr(t, 1))
			}
		})
	})
	g.line("end")
	if g.chance(80) {
		g.line("for i = 1, #%s do emit(%s[i]()) end", fs, fs)
	}
}

// caughtError writes to variables around a protected call that may fail.
func (g *generator) caughtError() {
	ok, result := g.fresh(), g.fresh()
	how := g.pick("pcall", "pcall", "xpcall")
	g.line("local %s, %s = %s(function(...)", ok, result, how)
	g.inline(func() {
		g.statements(1 + g.IntN(4))
		if g.chance(60) {
			g.line("if %s then %s end", g.condition(), g.pick("error('failed', 0)", "error()", "error({1})", "error('placed')", "local n = nil + 1"))
		}
		g.statements(g.IntN(2))
		g.returnStatement()
	})
	if how == "xpcall" {
		g.line("end, function(err) emit('handler', err) return %s end)", g.outside(func() string { return g.anything(1) }))
	} else {
		g.line("end, %s)", g.anything(1))
	}
	g.declare(ok, anything)
	g.declare(result, anything)
}

// coroutine makes one, and resumes it with other statements between.
func (g *generator) coroutine() {
	if !g.spend(6) {
		return
	}
	co := g.label("co")
	how := g.pick("wrap", "create")
	g.line("local %s = coroutine.%s(function(...)", co, how)
	g.inline(func() {
		g.statements(1 + g.IntN(2))
		g.line("emit(coroutine.yield(%s))", g.anything(1))
		g.statements(1 + g.IntN(3))
		if v := g.assignable(); v != nil && v.typ == anything {
			g.line("%s = yield(%s)", v.name, g.anything(1))
		}
		g.returnStatement()
	})
	g.line("end)")
	for range 1 + g.IntN(3) {
		if how == "wrap" {
			g.line("emit(pcall(%s, %s))", co, g.anything(1))
		} else {
			g.line("emit(coroutine.resume(%s, %s))", co, g.anything(1))
		}
		g.statements(g.IntN(2))
	}
}

// finalizer writes a closure that the collector calls.
func (g *generator) finalizer() {
	g.line("finalize(%s)", g.outside(func() string { return g.closure("") }))
	g.statements(g.IntN(3))
	if g.chance(70) {
		g.line("collectgarbage()")
	}
	g.statements(g.IntN(2))
}

// metatable gives a table metamethods that see and change what is around.
func (g *generator) metatable() {
	object, v := g.label("o"), g.find(func(v *variable) bool { return v.typ == integer && !v.fixed })
	if v == nil {
		return
	}
	event := g.pick("add", "index", "concat", "call", "eq", "lt", "len", "unm")
	g.line("local %s = setmetatable({}, { __%s = function(p, q) %s = %s + 1 return %s end })", object, event, v.name, v.name, g.pick("1", v.name, "true"))
	g.statements(g.IntN(3))
	use := map[string]string{
		"add": "%[1]s + 1", "index": "%[1]s.x", "concat": "%[1]s .. 's'", "call": "%[1]s()", "eq": "%[1]s == M",
		"lt": "%[1]s < 1", "len": "#%[1]s", "unm": "-%[1]s",
	}[event]
	g.line("%s(%s)", g.pick("emit", "type"), fmt.Sprintf(use, object))
}

// methods makes an object with methods and calls some.
func (g *generator) methods() {
	object, field := g.label("o"), g.pick(fieldNames...)
	g.line("local %s = { %s = %s }", object, field, g.integer(2))
	g.line("function %s:get(%s) return self.%s %s end", object, g.pick("", "k", "..."), g.pick(fieldNames...), g.pick("", "or 5"))
	g.line("function %s:set(v) self.%s = v return self end", object, field)
	g.statements(g.IntN(2))
	g.line("%s", fmt.Sprintf(g.pick("emit(%[1]s:get(1))", "%[1]s:set(%[2]s)", "emit(%[1]s:set(%[2]s):get())", "local _ = %[1]s:get()"), object, g.integer(1)))
}

// neverReturns declares a function that always fails, and calls it where that is
// caught, or not at all.
func (g *generator) neverReturns() {
	name := g.label("fail")
	g.line("local function %s(m) %s end", name, g.pick("error(m, 0)", "error(m)", "return error(m, 0)", "if m then error(m, 0) else error('none', 0) end", "assert(false, m)", "while true do error(m, 0) if not tick() then break end end"))
	if !g.fn.risky || g.chance(20) {
		g.line("emit(pcall(%s, %s))", name, g.anything(1))
		return
	}
	g.line("if %s then", g.condition())
	g.scope(func() {
		g.line("%s(%s)", name, g.literal())
		g.statements(1)
	})
	g.line("end")
}
