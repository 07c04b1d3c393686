package value

import (
	"encoding/hex"
	"fmt"
	"math"
	"math/rand/v2"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	bc "luaflow/compile/bytecode"
	"luaflow/compile/external"
	"luaflow/compile/testkit/scale"
)

// This file asks lua5.3 what the operators do, in one process for each question, with
// the metatables that it begins with and with metatables for nil, booleans, numbers
// and functions.

// operand is a value as a program writes it and as the package knows it best.
type operand struct {
	text string
	v    Value
}

// operands returns values at the edges, and random ones.
func operands(p *Pool) []operand {
	list := []operand{
		{"nil", Of(Nil)}, {"true", OfBool(true)}, {"false", OfBool(false)},
		{"print", p.OfName(Global("print"))}, {"string", p.OfName(Global("string"))},
		{"io.stdout", Of(Other)}, {"coroutine.create(print)", Of(Other)},
		{"{}", OfTable(1)}, {"same", OfTable(2)}, {"same", OfTable(2)}, {"function() end", OfFunction(1)},
		{"overloaded", Of(Table)}, {"setmetatable({}, getmetatable(overloaded))", Of(Table)},
		{"0/0", OfFloat(math.NaN())}, {"-(0/0)", OfFloat(math.NaN())},
	}
	ints := []int64{0, 1, -1, 2, 3, -3, 10, 63, 64, 65, -63, -64, math.MaxInt64, math.MaxInt64 - 1, math.MinInt64,
		math.MinInt64 + 1, 1 << 53, 1<<53 + 1, 1<<53 - 1, -(1 << 53), -(1<<53 + 1), 1 << 62}
	floats := []float64{0, math.Copysign(0, -1), 1, -1, 0.5, -0.5, 2, 3.75, 1e15, 1e16, 1e308, 5e-324, 0x1p53, 0x1p53 + 2,
		0x1p63, -0x1p63, 0x1p62, 0x1.fffffffffffffp62, -0x1.0000000000001p63, math.Inf(1), math.Inf(-1)}
	rnd := rand.New(rand.NewPCG(5, 3))
	for range scale.Of(12) {
		ints = append(ints, rnd.Int64()>>rnd.IntN(63), -(rnd.Int64() >> rnd.IntN(63)))
		floats = append(floats, math.Ldexp(rnd.Float64()-0.5, rnd.IntN(140)-70), float64(rnd.IntN(4000)-2000)/16)
	}
	for _, i := range ints {
		list = append(list, operand{literal(OfInt(i)), OfInt(i)})
	}
	for _, f := range floats {
		list = append(list, operand{literal(OfFloat(f)), OfFloat(f)})
	}
	for _, s := range []string{"", "0", "-0", " 10 ", "10a", "0x10", "1e1", "1.5", "-0.0", "9223372036854775808", "0x1p-1", "abc", "A",
		"1e400", "nan", "0x", "10\x00"} {
		list = append(list, operand{string(bc.String(s).Append(nil)), p.OfString(s)})
	}
	return list
}

// literal returns a number as Lua reads it.
func literal(v Value) string {
	if i, ok := v.Int(); ok {
		return fmt.Sprintf("(%#x)", uint64(i)) // hexadecimal integers wrap
	}
	switch f, _ := v.Float(); {
	case math.IsInf(f, 1):
		return "math.huge"
	case math.IsInf(f, -1):
		return "(-math.huge)"
	default:
		return fmt.Sprintf("(%x)", f)
	}
}

// prelude has what the programs of the tests share. describe says what came out of a
// call: whether a metamethod ran (m), an error was raised (!), or else the value.
const prelude = `
local called
local mt = {}
for name in ("add sub mul mod pow div idiv band bor bxor shl shr unm bnot len concat eq lt le"):gmatch("%a+") do
  mt["__" .. name] = function() called = true; return "result" end
end
local overloaded, same = setmetatable({}, mt), {}
local basic = ...
if basic == "basic" then
  for _, v in ipairs{false, 0, print} do debug.setmetatable(v, mt) end
  debug.setmetatable(nil, mt)
end
local pcall, write, mathtype, type, format = pcall, io.write, math.type, type, string.format
local gsub, byte = string.gsub, string.byte
local function hex(c) return format("%02x", byte(c)) end
local function encode(v)
  local t = mathtype(v) or type(v)
  if t == "float" then return "float " .. (v ~= v and "nan" or format("%a", v)) end
  if t == "string" then return "string " .. gsub(v, ".", hex) end
  if t == "table" or t == "function" or t == "userdata" or t == "thread" then return t end
  return t .. " " .. format(t == "integer" and "%d" or "%s", tostring(v))
end
local function describe(f, a, b, c)
  called = false
  local ok, v = pcall(f, a, b, c)
  write(called and "m" or "", ok and encode(v) or "!", "\n")
end
`

// ask runs a program that prints n lines.
func ask(t *testing.T, program, mode string, n int) []string {
	t.Helper()
	cmd := exec.Command(external.Program(t, "lua5.3"), "-", mode)
	cmd.Stdin = strings.NewReader(prelude + program)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err, stderr.String())
	}
	lines := strings.Split(strings.TrimRight(string(out), "\n"), "\n")
	if len(lines) != n {
		t.Fatalf("%d answers to %d questions", len(lines), n)
	}
	return lines
}

// answer is one line of describe.
type answer struct {
	metamethod, raised bool
	value              Value // Of(Other) is a userdata or a thread
}

func (p *Pool) parseAnswer(t *testing.T, line string) answer {
	t.Helper()
	var a answer
	line, a.metamethod = strings.CutPrefix(line, "m")
	if a.raised = line == "!"; a.raised {
		return a
	}
	kind, text, _ := strings.Cut(line, " ")
	switch kind {
	case "nil":
		a.value = Of(Nil)
	case "boolean":
		a.value = OfBool(text == "true")
	case "integer":
		i, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		a.value = OfInt(i)
	case "float":
		f, err := strconv.ParseFloat(text, 64)
		if err != nil {
			t.Fatal(err)
		}
		a.value = OfFloat(f)
	case "string":
		b, err := hex.DecodeString(text)
		if err != nil {
			t.Fatal(err)
		}
		a.value = p.OfString(string(b))
	case "table":
		a.value = Of(Table)
	case "function":
		a.value = Of(Function)
	case "userdata", "thread":
		a.value = Of(Other)
	default:
		t.Fatalf("unexpected answer %q", line)
	}
	return a
}

// check compares an answer with what the package gives. It returns what is wrong.
func (a answer) check(got Value, impact Impact) string {
	switch {
	case impact == None && a.metamethod:
		return "runs a metamethod"
	case impact == None && a.raised:
		return "raises an error"
	case !a.raised && !covers(got, a.value):
		return fmt.Sprintf("gives %+v", a.value)
	}
	return ""
}

// covers reports whether v is an answer that got allows. Of tables and functions
// nothing is seen but that they are some.
func covers(got, v Value) bool {
	if v.MayBe(Table | Function) {
		return v.types&^got.types == 0
	}
	return v.Within(got)
}

// weaker returns sets of values that hold v.
func weaker(v Value) []Value {
	return []Value{v, Of(v.types), Of(v.types | Number), Of(v.types | String), Of(v.types | Nil), Of(v.types | Table | Nil), Unknown}
}

var binary = []struct {
	op   bc.Op
	text string
}{
	{bc.ADD, "+"}, {bc.SUB, "-"}, {bc.MUL, "*"}, {bc.MOD, "%"}, {bc.POW, "^"}, {bc.DIV, "/"}, {bc.IDIV, "//"},
	{bc.BAND, "&"}, {bc.BOR, "|"}, {bc.BXOR, "~"}, {bc.SHL, "<<"}, {bc.SHR, ">>"},
	{bc.EQ, "=="}, {bc.LT, "<"}, {bc.LE, "<="}, {bc.CONCAT, ".."},
}

var unary = []struct {
	op   bc.Op
	text string
}{{bc.UNM, "-"}, {bc.BNOT, "~"}, {bc.NOT, "not"}, {bc.LEN, "#"}}

// compute applies the operator to values.
func (p *Pool) compute(op bc.Op, a, b Value) (Value, Impact) {
	switch op {
	case bc.EQ, bc.LT, bc.LE:
		truth, impact := p.Compare(op, a, b)
		return truth.Value(), impact
	case bc.CONCAT:
		return p.Concat(a, b)
	case bc.NOT:
		return a.Not(), None
	case bc.LEN:
		return p.Len(a)
	}
	return p.Arith(op, a, b)
}

// TestOperators tries every operator on every pair of operands, as they are and as
// members of larger sets.
func TestOperators(t *testing.T) {
	var p Pool
	list := operands(&p)
	var program strings.Builder
	fmt.Fprintf(&program, "local n, v = %d, {}\n", len(list))
	for i, o := range list {
		fmt.Fprintf(&program, "v[%d] = %s\n", i+1, o.text)
	}
	for _, o := range unary {
		fmt.Fprintf(&program, "for i = 1, n do describe(function(a) return %s a end, v[i]) end\n", o.text)
	}
	for _, o := range binary {
		fmt.Fprintf(&program, "do local function f(a, b) return a %s b end\n"+
			"for i = 1, n do for j = 1, n do describe(f, v[i], v[j]) end end end\n", o.text)
	}
	for _, mode := range []string{"", "basic"} {
		lines := ask(t, program.String(), mode, len(list)*(len(unary)+len(list)*len(binary)))
		for _, o := range unary {
			for _, a := range list {
				p.verify(t, mode, o.op, o.text, lines[0], a)
				lines = lines[1:]
			}
		}
		for _, o := range binary {
			for _, a := range list {
				for _, b := range list {
					p.verify(t, mode, o.op, o.text, lines[0], a, b)
					lines = lines[1:]
				}
			}
		}
	}
}

// verify compares one answer with what the package says of the operands and of sets
// that hold them.
func (p *Pool) verify(t *testing.T, mode string, op bc.Op, text, line string, operands ...operand) {
	t.Helper()
	a := p.parseAnswer(t, line)
	x, y := operands[0], operands[len(operands)-1]
	for i, v := range weaker(x.v) {
		for j, w := range weaker(y.v) {
			if len(operands) == 1 && i != j {
				continue
			}
			got, impact := p.compute(op, v, w)
			if wrong := a.check(got, impact); wrong != "" {
				t.Errorf("%s %s %s %s as %s, %s: %s with impact %s, but it %s",
					mode, x.text, text, y.text, p.Format(v), p.Format(w), p.Format(got), impact, wrong)
			}
			if mode == "" && p.Raises(op, v, w) && !a.raised {
				t.Errorf("%s %s %s as %s, %s should raise an error", x.text, text, y.text, p.Format(v), p.Format(w))
			}
		}
	}
	p.verifyPrecision(t, mode, op, text, a, x, y)
}

// verifyPrecision asks for the exact result where both operands are constants.
func (p *Pool) verifyPrecision(t *testing.T, mode string, op bc.Op, text string, a answer, x, y operand) {
	t.Helper()
	if mode != "" || !x.v.IsConstant() || !y.v.IsConstant() {
		return
	}
	got, impact := p.compute(op, x.v, y.v)
	switch isFloat := x.v.types == Float || y.v.types == Float; {
	case a.raised:
		if impact != Effects || !p.Raises(op, x.v, y.v) {
			t.Errorf("%s %s %s raises an error, impact %s", x.text, text, y.text, impact)
		}
	case op == bc.POW, op == bc.CONCAT && isFloat, (op == bc.LT || op == bc.LE) && x.v.types == String:
		// Libraries and locales differ here.
	case got != a.value:
		t.Errorf("%s %s %s is %v, not %v", x.text, text, y.text, a.value, got)
	case impact != None:
		t.Errorf("%s %s %s has impact %s", x.text, text, y.text, impact)
	}
}
