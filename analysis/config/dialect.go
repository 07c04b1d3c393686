package config

import (
	"path/filepath"
	"strings"

	"luaflow/compile/syntax"
)

// This file defines how the dialects of a file are decided: by an ordered rule, of which
// the first part that says something counts.

// Auto is the name that chooses no dialect: it is to be found out.
const Auto = "auto"

// Undecided is the dialects of a file about which nobody says anything: what is found in
// it must hold in all of them.
const Undecided = syntax.Any

// GLua is the name of what Garry's Mod speaks: LuaJIT as it was before July 2026, with gluaSymbols.
const GLua = "glua"

// gluaSymbols is the syntax beyond Lua's of Garry's Mod, by the names that it has in configuration.
var gluaSymbols = []string{"//", "/**/", "!", "!=", "&&", "||", "continue"}

// DialectNames returns all names, Auto first and GLua last.
func DialectNames() []string {
	return append(append([]string{Auto}, syntax.DialectNames()...), GLua)
}

// parseDialect reads a name, and returns the symbols that go with it. Auto is all dialects.
func parseDialect(name string) (d syntax.Dialect, symbols []string, err error) {
	if d, ok := syntax.ParseDialect(name); ok {
		return d, nil, nil
	}
	switch {
	case strings.EqualFold(name, Auto):
		return syntax.Any, nil, nil
	case strings.EqualFold(name, GLua):
		return syntax.OldLuaJIT, gluaSymbols, nil
	}
	return syntax.Any, nil, notKnown("there is no dialect", name, DialectNames())
}

// DialectName returns the name of a set of dialects.
func DialectName(d syntax.Dialect) string {
	if d == 0 || d == syntax.Any {
		return Auto
	}
	return d.String()
}

// standardOf returns the name of the standard of the globals of dialects.
func standardOf(d syntax.Dialect) string {
	name := "luajit"
	if d&^syntax.LuaJIT != 0 {
		name = "lua" + strings.ReplaceAll(d.String(), ".", "")
	}
	if d == 0 || dialectOf[name]&d != d {
		return "max"
	}
	return name
}

// dialectOf is what a standard says about the dialect. One that is not listed says
// nothing.
var dialectOf = map[string]syntax.Dialect{
	"lua51": syntax.Lua51, "lua51c": syntax.Lua51, "lua52": syntax.Lua52, "lua52c": syntax.Lua52,
	"lua53": syntax.Lua53, "lua53c": syntax.Lua53, "lua54": syntax.Lua54, "lua54c": syntax.Lua54,
	"lua55": syntax.Lua55, "lua55c": syntax.Lua55,
	"luajit": syntax.LuaJIT, "ngx_lua": syntax.LuaJITCompat, "love": syntax.LuaJIT, "neovim": syntax.LuaJIT,
	"playdate": syntax.Lua54,
}

// Rule is the part of the ordered rule that has decided the dialects of a file.
type Rule string

// The parts, in their order. ByName stands for the command line, the editor,
// .luaflow.json and .luarc.json, in this order too: the origin says which.
const (
	ByName    Rule = "chosen by name"
	ByStd     Rule = "std"
	ByKind    Rule = "the file's kind"
	ByShebang Rule = "the shebang"
	BySyntax  Rule = "syntax that not every dialect has"
	ByDefault Rule = "default"
)

// Decision is the dialects of a file and what decided them.
type Decision struct {
	Dialects syntax.Dialect // those that the file may be written in: several where nothing decides
	By       Rule           // the first part of the rule that says anything
	Origin                  // of what was said in a configuration
}

// Decide applies the rule to a file, up to what its syntax says: that comes to light when
// it is parsed. See Decision.With.
func (c *Config) Decide(path, text string) Decision {
	if d := c.Dialect; d.Value != 0 && d.Value != syntax.Any {
		return Decision{d.Value, c.decidedBy, d.Origin}
	}
	if filepath.Ext(path) == ".rockspec" {
		// LuaRocks runs with any Lua, so that what 5.1 refuses cannot stand there.
		return Decision{Dialects: syntax.Lua51, By: ByKind}
	}
	if d := shebang(text); d != 0 {
		return Decision{Dialects: d, By: ByShebang}
	}
	if c.Dialect.Value == syntax.Any {
		return Decision{syntax.Any, ByName, c.Dialect.Origin}
	}
	return Decision{Dialects: Undecided, By: ByDefault}
}

// With returns the decision once the text has been parsed: left is the dialects that its
// syntax leaves of those that were possible.
func (d Decision) With(left syntax.Dialect) Decision {
	if left == 0 || left == d.Dialects {
		return d
	}
	if left.String() == d.Dialects.String() { // of LuaJIT, one of its builds
		d.Dialects = left
		return d
	}
	return Decision{Dialects: left, By: BySyntax}
}

// interpreters is what names of programs begin with which run one dialect.
var interpreters = []struct {
	prefix string
	syntax.Dialect
}{
	{"luajit", syntax.LuaJIT}, {"resty", syntax.LuaJITCompat}, {"nvim", syntax.LuaJIT},
	{"lua5.1", syntax.Lua51}, {"lua51", syntax.Lua51}, {"lua-5.1", syntax.Lua51},
	{"lua5.2", syntax.Lua52}, {"lua52", syntax.Lua52}, {"lua-5.2", syntax.Lua52},
	{"lua5.3", syntax.Lua53}, {"lua53", syntax.Lua53}, {"lua-5.3", syntax.Lua53}, {"texlua", syntax.Lua53},
	{"lua5.4", syntax.Lua54}, {"lua54", syntax.Lua54}, {"lua-5.4", syntax.Lua54},
	{"lua5.5", syntax.Lua55}, {"lua55", syntax.Lua55}, {"lua-5.5", syntax.Lua55},
}

// shebang returns the dialect of the program that the first line of a script names, 0 if it
// names none, or one of no certain dialect.
func shebang(text string) syntax.Dialect {
	if !strings.HasPrefix(text, "#!") {
		return 0
	}
	line, _, _ := strings.Cut(text, "\n")
	for word := range strings.FieldsSeq(line[2:]) {
		program := word[strings.LastIndexByte(word, '/')+1:]
		for _, known := range interpreters {
			if strings.HasPrefix(program, known.prefix) {
				return known.Dialect
			}
		}
	}
	return 0
}
