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
	for program, d := range map[string]Dialect{"lua5.1": Lua51, "luajit": LuaJIT, "lua5.2": Lua52, "lua5.3": Lua53, "lua5.4": Lua54} {
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
		{"local goto", Lua51 | LuaJIT51, ""},
		{"goto x ::x:: local goto", LuaJIT51, ""},
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
		{"x = 10LL ; ; while x do break print(x) end print\n(x)", LuaJIT52, ""},
		{"x = 10LL ; ;\nx = 1 // 2", LuaJIT52, "2: integer division is Lua 5.3 syntax; this file is checked as LuaJIT with 5.2 compatibility, because of an empty statement in line 1"},
		{"x = 10LL local goto\n; ;", LuaJIT51, "2: an empty statement is Lua 5.2 syntax; this file is checked as LuaJIT, because of goto as a name in line 1"},
		{"global x", Lua55, ""},
		{"global = x", Any, ""},
		{"é = 1", LuaJIT, ""},
		{"x = 3y = 1", Lua52 | Lua53, ""},
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
		for d := Lua51; d <= Lua55; d <<= 1 {
			checkAs(t, text, Language{Dialects: d})
		}
		checkAs(t, text, Language{Dialects: Any})
		checkAs(t, text, Language{Dialects: Any, Extensions: 1<<len(extensionNames) - 1})
	})
}
