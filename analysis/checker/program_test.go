package checker

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Random programs that end, print what happens to them, and are full of dead stores.

// program is a generator of one program. Names are few, so that variables hide and
// overwrite each other; every iteration and call costs one of a bounded number of
// ticks, so that every program ends.
type program struct {
	rng    *rand.Rand
	out    strings.Builder
	scopes [][]string // names that can be seen, by block
	loops  int        // that enclose this point in this function
	funcs  int        // that enclose this point
	budget int        // statements left to write
}

const prelude = `
local out, ticks = {}, 0
local function tick() ticks = ticks + 1 if ticks > 200 then error("ticks", 0) end return ticks end
local function log(...)
  local t = table.pack(...)
  for i = 1, t.n do local v = t[i] t[i] = (type(v) == "number" or type(v) == "boolean") and tostring(v) or type(v) end
  out[#out + 1] = table.concat(t, " ")
end
local saved = {}
local function save(f) saved[#saved + 1] = f return f end
local function run() tick() for i = 1, #saved do log(pcall(saved[i], i)) end end
local function two(a, b) tick() return b, a end
local function pair(a, b) return b, a end
local function object(f) return setmetatable({}, {__add = f, __index = f, __lt = f, __concat = f, __len = f}) end
local function main(p, q)
`

const epilogue = `
end
local co = coroutine.wrap(function() log(pcall(main, 1, 2)) return "done" end)
for i = 1, 20 do if co() == "done" then break end log("yield", i) run() end
pcall(run)
for i = 1, #out do print(out[i]) end
`

func newProgram(seed uint64) string {
	g := &program{rng: rand.New(rand.NewPCG(seed, 1)), budget: 100}
	g.scopes = [][]string{{"p", "q"}}
	g.out.WriteString(prelude)
	g.statements(1, 14)
	g.out.WriteString(epilogue)
	return g.out.String()
}

func (g *program) line(depth int, format string, args ...any) {
	fmt.Fprintf(&g.out, "%s%s\n", strings.Repeat("  ", depth), fmt.Sprintf(format, args...))
}

func (g *program) declare(name string) {
	top := len(g.scopes) - 1
	g.scopes[top] = append(g.scopes[top], name)
}

// fresh returns one of few names.
func (g *program) fresh() string { return string("abcde"[g.rng.IntN(5)]) }

// variable returns a name that can be seen.
func (g *program) variable() string {
	all := slices.Concat(g.scopes...)
	return all[g.rng.IntN(len(all))]
}

// table returns the name of a variable that can be seen and is given a table, "" if there is
// none.
func (g *program) table() string {
	all := slices.DeleteFunc(slices.Concat(g.scopes...), func(name string) bool { return name < "t" })
	if len(all) == 0 {
		return ""
	}
	return all[g.rng.IntN(len(all))]
}

// count writes a statement that counts in a variable of its own.
func (g *program) count(depth int) {
	known := slices.Contains(slices.Concat(g.scopes...), "n")
	if !known || g.rng.IntN(8) == 0 {
		g.line(depth, "local n = %d", g.rng.IntN(9))
		g.declare("n")
		return
	}
	g.line(depth, "%s = n %s %s", g.any("n", "n", "n", "local e"), g.any("+", "*", "-"), g.any("1", "n"))
}

// fill writes a statement that makes, fills or reads a table.
func (g *program) fill(depth int) {
	t := g.table()
	if t == "" || g.rng.IntN(5) == 0 {
		t = g.any("t", "u")
		g.line(depth, "local %s = {%s}", t, g.any("", "x = "+g.expr(), "x = "+g.expr()+", y = 2", g.expr(), "x = 1, x = "+g.expr()))
		g.declare(t)
		return
	}
	switch g.rng.IntN(10) {
	case 0, 1, 2:
		g.line(depth, "%s.%s = %s", t, g.any("x", "y"), g.expr())
	case 3:
		g.line(depth, "%s[#%s + 1] = %s", t, t, g.expr())
	case 4:
		g.line(depth, "table.insert(%s, %s)", t, g.expr())
	case 5:
		g.line(depth, "%s.%s = %s.%s", t, g.any("x", "y"), t, g.any("x", "y"))
	case 6:
		g.line(depth, "%s.n = (tonumber(%s.n) or 0) + 1", t, t)
	case 7:
		g.line(depth, "%s = %s.%s", g.variable(), t, g.any("x", "y", "n"))
	case 8:
		g.line(depth, "save(function() %s.x = 1 log(%s.%s) end)", t, t, g.any("y", "n"))
	default:
		g.line(depth, "log(%s, #%s)", g.any(t+".x", t+"[1]", "1"), t)
	}
}

func (g *program) expr() string {
	switch g.rng.IntN(12) {
	case 0, 1:
		return fmt.Sprint(g.rng.IntN(9))
	case 2:
		return "nil"
	case 3:
		return g.variable() + " and " + g.variable()
	case 4:
		return g.variable() + " or " + fmt.Sprint(g.rng.IntN(9))
	case 5:
		return fmt.Sprintf("(tonumber(%s) or 0) + 1", g.variable())
	case 6:
		return fmt.Sprintf("two(%s, %s)", g.variable(), g.variable())
	case 7:
		return g.variable() + " == " + g.variable()
	case 8:
		return fmt.Sprintf("object(function() log(%s) return 1 end)", g.variable())
	case 9:
		return "not " + g.variable()
	}
	return g.variable()
}

// condition returns an expression that is true now and then.
func (g *program) condition() string {
	return g.any(g.variable(), "not "+g.variable(), "tick() % 3 == 0", g.variable()+" == "+g.variable())
}

func (g *program) block(depth int) {
	if g.budget%5 == 0 {
		label := fmt.Sprint("next", g.budget)
		g.line(depth, "if %s then goto %s end", g.condition(), label)
		defer g.line(depth, "::%s::", label)
	}
	g.statements(depth, 1+g.rng.IntN(5))
}

func (g *program) statements(depth, n int) {
	g.scopes = append(g.scopes, nil)
	for ; n > 0 && g.budget > 0; n-- {
		g.budget--
		g.statement(depth)
	}
	if g.rng.IntN(2) == 0 {
		g.line(depth, "log(%s)", g.variable())
	}
	g.scopes = g.scopes[:len(g.scopes)-1]
}

func (g *program) statement(depth int) {
	switch k := g.rng.IntN(30); {
	case k >= 28:
		g.count(depth)
	case k >= 24:
		g.fill(depth)
	case k < 3:
		value, name := g.expr(), g.fresh()
		g.line(depth, "local %s = %s", name, value)
		g.declare(name)
	case k < 8:
		g.line(depth, "%s = %s", g.variable(), g.expr())
	case k < 10:
		g.line(depth, "log(%s)", g.variable())
	case k < 12:
		g.several(depth)
	case k == 12 && g.loops > 0:
		g.line(depth, "if %s then break end", g.condition())
	case k == 13 && depth > 1:
		g.line(depth, "%s return %s end", g.any("do", "if tick() % 3 == 0 then"), g.variable())
	case k == 14 && g.loops > 0:
		g.line(depth, "%s", g.any("do break end", "if tick() % 2 == 0 then break end"))
	case k == 15:
		g.line(depth, "%s", g.any("run()", "coroutine.yield()", "local _ = pcall(two)", "::label"+fmt.Sprint(g.budget)+"::",
			"pair("+g.expr()+", 1)", "type("+g.expr()+")", "tostring("+g.expr()+")"))
	case k == 16:
		v := g.variable()
		g.line(depth, "%s = %s", v, v)
	case k == 17:
		v := g.variable()
		g.line(depth, "pcall(function() return %s + 1, %s.x, #%s end)", v, v, v)
	case k < 21 && depth < 6:
		g.compound(depth)
	default:
		g.function(depth)
	}
}

func (g *program) any(texts ...string) string { return texts[g.rng.IntN(len(texts))] }

func (g *program) several(depth int) {
	switch g.rng.IntN(4) {
	case 0:
		a, b := g.fresh(), g.fresh()
		g.line(depth, "local %s, %s = two(%s, %s)", a, b, g.variable(), g.variable())
		g.declare(a)
		g.declare(b)
	case 1:
		g.line(depth, "%s, %s = %s, %s", g.variable(), g.variable(), g.expr(), g.expr())
	case 2:
		g.line(depth, "%s, %s = two(%s, 1)", g.variable(), g.variable(), g.variable())
	default:
		name := g.fresh()
		g.line(depth, "local %s", name)
		g.declare(name)
	}
}

func (g *program) compound(depth int) {
	loop := true
	switch g.rng.IntN(6) {
	case 0:
		g.line(depth, "while %s do tick()", g.any(g.condition(), "tick() % 4 ~= 0", "true"))
	case 1:
		g.line(depth, "repeat tick()")
		g.loops++
		g.statements(depth+1, 3) // a goto after them would enter the scope of a local
		g.loops--
		g.line(depth, "until %s", g.condition())
		return
	case 2:
		g.loop(depth, "", "= 1, 3")
		return
	case 3:
		g.loop(depth, "_, ", "in ipairs {4, 5}")
		return
	default:
		loop = false
		g.line(depth, "if %s then", g.condition())
		g.block(depth + 1)
		g.line(depth, "else")
	}
	if loop {
		g.loops++
	}
	g.block(depth + 1)
	if loop {
		g.loops--
	}
	g.line(depth, "end")
}

func (g *program) loop(depth int, first, values string) {
	name := g.fresh()
	g.line(depth, "for %s%s %s do", first, name, values)
	g.scopes = append(g.scopes, []string{name})
	g.loops++
	g.block(depth + 1)
	g.loops--
	g.scopes = g.scopes[:len(g.scopes)-1]
	g.line(depth, "end")
}

func (g *program) function(depth int) {
	if depth > 5 || g.funcs > 2 {
		g.line(depth, "log(%s)", g.variable())
		return
	}
	name, param := g.fresh(), g.fresh()
	kind := g.rng.IntN(4)
	switch kind {
	case 0:
		g.line(depth, "local function %s(%s) tick()", name, param)
	case 1:
		g.line(depth, "save(function(%s)", param)
	case 2:
		g.line(depth, "%s = function(%s) tick()", g.variable(), param)
	default:
		g.line(depth, "log(pcall(function(%s)", param)
	}
	loops := g.loops
	g.loops = 0
	g.funcs++
	own := []string{param}
	if kind == 0 {
		own = append(own, name)
	}
	g.scopes = append(g.scopes, own)
	labelled := g.budget%5 == 0 // at the end of the block
	g.block(depth + 1)
	if !labelled && g.rng.IntN(4) == 0 {
		g.line(depth+1, "return")
	}
	g.scopes = g.scopes[:len(g.scopes)-1]
	g.funcs--
	g.loops = loops
	g.line(depth, "%s", [...]string{"end", "end)", "end", "end, 3))"}[kind])
	if kind == 0 {
		g.declare(name)
		switch g.rng.IntN(4) {
		case 0, 1:
			g.line(depth, "log(pcall(%s, 1))", name)
		case 2:
			g.line(depth, "%s(%s)", name, g.variable())
		}
	}
}
