package names_test

import (
	"testing"

	"luaflow/analysis/effect"
)

// TestNames: what a program does takes the knowledge of a standard name away.
func TestNames(t *testing.T) {
	const use = "\nlocal t = {} table.insert(t, 1) local u = {} next(u)"
	for _, test := range []struct {
		text         string
		insert, next bool // whether they are known
	}{
		{"", true, true},
		{"string.insert, table.next, g = 1, 2, 3", true, true},
		{"table.insert = print", false, true},
		{"next = print", true, false},
		{"_G.next = nil", true, false},
		{"_ENV.next = nil", true, false},
		{"local g = _G; g.next = 1", true, false},
		{"local g = _G; function f() g.next = 1 end", true, false},
		{"table = {}", false, true},
		{"_G.table.insert = 1", false, true},
		{"local n = 'next' _G[n] = 1", true, false},
		{"local n = ... _G[n] = 1", false, false},
		{"local n = ... table[n] = 1", false, true},
		{"local n = ... rawset(table, n, 1)", false, true},
		{"rawset(_G, 'next', 1)", true, false},
		{"setmetatable(_G, {})", false, false},
		{"setmetatable(table, {})", true, true},
		{"function f() setfenv(2, {}) end", false, false},
		{"_G.setfenv(1, {})", false, false},
		{"getfenv().next = print", true, false},
		{"getfenv(2)[f()] = print", false, false},
		{"local env = getfenv() function f() env.table = nil end", false, false},
		{"f(getfenv())", false, false},
		{"print(getfenv().next)", true, true},
		{"module('m', package.seeall)", true, true},
		{"module('m')", false, false},
		{"local module = module module('m')", false, false},
		{"local function module() end module('m') t.module()", true, true},
		{"_ENV = {}", false, false},
		{"function f() _ENV = {} end", false, false},
		{"local _ENV = {}", false, false},
		{"local table = print", false, true},
		{"local table = table", true, true},
		{"local table = require 'table'", true, true},
		{"local table = require 'table' function f(t) return table.concat(t) end", true, true},
		{"local table = require 'list'", false, true},
		{"local table = require 'table' package.loaded.table = {}", false, true},
		{"local table = require 'table' package.loaded[f()] = {}", false, true},
		{"local table = require 'table' f(package)", false, true},
		{"local table = require 'table' f(table)", false, true},
		{"local table = require 'table' function f() table.insert = 1 end", false, true},
		{"local function require() end local table = require 'table'", false, true},
		{"function require() end local table = require 'table'", false, true},
		{"for _, lib in pairs(package.loaded) do lib.insert = print end", false, true},
		{"for _, lib in pairs(package.loaded) do lib.next = print end", true, false},
		{"for _, lib in pairs(package.loaded) do print(lib.insert) end", true, true},
		{"for _, lib in next, package.loaded do lib.insert = print end", false, true},
		{"for _, lib in pairs(package.loaded) do lib[f()] = print end", false, false},
		{"for _, lib in pairs(package) do lib.table.insert = print end", false, true},
		{"package.loaded[f()].insert = print", false, true},
		{"package.loaded['my' .. f()].insert = print", true, true},
		{"require('ta' .. 'ble').insert = print", false, true},
		{"require('my' .. 'table').insert = print", true, true},
		{"local n = 'table' require(n).insert = print", false, true},
		{"local n = 'list' require(n).insert = print", true, true},
		{"local n = 'table' function f() require(n).insert = print end", false, true},
		{"require(f() and 'bit' or 'table').insert = print", false, true},
		{"require(f() and 'bit' or 'list').insert = print", true, true},
		{"require(f()).insert = print", false, true},
		{"require(f()).insert()", true, true},
		{"local m = require(f()) m:insert(1) m.next()", true, true},
		{"local m = require(f()) m.other = print", true, true},
		{"local m = require(f()) function g() m.insert = print end", false, true},
		{"local m = require(f()) function g() return m.insert, m.next end", true, true},
		{"local m = require(f()) function g() m[f()] = 1 end", false, false},
		{"require('list' .. f()).insert = print", true, true},
		{"require('list.' .. f() .. '.table').insert = print", true, true},
		{"require('t' .. f()).insert = print", false, true},
		{"local ok, m = pcall(require, f()) m.insert = print", false, true},
		{"local ok, m = pcall(require, f()) m.insert()", true, true},
		{"local ok, m = xpcall(require, g, 'table') m.insert = print", false, true},
		{"local function get(n) return require(n) end get(f()).insert = print", false, true},
		{"local function get(n) return require(n) end get(f()).insert()", true, true},
		{"local function get() return require('table') end get().insert = print", false, true},
		{"g(require(f())) local t = {} t.insert = print", true, true},
		{"g(require(f())) local t = {} for i = 1, 2 do g()[i] = t end", true, true},
		{"g(require(f())) g().insert = print", false, true},
		{"g(require(f())) rawset(g(), 'next', print)", true, false},
		{"load('next = print')()", true, false},
		{"load('next == print')()", true, true},
		{"load('return next')()", true, true},
		{"load('local next = print')()", true, true},
		{"load('function table.insert() end')()", false, true},
		{"load('table.insert(t, x)')()", true, true},
		{"load('x, next = 1, 2')()", true, false},
		{"load('next, x = 1, 2')()", true, false},
		{"load('x = table')().insert = print", false, true},
		{"load('_G[\"next\"] = 1')()", false, false},
		{"local s = 'ne' .. 'xt =' load(s .. ' print')()", true, false},
		{"pcall(load, 'next = print')", true, false},
		{"local load = loadstring or load load('x = 1')()", true, true},
		{"local load = load function f() load('next = print')() end", true, false},
		{"load(f())()", true, true},
		{"g(pcall(require, 'table'))", false, true},
		{"g(pcall(require, 'list'))", true, true},
		{"local table = table if next then table = 1 end", false, true},
		{"local table, next = table, next function f() table = 1 end", false, true},
	} {
		p := program(t, test.text+use)
		f := &p.Funcs[0]
		var stays []bool
		for pc, i := range f.Proto.Code {
			if effect.ReferenceOf(i) == effect.Makes {
				v, _ := p.SSA(f).Defs(pc)
				stays = append(stays, p.Objects().Of(f, v) >= 0)
			}
		}
		n := len(stays)
		if insert, next := stays[n-2], stays[n-1]; insert != test.insert || next != test.next {
			t.Errorf("%s: table.insert is known: %v, next: %v", test.text, insert, next)
		}
	}
}
