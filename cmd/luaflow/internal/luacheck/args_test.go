package luacheck

import (
	"slices"
	"strings"
	"testing"
)

// TestAsLuacheck rewrites command lines of luacheck.
func TestAsLuacheck(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"check a.lua --ignore 1", "check a.lua --ignore 1"},
		{"fix --compat luacheck", "fix --compat luacheck"},
		{"check --compat luacheck a.lua", "check --compat=luacheck a.lua"},
		{"check -qq --compat=luacheck a.lua", "check --compat=luacheck --quiet --quiet a.lua"},
		{"check --compat luacheck --compat a.lua -c", "check --compat=luacheck --std-max a.lua --std-max"},
		{"check --compat luacheck a.lua --ignore 1 x/y --only 2", "check --compat=luacheck a.lua --ignore=1 --ignore=x/y --only=2"},
		{"check --compat luacheck -i 1 2 -- a.lua -x", "check --compat=luacheck --ignore=1 --ignore=2 -- a.lua -x"},
		{"check --compat luacheck - -gi21[12] --std=max", "check --compat=luacheck - --no-global --ignore=21[12] --std=max"},
		{"check --compat luacheck a,b.lua --globals a,b", `check --compat=luacheck a,b.lua --globals="a,b"`},
		{"check --compat luacheck -j 4 --cache a.lua --profile b.lua", "check --compat=luacheck --cache=a.lua b.lua"},
		{"check --compat luacheck --max-line-length 3 --dialect 5.1 a.lua", "check --compat=luacheck --max-line-length 3 --dialect 5.1 a.lua"},
		{"check -- --compat luacheck", "check -- --compat luacheck"},
	} {
		if got := Rewrite(strings.Fields(c.args)); !slices.Equal(got, strings.Fields(c.want)) {
			t.Errorf("%s\nis  %s\nnot %s", c.args, strings.Join(got, " "), c.want)
		}
	}
}
