package compile_test

import (
	"bytes"
	"strings"
	"testing"

	"luaflow/compile"
	"luaflow/compile/bytecode"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// allExtensions is every extension but the one that takes integer division away.
const allExtensions = (syntax.ContinueWord<<1 - 1) &^ syntax.SlashComment

// extended are texts with extensions, which are named in words, and the Lua 5.3 that
// means the same.
var extended = []struct{ words, text, plain string }{
	{"+=", `local a = 1 a += b`, `local a = 1 a = a + b`},
	{"-= ..=", `a -= 1 a ..= "x"`, `a = a - 1 a = a .. "x"`},
	{"//= &= |= ~= <<= >>=", `a //= b a &= b a |= b a <<= b a >>= b`, `a = a // b a = a & b a = a | b a = a << b a = a >> b`},
	{"*= /= %= ^=", `a *= b + 1 a /= b a %= b a ^= b`, `a = a * (b + 1) a = a / b a = a % b a = a ^ b`},
	{"`", "local s, t, u = `a`, `it's \"b\"`, '`' f(`\\n`) g`x`", `local s, t, u = 'a', 'it\'s "b"', "\96" f("\n") g'x'`},
	{"`", "return \"`a`\", '`', [[`]] -- `", "return '\\96a\\96', '\\96', '\\96'"},
	{"||", `return a || b or c`, `return a or b or c`},
	{"&&", `if a && not b then c() end return a & b`, `if a and not b then c() end return a & b`},
	{"||", `return a | b`, `return a | b`},
	{"!", `return !a, ! -b, a ~= !b`, `return not a, not -b, a ~= not b`},
	{"! !=", `return !a != b, a != !!b`, `return not a ~= b, a ~= not not b`},
	{"//", "local a = 1 // one\nreturn a//two\n// three", "local a = 1\nreturn a"},
	{"/**/", "local a /* = 1\n*/ = /**/ 2 return a / 1 // 2", "local a = 2 return a / 1 // 2"},
	{"// /**/", "local a = 1 //* no block\nreturn a", "local a = 1\nreturn a"},
	{"continue", `for i = 1, 9 do if f(i) then continue end g(i) end`, `for i = 1, 9 do if f(i) then do goto c end end g(i) ::c:: end`},
	{"continue", `while a do f() continue end`, `while a do f() goto c ::c:: end`},
	{"continue", `repeat local x = f() if x then continue end g(x) until not a`, `repeat local x = f() if x then do goto c end end g(x) ::c:: until not a`},
	{"continue", `for k in f do for i = 1, 2 do if i == k then continue end h() end continue end`, `for k in f do for i = 1, 2 do if i == k then do goto d end end h() ::d:: end goto c ::c:: end`},
	{"continue", `local continue = 1 continue = 2 return f(continue)`, `local c = 1 c = 2 return f(c)`},
}

// TestExtensions compares the instructions of texts with extensions with those of the
// texts that mean the same without.
func TestExtensions(t *testing.T) {
	for _, c := range extended {
		l := syntax.Language{Dialects: syntax.Lua53}
		for word := range strings.FieldsSeq(c.words) {
			x, ok := syntax.ParseExtension(word)
			if !ok {
				t.Fatalf("no extension %s", word)
			}
			l.Extensions |= x
		}
		if got, want := stripped(t, c.text, l), stripped(t, c.plain, syntax.Language{}); !bytes.Equal(got, want) {
			t.Errorf("%s\nwith %s is\n%s\nand not\n%s", c.text, c.words, got, want)
		}
	}
}

// stripped returns the listing of a text without its lines and names.
func stripped(t *testing.T, text string, l syntax.Language) []byte {
	u := compile.CompileAs(source.NewFile("x", text), l)
	if len(u.Errors) > 0 {
		t.Errorf("%s: %v", text, u.Errors[0])
		return nil
	}
	p, err := bytecode.Undump(bytecode.Dump(u.Main, true))
	if err != nil {
		t.Fatal(err)
	}
	var listing bytes.Buffer
	if err := bytecode.List(&listing, p, bytecode.ListOptions{}); err != nil {
		t.Fatal(err)
	}
	return listing.Bytes()
}
