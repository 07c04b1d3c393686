package names_test

import (
	"testing"

	"luaflow/analysis/facts"
	"luaflow/analysis/value"
	"luaflow/compile"
	"luaflow/compile/bytecode"
	"luaflow/compile/source"
)

// TestNamesOfHosts says what programs leave of the names of hosts: whether the function in
// the last call of a program is what the host gives.
func TestNamesOfHosts(t *testing.T) {
	const width, trim = "love.graphics.getWidth()", "vim.trim('x')"
	for _, test := range []struct {
		text, use string
		known     bool
	}{
		{"", width, true},
		{"", trim, true},
		{"", "core.get_us_time()", true},
		{"local g = love.graphics function f() g.newImage(g) end", width, false},
		{"local g = love.graphics function f() return g.getWidth end", width, true},
		{"local l = love local g = l.graphics", "g.getWidth()", true},
		{"local w = love.graphics.getWidth", "w()", true},

		// Another thing of that name.
		{"local love = f()", width, false},
		{"for vim in f do end", trim, true},
		{"local function g(vim) vim.trim = f end", trim, true},
		{"love = f()", width, false},
		{"function love() end", width, false},
		{"_G.love = f()", width, false},
		{"_G['lo' .. 've'] = f()", width, false},
		{"rawset(_G, 'love', f())", width, false},
		{"local _ENV = f()", width, false},
		{"_ENV = f()", width, false},
		{"setfenv(1, {})", width, false},
		{"module('m')", width, false},
		{"setmetatable(_G, {})", width, false},

		// Fields, the table itself under other names.
		{"love.graphics = nil", width, false},
		{"love.graphics = nil", "love.timer.getTime()", true},
		{"love.graphics.getWidth = f", width, false},
		{"love.graphics.getHeight = f", width, true},
		{"love['graphics']['getWidth'] = f", width, false},
		{"love.graphics[k] = f", width, false},
		{"love.graphics[k] = f", "love.timer.getTime()", true},
		{"love[k] = f", width, false},
		{"love[k].x = f", width, true},
		{"love[k].getWidth = f", width, false},
		{"love[k][k] = f", width, false},
		{"function love.update() end function love.draw() end", width, true},
		{"function love.graphics.getWidth() end", width, false},
		{"local g = love.graphics g.getWidth = f", width, false},
		{"local g = love.graphics function h() g.getWidth = f end", width, false},
		{"local g g = love.graphics function h() g.getWidth = f end", width, false},
		{"local g = a and love.graphics or love.timer g.getWidth = f", width, false},
		{"_G.love.graphics.getWidth = f", width, false},
		{"local l = _G.love local g = l.graphics g.getWidth = f", width, false},
		{"core.get_us_time = f", "minetest.get_us_time()", false},
		{"minetest.get_us_time = f", "core.get_us_time()", false},
		{"core = f()", "minetest.get_us_time()", false}, // they count as one
		{"vim.loop.now = f", "vim.uv.now()", false},
		{"vim.fn = f()", trim, true},
		{"vim.trim = f", trim, false},
		{"table.copy = f", "table.copy({})", false},
		{"table.copy = f", "table.concat({})", true},
		{"string.trim = f", "('x'):trim()", false},
		{"", "('x'):trim()", true},

		// What writes without saying so.
		{"rawset(vim, 'trim', f)", trim, false},
		{"rawset(vim, k, f)", trim, false},
		{"rawset(vim, 'x', f)", trim, true},
		{"for k, v in pairs(m) do vim[k] = v end", trim, false},
		{"for k, v in pairs(m) do vim.fn[k] = v end", trim, true},
		{"for k in pairs(m) do vim[k] = m[k] end", trim, false},
		{"for k, v in pairs(vim) do f(k) end", trim, true},
		{"for k, v in pairs(love) do v.getWidth = f end", width, false},
		{"for k, v in pairs(love) do f(v) end", width, true},
		{"for k, v in pairs(love) do f(v) end g().getWidth = f", width, false},
		{"for k, v in next, love do v.getWidth = f end", width, false},
		{"setmetatable(vim, {})", trim, false},
		{"setmetatable(vim.fn, {})", trim, true},
		{"getmetatable(vim).__index = f", trim, false},
		{"debug.getmetatable(vim).__index = f", trim, false},
		{"f(vim)", trim, false},
		{"f(vim.fn)", trim, true},
		{"f(love.graphics)", width, false},
		{"f(love.graphics)", "love.timer.getTime()", true},
		{"f(love.graphics.getWidth)", width, true},
		{"t = {love}", width, false},
		{"t.x = love", width, false},
		{"function g() return love end", width, false},
		{"love:x()", width, false},
		{"love.x()", width, true},
		{"local t = setmetatable({}, {__index = love}) t.graphics = nil", width, false},
		{"local l = f() or love l.x = 1", width, false},

		// By way of modules and texts.
		{"local l = require 'love'", "l.graphics.getWidth()", true},
		{"local l = require 'love' l.graphics = nil", width, false},
		{"local g = require 'love.graphics' g.getWidth = f", width, false},
		{"local g = require 'love.graphics'", "g.getWidth()", false},
		{"local l = require 'vim'", "l.trim('x')", false},
		{"package.loaded.love = f", "require('love').graphics.getWidth()", false},
		{"package.loaded.love.graphics = nil", width, false},
		{"package.loaded['love.graphics'].getWidth = nil", width, false},
		{"require(f()).getWidth = f", width, false},
		{"require(f()).x = f", width, true},
		{"require(f()).graphics.getWidth = f", width, false},
		{"require('a.' .. f()).getWidth = f", width, true},
		{"load('love.graphics.getWidth = nil')()", width, false},
		{"load('love.graphics.getWidth()')()", width, true},
		{"load('local g = love.graphics g[k] = nil')()", width, false},
		{"load('love = nil')()", width, false},

		// A table that is called.
		{"", "assert(x)", true},
		{"assert.x = f", "assert(x)", true},
		{"assert = f", "assert(x)", false},
		{"setmetatable(assert, {})", "assert(x)", false},
		{"getmetatable(assert).__call = f", "assert(x)", false},
		{"f(assert)", "assert(x)", false},
	} {
		u := compile.Compile(source.NewFile("names.lua", test.text+"\n"+test.use))
		library := value.Library{Dialects: u.Dialects, Hosts: ^value.Hosts(0)}
		p := facts.NewCode(u.Main, library, nil)
		f := &p.Funcs[0]
		last := -1
		for pc, i := range f.Proto.Code {
			if i.Op() == bytecode.CALL {
				last = pc
			}
		}
		v := p.SSA(f).Uses(last)[0]
		known := p.Names().Of(f, v) != 0 || p.Constants().Value(f, v).Name() != 0
		if known != test.known {
			t.Errorf("%s: the function in %s is known: %v", test.text, test.use, known)
		}
	}
}
