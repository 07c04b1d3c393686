package fix_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// generator writes random programs that end, and whose every effect can be observed
// by testdata/run/driver.lua: functions are called through `call`, which has a
// budget, numbers for arithmetic come from `num`, the table t runs metamethods.
type generator struct {
	*rand.Rand
	strings.Builder
	indent int
	depth  int
	vars   []string // in scope, the innermost last
	loops  int      // around the statement, in the same function
	vararg bool
	labels int
}

// generate writes the program of a seed.
func generate(seed uint64) string {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 1)), vararg: true}
	g.block(3 + g.IntN(8))
	g.line("return " + g.exprs(2))
	return g.String()
}

func (g *generator) pick(list ...string) string { return list[g.IntN(len(list))] }

func (g *generator) chance(percent int) bool { return g.IntN(100) < percent }

// line writes a statement, usually on a line of its own.
func (g *generator) line(s string) {
	if s[0] == '(' {
		s = ";" + s
	}
	if g.Len() > 0 && !strings.HasSuffix(g.String(), "\n") && g.chance(80) {
		g.WriteString(g.pick("\n", "\n", "\r\n", " -- note\n"))
	}
	if strings.HasSuffix(g.String(), "\n") {
		g.WriteString(strings.Repeat(g.pick("  ", "  ", "\t"), g.indent))
	} else if g.Len() > 0 {
		g.WriteString(g.pick(" ", "; "))
	}
	g.WriteString(s)
}

// block writes n statements in a scope of their own.
func (g *generator) block(n int) {
	outer := len(g.vars)
	g.depth++
	for range n {
		g.statement()
	}
	g.depth--
	g.vars = g.vars[:outer]
}

// body writes a block between two words.
func (g *generator) body(end string) {
	g.indent++
	g.block(g.IntN(4))
	g.indent--
	g.line(end)
}

func (g *generator) name() string { return g.pick("a", "b", "c", "d", "e", "_") }

// variable returns a name that is mostly one of a local.
func (g *generator) variable() string {
	if len(g.vars) == 0 || g.chance(4) {
		return g.name()
	}
	return g.vars[g.IntN(len(g.vars))]
}

func (g *generator) statement() {
	kind := g.IntN(22)
	if g.depth > 4 && kind > 9 {
		kind %= 10
	}
	switch {
	case kind < 4:
		g.local()
	case kind < 8:
		g.line(g.targets() + " = " + g.exprs(1+g.IntN(3)))
	case kind < 9:
		g.line(g.call())
	case kind < 10:
		g.small()
	case kind < 12:
		g.ifStatement()
	case kind < 16:
		g.loop()
	case kind < 17:
		g.line("do")
		g.body("end")
	case kind < 19:
		name := g.name()
		g.vars = append(g.vars, name)
		g.line("local function " + name + g.function())
	case kind < 20:
		g.line("function " + g.variable() + g.function())
	case kind < 21:
		g.jump()
	default:
		g.leave()
	}
}

func (g *generator) local() {
	names := []string{g.name()}
	for g.chance(35) && len(names) < 3 {
		names = append(names, g.name())
	}
	s := "local " + strings.Join(names, ", ")
	if g.chance(85) {
		s += " = " + g.exprs(1+g.IntN(3))
	}
	g.line(s)
	g.vars = append(g.vars, names...)
}

func (g *generator) targets() string {
	list := []string{g.target()}
	for g.chance(30) && len(list) < 3 {
		list = append(list, g.target())
	}
	return strings.Join(list, ", ")
}

func (g *generator) target() string {
	if g.chance(12) {
		return g.pick("t.x", "t[num("+g.expr()+")]", "(t).y", "G")
	}
	return g.variable()
}

// small writes a statement of the odd kinds.
func (g *generator) small() {
	v := g.variable()
	switch g.IntN(5) {
	case 0:
		g.line(v + " = " + v)
	case 1:
		w := g.variable()
		g.line(v + ", " + w + " = " + w + ", " + v)
	case 2:
		g.labels++
		g.line(fmt.Sprintf("::l%d::", g.labels))
	case 3:
		g.line(";")
	default:
		if g.loops > 0 {
			g.line("if " + g.expr() + " then " + g.variable() + " = " + g.expr() + " break end")
		}
	}
}

func (g *generator) ifStatement() {
	g.line("if " + g.expr() + " then")
	if g.chance(25) {
		g.body("elseif " + g.expr() + " then")
	}
	if g.chance(40) {
		g.body("else")
	}
	g.body("end")
}

func (g *generator) loop() {
	outer := len(g.vars)
	g.loops++
	switch g.IntN(4) {
	case 0:
		v := g.name()
		g.line("for " + v + " = 1, " + g.pick("0", "1", "3") + " do")
		g.vars = append(g.vars, v)
		g.body("end")
	case 1:
		v, w := g.name(), g.name()
		g.line("for " + v + ", " + w + " in ipairs {" + g.exprs(2) + "} do")
		g.vars = append(g.vars, v, w)
		g.body("end")
	case 2: // n1, n2, … are assigned nowhere else
		g.labels++
		n := fmt.Sprintf("n%d", g.labels)
		g.line("local " + n + " = 0 while " + n + " < 3 do " + n + " = " + n + " + 1")
		g.body("end")
	case 3:
		g.labels++
		n := fmt.Sprintf("n%d", g.labels)
		g.line("local " + n + " = 0 repeat " + n + " = " + n + " + 1")
		g.indent++
		g.depth++
		inner := len(g.vars)
		for range g.IntN(3) {
			g.local()
		}
		g.indent--
		g.depth--
		g.line("until " + n + " > 2 or " + g.expr())
		g.vars = g.vars[:inner]
	}
	g.loops--
	g.vars = g.vars[:outer]
}

// jump writes a block with a goto to its end, or over code that is then unreachable.
func (g *generator) jump() {
	g.labels++
	label := fmt.Sprintf("g%d", g.labels)
	g.line("do")
	g.indent++
	if g.chance(70) {
		g.line("if " + g.expr() + " then goto " + label + " end")
	} else {
		g.line("goto " + label)
	}
	g.block(g.IntN(3))
	g.line("::" + label + "::")
	g.indent--
	g.line("end")
}

// leave writes a way out with code after it.
func (g *generator) leave() {
	if g.loops > 0 && g.chance(60) {
		g.line("if " + g.expr() + " then " + g.call() + " break end")
		return
	}
	g.line("if " + g.expr() + " then return " + g.exprs(1) + " end")
}

func (g *generator) function() string {
	params := []string{}
	for range g.IntN(3) {
		params = append(params, g.name())
	}
	outer, loops, vararg := len(g.vars), g.loops, g.vararg
	g.vars, g.loops = append(g.vars, params...), 0
	if g.vararg = g.chance(30); g.vararg {
		params = append(params, "...")
	}
	inner := &generator{Rand: g.Rand, indent: g.indent + 1, depth: g.depth + 1, vars: g.vars, vararg: g.vararg, labels: g.labels}
	inner.block(g.IntN(4))
	if g.chance(60) {
		inner.line("return " + inner.exprs(1+g.IntN(2)))
	}
	g.labels = inner.labels
	g.vars, g.loops, g.vararg = g.vars[:outer], loops, vararg
	return "(" + strings.Join(params, ", ") + ") " + inner.String() + g.pick("\n", " ") + "end"
}

func (g *generator) exprs(n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = g.expr()
	}
	return strings.Join(list, ", ")
}

// call returns an expression that can stand as a statement.
func (g *generator) call() string {
	switch g.IntN(6) {
	case 0:
		return "t:m(" + g.exprs(1) + ")"
	case 1:
		return "call(" + g.variable() + ", " + g.expr() + ")"
	case 2:
		return g.pick("obs 's'", "obs {1}", "multi()", "multi(1)")
	case 3:
		return "(" + g.pick("obs", "multi", "nothing or obs") + ")(" + g.exprs(1) + ")"
	}
	return "obs(" + g.exprs(1+g.IntN(2)) + ")"
}

func (g *generator) expr() string {
	kind := g.IntN(30)
	if g.depth > 6 {
		kind %= 14
	}
	g.depth++
	defer func() { g.depth-- }()
	switch {
	case kind < 3:
		return g.pick("1", "2.5", "'s'", "[[l]]", "0", "''")
	case kind < 5:
		return g.pick("nil", "true", "false")
	case kind < 11:
		return g.variable()
	case kind < 12:
		return g.pick("print", "string.format", "G", "math", "type")
	case kind < 14:
		return g.pick("t.x", "t[1]", "t", "#t", "-t")
	case kind < 18:
		return g.call()
	case kind < 19 && g.vararg:
		return g.pick("...", "(...)")
	case kind < 20:
		return "(" + g.expr() + ")"
	case kind < 22:
		return "num(" + g.expr() + ") " + g.pick("+", "-", "*", "//", "..", "==", "<", "|") + " 2"
	case kind < 24:
		return "(" + g.expr() + g.pick(" and ", " or ", " == ", " ~= ") + g.expr() + ")"
	case kind < 25:
		return "not " + g.expr()
	case kind < 26:
		return "t " + g.pick("+", "..", "<", "==") + " " + g.pick("t", "t", "1")
	case kind < 28:
		return "{" + g.expr() + ", k = " + g.expr() + "}"
	}
	return "function" + g.function()
}
