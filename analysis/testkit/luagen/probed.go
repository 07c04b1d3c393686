package luagen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Random programs for slices.

// probed writes a program with probes.
type probed struct {
	*rand.Rand
	lines     []string
	indent    int
	scopes    []scope
	names     int
	loops     int
	depth     int    // of functions
	depthName string // the parameter that counts calls inside of calls
	budget    int
	probes    int
}

// scope is the variables of one block, by what they hold.
type scope struct{ numbers, tables, functions []string }

// Probed returns a program that ends and raises no error, in which every statement and
// every head and end of a block stands on a line of its own. It prints nothing:
// `probe(k, v)`, a global that it does not define, shows a value.
func Probed(seed uint64) string {
	g := &probed{Rand: rand.New(rand.NewPCG(seed, 3)), budget: 45}
	g.scopes = []scope{{}}
	g.local()
	g.table()
	for g.budget > 0 {
		g.statement(3)
	}
	g.probe()
	return strings.Join(g.lines, "\n") + "\n"
}

func (g *probed) line(format string, args ...any) {
	g.lines = append(g.lines, strings.Repeat("  ", g.indent)+fmt.Sprintf(format, args...))
}

func (g *probed) fresh(prefix string) string {
	g.names++
	return fmt.Sprint(prefix, g.names)
}

// all returns what can be seen, by a choice of list.
func (g *probed) all(list func(*scope) []string) []string {
	var out []string
	for i := range g.scopes {
		out = append(out, list(&g.scopes[i])...)
	}
	return out
}

func (g *probed) pick(list func(*scope) []string) string {
	names := g.all(list)
	n := len(names)
	return names[n-1-min(g.IntN(n), g.IntN(n))] // rather a late one
}

func numbers(s *scope) []string   { return s.numbers }
func tables(s *scope) []string    { return s.tables }
func functions(s *scope) []string { return s.functions }

func (g *probed) top() *scope { return &g.scopes[len(g.scopes)-1] }

func (g *probed) block(depth int, first func()) {
	g.indent++
	g.scopes = append(g.scopes, scope{})
	if first != nil {
		first()
	}
	for range 1 + g.IntN(4) {
		g.statement(depth)
	}
	g.scopes = g.scopes[:len(g.scopes)-1]
	g.indent--
}

func (g *probed) expr() string {
	switch g.IntN(10) {
	case 0, 1:
		return fmt.Sprint(g.IntN(10))
	case 2:
		return fmt.Sprintf("(%s.%s or 0)", g.pick(tables), g.key())
	case 3:
		return fmt.Sprintf("(%s[%s] or 1)", g.pick(tables), g.pick(numbers))
	case 4:
		return "#" + g.pick(tables)
	case 5:
		return "(G or 2)"
	case 6:
		return fmt.Sprintf("(%s > %s and %s or %s)", g.pick(numbers), g.pick(numbers), g.pick(numbers), fmt.Sprint(g.IntN(5)))
	}
	return g.pick(numbers)
}

func (g *probed) key() string { return string("abc"[g.IntN(3)]) }

func (g *probed) sum() string {
	return fmt.Sprintf("%s %s %s", g.expr(), []string{"+", "-", "+"}[g.IntN(3)], g.expr())
}

func (g *probed) condition() string {
	return fmt.Sprintf("%s %s %s", g.expr(), []string{"<", ">", "==", "~=", "<="}[g.IntN(5)], g.expr())
}

func (g *probed) local() {
	value, name := fmt.Sprint(g.IntN(9)), g.fresh("n")
	if len(g.all(numbers)) > 0 {
		value = []string{g.sum(), g.expr()}[g.IntN(2)]
	}
	g.line("local %s = %s", name, value)
	g.top().numbers = append(g.top().numbers, name)
}

func (g *probed) table() {
	name := g.fresh("t")
	g.line("local %s = %s", name, []string{"{}", "{a = 1, 2}", "{3, 4, b = 5}"}[g.IntN(3)])
	g.top().tables = append(g.top().tables, name)
}

func (g *probed) probe() {
	g.probes++
	g.line("probe(%d, %s)", g.probes, g.pick(numbers))
}

func (g *probed) statement(depth int) {
	g.budget--
	if g.budget < -40 {
		return
	}
	if depth > 0 && g.IntN(10) < 4 {
		g.compound(depth - 1)
		return
	}
	switch g.IntN(16) {
	case 0, 1:
		g.local()
	case 2:
		g.table()
	case 3:
		g.line("%s.%s = %s", g.pick(tables), g.key(), g.expr())
	case 4: // no holes: where a table with holes ends is open
		t := g.pick(tables)
		g.line("%s[%s] = %s", t, []string{"1", "#" + t + " + 1", g.pick(numbers) + " % 2 == 0 and 'a' or 'b'"}[g.IntN(3)], g.expr())
	case 5:
		g.line("table.insert(%s, %s)", g.pick(tables), g.expr())
	case 6:
		g.line("G = %s", g.sum())
	case 7:
		a, b := g.fresh("n"), g.fresh("n")
		g.line("local %s, %s = %s, %s", a, b, g.expr(), g.expr())
		g.top().numbers = append(g.top().numbers, a, b)
	case 8:
		g.line("%s, %s = %s, %s", g.pick(numbers), g.pick(numbers), g.expr(), g.expr())
	case 9, 10:
		g.call()
	case 11:
		g.probe()
	case 12:
		if t := g.pick(tables); g.IntN(2) == 0 {
			name := g.fresh("t")
			g.line("local %s = %s", name, t)
			g.top().tables = append(g.top().tables, name)
		}
	default:
		g.line("%s = %s", g.pick(numbers), g.sum())
	}
}

// call calls a local function with a number, a table and a function.
func (g *probed) call() {
	if len(g.all(functions)) == 0 {
		return
	}
	nesting := "0"
	if g.depth > 0 {
		nesting = g.depthName + " + 1"
	}
	call := fmt.Sprintf("%s(%s, %s, %s, %s)", g.pick(functions), nesting, g.expr(), g.pick(tables), g.pick(functions))
	switch g.IntN(3) {
	case 0:
		g.line("%s", call)
	case 1:
		g.line("%s = %s", g.pick(numbers), call)
	default:
		a, b := g.fresh("n"), g.fresh("n")
		g.line("local %s, %s = %s", a, b, call)
		g.top().numbers = append(g.top().numbers, a, b)
	}
}

func (g *probed) compound(depth int) {
	switch g.IntN(7) {
	case 0:
		g.line("if %s then", g.condition())
		g.block(depth, nil)
		for range g.IntN(2) {
			g.line("elseif %s then", g.condition())
			g.block(depth, nil)
		}
		if g.IntN(2) == 0 {
			g.line("else")
			g.block(depth, nil)
		}
		g.line("end")
	case 1:
		name := g.fresh("i")
		g.line("for %s = 1, %d do", name, 1+g.IntN(3))
		g.loop(depth, name)
		g.line("end")
	case 2:
		name := g.fresh("w")
		g.line("local %s = 0", name)
		g.line("while %s < 3 do", name)
		g.loop(depth, "", fmt.Sprintf("%s = %[1]s + 1", name))
		g.line("end")
	case 3:
		name := g.fresh("w")
		g.line("local %s = 0", name)
		g.line("repeat")
		g.loop(depth, "", fmt.Sprintf("%s = %[1]s + 1", name))
		g.line("until %s > 2 or %s", name, g.condition())
	case 4:
		k, v := g.fresh("k"), g.fresh("v")
		g.line("for %s, %s in ipairs(%s) do", k, v, g.pick(tables))
		g.line("  if %s > 4 then", k)
		g.line("    break") // the body may add elements
		g.line("  end")
		g.loop(depth, k)
		g.line("end")
	default:
		g.function(depth)
	}
}

func (g *probed) loop(depth int, variable string, first ...string) {
	g.loops++
	g.block(depth, func() {
		for _, line := range first {
			g.line("%s", line)
		}
		if variable != "" {
			g.top().numbers = append(g.top().numbers, variable)
		}
		if g.IntN(3) == 0 {
			g.line("if %s then", g.condition())
			g.line("  %s", []string{"break", "do break end"}[g.IntN(2)])
			g.line("end")
		}
	})
	g.loops--
}

// function declares one that takes a number, a table and a function, which it may
// call, if it is not called inside of too many calls.
func (g *probed) function(depth int) {
	if g.depth > 2 {
		return
	}
	name := g.fresh("f")
	outer := g.pick(numbers)
	number, table, fn := g.fresh("p"), g.fresh("t"), g.fresh("c")
	loops, depthName := g.loops, g.depthName
	g.loops, g.depthName = 0, g.fresh("d")
	g.line("local function %s(%s, %s, %s, %s)", name, g.depthName, number, table, fn)
	g.depth++
	g.block(depth, func() {
		g.line("if %s > 1 then", g.depthName)
		g.line("  return 1, 2")
		g.line("end")
		g.top().numbers = append(g.top().numbers, number)
		g.top().tables = append(g.top().tables, table)
		g.top().functions = append(g.top().functions, fn)
		if g.IntN(2) == 0 {
			g.line("%s = %s", outer, g.sum())
		}
		if g.IntN(3) == 0 {
			g.line("if %s then", g.condition())
			g.line("  return %s, %s", g.pick(numbers), g.expr())
			g.line("end")
		}
	})
	g.line("  return %s, %s", g.number(number), g.expr())
	g.depth--
	g.loops, g.depthName = loops, depthName
	g.line("end")
	g.top().functions = append(g.top().functions, name)
}

// number returns one that can be seen, or the parameter.
func (g *probed) number(param string) string {
	if g.IntN(2) == 0 {
		return param
	}
	return g.pick(numbers)
}
