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
	"luaflow/compile/syntax"
)

// This file asks the interpreters of all dialects that have one what operators, loops
// and a few functions make of numbers and strings, and holds against the answers what
// is known in each dialect, and in sets of dialects.

var interpreters = []struct {
	program string
	dialect syntax.Dialect
}{
	{"lua5.1", syntax.Lua51}, {"luajit", syntax.OldLuaJIT}, {"luajit-2026", syntax.NewLuaJIT}, {"lua5.2", syntax.Lua52}, {"lua5.3", syntax.Lua53}, {"lua5.4", syntax.Lua54},
}

// question is an expression of a and b, and what the package makes of it.
type question struct {
	text     string
	dialects syntax.Dialect
	ask      func(p *Pool, a, b Value) (Value, Impact)
}

func questions() []question {
	var list []question
	for _, o := range binary {
		d := syntax.Any
		switch {
		case o.op == bc.IDIV:
			d = syntax.WithIntegers
		case isBitwise(o.op):
			d = syntax.WithIntegers | syntax.NewLuaJIT
		}
		list = append(list, question{"a " + o.text + " b", d, func(p *Pool, a, b Value) (Value, Impact) { return p.compute(o.op, a, b) }})
	}
	for _, o := range unary {
		if o.op != bc.BNOT {
			list = append(list, question{o.text + " a", syntax.Any, func(p *Pool, a, _ Value) (Value, Impact) { return p.compute(o.op, a, a) }})
		}
	}
	for _, name := range []string{"tostring", "tonumber", "math.floor", "math.ceil", "math.abs", "type"} {
		list = append(list, called(name, "a", 1))
	}
	for _, name := range []string{"math.max", "math.min", "math.fmod", "select"} {
		list = append(list, called(name, "a, b", 2))
	}
	list = append(list, counted("a, b", func(a, b Value) [3]Value { return [3]Value{a, b, OfInt(1)} }),
		counted("b, a, -1", func(a, b Value) [3]Value { return [3]Value{b, a, OfInt(-1)} }),
		counted("0, a, b", func(a, b Value) [3]Value { return [3]Value{OfInt(0), a, b} }))
	return list
}

func called(name, args string, n int) question {
	return question{name + "(" + args + ")", syntax.Any, func(p *Pool, a, b Value) (Value, Impact) {
		o := p.Call(Lookup(name), []Value{a, b}[:n], false)
		if !o.Returns {
			return Bottom, Effects
		}
		return o.Results[0], o.Impact
	}}
}

// mostCounted is how often the loops run.
const mostCounted = 50

// counted returns the question how often a loop runs.
func counted(bounds string, of func(a, b Value) [3]Value) question {
	text := fmt.Sprintf("(function() local n = 0 for i = %s do n = n + 1 if n == %d then break end end return n end)()", bounds, mostCounted)
	return question{text, syntax.Any, func(p *Pool, a, b Value) (Value, Impact) {
		v := of(a, b)
		switch l := p.For(p.own(v[0]), p.own(v[1]), p.own(v[2])); {
		case l.Enters == 0:
			return Bottom, l.Impact
		case l.Iterations >= 0:
			return p.ofInt(min(l.Iterations, mostCounted)), l.Impact
		case l.Enters == Never:
			return p.ofInt(0), l.Impact
		default:
			return Of(Number), l.Impact
		}
	}}
}

// own returns a value as it stands in a program of all dialects of p.
func (p *Pool) own(v Value) Value {
	if k, ok := p.Constant(v); ok {
		return p.OfConstant(k)
	}
	return v
}

// texts of numbers and strings, as programs write them.
func dialectOperands() []string {
	list := []string{"0", "1", "-1", "2", "3", "-3", "10", "0.5", "-0.5", "2.5", "7.0", "5.3", "-5.3", "0.1", "1e15", "1e14", "123456789012345",
		"123456789012344", "9007199254740992", "9007199254740993", "1e100", "1e308", "(1/0)", "(-1/0)", "(0/1)", "3.0", "-7.0"}
	rnd := rand.New(rand.NewPCG(5, 4))
	for range 4 {
		list = append(list, strconv.Itoa(rnd.IntN(2000)-1000), strconv.FormatFloat(math.Ldexp(rnd.Float64()-0.5, rnd.IntN(80)-40), 'g', -1, 64))
	}
	for _, s := range []string{"", "10", " 10 ", "10a", "0x10", "-0x10", "1e1", "1.5", "-0", "0", "0x1p4", "0x.8", "0x", "inf", "nan", "-inf", "infinity",
		"abc", "0b11", "1e400", "5LL", "1i", "9007199254740993", "0xffffffffffffffff", "1_0", "e1", ".", "1.", ".5", "--1"} {
		list = append(list, strconv.Quote(s))
	}
	return append(list, `"10\0"`, `"10\0a"`, "nil", "true")
}

// valueOf returns an operand as a unit of all dialects of p has it.
func (p *Pool) valueOf(text string) Value {
	switch text {
	case "nil":
		return Of(Nil)
	case "true":
		return OfBool(true)
	case "(1/0)":
		return OfFloat(math.Inf(1))
	case "(-1/0)":
		return OfFloat(math.Inf(-1))
	case "(0/1)":
		return OfFloat(0)
	}
	if text[0] == '"' {
		s, err := strconv.Unquote(strings.ReplaceAll(text, `\0`, `\x00`))
		if err != nil {
			panic(err)
		}
		return p.OfString(s)
	}
	k, _ := bc.ParseNumber(text)
	return p.OfConstant(k)
}

const dialectPrelude = `
local mathtype, format = math.type or function(v) return type(v) end, string.format
local function hex(c) return format("%02x", string.byte(c)) end
local function encode(v)
  local t = mathtype(v) or type(v)
  if t == "float" or t == "number" then return "float " .. (v ~= v and "nan" or v == 1/0 and "inf" or v == -1/0 and "-inf" or format("%.17g", v)) end
  if t == "string" then return "string " .. string.gsub(v, ".", hex) end
  if t == "integer" then return "integer " .. format("%d", v) end
  return t .. " " .. tostring(v)
end
local function describe(f, a, b)
  local ok, v = pcall(f, a, b)
  io.write(ok and encode(v) or "!", "\n")
end
`

// runDialect returns the answers of an interpreter to questions about all pairs of operands.
func runDialect(t *testing.T, program string, asked []question, operands []string) []string {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "%slocal n, v = %d, {}\n", dialectPrelude, len(operands))
	for i, text := range operands {
		fmt.Fprintf(&b, "v[%d] = %s\n", i+1, text)
	}
	for _, q := range asked {
		fmt.Fprintf(&b, "do local function f(a, b) return (%s) end for i = 1, n do for j = 1, n do describe(f, v[i], v[j]) end end end\n", q.text)
	}
	cmd := exec.Command(external.Program(t, program), "-")
	cmd.Stdin = strings.NewReader(b.String())
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v: %.300s", program, err, out)
	}
	lines := strings.Split(strings.TrimRight(string(out), "\n"), "\n")
	if want := len(asked) * len(operands) * len(operands); len(lines) != want {
		t.Fatalf("%s: %d answers to %d questions", program, len(lines), want)
	}
	return lines
}

func (p *Pool) dialectAnswer(t *testing.T, line string) answer {
	t.Helper()
	kind, text, _ := strings.Cut(line, " ")
	switch kind {
	case "!":
		return answer{raised: true}
	case "string":
		b, err := hex.DecodeString(text)
		if err != nil {
			t.Fatal(err)
		}
		return answer{value: p.OfString(string(b))}
	}
	return p.parseAnswer(t, line)
}

// TestDialects holds what is known of each operation, in each dialect and in the sets
// that it is in, against its interpreter.
func TestDialects(t *testing.T) {
	operands := dialectOperands()
	for _, in := range interpreters {
		t.Run(in.program, func(t *testing.T) {
			var asked []question
			for _, q := range questions() {
				if q.dialects&in.dialect != 0 {
					asked = append(asked, q)
				}
			}
			lines := runDialect(t, in.program, asked, operands)
			for _, set := range []syntax.Dialect{in.dialect, syntax.Any, in.dialect | syntax.Lua51, in.dialect | syntax.Lua53, in.dialect | syntax.LuaJIT | syntax.Lua55} {
				holdDialect(t, in.dialect, set, asked, operands, lines)
			}
		})
	}
}

func holdDialect(t *testing.T, dialect, set syntax.Dialect, asked []question, operands, lines []string) {
	t.Helper()
	var p Pool
	p.SetDialects(set)
	s := semantics{&p, dialect}
	values := make([]Value, len(operands))
	for i, text := range operands {
		values[i] = p.valueOf(text)
	}
	exact := 0
	for _, q := range asked {
		for i, a := range values {
			for j, b := range values {
				said := p.dialectAnswer(t, lines[0])
				lines = lines[1:]
				for _, general := range []bool{false, true} {
					x, y := a, b
					if general {
						x, y = Of(a.types), Of(b.types)
					}
					got, impact := q.ask(&p, x, y)
					if wrong := said.check(s.own(got), impact); wrong != "" {
						t.Errorf("%s: %s, a is %s, b is %s: %s with impact %s, but %s", set, q.text, operands[i], operands[j], p.Format(got), impact, wrong)
					}
					if !general && got.IsConstant() {
						exact++
					}
				}
			}
		}
	}
	if exact < len(operands)*len(operands) {
		t.Errorf("%s: only %d results are known", set, exact)
	}
}
