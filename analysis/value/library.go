package value

import (
	"math"

	"luaflow/compile/syntax"
)

// This file defines the table of standard names. Of a function a row says
//
//   - which arguments it takes without an error, one letter each: a any value, m one
//     that a metamethod speaks for, n a number, i one that stands for an integer, s a
//     string or number, q a string alone, c a number alone, b a boolean, t a table, r a
//     table that no metamethod is asked about, l one or a string, f a function, u one of
//     which the letters cannot tell whether it will do; in capitals nil and nothing will
//     do as well; a star lets the last one be repeated;
//   - what it gives: x any value, n i d numbers (d is a float), s b t f o as in the
//     names of types, z nil; `?` is or nil; a star stands for any number of values,
//     that one or nil in the first place;
//   - what it does with its arguments, in words apart by spaces: r Reads, w Writes,
//     s Stored, p Returned, c Contents, k Kept, f Called, - nothing; the last word holds
//     for all further arguments;
//   - its Impact, if the arguments will do: a row may say that it depends on more
//     than their types;
//   - what else is to be said, by a rule.
//
// In place of its arguments the row of another name says what it is.

// row is one line of the table.
type row struct {
	name                   string
	dialects               syntax.Dialect
	params, results, roles string
	impact                 Impact
	rule                   rule
}

const (
	depends = Operators // on values
	acts    = Effects

	table    = "a table"
	constant = "a constant, the same in every version"
	variable = "a variable"
)

// The dialects that the rows name. LuaJIT has what 5.1 has but for the names that were
// old there; what it has of later versions its rows say, some of it only with its 5.2
// compatibility.
const (
	lua51  = syntax.Lua51 | syntax.LuaJIT
	luaJIT = syntax.LuaJIT
	lua52  = syntax.Lua52
	lua54  = syntax.Lua54
	lua55  = syntax.Lua55

	always  = syntax.Any
	until52 = lua51 | lua52
	since52 = lua52 | since53
	compat  = since52 | syntax.LuaJIT52
	since53 = syntax.WithIntegers
	since54 = lua54 | lua55
	backJIT = since53 | luaJIT // which LuaJIT took from 5.3
)

var library = []row{
	{"_G", always, table, "", "", None, 0},
	{"_VERSION", always, variable, "", "", None, 0},
	{"assert", always, "a*", "x*", "p k", acts, ruleAssert},
	{"collectgarbage", always, "", "x", "-", acts, 0},
	{"dofile", always, "", "x*", "k", acts, 0},
	{"error", always, "", "", "k", acts, ruleNoReturn},
	{"getfenv", lua51, "", "x", "k", acts, 0},
	{"getmetatable", always, "a", "x", "-", None, 0},
	{"ipairs", always, "m", "xxx", "p", None, ruleIpairs},
	{"load", always, "", "f?x", "kf k", acts, 0},
	{"loadfile", always, "", "f?x", "k", acts, 0},
	{"loadstring", lua51, "", "f?x", "k", acts, 0},
	{"module", lua51, "", "x*", "k", acts, 0},
	{"newproxy", lua51, "", "o", "k", acts, 0},
	{"next", always, "rA", "x*", "rc -", None, ruleNext},
	{"pairs", always, "m", "xxx", "p", None, rulePairs},
	{"pcall", always, "", "bx*", "kf k", acts, 0},
	{"print", always, "", "", "-", acts, 0},
	{"rawequal", always, "aa", "b", "-", None, 0},
	{"rawget", always, "ra", "x", "rc -", None, 0},
	{"rawlen", compat, "l", "i", "r", None, 0},
	{"rawset", always, "raa", "t", "wp k s", None, ruleRawset},
	{"require", always, "", "x*", "k", acts, 0},
	{"select", always, "aA*", "x*", "p", depends, ruleSelect},
	{"setfenv", lua51, "", "x", "k", acts, 0},
	{"setmetatable", always, "", "t", "kp k", acts, 0},
	{"tonumber", always, "aI", "n?", "-", None, ruleToNumber},
	{"tostring", always, "m", "s", "-", None, ruleToString},
	{"type", always, "a", "s", "-", None, ruleType},
	{"unpack", lua51, "tII", "x*", "rc -", None, ruleUnpack},
	{"warn", since54, "", "", "-", acts, 0},
	{"xpcall", always, "", "bx*", "kf kf k", acts, 0},

	{"coroutine", always, table, "", "", None, 0},
	{"coroutine.close", since54, "", "bx", "k", acts, 0},
	{"coroutine.create", always, "f", "o", "kf k", None, 0},
	{"coroutine.isyieldable", backJIT, "", "b", "-", None, 0},
	{"coroutine.resume", always, "", "bx*", "k", acts, 0},
	{"coroutine.running", always, "", "o?b?", "-", None, 0},
	{"coroutine.status", always, "a", "s", "-", depends, 0},
	{"coroutine.wrap", always, "f", "f", "kf k", None, 0},
	{"coroutine.yield", always, "", "x*", "k", acts, 0},

	{"debug", always, table, "", "", None, 0},
	{"debug.debug", always, "", "", "k", acts, 0},
	{"debug.getfenv", lua51, "", "x", "k", acts, 0},
	{"debug.gethook", always, "", "x*", "k", acts, 0},
	{"debug.getinfo", always, "", "t?", "k", acts, 0},
	{"debug.getlocal", always, "", "x*", "k", acts, 0},
	{"debug.getmetatable", always, "", "x", "k", acts, 0},
	{"debug.getregistry", always, "", "t", "k", acts, 0},
	{"debug.getupvalue", always, "", "x*", "k", acts, 0},
	{"debug.getuservalue", compat, "", "x*", "k", acts, 0},
	{"debug.setcstacklimit", lua54, "", "x", "k", acts, 0},
	{"debug.setfenv", lua51, "", "x", "k", acts, 0},
	{"debug.sethook", always, "", "", "k", acts, 0},
	{"debug.setlocal", always, "", "x*", "k", acts, 0},
	{"debug.setmetatable", always, "", "x", "k", acts, 0},
	{"debug.setupvalue", always, "", "x*", "k", acts, 0},
	{"debug.setuservalue", compat, "", "x", "k", acts, 0},
	{"debug.traceback", always, "", "x", "k", acts, 0},
	{"debug.upvalueid", since52 | luaJIT, "", "x", "k", acts, 0},
	{"debug.upvaluejoin", since52 | luaJIT, "", "", "k", acts, 0},

	{"io", always, table, "", "", None, 0},
	{"io.close", always, "", "x*", "k", acts, 0},
	{"io.flush", always, "", "x*", "k", acts, 0},
	{"io.input", always, "", "x", "k", acts, 0},
	{"io.lines", always, "", "x*", "k", acts, 0},
	{"io.open", always, "", "x*", "k", acts, 0},
	{"io.output", always, "", "x", "k", acts, 0},
	{"io.popen", always, "", "x*", "k", acts, 0},
	{"io.read", always, "", "x*", "k", acts, 0},
	{"io.stderr", always, variable, "", "", None, 0},
	{"io.stdin", always, variable, "", "", None, 0},
	{"io.stdout", always, variable, "", "", None, 0},
	{"io.tmpfile", always, "", "x*", "k", acts, 0},
	{"io.type", always, "a", "s?", "-", None, 0},
	{"io.write", always, "", "x*", "-", acts, 0},

	{"math", always, table, "", "", None, 0},
	{"math.abs", always, "n", "n", "-", None, ruleRound},
	{"math.acos", always, "n", "d", "-", None, 0},
	{"math.asin", always, "n", "d", "-", None, 0},
	{"math.atan", always, "nN", "d", "-", None, 0},
	{"math.atan2", until52, "nn", "d", "-", None, 0},
	{"math.ceil", always, "n", "n", "-", None, ruleRound},
	{"math.cos", always, "n", "d", "-", None, 0},
	{"math.cosh", until52, "n", "d", "-", None, 0},
	{"math.deg", always, "n", "d", "-", None, 0},
	{"math.exp", always, "n", "d", "-", None, 0},
	{"math.floor", always, "n", "n", "-", None, ruleRound},
	{"math.fmod", always, "nn", "n", "-", None, ruleFmod},
	{"math.frexp", until52 | lua55, "n", "di", "-", None, 0},
	{"math.huge", always, constant, "", "", None, 0},
	{"math.ldexp", until52 | lua55, "ni", "d", "-", None, 0},
	{"math.log", always, "nN", "d", "-", None, 0},
	{"math.log10", until52, "n", "d", "-", None, 0},
	{"math.max", always, "aa*", "x", "-", None, ruleExtreme},
	{"math.maxinteger", since53, constant, "", "", None, 0},
	{"math.min", always, "aa*", "x", "-", None, ruleExtreme},
	{"math.mininteger", since53, constant, "", "", None, 0},
	{"math.mod", syntax.Lua51, "nn", "d", "-", None, 0},
	{"math.modf", always, "n", "nd", "-", None, 0},
	{"math.pi", always, constant, "", "", None, 0},
	{"math.pow", until52, "nn", "d", "-", None, 0},
	{"math.rad", always, "n", "d", "-", None, 0},
	{"math.random", always, "", "n", "-", acts, 0},
	{"math.randomseed", always, "", "x*", "-", acts, 0},
	{"math.sin", always, "n", "d", "-", None, 0},
	{"math.sinh", until52, "n", "d", "-", None, 0},
	{"math.sqrt", always, "n", "d", "-", None, 0},
	{"math.tan", always, "n", "d", "-", None, 0},
	{"math.tanh", until52, "n", "d", "-", None, 0},
	{"math.tointeger", since53, "a", "i?", "-", None, 0},
	{"math.type", since53, "a", "s?", "-", None, ruleType},
	{"math.ult", since53, "ii", "b", "-", None, 0},

	{"os", always, table, "", "", None, 0},
	{"os.clock", always, "", "d", "-", None, 0},
	{"os.date", always, "SN", "x", "-", None, ruleDate},
	{"os.difftime", always, "ii", "d", "-", None, 0},
	{"os.execute", always, "", "x*", "-", acts, 0},
	{"os.exit", always, "", "", "-", acts, ruleNoReturn},
	{"os.getenv", always, "s", "s?", "-", None, 0},
	{"os.remove", always, "", "x*", "-", acts, 0},
	{"os.rename", always, "", "x*", "-", acts, 0},
	{"os.setlocale", always, "", "s?", "-", acts, 0},
	{"os.time", always, "T", "i?", "rw", None, ruleTime},
	{"os.tmpname", always, "", "s", "-", acts, 0},

	{"package", always, table, "", "", None, 0},
	{"package.config", always, variable, "", "", None, 0},
	{"package.cpath", always, variable, "", "", None, 0},
	{"package.loaded", always, variable, "", "", None, 0},
	{"package.loaders", lua51, variable, "", "", None, 0},
	{"package.loadlib", always, "", "x*", "k", acts, 0},
	{"package.path", always, variable, "", "", None, 0},
	{"package.preload", always, variable, "", "", None, 0},
	{"package.searchers", compat, variable, "", "", None, 0},
	{"package.searchpath", since52 | luaJIT, "", "x*", "-", acts, 0},
	{"package.seeall", lua51, "", "", "k", acts, 0},

	{"string", always, table, "", "", None, 0},
	{"string.byte", always, "sII", "i*", "-", None, 0},
	{"string.char", always, "I*", "s", "-", None, ruleChar},
	{"string.dump", always, "fA", "s", "-", depends, 0},
	{"string.find", always, "ssIA", "x*", "-", None, rulePattern},
	{"string.format", always, "sA*", "s", "-", None, ruleFormat},
	{"string.gmatch", always, "ssI", "f", "-", None, 0},
	{"string.gsub", always, "ssaI", "si", "- - rkf -", None, ruleGsub},
	{"string.len", always, "s", "i", "-", None, ruleLen},
	{"string.lower", always, "s", "s", "-", None, 0},
	{"string.match", always, "ssI", "x*", "-", None, rulePattern},
	{"string.pack", since53, "sA*", "s", "-", depends, 0},
	{"string.packsize", since53, "s", "i", "-", depends, 0},
	{"string.rep", always, "siS", "s", "-", None, ruleRep},
	{"string.reverse", always, "s", "s", "-", None, 0},
	{"string.sub", always, "siI", "s", "-", None, 0},
	{"string.unpack", since53, "ssI", "x*", "-", depends, 0},
	{"string.upper", always, "s", "s", "-", None, 0},

	{"table", always, table, "", "", None, 0},
	{"table.concat", always, "tSII", "s", "r -", depends, 0},
	{"table.create", lua55, "II", "t", "-", depends, 0},
	{"table.foreach", lua51, "", "x*", "k kf", acts, 0},
	{"table.foreachi", lua51, "", "x*", "k kf", acts, 0},
	{"table.getn", lua51, "t", "i", "r", None, 0},
	{"table.insert", always, "taA", "", "rw s s", None, ruleInsert},
	{"table.maxn", until52, "r", "n", "r", None, 0},
	{"table.move", backJIT, "tiiiT", "x", "k", depends, ruleOwnTables},
	{"table.pack", compat, "A*", "t", "k", None, 0},
	{"table.remove", always, "tI", "x", "rwc -", None, ruleRemove},
	{"table.setn", syntax.Lua51, "", "", "k", acts, 0},
	{"table.sort", always, "tF", "", "rw kf", depends, ruleSort},
	{"table.unpack", compat, "tII", "x*", "rc -", None, ruleUnpack},

	{"utf8", since53, table, "", "", None, 0},
	{"utf8.char", since53, "I*", "s", "-", None, ruleChar},
	{"utf8.charpattern", since53, variable, "", "", None, 0},
	{"utf8.codepoint", since53, "sIIA", "i*", "-", depends, 0},
	{"utf8.codes", since53, "sA", "fxi", "-", None, 0},
	{"utf8.len", since53, "sIIA", "i?i*", "-", None, ruleUtf8Len},
	{"utf8.offset", since53, "siI", "i?", "-", depends, 0},

	{"bit32", lua52, table, "", "", None, 0},
	{"bit32.arshift", lua52, "nn", "n", "-", depends, 0},
	{"bit32.band", lua52, "N*", "n", "-", depends, 0},
	{"bit32.bnot", lua52, "n", "n", "-", depends, 0},
	{"bit32.bor", lua52, "N*", "n", "-", depends, 0},
	{"bit32.btest", lua52, "N*", "b", "-", depends, 0},
	{"bit32.bxor", lua52, "N*", "n", "-", depends, 0},
	{"bit32.extract", lua52, "nnN", "n", "-", depends, 0},
	{"bit32.lrotate", lua52, "nn", "n", "-", depends, 0},
	{"bit32.lshift", lua52, "nn", "n", "-", depends, 0},
	{"bit32.replace", lua52, "nnnN", "n", "-", depends, 0},
	{"bit32.rrotate", lua52, "nn", "n", "-", depends, 0},
	{"bit32.rshift", lua52, "nn", "n", "-", depends, 0},

	{"bit", luaJIT, table, "", "", None, 0},
	{"bit.arshift", luaJIT, "nn", "x", "-", None, 0},
	{"bit.band", luaJIT, "n*", "x", "-", None, 0},
	{"bit.bnot", luaJIT, "n", "x", "-", None, 0},
	{"bit.bor", luaJIT, "n*", "x", "-", None, 0},
	{"bit.bswap", luaJIT, "n", "x", "-", None, 0},
	{"bit.bxor", luaJIT, "n*", "x", "-", None, 0},
	{"bit.lshift", luaJIT, "nn", "x", "-", None, 0},
	{"bit.rol", luaJIT, "nn", "x", "-", None, 0},
	{"bit.ror", luaJIT, "nn", "x", "-", None, 0},
	{"bit.rshift", luaJIT, "nn", "x", "-", None, 0},
	{"bit.tobit", luaJIT, "n", "n", "-", None, 0},
	{"bit.tohex", luaJIT, "nN", "s", "-", None, 0},
}

// ipairsIterator is what ipairs returns first.
var ipairsIterator = row{"ipairs iterator", always, "ti", "i?x*", "rc -", None, 0}

// constants is the values of names that are constants.
var constants = map[string]Value{
	"math.huge":       OfFloat(math.Inf(1)),
	"math.maxinteger": OfInt(math.MaxInt64),
	"math.mininteger": OfInt(math.MinInt64),
	"math.pi":         OfFloat(math.Pi),
}
