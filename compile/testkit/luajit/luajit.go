// Package luajit writes texts and programs with what LuaJIT takes of the syntax of 3.0 since July 2026, at random, for tests.
package luajit

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// writer writes texts with all that LuaJIT takes since July 2026 at random. They follow its grammar mostly, and
// not its rules about names and jumps.
type writer struct {
	*rand.Rand
	strings.Builder
}

// Text returns a text that LuaJIT accepts about as often as not.
func Text(r *rand.Rand) string {
	w := writer{Rand: r}
	w.block(3)
	return w.String()
}

// put writes tokens, of which one in twenty is followed by a line break.
func (w *writer) put(tokens ...string) {
	for _, token := range tokens {
		w.WriteString(token)
		if w.IntN(20) == 0 {
			w.WriteByte('\n')
		} else {
			w.WriteByte(' ')
		}
	}
}

// one returns one of some texts.
func (w *writer) one(of ...string) string { return of[w.IntN(len(of))] }

// name returns a name, which may be one of the words that are names where nothing else begins with them.
func (w *writer) name() string {
	return w.one("a", "a", "b", "b", "c", "d", "self", "e", "const", "continue", "goto", "f")
}

// block writes statements that nest so deep at most, and what may come last in a block.
func (w *writer) block(depth int) {
	for range w.IntN(4) {
		w.statement(depth)
	}
	if w.IntN(4) == 0 {
		w.put(w.one("continue", "break", "return", "continue", "continue;"))
	}
}

// names writes a list of names.
func (w *writer) names() {
	w.put(w.name())
	for w.IntN(3) == 0 {
		w.put(",", w.name())
	}
}

// statement writes a statement.
func (w *writer) statement(depth int) {
	if depth == 0 {
		w.put(w.name(), "=")
		w.expr(1)
		return
	}
	switch w.IntN(16) {
	case 0:
		w.put("local")
		w.names()
		w.put("=")
		w.exprs(depth)
	case 1, 2:
		w.put("const")
		w.names()
		if w.IntN(4) > 0 {
			w.put("=")
			w.exprs(depth)
		}
	case 3:
		w.put(w.one("const", "local"), "function", w.name())
		w.body(depth)
	case 4:
		w.put("function", w.name())
		if w.IntN(2) == 0 {
			w.put(w.one(".", ":"), w.name())
		}
		w.body(depth)
	case 5, 6:
		w.target(depth)
		w.put(w.one("+", "-", "*", "/", "%", "&", "|", "<<", ">>", "~>>", "..", "^", "//", "&&") + "=")
		w.expr(depth - 1)
	case 7:
		w.target(depth)
		w.put("~=")
		w.expr(depth - 1)
	case 8:
		w.target(depth)
		for w.IntN(5) == 0 {
			w.put(",")
			w.target(depth)
		}
		w.put("=")
		w.exprs(depth)
	case 9:
		w.target(depth)
		w.put(w.one("(", "?.("))
		w.exprs(depth)
		w.put(")")
	case 10:
		w.put("if")
		w.expr(depth - 1)
		w.put("then")
		w.block(depth - 1)
		if w.IntN(3) == 0 {
			w.put("else")
			w.block(depth - 1)
		}
		w.put("end")
	case 11:
		w.put("while")
		w.expr(depth - 1)
		w.put("do")
		w.block(depth - 1)
		w.put("end")
	case 12, 13:
		w.put("repeat")
		w.block(depth - 1)
		w.put("until")
		w.expr(depth - 1)
	case 14:
		w.put("for")
		if w.IntN(2) == 0 {
			w.put(w.name(), "=", "1", ",", "2", "do")
		} else {
			w.names()
			w.put("in")
			w.exprs(1)
			w.put("do")
		}
		w.block(depth - 1)
		w.put("end")
	default:
		w.put(w.one("do", "do", "::"+w.name()+":: do", "goto "+w.name()+" do"))
		w.block(depth - 1)
		w.put("end")
	}
}

// body writes the parameters and the block of a function.
func (w *writer) body(depth int) {
	w.put("(")
	if w.IntN(2) == 0 {
		w.names()
	}
	w.put(")")
	w.block(depth - 1)
	w.put("end")
}

// exprs writes a list of expressions.
func (w *writer) exprs(depth int) {
	w.expr(depth - 1)
	for w.IntN(4) == 0 {
		w.put(",")
		w.expr(depth - 1)
	}
}

// target writes a chain of names, fields, indexes and calls.
func (w *writer) target(depth int) {
	if w.IntN(8) == 0 && depth > 0 {
		w.put("(")
		w.expr(depth - 1)
		w.put(")")
	} else {
		w.put(w.name())
	}
	for w.IntN(2) == 0 {
		nav := w.one("", "", "?.")
		switch w.IntN(5) {
		case 0:
			w.put(nav + "[")
			w.expr(max(depth-1, 0))
			w.put("]")
		case 1:
			w.put(nav+":", w.name()+w.one("", "", "?."), w.one("()", "'s'", "{}", "(a)"))
		case 2:
			w.put(nav + w.one("()", "'s'", "{}", "(a)"))
		default:
			if nav == "" {
				nav = "."
			}
			w.put(nav, w.name())
		}
	}
}

// expr writes an expression.
func (w *writer) expr(depth int) {
	if depth <= 0 {
		w.put(w.one("1", "'s'", "nil", "a", "b", "...", "1_000", "0_x1_f", "x", "{}"))
		return
	}
	switch w.IntN(12) {
	case 0:
		w.expr(depth - 1)
		w.put("?")
		w.expr(depth - 1)
		w.put(":")
		w.expr(depth - 1)
	case 1:
		w.put(w.one("!", "~", "-", "#", "not"))
		w.expr(depth - 1)
	case 2, 3, 4:
		w.expr(depth - 1)
		w.put(w.one("&&", "||", "??", "!=", "&", "|", "~", "<<", ">>", "~>>", "+", "..", "and", "or", "==", "^"))
		w.expr(depth - 1)
	case 5, 6, 7:
		w.target(depth - 1)
	case 8, 9:
		switch w.IntN(4) {
		case 0:
			w.put(w.name())
		case 1:
			w.put("||")
		default:
			w.put("|")
			if w.IntN(3) > 0 {
				w.names()
			}
			w.put(w.one("|", "|", ", ... |"))
		}
		w.put("->")
		if w.IntN(3) == 0 {
			w.put("do")
			w.block(depth - 1)
			w.put("end")
		} else {
			w.expr(depth - 1)
		}
	case 10:
		w.put("{", w.one("a =", "[1] =", "", "const ="))
		w.expr(depth - 1)
		w.put("}")
	default:
		w.put("(")
		w.expr(depth - 1)
		w.put(")")
	}
}

// program writes programs that run. Their numbers are small and whole, so that they are the same in LuaJIT and Lua 5.3, and
// what they say of them is said with a global function p, which returns its arguments.
type program struct {
	*rand.Rand
	strings.Builder
	names int // so many names were made
	loops int // around what is written, in its function
}

// Program returns a program that LuaJIT accepts, and that ends.
func Program(r *rand.Rand) string {
	p := &program{Rand: r}
	p.WriteString(`local n, m, s, u = 3, 5, "s"
local t = {n = 7, s = "t", f = |a, b| -> do p("f", a) return a, b end, k = {n = 1, u = {n = 2}}}
function t:m(x) p("m", x) return self, x end
local function get(x) p("get") return x end
`)
	p.block(3)
	p.WriteString("p(n, m, s, u, t.n, t.k?.n)\n")
	return p.String()
}

// one returns one of some texts.
func (p *program) one(of ...string) string { return of[p.IntN(len(of))] }

// line writes a line.
func (p *program) line(format string, args ...any) { fmt.Fprintf(p, format+"\n", args...) }

// block writes some statements.
func (p *program) block(depth int) {
	for range 1 + p.IntN(4) {
		p.statement(depth)
	}
}

// inside writes the block of a statement.
func (p *program) inside(depth int) {
	p.block(depth - 1)
	if p.loops > 0 && p.IntN(4) == 0 {
		p.line("%s", p.one("continue", "break"))
	}
}

// statement writes a statement.
func (p *program) statement(depth int) {
	if depth == 0 {
		p.line("p(%s)", p.any(2))
		return
	}
	switch p.IntN(17) {
	case 0:
		p.line("%s %s= %s", p.one("n", "m", "t.n", "get(t).n", "t.k.n", "t['n']", "u?.n", "u?.k.n", "t?.k.n", "get(u)?.n"), p.one("+", "-"), p.num(2))
	case 1:
		p.line("%s %s= %s", p.one("n", "m", "t.n", "get(t).n", "u?.n"), p.one("&", "|", "~", "&"), p.num(2))
	case 2:
		p.line("%s ..= %s", p.one("s", "t.s", "get(t).s", "u?.s", "t[get 's']"), p.str(2))
	case 3:
		p.line("%s = %s", p.one("n", "m", "t.n", "u?.n", "t?.n", "u?.k.n", "get(u)?.k"), p.num(2))
	case 4:
		p.line("u = %s", p.one("nil", "t", "t.k", "u?.k", "t?.k ?? t", "n < m ? t : nil"))
	case 5:
		p.line("local %s, %s = %s", p.one("a", "b"), p.one("c", "d"), p.one("u?.f(1, 2)", "t?.f(1, 2)", "t.f?.(n, m)", "u?.k.f(1)", "t:m?.(n)", "u?.:m(1)", "u ?? 1, 2"))
		p.line("p(a, b, c, d)")
	case 6:
		p.line("t.k = %s", p.one("nil", "{n = 4, f = x -> x, u = t}", "t.k"))
	case 7:
		p.line("u%s", p.one("?.f(n)", "?.:m(n)", "?.k?.f?.(m)", "?.g?.(get(1))", "?.k.g()"))
	case 8:
		p.line("if %s then", p.cond(2))
		p.inside(depth)
		if p.IntN(2) == 0 {
			p.line("else")
			p.inside(depth)
		}
		p.line("end")
	case 9:
		p.loop(depth, "for i = 1, 3 do local g = || -> i p(g())", "end")
	case 10:
		p.loop(depth, "for k, v in t?.k ? next : || -> nil, {4, 5} do local g = || -> v", "end")
	case 11:
		p.names++
		p.line("local w%d = 0", p.names)
		p.loop(depth, fmt.Sprintf("while w%d < 3 do w%d += 1", p.names, p.names), "end")
	case 12:
		p.names++
		p.line("local r%d = 0", p.names)
		p.loop(depth, fmt.Sprintf("repeat local z = get(1) r%d += z local q = || -> z do", p.names), fmt.Sprintf("end until q() + r%d > 3", p.names))
	case 13:
		p.names++
		p.line("const c%d = %s", p.names, p.any(2))
		p.line("p(c%d)", p.names)
	case 14:
		p.names++
		p.line("const function h%d(x)", p.names)
		outer := p.loops
		p.loops = 0
		p.block(depth - 1)
		p.line("return x ?? %s end p(h%d(%s))", p.num(1), p.names, p.one("", "nil", "1"))
		p.loops = outer
	default:
		p.line("p(%s, %s)", p.any(3), p.any(2))
	}
}

// loop writes a loop.
func (p *program) loop(depth int, head, tail string) {
	p.line("%s", head)
	p.loops++
	p.inside(depth)
	p.loops--
	p.line("%s", tail)
}

// num returns an expression with a number, if no value is nil.
func (p *program) num(depth int) string {
	if depth == 0 {
		return p.one("n", "m", "1", "2", "1_0", "t.n", "0_x_f")
	}
	x, y := p.num(depth-1), p.num(depth-1)
	switch p.IntN(12) {
	case 0, 1:
		return fmt.Sprintf("(%s %s %s)", x, p.one("+", "-", "&", "|", "~"), y)
	case 2:
		return fmt.Sprintf("((%s & 255) %s (%s & 3))", x, p.one("<<", ">>", "~>>"), y)
	case 3:
		return fmt.Sprintf("(%s ? %s : %s)", p.cond(depth-1), x, y)
	case 4:
		return fmt.Sprintf("(%s ?? %s)", p.one("u?.n", "t?.k?.n", "nil", "u?.k?.u?.n", "t.k?.['n']", x), y)
	case 5:
		return fmt.Sprintf("(%s -> %s)(%s)", p.one("n", "x", "m"), x, y)
	case 6:
		return fmt.Sprintf("(|x, n| -> %s)(%s, %s)", y, x, p.num(depth-1))
	case 7:
		return "~" + x
	case 8:
		return fmt.Sprintf("get(%s)", x)
	case 9:
		return p.one("u?.n", "u?.k.n", "t?.k.u.n", "u?.k?.n", "get(u)?.n", "t?.[get 'n']", "u?.[get 'n']", "u?.k[get 'n']")
	}
	return x
}

// str returns an expression with a string, if no value is nil.
func (p *program) str(depth int) string {
	switch p.IntN(4) {
	case 0:
		return fmt.Sprintf("(%s ?? %s)", p.one("u?.s", "t?.s", "nil"), p.one("s", "'x'"))
	case 1:
		return fmt.Sprintf("(%s ? s : 'y')", p.cond(depth-1))
	case 2:
		return "s .. 'z'"
	}
	return p.one("s", "'c'", "t.s")
}

// cond returns a condition.
func (p *program) cond(depth int) string {
	if depth <= 0 {
		return p.one("n > m", "u", "t.k", "n != 3", "!u", "u?.k", "u?.n == nil")
	}
	switch p.IntN(5) {
	case 0:
		return fmt.Sprintf("%s %s %s", p.cond(depth-1), p.one("&&", "||", "and", "or", "??"), p.cond(depth-1))
	case 1:
		return fmt.Sprintf("!(%s)", p.cond(depth-1))
	case 2:
		return fmt.Sprintf("%s %s %s", p.num(depth-1), p.one("<", "!=", "=="), p.num(depth-1))
	case 3:
		return fmt.Sprintf("(%s ? %s : %s)", p.cond(depth-1), p.cond(depth-1), p.cond(depth-1))
	}
	return p.cond(0)
}

// any returns an expression with any value.
func (p *program) any(depth int) string {
	switch p.IntN(8) {
	case 0:
		return p.str(depth)
	case 1:
		return p.cond(depth)
	case 2:
		return p.one("u?.f(1, 2)", "t?.f(1, 2)", "(t?.f(1, 2))", "{t?.f(1, 2)}", "#{t?.f(1, 2)}", "#{u?.f(1)}", "t?.:m(n)", "u?.:m(n)?.n", "t:m?.(1)", "t:g?.(1)", "u?.f?.(get(1)).x", "u?.f(n) ?? m")
	case 3:
		return fmt.Sprintf("(x -> x ?? %s)(%s)", p.num(depth-1), p.one("nil", "n", "false"))
	}
	return p.num(depth)
}
