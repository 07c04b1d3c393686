-- The functions of the library.
local function show(...)
  local t = table.pack(...)
  for i = 1, t.n do t[i] = type(t[i]) == "string" and ("%q"):format(t[i]) or tostring(t[i]) end
  print(table.concat(t, " "))
end
show(type(nil), type(1), type("x"), type({}), type(print), type(coroutine.create(print)))
show(tonumber("10"), tonumber("0x1p4"), tonumber("  5  "), tonumber("5x"), tonumber(""), tonumber("1e1"), tonumber("z", 36), tonumber("-ff", 16), tonumber("8", 8), tonumber({}), tonumber("1_0"), tonumber("inf"), tonumber("nan"), tonumber("0x"), tonumber("9223372036854775808"), tonumber("-9223372036854775808"), tonumber("0xffffffffffffffffff"))
show(tostring(1e15), tostring(1e14), tostring(123456789012.5), tostring(0.1), tostring(1e-5), tostring(-0.0), tostring(1/0), tostring(2^24), tostring(100.0), tostring(3.14159265358979))
show(select("#"), select("#", nil, nil), (select(2, 1, 2)), pcall(select, 0)) show(rawequal("a", "a"), rawlen({ 1 }), next({}), next({ 5 }))
-- math
show(math.abs(-3), math.abs(-3.5), math.abs(math.mininteger), math.ceil(1.2), math.ceil(-1.2), math.floor(1.8), math.floor(-1.8), math.floor(7), math.floor(1e300))
show(math.max(1, 2.5), math.max(3, 3.0), math.min(1, 1.0), math.min(5, -1, 2), math.sqrt(2), math.huge, math.pi, math.maxinteger, math.mininteger)
show(math.fmod(7, 3), math.fmod(-7, 3), math.fmod(7, -3.5), math.fmod(-6, 2), math.modf(3.7), math.modf(-3.7), math.modf(5), math.modf(math.huge))
show(math.type(1), math.type(1.0), math.type("1"), math.tointeger(3.0), math.tointeger(3.5), math.tointeger("3"), math.ult(1, -1), math.log(8, 2), math.log(100, 10), math.exp(0))
-- strings
show(("hello"):sub(2, 3), ("hello"):sub(-3), ("hello"):sub(0), ("hello"):sub(2, -2), ("hello"):sub(10), ("hello"):sub(-100, 2), ("hello"):sub(3, 2))
show(("abc"):byte(), ("abc"):byte(2, 3), ("abc"):byte(10), string.char(72, 105), ("x"):rep(0), ("x"):rep(3, ","), ("ab"):reverse(), ("Ab1"):upper(), ("Ab1"):lower(), #("\0a"))
show(("hello world"):find("wor"), ("hello"):find("l"), ("hello"):find("xyz"), ("a.b"):find(".", 1, true), ("a.b"):find("%."), ("hello"):find("", 10), ("hello"):find("", 6), ("aXb"):find("%u"), ("k=v"):find("(%w)=(%w)"))
show(("key = value"):match("^(%w+)%s*=%s*(%w+)$"), ("2024-01-15"):match("(%d+)-(%d+)-(%d+)"), ("abc"):match("()b()"), ("[[x]]"):match("%[%[(.-)%]%]"), ("f(a(b)c)d"):match("%b()"), ("THE (quick) fox"):find("%((%a+)%)"), ("hello"):match(".-l"), ("hello"):match(".*l"), ("x"):match("y?x"), ("aaa"):match("a-$"))
show(("abcabc"):gsub("b", "X"), ("abc"):gsub("%w", "%0%0"), ("abc"):gsub("", "-"), ("hello"):gsub("l", { l = "L" }), ("hello"):gsub("l", function(c) return nil end), ("abc"):gsub("(a)(b)", "%2%1"), ("aaa"):gsub("a", "b", 2), ("^x"):gsub("^%^", ""), ("abab"):gsub("^ab", "x"), ("THE (quick) fox"):gsub("%f[%a]%a+", "W"), ("a,b"):gsub(",", "%%"), ("x1x1"):gsub("(x)(%d)%1", "y"))
for w in ("one two  three"):gmatch("%a+") do io.write(w, ";") end for k, v in ("a=1, b=2"):gmatch("(%w+)=(%w+)") do io.write(k, v, ";") end for p in ("abc"):gmatch("()") do io.write(p, ";") end print()
show(("[a-c]"):match("[%[%]]"), ("-"):match("[a-]"), ("]"):match("[]]"), ("^"):match("[%^]"), ("b"):match("[^a]"), ("\n"):match("%s"), ("_"):match("%p"), ("\1"):match("%c"), ("F"):match("%x"), ("z"):match("%X"))
for _, bad in ipairs { "[a", "%", "(a", "a)", "%b", "%f", "%1", "[%" } do show(pcall(string.match, "aaa", bad)) end
show(("%d %5d %-5d| %05d %+d % d %x %X %#x %o %c %s %10s %-10s| %.2s %q %%"):format(1, 2, 3, 4, 5, 6, 255, 255, 255, 8, 65, "s", "r", "l", "cut", 'q"\n\\\0' ))
show(("%f %.2f %10.3f %-10.1f| %e %.3e %g %g %g %g %G %.3g %5.1f %+.1f"):format(1.5, 2.345, 3, 4, 12345.678, 0.00012, 1e20, 0.1, 100000, 1e6, 1e-10, 1234.5, 2, 3))
show(("%s %s %s %s"):format(nil, true, {} ~= nil, 1.0), ("%d"):format(3.0), pcall(string.format, "%d", 3.5), pcall(string.format, "%d", "x"), ("%d"):format("10"), ("%q"):format(1/3), pcall(string.format, "%y", 1), ("%5s|%.3d|%i"):format("ab", 7, 9), ("%g %g"):format(1/0, -1/0))
-- tables
local t = {} table.insert(t, "a") table.insert(t, 1, "b") table.insert(t, 2, "c") show(table.concat(t, ","), table.concat(t), table.concat(t, "-", 2), table.concat(t, "-", 2, 2), table.concat({}, "x"), table.concat({ 1, 2.5, "z" }, " "))
show(table.remove(t), table.remove(t, 1), #t, table.remove(t), table.remove(t), #t, table.remove({}), pcall(table.insert, { 1 }, 5, 2), pcall(table.insert, {}), pcall(table.remove, { 1 }, 5), pcall(table.concat, { {} }))
local s = { 5, 2, 8, 1, 9, 3 } table.sort(s) show(table.unpack(s)) table.sort(s, function(a, b) return a > b end) show(table.unpack(s)) local names = { "b", "a", "C" } table.sort(names) show(table.unpack(names)) show(pcall(table.sort, { 1, "x" }))
show(table.unpack({ 1, 2, 3 }, 2), table.unpack({ 1, 2 }, 1, 3), table.pack(1, nil).n, table.unpack({}, 1, 2), pcall(table.unpack, {}, 1, 1e8))
show(table.concat(table.move({ 1, 2, 3 }, 1, 3, 2), ","), table.concat(table.move({ 1, 2, 3 }, 2, 3, 1), ","), table.concat(table.move({ 1, 2 }, 1, 2, 1, {}), ","))
-- load
show(load("return 1 + 1")(), load("syntax error here") == nil, load(function() return nil end)(), load("return ...", "=name")(7), load("x = 5 return x", "n", "t", {})(), pcall(load("error('in chunk')", "=chunk")))
show(pcall(os.exit == nil and error or type, 1))
print(rawget(_G, "print") == print, _VERSION, collectgarbage("count") > 0, type(os.time()), type(os.clock()))
print(os.getenv("NO_SUCH_VARIABLE"), string.len("abc"), math.sin(0), math.cos(0))
print((debug.traceback("message"):gsub("\n.*", "")), type(debug.traceback()), debug.traceback({}) ~= nil)
package.preload.own = function(name) return { name } end
print(require("own")[1], require("own") == require("own"), require("string") == string, pcall(require, "no.such.module") == false)
os.exit()

-- A message that is a string gets a position, from assert as well.
print(pcall(function() assert(false, "message") end))
print(pcall(function() assert(nil) end))
print(pcall(function() assert(false, 1) end))
print(pcall(assert, false, "message"))

-- A finalizer that collects calls those that wait behind it.
for i = 1, 3 do
  setmetatable({}, { __gc = function() print("begin", i) collectgarbage() print("end", i) end })
end
collectgarbage()
