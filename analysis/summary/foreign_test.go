package summary_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"luaflow/analysis/summary"
	"luaflow/compile/source"
	"luaflow/compile/testkit/must"
)

// TestPaths: what may be paths of files of Lua in files that are no Lua.
func TestPaths(t *testing.T) {
	for text, want := range map[string]string{
		"## Title: Core.luac\nLibs\\My Lib.lua\r\nCORE.LUA\n":                        "CORE.lua|Libs/My Lib.lua",
		"A_[Family].lua\n[Game]\\b.lua":                                              "*/b.lua|A_*.lua",
		"content_by_lua_file /srv/a.lua; # $dir/b.lua":                               "# $dir/b.lua|content_by_lua_file /srv/a.lua",
		`{ ["a.b"] = "src/a/b.lua", "c.lua" }`:                                       "c.lua|src/a/b.lua",
		`<Script file="x\y.lua"/><Include file="z.xml"/>`:                            "x/y.lua",
		"[AllowLoadGameType a, b] A.lua\n[AllowLoadTextLocale c] [Game]/B.lua [C d]": "*/B.lua|A.lua",
		"lua/*.lua\n.lua x/.lua x.luau x.lua_old x.luarocks x":                       "lua/*.lua",
	} {
		s := summary.OfForeign("a", source.NewFile("a", text))
		if got := strings.Join(s.Paths, "|"); got != want {
			t.Errorf("%s\ngives %s, want %s", text, got, want)
		}
		read := summary.Summary{Path: "a"}
		must.Do(t, read.UnmarshalBinary(encoded(t, s)))
		if !slices.Equal(read.Paths, s.Paths) || !reflect.DeepEqual(&read, s) {
			t.Errorf("%s\nis written %+v, read %+v", text, s, read)
		}
	}
}

// TestSystem: which files use what not every host has, and which are for a language server.
func TestSystem(t *testing.T) {
	for text, want := range map[string][2]bool{
		"print(arg[1])":              {true, false},
		"local f = io.open":          {true, false},
		"function a() require() end": {true, false},
		"local _, ns = ... ns.os = function(io) return io.arg end": {false, false},
		"---@meta\nlocal a = {}":                                   {false, true},
	} {
		if s := summaryOf(text); [2]bool{s.System, s.Meta} != want {
			t.Errorf("%s\nis of the system: %v, for a language server: %v, want %v", text, s.System, s.Meta, want)
		}
	}
}
