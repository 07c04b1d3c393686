package luagen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Random Lua programs that are all about closures.

// sharedPrelude is what the programs call. emit prints a value; keep stores a closure
// under a number, and run calls it; M has a metamethod for every operator, which
// runs a closure that was kept; tick is true a limited number of times.
const sharedPrelude = `
local fuel, depth, kept = 300, 0, {}
function tick() fuel = fuel - 1 return fuel > 0 end
function emit(v)
  local t = type(v)
  if t == "table" or t == "function" or t == "thread" then v = t end
  io.write(tostring(v), "\n")
  return v
end
function keep(i, f) kept[i] = f end
function run(i)
  if depth > 3 or not tick() or not kept[i] then return end
  depth = depth + 1
  local ok, v = pcall(kept[i], i)
  depth = depth - 1
  return ok and v
end
function three(s, i) if i < 3 and tick() then return i + 1, s end end
local meta = {}
for i, name in ipairs { "add", "index", "newindex", "lt", "le", "concat", "unm", "len", "call", "eq", "band" } do
  meta["__" .. name] = function() run(i % 5) return i end
end
M, M2 = setmetatable({}, meta), setmetatable({}, meta)
`

// sharer writes a program whose functions share variables.
type sharer struct {
	*rand.Rand
	b      strings.Builder
	vars   []string // that can be seen
	names  int
	indent int
	loops  int // around, in the same function
	budget int // statements that may still be written
}

// Closures returns a random program that ends, and whose output depends on nearly every value:
// locals, loops, goto, closures that are called while and after the variables that they capture
// live, metamethods that call them, caught errors, coroutines. emit prints a value.
func Closures(r *rand.Rand) string {
	g := &sharer{Rand: r, budget: 60}
	g.b.WriteString(sharedPrelude)
	for g.budget > 0 {
		g.line("emit(pcall(function(...)")
		g.function(3)
		g.line("end, 1, 2, 3))")
	}
	g.line("for i = 0, 4 do emit(run(i)) end")
	return g.b.String()
}

func (g *sharer) line(format string, args ...any) {
	g.b.WriteString(strings.Repeat("  ", g.indent))
	fmt.Fprintf(&g.b, format, args...)
	g.b.WriteByte('\n')
}

// in writes a block in which new names are of its own.
func (g *sharer) in(body func()) {
	n := len(g.vars)
	g.indent++
	body()
	g.indent--
	g.vars = g.vars[:n]
}

// function writes the body of a function, which sees all around it.
func (g *sharer) function(depth int) {
	loops := g.loops
	g.loops = 0
	g.in(func() {
		g.block(depth)
		if g.IntN(2) == 0 {
			g.line("return %s, %s", g.expr(2), g.expr(2))
		}
	})
	g.loops = loops
}

func (g *sharer) block(depth int) {
	for range 2 + g.IntN(6) {
		if g.budget--; g.budget < 0 {
			return
		}
		g.statement(depth)
	}
}

func (g *sharer) declare() string {
	g.names++
	return fmt.Sprintf("v%d", g.names)
}

// visible returns a variable that can be seen, or a global.
func (g *sharer) visible() string {
	if len(g.vars) == 0 {
		return "global"
	}
	// The latest are the most likely.
	n := len(g.vars)
	return g.vars[n-1-min(g.IntN(n), g.IntN(n))]
}

func (g *sharer) statement(depth int) {
	if k := g.IntN(16); depth > 0 && k < 7 {
		g.compound(k, depth-1)
		return
	}
	switch g.IntN(14) {
	case 0, 1:
		name, value := g.declare(), g.expr(2)
		g.line("local %s = %s", name, value)
		g.vars = append(g.vars, name)
	case 2:
		a, b := g.declare(), g.declare()
		g.line("local %s, %s = %s", a, b, []string{g.expr(1), g.expr(1) + ", " + g.expr(1), "...", "three(1, 1)"}[g.IntN(4)])
		g.vars = append(g.vars, a, b)
	case 3:
		g.line("%s, %s = %s, %s", g.visible(), g.visible(), g.expr(1), g.expr(1))
	case 4:
		g.line("run(%d)", g.IntN(5))
	case 5:
		if g.IntN(3) == 0 {
			g.line("emit(%s)", g.visible())
		}
	case 7:
		g.line("keep(%d, function(...) emit(%s) end)", g.IntN(5), g.visible())
	case 8:
		g.line("keep(%d, function(...) %s = %s end)", g.IntN(5), g.visible(), g.expr(1))
	case 9:
		g.line("keep(%d, function(...) keep(%d, function(...) %s = emit(%s) end) end)", g.IntN(5), g.IntN(5), g.visible(), g.visible())
	case 10:
		if g.IntN(6) == 0 {
			g.line("if %s then error() end", g.expr(2))
		}
	case 6:
		if g.loops > 0 && g.IntN(2) == 0 {
			g.line("if %s then %s end", g.expr(1), []string{"break", "goto continue"}[g.IntN(2)])
			return
		}
		g.line("M.x = %s", g.expr(1))
	default:
		g.line("%s = %s", g.visible(), g.expr(2))
	}
}

func (g *sharer) compound(k, depth int) {
	switch k {
	case 0:
		g.line("if %s then", g.expr(2))
		g.in(func() { g.block(depth) })
		if g.IntN(2) == 0 {
			g.line("else")
			g.in(func() { g.block(depth) })
		}
		g.line("end")
	case 1:
		g.loop(depth, fmt.Sprintf("while tick() and %s do", g.expr(1)), "end")
	case 2:
		name := g.declare()
		g.loop(depth, fmt.Sprintf("for %s = 1, %d do", name, 1+g.IntN(3)), "end", name)
	case 3:
		a, b := g.declare(), g.declare()
		g.loop(depth, fmt.Sprintf("for %s, %s in three, %s, 1 do", a, b, g.expr(1)), "end", a, b)
	case 4:
		g.loop(depth, "repeat", fmt.Sprintf("until not tick() or not %s", g.expr(1)))
	case 5:
		name := g.declare()
		g.line("do")
		g.in(func() { g.block(depth) })
		g.line("end")
		g.line("local function %s(...)", name)
		g.vars = append(g.vars, name)
		g.function(depth)
		g.line("end")
		g.line("pcall(%s, %s)", name, g.expr(1))
	default:
		call := []string{"keep(" + fmt.Sprint(g.IntN(5)) + ", %s)", "pcall(%s)", "pcall(coroutine.wrap(%s))"}[g.IntN(3)]
		before, after, _ := strings.Cut(call, "%s")
		g.line("%sfunction(...)", before)
		g.function(depth)
		g.line("end%s", after)
	}
}

func (g *sharer) loop(depth int, head, tail string, names ...string) {
	g.loops++
	g.line("%s", head)
	g.in(func() {
		g.vars = append(g.vars, names...)
		g.line("do") // a goto must not jump into the scope of a local
		g.in(func() { g.block(depth) })
		g.line("end")
		g.line("::continue::")
	})
	g.line("%s", tail)
	g.loops--
}

func (g *sharer) expr(depth int) string {
	if depth == 0 || g.IntN(3) == 0 {
		return []string{"nil", "true", fmt.Sprint(g.IntN(9)), g.visible(), g.visible(), g.visible()}[g.IntN(6)]
	}
	a, b := g.expr(depth-1), g.expr(depth-1)
	format := []string{
		"%s == %s", "(%s and %s)", "(%s or %s)", "not (%s and %s)", "(M + %s)", "(M .. %s)", "(M < %s)",
		"M[%s]", "emit(%s)", "run(%[2]s)", "(coroutine.isyieldable() and coroutine.yield(%s))", "-M", "(M == M2)",
		"%s ~= %s", "{ %s, %s }", "select('#', ..., %s)", "(%s == 1 and %[2]s or nil)", "(M & %s)",
	}[g.IntN(18)]
	if strings.Contains(format, "...") && g.indent == 0 {
		return a
	}
	return strings.SplitN(fmt.Sprintf(format, a, b), "%!(EXTRA", 2)[0]
}
