package syntax

import (
	"encoding/hex"
	"fmt"
	"math"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"luaflow/compile/external"
	"luaflow/compile/source"
	"luaflow/compile/testkit/must"
)

// evaluate is a Lua program that reads literals, a line of hexadecimal digits
// each, and writes the value of each, or what is wrong with it.
const evaluate = `
for line in io.lines() do
  local text = line:gsub("%x%x", function(h) return string.char(tonumber(h, 16)) end)
  local f, err = load("return " .. text, "=x")
  local v = f and f()
  if not f then print("error " .. err)
  elseif math.type(v) == "integer" then print(("int %d"):format(v))
  elseif math.type(v) == "float" then print(("float %016x"):format((string.unpack("i8", string.pack("d", v)))))
  else print("string " .. v:gsub(".", function(c) return ("%02x"):format(c:byte()) end)) end
end`

// TestLiteralsAgainstLua compares the values of random literals, sound and
// broken, with those that the real Lua gives them.
func TestLiteralsAgainstLua(t *testing.T) {
	external.Program(t, "lua5.3")
	r := rand.New(rand.NewPCG(5, 6))
	var literals []string
	for range 20000 {
		if r.IntN(2) == 0 {
			literals = append(literals, randomNumeral(r))
		} else {
			literals = append(literals, randomString(r))
		}
	}
	var in strings.Builder
	for _, l := range literals {
		fmt.Fprintln(&in, hex.EncodeToString([]byte(l)))
	}
	cmd := exec.Command("lua5.3", "-e", evaluate)
	cmd.Stdin = strings.NewReader(in.String())
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	// A message may hold a line break, so split in front of each result.
	results := splitResults(string(out))
	if len(results) != len(literals) {
		t.Fatalf("%d results for %d literals", len(results), len(literals))
	}
	for i, l := range literals {
		if got := value(check(t, "return "+l)); got != results[i] {
			t.Errorf("%q: got %q, Lua says %q", l, got, results[i])
		}
	}
}

func splitResults(out string) []string {
	var results []string
	for _, line := range strings.SplitAfter(out, "\n") {
		word, _, _ := strings.Cut(line, " ")
		switch {
		case word == "error" || word == "int" || word == "float" || word == "string":
			results = append(results, line)
		case line != "":
			results[len(results)-1] += line
		}
	}
	for i := range results {
		results[i] = strings.TrimSuffix(results[i], "\n")
	}
	return results
}

// value returns what evaluate prints for a tree that returns one literal.
func value(t *Tree) string {
	if msg := firstError(t); msg != "" {
		return "error x:" + msg
	}
	ret, _ := t.Stats[0].(*Return)
	switch x := ret.Exprs()[0].(type) {
	case *Number:
		if x.IsFloat() {
			return fmt.Sprintf("float %016x", math.Float64bits(t.Float(x)))
		}
		return fmt.Sprintf("int %d", t.Int(x))
	case *String:
		return "string " + hex.EncodeToString([]byte(t.Str(x.Sym)))
	}
	return fmt.Sprintf("%T", ret.Exprs()[0])
}

// randomNumeral makes what is a numeral most of the time. What is not one
// may be followed by a name, which is a syntax error after a `return`.
func randomNumeral(r *rand.Rand) string {
	digits, exponent := "0123456789", "eE"
	var b strings.Builder
	if r.IntN(2) == 0 {
		digits, exponent = "0123456789abcdefABCDEF", "pP"
		b.WriteString([]string{"0x", "0X"}[r.IntN(2)])
	}
	run := func(most int) {
		for range r.IntN(most) {
			b.WriteByte(digits[r.IntN(len(digits))])
		}
	}
	b.WriteByte(digits[r.IntN(10)])
	run([]int{3, 20, 60}[r.IntN(3)])
	if r.IntN(2) == 0 {
		b.WriteByte('.')
		run([]int{3, 20, 40}[r.IntN(3)])
	}
	if r.IntN(2) == 0 {
		b.WriteByte(exponent[r.IntN(2)])
		b.WriteString([]string{"", "+", "-"}[r.IntN(3)])
		fmt.Fprint(&b, r.IntN([]int{10, 400, 1200, 100000}[r.IntN(4)]))
	}
	if r.IntN(20) == 0 {
		b.WriteString([]string{".", "x", "e", "..", "f", "p1"}[r.IntN(6)])
	}
	return b.String()
}

// randomString strings together pieces of string literals; most are sound.
func randomString(r *rand.Rand) string {
	pieces := []string{
		"a", "bc", " ", "'", `\n`, `\\`, `\"`, `\a\b\f\r\t\v`, `\0`, `\65`, `\255`, `\065`, `\x41`, `\xfF`,
		`\u{41}`, `\u{7FF}`, `\u{800}`, `\u{D800}`, `\u{FFFF}`, `\u{10FFFF}`, "\\\n", "\\\r", "\\\r\n", "\\\n\r",
		`\z  `, "\\z\n\t ", "é", "\xff", "]]", "--", "\x00",
	}
	broken := []string{`\q`, `\256`, `\xg`, `\u{110000}`, `\u{`, `\u41`, "\n", `\`}
	var b strings.Builder
	level := strings.Repeat("=", r.IntN(3))
	long := r.IntN(4) == 0
	if long {
		b.WriteString("[" + level + "[")
		pieces = append(pieces, "\n", "\r", "\r\n", "\n\r", "]", "]=]", "]==]")
	} else {
		b.WriteByte('"')
	}
	for range r.IntN(10) {
		if r.IntN(40) == 0 {
			b.WriteString(broken[r.IntN(len(broken))])
		} else {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
	}
	if long {
		b.WriteString("]" + level + "]")
	} else {
		b.WriteByte('"')
	}
	return b.String()
}

// BenchmarkParse reads a text as Lua 5.3 and as any dialect, which should cost the same.
func BenchmarkParse(b *testing.B) {
	text := strings.Repeat(must.Read(b, "testdata/trees/sample.lua")[len("#!/usr/bin/env lua"):], 40)
	text = strings.ReplaceAll(text, "return Inventory, (inv:total()), RATE", "print(Inventory, (inv:total()), RATE)")
	for _, d := range []Dialect{Lua53, Lua51, Any} {
		b.Run(d.String(), func(b *testing.B) {
			l := Language{Dialects: d}
			if t := Parse(source.NewFile("sample.lua", text), l); d != Lua51 && len(t.Errors) > 0 {
				b.Fatal(t.Errors[0])
			}
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				Parse(source.NewFile("sample.lua", text), l)
			}
		})
	}
}
