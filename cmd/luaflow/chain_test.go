package main

import (
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"luaflow/cmd/luaflow/internal/cache"
	"luaflow/cmd/luaflow/internal/console"
	"luaflow/compile/testkit/must"
	"luaflow/compile/testkit/scale"
)

// TestLongChains: commands that read a file as deep as it is long, or one that would be if Lua allowed it, need no
// stack that grows with it, and memory that grows no faster. A stack that does ends the process; memory that grows
// with the square of the links takes gigabytes.
func TestLongChains(t *testing.T) {
	links := max(scale.Of(200_000), 20_000)
	defer debug.SetMaxStack(debug.SetMaxStack(1 << 20))
	t.Chdir(t.TempDir())
	t.Setenv(cache.Env, "off")
	for _, c := range []struct{ first, link, last string }{
		{"x = a", ".b", ""},
		{"x = a", "[1]", ""},
		{"a", ".b", " = 1"},
		{"a", "()", ""},
		{"a", ":b()", ""},
		{"a", "'s'", ""},
		{"x = a", "+1", ""},
		{"local x = 1", "+1", ""},
		{"x = a", "==a", ""},
		{"x = a", "..a", ""},
		{"x = a", "^a", ""},
		{"if a", " and b", " then end"},
		{"if a", " or b", " then end"},
		{"x = ", "not ", "a"},
		{"x = ", "- ", "a"},
		{"x = ", "(", "a"},
		{"x = ", "{", "a"},
		{"", "f(function() ", ""},
		{"", "do ", ""},
		{"if a then ", "elseif b then ", "end"},
		{"local a", ", a", " = 1"},
		{"a", ", a", " = 1"},
		{"x = {a", ", a", "}"},
	} {
		must.Write(t, "a.lua", c.first+strings.Repeat(c.link, links)+c.last+"\n")
		for _, command := range []string{"check --format plain", "compile -p", "fix --diff"} {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			code, err := execute(t, append(strings.Fields(command), "a.lua")...)
			runtime.ReadMemStats(&after)
			if code == console.ExitCrash || strings.Contains(err, "a bug of luaflow") {
				t.Errorf("%s of %s: exit code %d: %.300s", command, c.link, code, err)
			}
			if bytes := after.TotalAlloc - before.TotalAlloc; bytes > 256<<20+4096*uint64(links) {
				t.Errorf("%s of %s: %d bytes for %d links", command, c.link, bytes, links)
			}
		}
	}
}
