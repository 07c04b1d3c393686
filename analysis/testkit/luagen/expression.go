package luagen

import (
	"fmt"
	"strconv"
	"strings"
)

// Expressions. Each function writes one of a type; depth bounds how deep they nest.

func (g *generator) expr(t typ, depth int) string {
	switch t {
	case integer:
		return g.integer(depth)
	case number:
		return g.number(depth)
	case str:
		return g.str(depth)
	case boolean:
		return g.boolean(depth)
	case list:
		return g.list(depth)
	case record:
		return g.record(depth)
	}
	return g.anything(depth)
}

// orVariable returns a variable of type t, or what otherwise says.
func (g *generator) orVariable(t typ, percent int, otherwise func() string) string {
	if g.chance(percent) {
		if v := g.ofType(t); v != nil {
			return v.name
		}
	}
	return otherwise()
}

func (g *generator) smallInteger() string {
	return g.pick("0", "1", "2", "3", "7", "10", "-1", strconv.Itoa(g.IntN(100)))
}

func (g *generator) integer(depth int) string {
	if depth <= 0 || g.chance(35) {
		return g.orVariable(integer, 75, g.smallInteger)
	}
	a := func() string { return g.integer(depth - 1) }
	switch g.IntN(15) {
	case 0, 1, 2:
		return fmt.Sprintf("%s %s %s", g.operand(a()), g.pick("+", "-", "*"), g.operand(a()))
	case 3:
		return fmt.Sprintf("%s %s %s", g.operand(a()), g.pick("//", "%"), g.pick("2", "3", "-3", "7"))
	case 4:
		return fmt.Sprintf("%s %s %s", g.operand(a()), g.pick("&", "|", "~"), g.operand(a()))
	case 5:
		return fmt.Sprintf("%s %s %d", g.operand(a()), g.pick("<<", ">>"), g.IntN(5))
	case 6:
		return g.pick("-", "~") + g.operand(a())
	case 7:
		return "#" + g.operand(g.expr([]typ{str, list}[g.IntN(2)], depth-1))
	case 8:
		return fmt.Sprintf("(%s[%s] or %s)", g.prefix(g.list(0)), a(), g.smallInteger())
	case 9:
		return fmt.Sprintf("(%s.%s or %s)", g.prefix(g.record(0)), g.pick(fieldNames...), g.smallInteger())
	case 10:
		return fmt.Sprintf("(%s and %s or %s)", g.boolean(depth-1), a(), a())
	case 11:
		if g.fn.vararg {
			return "select('#', ...)"
		}
		return fmt.Sprintf("math.%s(%s, %s)", g.pick("max", "min"), a(), a())
	case 12:
		return fmt.Sprintf("math.floor(%s)", a())
	default:
		return g.callOf(integer, depth)
	}
}

// operand puts parentheses around what is more than a word.
func (g *generator) operand(s string) string {
	if strings.ContainsAny(s, " -~#") {
		return "(" + s + ")"
	}
	return s
}

// prefix makes an expression that may stand in front of a field, call or method:
// names may as they are.
func (g *generator) prefix(s string) string {
	for _, v := range g.vars {
		if v.name == s {
			return s
		}
	}
	return "(" + s + ")"
}

func (g *generator) number(depth int) string {
	if depth <= 0 || g.chance(50) {
		return g.orVariable(number, 50, func() string { return g.pick("0.5", "1.0", "2.5", "1e3", "-0.25", g.smallInteger()) })
	}
	a := g.operand(g.number(depth - 1))
	switch g.IntN(8) {
	case 0:
		return a + " / " + g.pick("2", "4", "0.5", "8")
	case 1:
		return fmt.Sprintf("'%s' %s %s", g.pick("10", "0x10", " 3 ", "2.5"), g.pick("+", "*", "-"), a)
	case 2:
		return a + " ^ 2"
	case 3:
		return a + " // " + g.pick("0.5", "2.0", "3")
	case 4:
		return a + " % " + g.pick("1.5", "4", "-2.0")
	case 5:
		return g.callOf(number, depth)
	}
	return fmt.Sprintf("%s %s %s", a, g.pick("+", "-", "*"), g.operand(g.number(depth-1)))
}

func (g *generator) literal() string {
	return g.pick(`"s"`, `'t'`, `"long text"`, `""`, `"12"`, `"b\\n"`)
}

// str writes strings. Only one operand of a concatenation grows.
func (g *generator) str(depth int) string {
	if depth <= 0 || g.chance(30) {
		return g.orVariable(str, 60, g.literal)
	}
	a := g.prefix(g.str(depth - 1))
	switch g.IntN(9) {
	case 0, 1:
		return fmt.Sprintf("%s .. %s", a, g.literal())
	case 2:
		return fmt.Sprintf("(%s .. %s):sub(1, 12)", a, g.operand(g.expr([]typ{integer, str}[g.IntN(2)], depth-1)))
	case 3:
		return fmt.Sprintf("%s:%s", a, g.pick("upper()", "lower()", "sub(2)", "sub(-2, -1)", "reverse()", "gsub('t', 'u')"))
	case 4:
		return fmt.Sprintf("tostring(%s)", g.expr([]typ{integer, boolean, str}[g.IntN(3)], depth-1))
	case 5:
		return fmt.Sprintf("(%s and %s or %s)", g.boolean(depth-1), a, g.literal())
	case 6:
		return fmt.Sprintf("(%s):rep(%d)", g.literal(), g.IntN(4))
	case 7:
		return fmt.Sprintf("table.concat(%s, ','):sub(-9)", g.list(0))
	}
	return g.callOf(str, depth)
}

func (g *generator) boolean(depth int) string {
	if depth <= 0 || g.chance(20) {
		return g.orVariable(boolean, 60, func() string { return g.pick("true", "false") })
	}
	switch g.IntN(9) {
	case 0, 1, 2:
		t := []typ{integer, number, str}[g.IntN(3)]
		return fmt.Sprintf("(%s %s %s)", g.operand(g.expr(t, depth-1)), g.pick("<", "<=", ">", ">=", "==", "~="), g.operand(g.expr(t, depth-1)))
	case 3:
		return fmt.Sprintf("(%s %s %s)", g.anything(depth-1), g.pick("==", "~="), g.anything(depth-1))
	case 4:
		return fmt.Sprintf("not %s", g.operand(g.anything(depth-1)))
	case 5:
		return fmt.Sprintf("(%s %s %s)", g.boolean(depth-1), g.pick("and", "or"), g.boolean(depth-1))
	case 6:
		return "(type(" + g.anything(depth-1) + ") == " + g.pick("'nil'", "'number'", "'table'") + ")"
	case 7:
		return "tick()"
	}
	return g.callOf(boolean, depth)
}

func (g *generator) list(depth int) string {
	return g.orVariable(list, 80, func() string {
		items := make([]string, g.IntN(4))
		for i := range items {
			items[i] = g.integer(depth - 1)
		}
		return "{" + strings.Join(items, ", ") + "}"
	})
}

func (g *generator) record(depth int) string {
	return g.orVariable(record, 80, func() string {
		var items []string
		for _, name := range fieldNames {
			if g.chance(50) {
				items = append(items, name+" = "+g.integer(depth-1))
			}
		}
		return "{" + strings.Join(items, ", ") + "}"
	})
}

// anything may be nil, and only what takes everything may be done with it.
func (g *generator) anything(depth int) string {
	if depth <= 0 || g.chance(30) {
		return g.orVariable(anything, 70, func() string { return g.pick("nil", "true", "false", "1", "'s'") })
	}
	a := func() string { return g.operand(g.anything(depth - 1)) }
	switch g.IntN(16) {
	case 0:
		return fmt.Sprintf("(%s and %s)", a(), a())
	case 1:
		return fmt.Sprintf("(%s or %s)", a(), a())
	case 2:
		return fmt.Sprintf("run(%d)", g.IntN(5))
	case 3:
		return g.withMetamethod(a)
	case 4:
		return "emit(" + a() + ")"
	case 5:
		return "yield(" + a() + ")"
	case 6:
		if g.fn.vararg {
			return g.pick("...", "(...)", "(select(2, ...))")
		}
		return g.callOf(anything, depth)
	case 7:
		if g.fn.risky && g.chance(30) {
			return fmt.Sprintf(g.pick("%s + 1", "-%s", "%s * 2", "~%s", "%s < 1", "%s.x", "1 // %s", "%s | 1"), g.prefix(a()))
		}
		return "tonumber(" + a() + ")"
	case 8:
		return g.prefix(g.list(0)) + "[" + g.integer(depth-1) + "]"
	case 9:
		return g.prefix(g.record(0)) + "." + g.pick(fieldNames...)
	case 10:
		return g.callOf(anything, depth)
	}
	return g.expr(typ(1+g.IntN(int(record))), depth-1)
}

// withMetamethod writes an operation that runs a closure which was kept.
func (g *generator) withMetamethod(a func() string) string {
	format := g.pick("(M + %s)", "(%s + M)", "(M .. %s)", "(M < %s)", "M[%s]", "-M", "#M", "(M == M2)", "(M & %s)", "M(%s)", "(M <= %s)", "(%s // M2)")
	if !strings.Contains(format, "%s") {
		return format
	}
	return fmt.Sprintf(format, a())
}

// callOf calls a function whose first result is of type t, or writes something
// simpler if there is none.
func (g *generator) callOf(t typ, depth int) string {
	v := g.find(func(v *variable) bool {
		return v.fn != nil && len(v.fn.results) > 0 && v.fn.results[0] == t && g.affordable(v.fn)
	})
	if v == nil {
		return g.expr(t, depth-1)
	}
	return "(" + g.call(v, depth-1) + ")"
}

func (g *generator) affordable(s *signature) bool {
	return g.fn.cost+s.cost*g.fn.times <= maxCost
}

// call writes a call of v.
func (g *generator) call(v *variable, depth int) string {
	g.spend(v.fn.cost)
	args := make([]string, len(v.fn.params))
	for i, t := range v.fn.params {
		args[i] = g.expr(t, depth)
	}
	return v.name + "(" + strings.Join(args, ", ") + ")"
}
