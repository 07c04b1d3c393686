package luapattern

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"luaflow/compile/external"
)

func find(pattern, s string) string {
	p, err := Compile(pattern)
	if err != nil {
		return "error"
	}
	budget := Default
	m, ok, err := p.Find(s, 0, &budget)
	switch {
	case err != nil:
		return err.Error()
	case !ok:
		return "nil"
	}
	out := fmt.Sprintf("%d %d", m.Start+1, m.End)
	for i, c := range m.Captures {
		if p.IsPosition(i) {
			out += fmt.Sprintf(" %d", c.Start+1)
		} else {
			out += " <" + s[c.Start:c.End] + ">"
		}
	}
	return out
}

func TestFind(t *testing.T) {
	for _, c := range [][3]string{
		{"", "abc", "1 0"},
		{"b", "abc", "2 2"},
		{"^b", "abc", "nil"},
		{"c$", "abc", "3 3"},
		{"a$c", "a$c", "1 3"},
		{"%$", "a$", "2 2"},
		{"[%a_][%w_]*", "1 _x9", "3 5"},
		{"(%a+) = (%d*)()", "k = 12", "1 6 <k> <12> 7"},
		{"%b()", "f(a(b)c)d)", "2 8"},
		{"%f[%w]%w+", "  ab", "3 4"},
		{"(.)%1", "abccd", "3 4 <c>"},
		{"a-b", "aaab", "1 4"},
		{".-x", "abx", "1 3"},
		{"[]]", "]", "1 1"},
		{"[^]]", "]a", "2 2"},
		{"[a-]", "-", "1 1"},
		{"[%-x]+", "x-x", "1 3"},
		{"x?y", "y", "1 1"},
		{"[", "x", "error"},
		{"%", "x", "error"},
		{"(", "x", "error"},
		{")", "x", "error"},
		{"%1", "x", "error"},
		{"(%1)", "x", "error"},
		{"%f", "x", "error"},
		{"%b", "x", "error"},
		{strings.Repeat("()", 33), "x", "error"},
		{"\x00%z", "\x00\x00", "1 2"},
		{"é", "aé", "2 3"},
		{strings.Repeat("a?", 2000), "x", "error"},
	} {
		if got := find(c[0], c[1]); got != c[2] {
			t.Errorf("%.40q in %q: %s, want %s", c[0], c[1], got, c[2])
		}
	}
}

func TestBudget(t *testing.T) {
	for _, pattern := range []string{
		strings.Repeat(".-", 30) + "b", strings.Repeat("a*", 30) + "b", "(.*)(.*)(.*)(.*)(.*)(.*)%6%5x",
	} {
		p, err := Compile(pattern)
		if err != nil {
			t.Fatal(err)
		}
		budget := Default
		if _, _, err := p.Find(strings.Repeat("a", 10_000), 0, &budget); !errors.Is(err, ErrTooHard) {
			t.Errorf("%.20s: %v", pattern, err)
		}
		if p.Matches(strings.Repeat("a", 10_000)) {
			t.Errorf("%.20s is said to match", pattern)
		}
	}
}

// script answers lines of a pattern and a subject, in hexadecimal.
const script = `
local function bytes(s) return (s:gsub("%x%x", function(h) return string.char(tonumber(h, 16)) end)) end
for line in io.lines() do
   local pattern, subject = line:match("^p(%x*) s(%x*)$")
   local r = table.pack(pcall(string.find, bytes(subject), bytes(pattern)))
   if not r[1] then
      print("error")
   elseif not r[2] then
      print("nil")
   else
      local out = r[2] .. " " .. r[3]
      for i = 4, r.n do
         out = out .. " " .. (math.type(r[i]) and tostring(r[i]) or "<" .. r[i] .. ">")
      end
      print(out)
   end
end
`

// TestLuaFindsTheSame asks lua5.3 about patterns and subjects drawn at random. Lua
// complains of some patterns only when it gets to the bad part, so that an error of ours
// is compared only with one of Lua's.
func TestLuaFindsTheSame(t *testing.T) {
	lua := external.Program(t, "lua5.3")
	r := rand.New(rand.NewPCG(3, 4))
	parts := []string{
		"a", "b", "c", ".", "%a", "%d", "%A", "[ab]", "[^a]", "[a-c]", "(", ")", "()", "*", "+", "-", "?",
		"%1", "%2", "%b()", "%f[a]", "%f[^b]", "^", "$", "%.", "[%d.]", "[]a]", "%(",
	}
	draw := func(from []string, most int) string {
		var b strings.Builder
		for range r.IntN(most) {
			b.WriteString(from[r.IntN(len(from))])
		}
		return b.String()
	}
	type question struct{ pattern, subject string }
	var questions []question
	var in bytes.Buffer
	for range 20_000 {
		q := question{draw(parts, 7), draw([]string{"a", "b", "c", "1", ".", "(", ")", "-"}, 9)}
		questions = append(questions, q)
		fmt.Fprintf(&in, "p%x s%x\n", q.pattern, q.subject)
	}
	cmd := exec.Command(lua, "-e", script)
	cmd.Stdin = &in
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	answers := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if len(answers) != len(questions) {
		t.Fatalf("%d answers to %d questions", len(answers), len(questions))
	}
	compared := 0
	for i, q := range questions {
		got := find(q.pattern, q.subject)
		if got == "error" {
			continue
		}
		compared++
		if got != answers[i] {
			t.Errorf("%q in %q: %s, Lua says %s", q.pattern, q.subject, got, answers[i])
		}
	}
	if compared < len(questions)/3 {
		t.Errorf("only %d of %d patterns are compared", compared, len(questions))
	}
}
