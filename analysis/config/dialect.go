package config

import (
	"slices"
	"strings"
)

// This file defines the names of dialects as configurations write them, those of the
// syntax and one for none. Config.Language leads to the syntax.

// Dialect is a version of Lua by its name.
type Dialect string

// The dialects.
const (
	Auto   Dialect = "auto" // to be found out
	Lua51  Dialect = "5.1"
	LuaJIT Dialect = "luajit"
	Lua52  Dialect = "5.2"
	Lua53  Dialect = "5.3"
	Lua54  Dialect = "5.4"
	Lua55  Dialect = "5.5"
)

// Dialects is all names, Auto included.
func Dialects() []Dialect { return []Dialect{Auto, Lua51, LuaJIT, Lua52, Lua53, Lua54, Lua55} }

// ParseDialect reads a name.
func ParseDialect(name string) (Dialect, error) {
	if d := Dialect(strings.ToLower(name)); slices.Contains(Dialects(), d) {
		return d, nil
	}
	return Auto, notKnown("there is no dialect", name, Dialects())
}

// standardOf is the standard of a dialect's globals.
var standardOf = map[Dialect]string{
	Auto: "max", Lua51: "lua51", LuaJIT: "luajit", Lua52: "lua52", Lua53: "lua53", Lua54: "lua54", Lua55: "lua55",
}

// dialectOf is what a standard says about the dialect. One that is not listed says
// nothing.
var dialectOf = map[string]Dialect{
	"lua51": Lua51, "lua51c": Lua51, "lua52": Lua52, "lua52c": Lua52, "lua53": Lua53, "lua53c": Lua53,
	"lua54": Lua54, "lua54c": Lua54, "lua55": Lua55, "lua55c": Lua55,
	"luajit": LuaJIT, "ngx_lua": LuaJIT, "love": LuaJIT, "neovim": LuaJIT, "playdate": Lua54,
}
