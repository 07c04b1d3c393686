package certainerror

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"luaflow/analysis"
	"luaflow/analysis/testkit/luagen"
	"luaflow/analysis/testkit/machine"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/testkit/scale"
)

// TestRaises runs random programs and holds that no operation that is reported ever succeeds.
func TestRaises(t *testing.T) {
	programs, first := scale.Share(t, 4_000)
	claims, raised := 0, 0
	for k := range uint64(programs) {
		for _, text := range []string{program(first + k), luagen.Program(first+k, luagen.Options{Plain: k%2 == 1})} {
			j := judged(t, text)
			if j.refuted != nil {
				t.Fatalf("program %d: %v\n%s", first+k, j.refuted, text)
			}
			claims, raised = claims+len(j.claimed), raised+j.raised
		}
	}
	t.Logf("%d operations were reported, errors were raised %d times there", claims, raised)
	if raised < programs {
		t.Error("there are too few of them")
	}
}

// judge watches a run.
type judge struct {
	claimed map[machine.Site]source.Span
	raised  int
	refuted error
}

// judged runs a program, in which every instruction that stands for a finding must raise an error.
func judged(t *testing.T, text string) *judge {
	t.Helper()
	u := compile.Compile(source.NewFile("program.lua", text))
	if len(u.Errors) > 0 {
		t.Fatalf("%s\n%s", u.Errors[0].Msg, text)
	}
	j := &judge{claimed: map[machine.Site]source.Span{}}
	p := analysis.NewPass(u, 0, nil, nil)
	r := newReporter(p)
	p.EachFunc(func(fp *analysis.FuncPass) {
		r.find(fp)
		for _, f := range r.faults {
			j.claimed[machine.Site{Func: fp.Flow.Number, PC: f.pc}] = fp.Map.Origins.At(f.pc).Span()
		}
	})
	machine.Run(u.Main, machine.Config{Hooks: machine.Hooks{
		Step: func(fn, from, _ int) {
			if at, ok := j.claimed[machine.Site{Func: fn, PC: from}]; ok && j.refuted == nil {
				j.refuted = fmt.Errorf("line %d, `%s` raises no error", u.File.Line(at.Start), u.File.Slice(at))
			}
		},
		Raise: func(at machine.Site) {
			if _, ok := j.claimed[at]; ok {
				j.raised++
			}
		},
	}})
	return j
}

// writer writes a program whose operations often get what they refuse.
type writer struct {
	strings.Builder
	*rand.Rand
	left int
}

// program returns the program of a seed.
func program(seed uint64) string {
	w := &writer{Rand: rand.New(rand.NewPCG(seed, 3)), left: 14}
	fmt.Fprintf(w, `local state = %d
local function pick(t)
  state = (state * 1103515245 + 12345) %% 2147483648
  return t[state // 65536 %% #t + 1]
end
local over = function() return 1 end
local kind = { __index = over, __newindex = over, __call = over, __add = over, __mod = over, __concat = over, __lt = over, __len = over }
local all = { false, true, 0, 1, 2.5, "", "a", "7", print, setmetatable({}, kind), {}, false }
local function any() return pick(all) or nil end
local function use(...) return ... end
local function attempt(f, ...) return pcall(f, ...) end
local u = any()
local fixed = %s
local fuel
local function more() fuel = fuel - 1 return fuel > 0 end
local function f(a, b)
  local c, t = any(), {}
`, w.IntN(1<<30), w.choose("nil", "3", "'x'", "true", "any()"))
	w.block(1)
	w.WriteString("end\nfor i = 1, 40 do fuel = 9 attempt(f, any(), any()) end\n")
	return w.String()
}

func (w *writer) choose(of ...string) string { return of[w.IntN(len(of))] }

func (w *writer) variable() string { return w.choose("a", "b", "c", "a", "b", "t", "u", "fixed") }

func (w *writer) constant() string {
	return w.choose("nil", "true", "0", "1", "2.5", `"a"`, `"7"`, "{}", "print")
}

func (w *writer) operand() string {
	if w.IntN(3) == 0 {
		return "(" + w.constant() + ")"
	}
	return w.variable()
}

func (w *writer) condition() string {
	v := w.variable()
	return w.choose(v, "not "+v, v+" == nil", v+" ~= nil", v+" == 1", v+` == "a"`, "not "+v+" or not "+w.variable(), v+" and "+w.variable(),
		v+" == "+w.variable(), fmt.Sprintf("type(%s) == %q", v, w.choose("nil", "number", "table", "string")))
}

func (w *writer) operation() string {
	x, y := w.operand(), w.operand()
	switch w.IntN(12) {
	case 0:
		return x + ".x"
	case 1:
		return x + "()"
	case 2:
		return x + ":x()"
	case 3:
		return "#" + x
	case 4:
		return "-" + x
	case 5:
		return x + " .. " + y
	case 6:
		return x + " .. 'm' .. " + y
	case 7:
		return x + w.choose(" < ", " <= ", " > ") + y
	case 8:
		return x + w.choose(" // ", " % ") + w.choose("0", y)
	case 9:
		return fmt.Sprintf("string.format('%%d %%s', %s)", x)
	default:
		return x + w.choose(" + ", " - ", " | ", " / ") + y
	}
}

func (w *writer) block(depth int) {
	for n := 1 + w.IntN(3); n > 0 && w.left > 0; n-- {
		w.left--
		indent := strings.Repeat("  ", depth)
		nested := func(head string) {
			fmt.Fprintf(w, "%s%s\n", indent, head)
			w.block(depth + 1)
			fmt.Fprintf(w, "%send\n", indent)
		}
		v := w.choose("a", "b", "c")
		switch w.IntN(11) {
		case 0, 1:
			nested(fmt.Sprintf("if %s then", w.condition()))
		case 2:
			fmt.Fprintf(w, "%sif %s then return use(%s) end\n", indent, w.condition(), v)
		case 3:
			nested(fmt.Sprintf("while more() and %s do", w.variable()))
		case 4:
			nested(fmt.Sprintf("for i = %s, %s do if not more() then break end", w.choose("1", w.operand()), w.choose("2", w.operand())))
		case 5:
			nested(fmt.Sprintf("for k in %s do if not more() then break end", w.operand()))
		case 6:
			fmt.Fprintf(w, "%s%s = %s\n", indent, v, w.choose("any()", w.constant(), w.variable()))
		case 7:
			fmt.Fprintf(w, "%s%s\n", indent, w.choose("setmetatable(t, kind)", "use(t)", "u = any()", "t.x = t", "t.x = "+v, "local h = function() setmetatable(t, kind) end h()", "local g = function() "+v+" = any() end use(g) "+"g()"))
		case 8:
			fmt.Fprintf(w, "%s%s.x = %s\n", indent, w.variable(), w.variable())
		default:
			fmt.Fprintf(w, "%suse(%s)\n", indent, w.operation())
		}
	}
}
