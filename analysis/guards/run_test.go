package guards_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"luaflow/analysis/effect"
	"luaflow/analysis/facts"
	"luaflow/analysis/guards"
	"luaflow/analysis/testkit/luagen"
	"luaflow/analysis/testkit/machine"
	"luaflow/analysis/value"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/testkit/scale"
)

// What guards claims against what really happens: every value that is read is one that was claimed, and every branch
// that was decided goes that way.

// judge watches a run and notes the first claim that it refutes.
type judge struct {
	p       *facts.Code
	known   map[use]guards.Known
	edges   map[machine.Site]int
	read    int // claims that a value was compared with
	went    int // branches that were decided
	whole   int // decisions that are found with all that is known of operands
	alone   int // decisions that are found without
	refuted error
}

// use is an operand by its register.
type use struct {
	fn, pc, reg int
}

// newJudge finds the guards of a program.
func newJudge(p *facts.Code) *judge {
	j := &judge{p: p, known: map[use]guards.Known{}, edges: map[machine.Site]int{}}
	var at int
	w := guards.Walker{Program: p.Guards(), ByUse: true, Visitor: guards.Visitor{
		Operand: func(o *guards.Operand) {
			regs := slices.Collect(effect.Uses(p.Funcs[at].Proto, o.PC).All())
			j.known[use{at, o.PC, regs[o.Index]}] = *o.Known
		},
		Decision: func(d *guards.Decision) {
			if !d.UnlessMetamethod {
				j.edges[machine.Site{Func: at, PC: d.PC}] = d.Edge
			}
		},
	}}
	for at = range p.Funcs {
		w.Function(&p.Funcs[at])
	}
	j.whole = len(j.edges)
	j.compare(p)
	return j
}

// compare finds the decisions alone, for which few values are followed, and has the run judge those that were not
// found before: where all that is known together tells that control never comes, none is.
func (j *judge) compare(p *facts.Code) {
	var at int
	w := guards.Walker{Program: p.Guards(), ByUse: true, Visitor: guards.Visitor{Decision: func(d *guards.Decision) {
		if d.UnlessMetamethod {
			return
		}
		site := machine.Site{Func: at, PC: d.PC}
		if _, ok := j.edges[site]; !ok {
			j.edges[site] = d.Edge
		}
		j.alone++
	}}}
	for at = range p.Funcs {
		w.Function(&p.Funcs[at])
	}
}

func (j *judge) hooks() machine.Hooks { return machine.Hooks{Step: j.step, Read: j.value} }

// ours reports whether a function belongs to the program; load makes others.
func (j *judge) ours(fn int) bool { return fn >= 0 && fn < len(j.p.Funcs) }

func (j *judge) step(fn, from, pc int) {
	if !j.ours(fn) || from < 0 {
		return
	}
	edge, ok := j.edges[machine.Site{Func: fn, PC: from}]
	if !ok {
		return
	}
	j.went++
	first, second := effect.Successors(j.p.Funcs[fn].Proto, from)
	if pc != []int{first, second}[edge] {
		j.refute(fn, from, "it does not go over edge %d", edge)
	}
}

func (j *judge) value(at machine.Site, reg int, def machine.Def, v machine.Value) {
	k, ok := j.known[use{at.Func, at.PC, reg}]
	if !ok || !j.ours(at.Func) || k.UnlessMetamethod {
		return
	}
	if def.PC >= 0 && effect.IsOpen(j.p.Funcs[def.Func].Proto.Code[def.PC]) {
		return
	}
	j.read++
	if !holds(j.p.Constants().Pool(), &k, v) {
		j.refute(at.Func, at.PC, "register %d is %v, claimed was %s, not %s, within %v", reg, v,
			j.p.Constants().Pool().Format(k.Value), j.p.Constants().Pool().Format(k.Not), k.Bounds)
	}
}

func (j *judge) refute(fn, pc int, format string, args ...any) {
	if j.refuted == nil {
		j.refuted = fmt.Errorf("function %d pc %d: %s", fn, pc+1, fmt.Sprintf(format, args...))
	}
}

// holds reports whether v is as k says.
func holds(p *value.Pool, k *guards.Known, v machine.Value) bool {
	kind := map[machine.Kind]value.Types{
		machine.Nil: value.Nil, machine.Integer: value.Integer, machine.Float: value.Float, machine.String: value.String,
		machine.Map: value.Table, machine.Function: value.Function, machine.Thread: value.Other,
	}[v.Kind()]
	if v.Kind() == machine.Boolean {
		kind = value.OfBool(v.Bool()).Types()
	}
	if !k.Value.MayBe(kind) {
		return false
	}
	number := 0.0
	switch v.Kind() {
	case machine.Integer:
		if i, ok := k.Value.Int(); ok && i != v.Int() {
			return false
		}
		number = float64(v.Int())
	case machine.Float:
		number = v.Float()
	case machine.String:
		text, ok := p.Text(k.Value)
		other, isOther := p.Text(k.Not)
		return !(ok && text != v.Text()) && !(isOther && other == v.Text())
	default:
		return true
	}
	if number != number {
		return k.Bounds.NaN
	}
	b := k.Bounds
	return b.Low <= number && number <= b.High && !(b.LowOpen && number == b.Low) && !(b.HighOpen && number == b.High)
}

// run runs a program and judges what is claimed of it.
func run(t *testing.T, text string) *judge {
	t.Helper()
	u := compile.Compile(source.NewFile("program.lua", text))
	if !u.Analyzable() {
		t.Fatalf("does not compile:\n%s\n%v", text, u.Errors)
	}
	j := newJudge(facts.NewCode(u.Main, value.Library{}, nil))
	machine.Run(u.Main, machine.Config{Hooks: j.hooks()})
	return j
}

// TestBothEdgesToOneBlock: a branch whose edges both lead to the next instruction brings two values there.
func TestBothEdgesToOneBlock(t *testing.T) {
	const text = `
local function f(a, b)
  b = ({0, 2})[10] or b
  b, b = b, b
  return b
end
return f(4)`
	if j := run(t, text); j.refuted != nil {
		t.Error(j.refuted)
	}
}

func TestRandomLua(t *testing.T) {
	read, went, edges, alone := 0, 0, 0, 0
	programs, first := scale.Share(t, 3_000)
	for k := range uint64(programs) {
		seed := first + k
		text := luagen.Program(seed, luagen.Options{})
		j := run(t, text)
		if j.refuted != nil {
			t.Fatalf("program %d: %v\n%s", seed, j.refuted, text)
		}
		read, went, edges, alone = read+j.read, went+j.went, edges+j.whole, alone+j.alone
	}
	t.Logf("%d values were read as claimed, %d branches went as claimed; of %d decisions %d are found alone", read, went, edges, alone)
}

// TestRandomGuards judges what is claimed of programs that test much.
func TestRandomGuards(t *testing.T) {
	read, went, edges, alone := 0, 0, 0, 0
	programs, first := scale.Share(t, 20_000)
	for k := range uint64(programs) {
		seed := first + k
		text := guardedProgram(seed)
		j := run(t, text)
		if j.refuted != nil {
			t.Fatalf("program %d: %v\n%s", seed, j.refuted, text)
		}
		read, went, edges, alone = read+j.read, went+j.went, edges+j.whole, alone+j.alone
	}
	t.Logf("%d values were read as claimed, %d branches went as claimed; of %d decisions %d are found alone", read, went, edges, alone)
	if read == 0 || went == 0 {
		t.Error("nothing was claimed")
	}
}

// writer writes a program whose variables are tested again and again, and given values that nobody can foresee.
type writer struct {
	strings.Builder
	*rand.Rand
	depth, left   int
	loops, counts int
}

// guardedProgram returns the program of a seed.
func guardedProgram(seed uint64) string {
	w := &writer{Rand: rand.New(rand.NewPCG(seed, 7)), left: 25}
	fmt.Fprintf(w, `local state, fuel = %d, 60
local function pick(t)
  state = (state * 1103515245 + 12345) %% 2147483648
  return t[state // 65536 %% #t + 1]
end
local nothing = setmetatable({}, { __name = "none" })
local all = { false, true, 0, 1, 2, 3, -1, 1.0, 1.5, 2.5, 0/0, 1/0, -1/0, "", "a", "b", "number", "nil", nothing, print, {}, { x = 1 }, { x = false }, { x = "a", y = 2 } }
local alike = { __eq = function() return true end, __len = function() return -1 end, __name = "alike" }
for k = 1, 3 do all[#all + 1] = setmetatable({ x = k }, alike) end
local function any()
  local v = pick(all)
  if v == nothing then return nil end
  return v
end
local function more() fuel = fuel - 1 return fuel > 0 end
local u = any()
local function change() u = any() end
local t = { x = any(), y = any(), 1, 2 }
local ends = { 0, 1, 2.5, 3, 0/0, 1/0, "2" }
local function use(...) return ... end
local function f(a, b)
  local c, d = any(), any()
`, w.IntN(1<<30))
	w.depth = 1
	w.block()
	w.WriteString("end\nfor i = 1, 12 do fuel = 60 pcall(f, any(), any()) end\n")
	return w.String()
}

func (w *writer) line(format string, args ...any) {
	w.WriteString(strings.Repeat("  ", w.depth))
	fmt.Fprintf(w, format+"\n", args...)
}

func (w *writer) choose(of ...string) string { return of[w.IntN(len(of))] }

func (w *writer) variable() string {
	if w.counts > 0 && w.IntN(4) == 0 {
		return "i"
	}
	return w.choose("a", "b", "c", "d", "a", "b", "c", "u", "t.x", "t.y")
}

func (w *writer) constant() string {
	return w.choose("nil", "true", "false", "0", "1", "2", "1.5", "-1", "2.0", `"a"`, `"b"`, `""`)
}

// condition returns something to test, not too deep.
func (w *writer) condition(deep int) string {
	v := w.variable()
	switch k := w.IntN(12); {
	case k < 3:
		return v
	case k == 3:
		return "not " + v
	case k == 4:
		return v + w.choose(" == ", " ~= ") + w.constant()
	case k == 5:
		return v + w.choose(" == ", " ~= ") + w.choose(w.variable(), w.variable(), w.variable(), "#"+w.variable())
	case k == 6:
		return fmt.Sprintf("type(%s) %s %q", v, w.choose("==", "~="), w.choose("nil", "number", "string", "table", "boolean", "function", "userdata"))
	case k == 7 && w.IntN(2) == 0:
		return fmt.Sprintf("math.type(%s) %s %q", v, w.choose("==", "~="), w.choose("integer", "float", "nil"))
	case k < 9 && v == "i":
		return v + w.choose(" < ", " <= ", " > ", " >= ", " == ", " ~= ") + w.choose("0", "1", "2", "1.5", "-1", "3", "4")
	case k < 9:
		number := fmt.Sprintf(`type(%s) == "number"`, v)
		order := v + w.choose(" < ", " <= ", " > ", " >= ") + w.choose("0", "1", "2", "1.5", "-1")
		return w.choose(number+" and "+order, order, number+" and not ("+order+")")
	case deep > 0:
		return "(" + w.condition(deep-1) + w.choose(" and ", " or ") + w.condition(deep-1) + ")"
	}
	return "#" + v + w.choose(" < ", " > ", " == ") + w.choose("0", "1", "-1")
}

func (w *writer) block() {
	w.depth++
	for n := 1 + w.IntN(4); n > 0 && w.left > 0; n-- {
		w.statement()
	}
	w.depth--
}

func (w *writer) statement() {
	w.left--
	v := w.variable()
	switch w.IntN(19) {
	case 18:
		other := w.variable()
		w.line("if %s then", w.choose(v+" == "+other, other+" == "+v+" and "+w.condition(0)))
		w.depth++
		w.line("if %s then return use(%s, %s) end", w.choose("not "+v, v+" == "+w.constant(), v+" ~= "+w.constant(), w.condition(0)), v, other)
		w.depth--
		w.block()
		w.line("end")
	case 0, 1, 2, 3:
		w.line("if %s then", w.condition(2))
		w.block()
		for w.IntN(3) == 0 {
			w.line("elseif %s then", w.condition(1))
			w.block()
		}
		if w.IntN(2) == 0 {
			w.line("else")
			w.block()
		}
		w.line("end")
	case 4:
		w.line("if %s then return use(%s) end", w.condition(1), v)
	case 5:
		w.line("while more() and (%s) do", w.condition(1))
		w.loops++
		w.block()
		w.loops--
		w.line("end")
	case 6:
		w.line("repeat")
		w.loops++
		w.block()
		w.loops--
		w.line("until not more() or %s", w.condition(1))
	case 7:
		w.line("%s = %s", v, w.choose("any()", "any()", w.variable(), w.constant(), v+" or "+w.constant(), v+" and "+w.variable(), w.condition(1)))
	case 8:
		w.line("local %s = %s", w.choose("a", "b", "c", "d"), w.choose("any()", w.variable(), w.condition(1)))
	case 9:
		w.line("assert(%s)", w.choose(v, w.condition(0)))
	case 10:
		w.line("change()")
	case 11:
		w.line("use(%s, %s)", v, w.choose(v+".x", v+"()", v+" + 1", v+" .. \"x\"", w.variable(), "not "+v))
	case 12:
		if w.loops > 0 {
			w.line("if %s then break end", w.condition(0))
		}
	case 13:
		w.line("for i = %s do", w.choose("1, 2", "1, 3", "0, 1", "3, 1, -1", "2, -1, -2", "1.5, 3", "-1, 1, 0.5", "1, #t", "1, pick(ends)", "pick(ends), 2", "2, pick(ends), -1"))
		w.loops++
		w.counts++
		w.block()
		w.counts--
		w.loops--
		w.line("end")
	case 14, 15:
		write := func() string {
			return w.choose("change()", "t.x = any()", "d = 1", "d = a", w.variable()+" = "+w.constant())
		}
		m := w.choose("u", "t.x", "c")
		w.line("if not %s then return end", m)
		w.line("if %s then %s else %s end", w.variable(), write(), write())
		w.line("use(%s)", m)
		w.line("for i = 1, 2 do use(%s) %s end", m, write())
	case 16:
		w.line("local k = function() %s = any() return %s end", v, w.variable())
		w.line("use(k(), %s)", w.variable())
	default:
		w.line("use(%s, %s, %s)", w.variable(), w.variable(), w.variable())
	}
}
