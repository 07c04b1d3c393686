package syntax

import (
	"encoding/hex"
	"fmt"
	"math"
	"math/rand/v2"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"luaflow/compile/external"
	"luaflow/compile/source"
	"luaflow/compile/testkit/must"
)

// evaluateAnywhere is the program evaluate for every Lua: numbers are written in
// decimal, and an error without its words.
const evaluateAnywhere = `
local load = loadstring or load
for line in io.lines() do
  local text = line:gsub("%x%x", function(h) return string.char(tonumber(h, 16)) end)
  local f = load("return " .. text, "=x")
  local ok, v = pcall(f or error)
  if f and not ok then print("expression")
  elseif not f then print("error")
  elseif type(v) == "number" then
    print(math.type and math.type(v) == "integer" and ("int %d"):format(v) or ("float %.17g"):format(v))
  elseif type(v) == "string" then print("string " .. v:gsub(".", function(c) return ("%02x"):format(c:byte()) end))
  else print(type(v)) end
end`

// TestLiteralsOfDialects compares the values of random literals with those that the
// real interpreters give them.
func TestLiteralsOfDialects(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 1))
	var literals []string
	var in strings.Builder
	for range 5000 {
		l := randomString(r)
		if r.IntN(2) == 0 {
			l = randomNumeral(r) + []string{"", "", "", "LL", "ull", "i", "U", "x", "_1", "g"}[r.IntN(10)]
		}
		if r.IntN(10) == 0 {
			l = "0b" + strconv.FormatInt(int64(r.IntN(1000)), 2)
		}
		literals = append(literals, l)
		fmt.Fprintln(&in, hex.EncodeToString([]byte(l)))
	}
	for program, d := range map[string]Dialect{"lua5.1": Lua51, "luajit": OldLuaJIT, "luajit-2026": LuaJIT, "lua5.2": Lua52, "lua5.3": Lua53, "lua5.4": Lua54} {
		t.Run(program, func(t *testing.T) {
			cmd := exec.Command(external.Program(t, program), "-e", evaluateAnywhere)
			cmd.Stdin = strings.NewReader(in.String())
			var stderr strings.Builder
			cmd.Stderr = &stderr
			out, err := cmd.Output()
			if err != nil {
				t.Fatal(err, stderr.String())
			}
			lines := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
			if len(lines) != len(literals) {
				t.Fatalf("%d results for %d literals", len(lines), len(literals))
			}
			for i, l := range literals {
				tree := Parse(source.NewFile("x", "return "+l), Language{Dialects: d})
				if err := Verify(tree); err != nil {
					t.Fatal(err)
				}
				if got := valueAnywhere(tree); got != normalFloat(lines[i]) {
					t.Errorf("%q: got %s, it says %s", l, got, lines[i])
				}
			}
		})
	}
}

// valueAnywhere returns what evaluateAnywhere prints for a tree that returns one literal.
func valueAnywhere(t *Tree) string {
	if len(t.Errors) > 0 {
		return "error"
	}
	ret, _ := t.Stats[0].(*Return)
	switch x := ret.Exprs()[0].(type) {
	case *Number:
		switch {
		case x.IsBoxed():
			return "cdata"
		case x.IsFloat():
			return fmt.Sprintf("float %016x", math.Float64bits(t.Float(x)))
		}
		return fmt.Sprintf("int %d", t.Int(x))
	case *String:
		return "string " + hex.EncodeToString([]byte(t.Str(x.Sym)))
	}
	return "expression"
}

// normalFloat writes a float as valueAnywhere does.
func normalFloat(line string) string {
	text, ok := strings.CutPrefix(line, "float ")
	if !ok {
		return line
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return line
	}
	return fmt.Sprintf("float %016x", math.Float64bits(f))
}

// TestDialectNames: a name leads to its dialect and back.
func TestDialectNames(t *testing.T) {
	var all Dialect
	for name, want := range map[string]Dialect{
		"luajit-2.1": LuaJIT, "luajit-2.1.ROLLING": LuaJIT, "luajit-2.1.1788856981": LuaJIT, "luajit-3.0.0": LuaJIT,
		"luajit-2.1.1753364724": OldLuaJIT, "LuaJIT-2.1.0-beta3": OldLuaJIT, "luajit-2.0.5": OldLuaJIT, "luajit-2.1.0": OldLuaJIT,
		"luajit-": 0, "luajit-2": 0, "luajit-new": 0, "luajit-2.1.x": 0,
	} {
		if d, ok := ParseDialect(name); d != want || ok != (want != 0) {
			t.Errorf("%s is %v, %t; want %v", name, d, ok, want)
		}
	}
	if name := OldLuaJIT51.String(); name != "luajit-2.1.0-beta3" {
		t.Errorf("an old LuaJIT is called %s", name)
	}
	for _, name := range []string{"5.1", "luajit", "5.2", "5.3", "5.4", "5.5"} {
		d, ok := ParseDialect(name)
		if !ok || d.String() != name || d&all != 0 {
			t.Errorf("%s is %v, %t", name, d, ok)
		}
		all |= d
	}
	if all != Any {
		t.Errorf("all are %v", all)
	}
	if _, ok := ParseDialect("5.0"); ok {
		t.Error("there is a 5.0")
	}
	for i, name := range extensionNames {
		if x, ok := ParseExtension(name); !ok || x != 1<<i {
			t.Errorf("%s is %b, %t", name, x, ok)
		}
	}
}

// TestNarrowing: the first syntax that decides does, and what comes after it is held
// against that.
func TestNarrowing(t *testing.T) {
	for _, c := range []struct {
		text string
		left Dialect
		msg  string // of the first error
	}{
		{"x = 1", Any, ""},
		{"x = a // b", WithIntegers, ""},
		{"x = 10LL", LuaJIT, ""},
		{"x = 10LL\ny = a // b", LuaJIT, "2: integer division is Lua 5.3 syntax; this file is checked as LuaJIT, because of the numeral 10LL in line 1"},
		{"y = a // b\nx = 10LL", Lua53, "2: syntax error near <eof>"},
		{"goto x ::x::", Any &^ Lua51, ""},
		{"local goto", Lua51 | LuaJITPlain, ""},
		{"goto x ::x:: local goto", LuaJITPlain, ""},
		{"local x <const> goto = 1", Lua54 | Lua55, "1: <name> expected near '='"},
		{"local x <const>\nlocal goto", Lua54 | Lua55, "2: <name> expected near 'goto'"},
		{`x = "\d" y = "\x41"`, Lua51, ""},
		{`x = "\x41" y = "\d"`, Lua51, ""},
		{`x = "\u{0}" y = "\q"`, Lua51, ""},
		{"x = \"\\u{0}\" y = \"\\q\"\ngoto x", Lua53 | Lua54 | Lua55 | LuaJIT, `1: invalid escape sequence near '"\q'`},
		{"-- a\nслова просто так", Any &^ LuaJIT, `2: unexpected symbol near '<\209>'`},
		{"local слова = 1", LuaJIT, ""},
		{"local слова = 1LL\nx = = 2", LuaJIT, "2: unexpected symbol near '='"},
		{";", With52, ""},
		{"x = 10LL ; ; while x do break print(x) end print\n(x)", LuaJITCompat, ""},
		{"x = 10LL ; ;\nx = 1 // 2", LuaJITCompat, "2: integer division is Lua 5.3 syntax; this file is checked as LuaJIT with 5.2 compatibility, because of an empty statement in line 1"},
		{"x = 10LL local goto\n; ;", LuaJITPlain, "2: an empty statement is Lua 5.2 syntax; this file is checked as LuaJIT, because of goto as a name in line 1"},
		{"global x", Lua55, ""},
		{"global = x", Any, ""},
		{"é = 1", LuaJIT, ""},
		{"x = 3y = 1", Lua52 | Lua53, ""},
		{"x = a & b", WithIntegers, ""},
		{"x = a & b y = 1LL", NewLuaJIT, ""},
		{"x = 1LL y = a & b", NewLuaJIT, ""},
		{"x = a & b\nlocal ffi = require 'ffi'", NewLuaJIT, ""},
		{"x = a & b\nlocal ffi = require('ffi')", NewLuaJIT, ""},
		{"x = a & b\nlocal ffi = my.require 'ffi'", WithIntegers, ""},
		{"x = a & b\nif jit.arch then end", NewLuaJIT, ""},
		{"x = a & b\nif jit.arch then x = a // b end", WithIntegers, ""},
		{"x = a & b\nif x.jit.arch then end", WithIntegers, ""},
		{"if jit.arch then x = a // b end", WithIntegers, ""},
		{"x = a ?? b", Any, "1: LuaJIT since July 2026 has `a ?? b`; Lua writes `if a == nil then … end`"},
		{"x = a?.b", Any, "1: LuaJIT since July 2026 has `a?.b`; Lua writes `if a ~= nil then … end`"},
		{"x = a\n!= b", Any, "2: LuaJIT since July 2026 has `!=`; Lua writes `~=`"},
		{"x = !b", Any, "1: LuaJIT since July 2026 has `!`; Lua writes `not`"},
		{"x = a && b", Any, "1: LuaJIT since July 2026 has `&&`; Lua writes `and`"},
		{"x = a || b", Any, "1: LuaJIT since July 2026 has `||`; Lua writes `or`"},
		{"x = 1_000", Any, "1: LuaJIT since July 2026 has the numeral '1_000'; Lua has no `_` in numerals"},
		{"x += 1", Any, "1: LuaJIT since July 2026 has `a += b`; Lua writes `a = a + b`"},
		{"const\nx = 1", Any, "2: LuaJIT since July 2026 has `const x`; Lua writes `local x`"},
		{"while x do continue end", Any, "1: LuaJIT since July 2026 has `continue`; Lua writes `goto` and a label"},
		{"f = x -> 1", Any, "1: LuaJIT since July 2026 has `x -> e`; Lua writes `function(x) return e end`"},
		{"f = |x| -> 1", Any, "1: LuaJIT since July 2026 has `x -> e`; Lua writes `function(x) return e end`"},
		{"x = a ? b : c", Any, "1: LuaJIT since July 2026 has `a ? b : c`; Lua writes `if a then … else … end`"},
		{"x = a ?? b y = jit.on", NewLuaJIT, ""},
		{"const = x.const continue = const const.x = 1 goto continue ::continue::", Any &^ Lua51, ""},
		{"é = 1 x = a ?? b", NewLuaJIT, ""},
		{"x = 1 // 2\ny = a != b", WithIntegers, "2: LuaJIT since July 2026 has `!=`; Lua writes `~=`"},
	} {
		tree := checkAs(t, c.text, Language{Dialects: Any})
		if tree.Dialects != c.left || firstError(tree) != c.msg {
			t.Errorf("%q: %v, %q; want %v, %q", c.text, tree.Dialects, firstError(tree), c.left, c.msg)
		}
	}
}

// checkAs does what check does, for a language.
func checkAs(t testing.TB, text string, l Language) *Tree {
	t.Helper()
	tree := Parse(source.NewFile("test.lua", text), l)
	if err := Verify(tree); err != nil {
		t.Fatalf("%v\nof the text:\n%q", err, text)
	}
	if err := Verify(tree.Plain()); err != nil {
		t.Fatalf("%v\nof the plain tree of the text:\n%q", err, text)
	}
	return tree
}

// FuzzDialects parses any text as each dialect, as all, and with all extensions.
func FuzzDialects(f *testing.F) {
	addSeeds(f)
	for _, name := range must.Glob(f, "../testdata/dialects/*.lua") {
		f.Add(must.Read(f, name))
	}
	f.Fuzz(func(t *testing.T, text string) {
		for d := Lua51; d <= OldLuaJIT52; d <<= 1 {
			checkAs(t, text, Language{Dialects: d})
		}
		checkAs(t, text, Language{Dialects: Any})
		checkAs(t, text, Language{Dialects: Any, Extensions: 1<<len(extensionNames) - 1})
	})
}
