package glob

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"luaflow/compile/external"
	"luaflow/compile/testkit/must"
)

func TestMatch(t *testing.T) {
	for _, c := range []struct {
		pattern, name string
		want          bool
	}{
		{"/a/b", "/a/b", true},
		{"/a/b", "/a/b/c.lua", true},
		{"/a/b", "/a/bc", false},
		{"/", "/a", true},
		{"/a/*.lua", "/a/b.lua", true},
		{"/a/*.lua", "/a/b/c.lua", false},
		{"/a/*", "/a/b/c.lua", true},
		{"/**/c.lua", "/c.lua", true},
		{"/**/c.lua", "/a/b/c.lua", true},
		{"/a/**/b/**/c", "/a/b/b/x/c/d", true},
		{"/a/**/b/**/c", "/a/c/b", false},
		{"/**", "/x", true},
		{"/a**b", "/axxb", true},
		{"/a/?.lua", "/a/é.lua", false},
		{"/a/?.lua", "/a/.lua", true},
		{"/[a-c]x", "/bx", true},
		{"/[!a-c]x", "/bx", false},
		{"/[]]x", "/]x", true},
		{"/[a-]", "/-", true},
		{"/[ab", "/a", true},
		{"/[", "/x", false},
		{"/*a*a*a*a*a*a*a*b", "/" + strings.Repeat("a", 200), false},
		{"/" + strings.Repeat("**/a/", 12) + "b", strings.Repeat("/a", 100), false},
	} {
		pattern := Compile("/", c.pattern)
		if got := pattern.Match(PathOf(c.name)); got != c.want {
			t.Errorf("%q matches %q: %v", c.pattern, c.name, got)
		}
	}
}

func TestCompile(t *testing.T) {
	for _, c := range [][3]string{
		{"/p", "src/*.lua", "/p/src/*.lua"}, {"/p", "./src/", "/p/src"}, {"/p", "../q", "/q"},
		{"/p", "/abs/x", "/abs/x"}, {"/", "**/x", "/**/x"},
	} {
		if got := Compile(c[0], c[1]).text; got != c[2] {
			t.Errorf("%q in %q is %q, want %q", c[1], c[0], got, c[2])
		}
	}
}

// script answers lines of a pattern and a path: whether they match, and a second one,
// of two patterns, which is the less special.
const script = `
local globbing = require "luacheck.globbing"
for line in io.lines() do
   local kind, a, b = line:match("^(%a) (%S+) (%S+)$")
   if kind == "m" then
      print(tostring(globbing.match(a, b)))
   else
      print(tostring(globbing.compare(a, b)))
   end
end
`

// TestLuacheckMatchesTheSame asks luacheck about patterns and paths drawn at random.
func TestLuacheckMatchesTheSame(t *testing.T) {
	luacheck := external.Program(t, "luacheck")
	first := must.Read(t, luacheck)
	line, _, _ := strings.Cut(first, "\n")
	words := strings.Fields(strings.TrimPrefix(line, "#!"))
	r := rand.New(rand.NewPCG(1, 2))
	parts := []string{"a", "b", "ab", "*", "**", "?", "a*", "*b", "a?", "[ab]", "[!a]", "[a-c]b", "*a*", "[]a]"}
	draw := func(from []string) string {
		var b strings.Builder
		for range 1 + r.IntN(4) {
			b.WriteString("/" + from[r.IntN(len(from))])
		}
		return b.String()
	}
	var in bytes.Buffer
	var ours []string
	for range 4000 {
		pattern, other, name := draw(parts), draw(parts), draw([]string{"a", "b", "ab", "ba", "c", "aab", "]"})
		fmt.Fprintf(&in, "m %s %s\nc %s %s\n", pattern, name, pattern, other)
		a, b := Compile("/", pattern), Compile("/", other)
		ours = append(ours, fmt.Sprint(a.Match(PathOf(name))), fmt.Sprint(Compare(a, b) < 0))
	}
	asked := strings.Split(in.String(), "\n")
	cmd := exec.Command(words[len(words)-1], "-e", script)
	cmd.Stdin = &in
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	theirs := strings.Fields(string(out))
	if len(theirs) != len(ours) {
		t.Fatalf("%d answers to %d questions", len(theirs), len(ours))
	}
	if slices.Equal(ours, theirs) {
		return
	}
	for i := range ours {
		if theirs[i] == "nil" {
			theirs[i] = "false"
		}
		if ours[i] != theirs[i] {
			t.Errorf("%s: %s, luacheck says %s", asked[i], ours[i], theirs[i])
		}
	}
}
