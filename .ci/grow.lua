-- grow.lua SHAPE N: a Lua text of about N statements, operands or functions, to see how
-- cost grows with size. Which locals a statement uses looks random but is the same in
-- every run.
--
-- One function, in which a hundred locals are in play. Nothing is known of what they
-- begin with: a local that begins as nil makes the start of the function dead code, which
-- costs less than the rest, and weighs the more the smaller the function is.
--
--   ifs        definitions that survive, each under an if without else
--   loop       one loop around N statements whose values flow round it
--   nests      one loop nest after the other, each thirty deep
--   mixed      branches and loops of all kinds, up to six deep
--   functions  one function of one line after the other, which share the locals
--   web        gotos to anywhere
--   live       branches that exchange 190 locals, all of which are read at the end, with
--              something to report here and there
--
-- Whole files:
--
--   gotos      one goto after the other, each to the label after it
--   labels     a label in front of every statement
--   ands       one conjunction
--   ors        one disjunction of conjunctions
--   blocks     one block with a constant local after the other
--   locals     local variables of one block, beyond the limit of their number
--   broken     declarations that end in the middle
--   line       statements on one line
--   small      functions of three lines
--   fields     fields of one table, each of which gets what the next one had a turn before

local shape, size = arg[1], math.tointeger(tonumber(arg[2]))

local locals = shape == "live" and 190 or 100

local state = 7

-- pick returns an integer from 1 to limit, by a linear congruential generator.
local function pick(limit)
  state = (state * 22695477 + 1) & 0x7fffffff
  return (state >> 12) % limit + 1
end

-- put writes a line in which each ? stands for some local, and % for a number.
local function put(depth, line)
  line = line:gsub("[?%%]", function(mark)
    return mark == "?" and "r" .. pick(locals) or tostring(pick(9999))
  end)
  io.write(("  "):rep(depth), line, "\n")
end

local shapes = {} -- in a function with locals

function shapes.ifs()
  for _ = 1, size // 2 do put(1, "if ? then ? = ? + % end") end
end

function shapes.live()
  for i = 1, size // 2 do
    put(1, "if ? then ?, ?, ? = ?, ?, ? + % else ? = ? end")
    if i % 50 == 0 then put(1, "do local unused = ? end") end
  end
end

function shapes.loop()
  put(1, "while p do")
  for i = 1, size do
    if i % 10 == 0 then
      put(2, "if ? then q(?) elseif ? then break end")
    else
      put(2, "? = ? * % + ?")
    end
  end
  put(1, "end")
end

function shapes.nests()
  for _ = 1, size // 60 do
    for depth = 1, 30 do
      put(depth, "while ? do")
      put(depth + 1, "? = ? + %")
    end
    for depth = 30, 1, -1 do put(depth, "end") end
  end
end

function shapes.mixed()
  local heads = { "if ? < ? then", "while ? > % do", "for _ = %, ? do", "repeat" }
  local open = {}
  for _ = 1, size do
    local choice = pick(12)
    if choice <= #heads and #open < 6 then
      put(#open + 1, heads[choice])
      open[#open + 1] = choice == 4 and "until ?" or "end"
    elseif choice <= 7 and #open > 0 then
      put(#open, table.remove(open))
    else
      put(#open + 1, "? = ? - ? * ?")
    end
  end
  while #open > 0 do put(#open, table.remove(open)) end
end

function shapes.functions()
  for i = 1, size do put(1, "function f" .. i .. "(a) ? = ? + a return ? end") end
end

function shapes.web()
  for i = 1, size do
    put(1, "::L" .. i .. ":: ? = ? + % if ? then goto L" .. pick(size) .. " end")
  end
end

local files = {} -- whole ones

function files.gotos()
  for i = 1, size do put(0, "goto L" .. i .. " ::L" .. i .. "::") end
end

function files.labels()
  for i = 1, size do put(0, "::L" .. i .. ":: print(1)") end
end

function files.ands()
  put(0, "local a = ...")
  put(0, "return a" .. (" and a"):rep(size))
end

function files.ors()
  put(0, "local x, y = ...")
  put(0, "return y")
  for _ = 1, size do put(1, "or (x == % and y)") end
end

function files.blocks()
  for _ = 1, size do put(0, "do local x <const> = % print(x) end") end
end

function files.locals()
  for _ = 1, size do put(0, "local x = %") end
end

function files.broken()
  for _ = 1, size do put(0, "local x <") end
end

function files.line()
  io.write(("x = f(x, 1) "):rep(size), "\n")
end

function files.small()
  for i = 1, size do
    put(0, "function M.f" .. i .. "(a, b)")
    put(1, "local c = a + b")
    put(1, "return c")
    put(0, "end")
  end
end

function files.fields()
  put(0, "local more = ...")
  put(0, "local t = {}")
  put(0, "while more() do")
  for i = 1, size do put(1, "t.a" .. i .. " = t.a" .. i + 1) end
  put(0, "end")
  put(0, "return t.a1")
end

if files[shape] then
  files[shape]()
  return
end

local names = {}
for i = 1, locals do names[i] = "r" .. i end
local all = table.concat(names, ", ")
put(0, "local function grown(p, q, s, ...)")
put(1, "local " .. all .. " = p, q, s, ...")
shapes[shape]()
if locals > 120 then
  -- There are no registers for all of them beside them.
  for first = 1, locals, 50 do
    put(1, "q(" .. table.concat(names, ", ", first, math.min(first + 49, locals)) .. ")")
  end
else
  put(1, "return " .. all)
end
put(0, "end")
put(0, "return grown")
